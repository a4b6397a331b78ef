import type * as ConvertModule from '../../src/mapping/convert-document.ts';
import type { ConvertOptions } from '../../src/mapping/convert.ts';
import type * as EmbedModule from '../../src/mapping/embed.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';
import { firstEdition } from './first-edition.ts';
import { type Baseline, BENCH_DAY, createBaselines } from './baselines.ts';
import { type Allocate, allocateChunk } from './byte-writer.ts';
import type { Made } from './measure.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';

/** The hub as it runs in production: tsx gives each function a name at run time, which is slow. */
const DIST = process.env['BENCH_DIST'] ?? new URL('../../dist/', import.meta.url).href;
const { convertDocument } = (await import(new URL('mapping/convert-document.js', DIST).href)) as typeof ConvertModule;
const { embedSemantic } = (await import(new URL('mapping/embed.js', DIST).href)) as typeof EmbedModule;

/** The shipped vocabulary. */
export const lexicon: Lexicon = await firstEdition();

export const baselines = createBaselines(lexicon);

const DEFAULTS: ConvertOptions = { ...CONVERT_DEFAULTS, now: BENCH_DAY };

/** Converts from the bytes of a body to the bytes of an answer, which are counted and let go. */
export function convert(body: Uint8Array, options: Partial<ConvertOptions> = {}): Made {
  let bytes = 0;
  const { triples, head } = convertDocument(body, lexicon, { ...DEFAULTS, ...options }, (chunk) => {
    bytes += chunk.length;
  });
  return { triples, bytes: bytes + head.length };
}

/** The answer whole. */
export function convertWhole(body: Uint8Array, options: Partial<ConvertOptions> = {}): Buffer {
  const chunks: Uint8Array[] = [];
  const { head } = convertDocument(body, lexicon, { ...DEFAULTS, ...options }, (chunk) => chunks.push(chunk));
  return Buffer.concat([head, ...chunks]);
}

/** Embeds the block of a document. */
export function embed(body: Uint8Array): Made {
  const { parts } = embedSemantic(body, lexicon, { base: null, now: BENCH_DAY });
  return { triples: 0, bytes: parts.reduce((sum, part) => sum + part.length, 0) };
}

/** Writes an answer by the byte writer; its bytes are counted and let go. */
export function writeByHeart({ write }: Baseline, body: Buffer, triples: number, allocate: Allocate): Made {
  let bytes = 0;
  write(body, allocate, (chunk) => {
    bytes += chunk.length;
  });
  return { triples, bytes };
}

/** @throws Error when the byte writer writes another graph than the converter: it would be no yardstick */
export async function checkBaseline({ documentOf, format, semantics, write }: Baseline): Promise<void> {
  const body = documentOf(200);
  const chunks: Uint8Array[] = [];
  write(Buffer.from(body), allocateChunk, (chunk) => chunks.push(chunk));
  const expected = await readBack(format, convertWhole(body, { format, semantics }).toString());
  if (!areIsomorphic(expected, await readBack(format, Buffer.concat(chunks).toString())))
    throw new Error(`the byte writer and the converter write different graphs (${format}, ${semantics})`);
}
