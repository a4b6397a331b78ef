import { expect, test } from 'vitest';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { makeVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { lexiconPieces, writeLexiconFile } from '../../src/vocabulary/registry/write-lexicon-file.ts';
import { tableOf } from '../../src/vocabulary/triple-table.ts';
import { HUB } from './seeded.ts';
import { SHAPED, withSensors } from './shaped-vocabulary.ts';

/** SHAPED has three terms of its own: with so many more, a piece ends behind the last term, before it and behind it. */
test.each([0, 196, 197, 198, 397, 500])('the pieces of a lexicon with %i terms more are its JSON', async (count) => {
  const text = withSensors(
    Array.from({ length: count }, (_, at) => `sensor_${at}_id`),
    SHAPED,
  );
  const triples = tableOf(readTurtle({ name: 'the text', text, baseIri: HUB.vocabulary }), HUB);
  const vocabulary = await makeVocabulary({ triples, ontology: tableOf([], HUB), version: '0'.repeat(64) }, HUB);
  const file = writeLexiconFile(vocabulary, HUB.baseUrl);
  const { terms } = file;
  expect([...lexiconPieces(vocabulary, HUB.baseUrl, true)].join('')).toBe(JSON.stringify(file));
  const short = terms.map((term) => ({ ...term, description: undefined, alternatives: undefined }));
  const labels = JSON.stringify({ ...file, terms: short });
  expect([...lexiconPieces(vocabulary, HUB.baseUrl, false)].join('')).toBe(labels);
});
