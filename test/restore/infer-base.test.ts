import { expect, test } from 'vitest';
import { readBlock } from '../../src/restore/residue.ts';
import { convert } from '../support/convert.ts';
import { restoreNTriples } from '../support/restored.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const { lexicon } = await seededVocabulary();
const BLOCK = JSON.stringify({
  '@prefix': { ex: 'https://ex.example/ns#' },
  '@context': { site: { 'ex:at': '$timestamp', 'ex:self': '$site' }, device_id: { 'ex:seen': '$timestamp' } },
  '@annotations': { 'ex:owner': 'Ada' },
});

test.each([
  ['only terms, one of them a record', '{"device_id":{"voltage-V":1.5},"timestamp":"2026-03-01T10:15:00Z"}', {}],
  ['a key that is no term', '{"timestamp":"2026-03-01T10:15:00Z","site":{"voltage-V":1.5}}', {}],
  [
    'a base that only a key tells',
    '{"timestamp":"2026-03-01T10:15:00Z","site":{"voltage-V":1.5}}',
    { base: 'https://plant.example/id/' },
  ],
])('predicates of the block are no keys of a document with %s', (_name, text, options) => {
  const graph = convert(`{"@semantic":${BLOCK},${text.slice(1)}`, lexicon, options).text;
  const [restored] = restoreNTriples(graph, lexicon, { block: readBlock(BLOCK) });
  expect(JSON.parse(restored!.text)).toEqual(JSON.parse(text));
  expect(restored!.notes.map(({ code }) => code)).not.toContain('unread-triples');
});
