import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { GraphPicture } from './graph-picture.tsx';
import type { Names } from './names.ts';
import { grouped } from '../../parts/grouped.ts';

/** Characters of a text that the page shows. */
const SHOWN_CHARACTERS = 200_000;

interface GraphViewProps {
  readonly turtle: string;
  readonly names: Names;
}

/** A graph as Turtle, and as a picture, which is loaded when somebody wants to see one. */
export function GraphView({ turtle, names }: GraphViewProps): VNode {
  const [Picture, setPicture] = useState<typeof GraphPicture | 'loading' | null>(null);
  const load = (): void => {
    setPicture('loading');
    import('./graph-picture.tsx').then(
      (module) => setPicture(() => module.GraphPicture),
      () => setPicture(null),
    );
  };
  if (turtle.trim() === '') return <p class="empty">Nothing fits the query.</p>;
  return (
    <>
      {Picture === null || Picture === 'loading' ? (
        <button type="button" onClick={load} disabled={Picture === 'loading'}>
          Draw it
        </button>
      ) : (
        <Picture turtle={turtle} names={names} />
      )}
      <pre class="long" tabIndex={0} role="region" aria-label="Turtle">
        {turtle.slice(0, SHOWN_CHARACTERS)}
      </pre>
      {turtle.length > SHOWN_CHARACTERS ? (
        <p class="note">These are the first {grouped(SHOWN_CHARACTERS)} characters; the downloads have all.</p>
      ) : null}
    </>
  );
}
