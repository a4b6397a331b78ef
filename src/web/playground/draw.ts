import { joinBytes } from '../../join-bytes.ts';
import { JsonDocument } from '../../mapping/json/document.ts';
import { scanJson } from '../../mapping/json/scan.ts';
import { readNTriples } from '../../rdf/read-ntriples.ts';
import { pictureDocument } from '../picture/picture-document.tsx';
import { pictureOf } from '../picture/picture-of.ts';
import type { Knowledge } from './analysis.ts';
import { convertBody, type WantedUnits } from './convert-body.ts';
import { lengthsOfArrays } from './keys.ts';
import type { Drawing } from './model.ts';

/** Items of an array that a picture shows; the others are alike. */
const SHOWN_ITEMS = 3;

/** The graph of a document as a picture: of each array the first items. @throws HubError */
export function drawDocument(body: Uint8Array, { lexicon }: Knowledge, units: WantedUnits | null): Drawing {
  const chunks: Uint8Array[] = [];
  const options = { format: 'nt', maxArrayItems: SHOWN_ITEMS, units } as const;
  convertBody(body, lexicon, options, (chunk) => chunks.push(chunk));
  const triples = readNTriples(new TextDecoder().decode(joinBytes(chunks)));
  const model = pictureOf(triples, { prefixes: lexicon.prefixes });
  const arrays = lengthsOfArrays(new JsonDocument(scanJson(body), 0));
  return {
    model,
    svg: pictureDocument(model, { label: 'The graph of a document' }),
    cut: [...arrays].flatMap(([key, length]) => (length > SHOWN_ITEMS ? [{ key, length, shown: SHOWN_ITEMS }] : [])),
  };
}
