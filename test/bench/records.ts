import { allocateChunk, reuseChunk } from './byte-writer.ts';
import type { Section } from './measure.ts';
import { baselines, checkBaseline, convert, writeByHeart } from './hub.ts';
import { compare, measure, type Reach } from './measure.ts';

const RECORDS = 10_000;

const REACHES: readonly Reach[] = [{ of: 'N-Triples', to: 'byte writer', as: 'time', atMost: 2.5 }];

/** Records with stamps, strings and entities. */
export async function measureRecords(rounds: number): Promise<Section> {
  const { recordsInNTriples } = baselines;
  await checkBaseline(recordsInNTriples);
  const body = Buffer.from(recordsInNTriples.documentOf(RECORDS));
  const { triples } = convert(body);
  const measured = await measure(
    [
      { name: 'byte writer', run: () => writeByHeart(recordsInNTriples, body, triples, allocateChunk) },
      { name: 'the same into one chunk', run: () => writeByHeart(recordsInNTriples, body, triples, reuseChunk()) },
      { name: 'N-Triples', run: () => convert(body) },
      { name: 'Turtle', run: () => convert(body, { format: 'ttl' }) },
    ],
    rounds,
  );
  return {
    title: `${RECORDS} records: ${(body.length / 1e6).toFixed(1)} MB in, ${triples} triples`,
    lines: compare(measured, 'byte writer', REACHES),
  };
}
