import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { readTurtle } from '../../../rdf/read-rdf.ts';
import { pictureOf } from '../../picture/picture-of.ts';
import { PictureAsTable } from '../picture/picture-as-table.tsx';
import { ZoomedPicture } from '../picture/zoomed.tsx';
import type { Names } from './names.ts';

/** A larger graph is no picture any more. */
const LARGEST_TURTLE = 2_000_000;

interface GraphPictureProps {
  readonly turtle: string;
  readonly names: Names;
}

/** A graph as cards, and as the table of what they show. */
export function GraphPicture({ turtle, names }: GraphPictureProps): VNode {
  const model = useMemo(() => {
    if (turtle.length > LARGEST_TURTLE) return null;
    const triples = readTurtle({ name: 'the answer', text: turtle, baseIri: location.href });
    return pictureOf(triples, { prefixes: names.prefixes, linkOf: (iri) => names.linkOf(iri) });
  }, [turtle, names]);
  if (model === null) return <p class="empty">The graph is too large for a picture. Ask for a part of it by LIMIT.</p>;
  if (model.triples === 0) return <p class="empty">The graph is empty.</p>;
  return (
    <>
      <ZoomedPicture model={model} label="The graph as cards" id="card" />
      <PictureAsTable model={model} />
    </>
  );
}
