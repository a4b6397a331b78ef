import { JsonDocument } from '../../mapping/json/document.ts';
import { scanJson } from '../../mapping/json/scan.ts';
import { convert } from '../../mapping/library.ts';
import { readNTriples } from '../../rdf/read-ntriples.ts';
import { pictureDocument } from '../picture/picture-document.tsx';
import { pictureOf } from '../picture/picture-of.ts';
import { SEMANTICS, type Knowledge } from './analysis.ts';
import { lengthsOfArrays } from './keys.ts';
import type { Drawing } from './model.ts';

/** Items of an array that a picture shows; the others are alike. */
const SHOWN_ITEMS = 3;

/** The graph of a document as a picture: of each array the first items. @throws HubError */
export function drawDocument(body: Uint8Array, { lexicon }: Knowledge): Drawing {
  const options = { vocabulary: lexicon, semantics: SEMANTICS, format: 'nt', maxArrayItems: SHOWN_ITEMS } as const;
  const triples = readNTriples(convert(body, options).text());
  const model = pictureOf(triples, { prefixes: lexicon.prefixes });
  const arrays = lengthsOfArrays(new JsonDocument(scanJson(body), 0));
  return {
    model,
    svg: pictureDocument(model, { label: 'The graph of a document' }),
    cut: [...arrays].flatMap(([key, length]) => (length > SHOWN_ITEMS ? [{ key, length, shown: SHOWN_ITEMS }] : [])),
  };
}
