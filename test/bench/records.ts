import { allocateChunk, reuseChunk } from './byte-writer.ts';
import { RECORDS } from './documents.ts';
import { baselines, checkBaseline, convert, writeByHeart } from './hub.ts';
import { compare, inProcess, measure, SLOW_ROUNDS, type Reach, type Section } from './measure.ts';
import { startParty } from './party.ts';

const REACHES: readonly Reach[] = [
  { of: 'N-Triples', to: 'byte writer', as: 'time', atMost: 2.5 },
  { of: 'N-Triples', to: 'jsonld.js, toRDF', as: 'speed', atLeast: 30 },
];

/** Records with stamps, strings and entities. */
export async function measureRecords(rounds: number): Promise<Section> {
  const { recordsInNTriples } = baselines;
  await checkBaseline(recordsInNTriples);
  const body = Buffer.from(recordsInNTriples.documentOf(RECORDS));
  const { triples } = convert(body);
  const jsonld = await startParty('jsonld', 'records');
  const measured = await measure(
    [
      inProcess('byte writer', () => writeByHeart(recordsInNTriples, body, triples, allocateChunk)),
      inProcess('the same into one chunk', () => writeByHeart(recordsInNTriples, body, triples, reuseChunk())),
      inProcess('N-Triples', () => convert(body)),
      inProcess('Turtle', () => convert(body, { format: 'ttl' })),
      jsonld.subject('jsonld.js, toRDF', SLOW_ROUNDS),
    ],
    rounds,
  );
  jsonld.stop();
  return {
    title: `${RECORDS} records: ${(body.length / 1e6).toFixed(1)} MB in, ${triples} triples`,
    lines: compare(measured, 'byte writer', REACHES),
  };
}
