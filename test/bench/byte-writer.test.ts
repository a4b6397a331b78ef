import { beforeAll, expect, test } from 'vitest';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { convert } from '../support/convert.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';
import { type Baseline, BENCH_DAY, createBaselines } from './baselines.ts';
import { firstEdition } from './first-edition.ts';
import { type Allocate, allocateChunk, reuseChunk } from './byte-writer.ts';

/** Enough for several chunks. */
const ROWS = 200;

let lexicon: Lexicon;
beforeAll(async () => {
  lexicon = await firstEdition();
});

function textOf({ documentOf, write }: Baseline, allocate: Allocate): string {
  const chunks: Uint8Array[] = [];
  write(Buffer.from(documentOf(ROWS)), allocate, (chunk) => chunks.push(chunk.slice()));
  return Buffer.concat(chunks).toString();
}

test.each(['seriesInNTriples', 'seriesInTurtle', 'termSeriesInNTriples', 'recordsInNTriples'] as const)(
  'the byte writer writes the graph of the converter: %s',
  async (name) => {
    const baseline = createBaselines(lexicon)[name];
    const { documentOf, format, semantics } = baseline;
    const converted = convert(documentOf(ROWS), lexicon, { format, semantics, now: BENCH_DAY });
    const text = textOf(baseline, allocateChunk);
    expect(textOf(baseline, reuseChunk())).toBe(text);
    const graph = await readBack(format, text);
    expect(graph).toHaveLength(converted.triples);
    expect(areIsomorphic(graph, await readBack(format, converted.text))).toBe(true);
  },
);
