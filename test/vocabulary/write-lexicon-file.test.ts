import { describe, expect, test } from 'vitest';
import { readTables } from '../../src/mapping/lexicon/lexicon-tables.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { makeVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import {
  lexiconPieces,
  lexiconTablePieces,
  writeLexiconFile,
} from '../../src/vocabulary/registry/write-lexicon-file.ts';
import { LexiconTableWriter } from '../../src/vocabulary/registry/write-lexicon-tables.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { HUB, seededVocabulary } from './seeded.ts';
import { SHAPED, withSensors } from './shaped-vocabulary.ts';

const tablesOf = (vocabulary: Vocabulary, withTexts: boolean): unknown =>
  JSON.parse([...lexiconTablePieces(vocabulary, HUB.baseUrl, withTexts)].join(''));

describe('the tables of a lexicon', () => {
  test('say what the file says', async () => {
    const vocabulary = await seededVocabulary(HUB);
    const file = writeLexiconFile(vocabulary, HUB.baseUrl);
    const tables = tablesOf(vocabulary, true);
    expect(readTables(tables)).toEqual(file);
    // Else nobody needed them.
    expect(JSON.stringify(tables).length).toBeLessThan(0.6 * JSON.stringify(file).length);
    const terms = file.terms.map((term) => ({ ...term, description: '', alternatives: [] }));
    expect(readTables(tablesOf(vocabulary, false))).toEqual({ ...file, terms });
  });

  test('keep objects that look like the places of names', () => {
    const writer = new LexiconTableWriter([['x', 'http://x/']], false);
    const template = [
      ['x:p', ['x:*', 'x:~', '$a-W', '@a-W', 'vocab:a-W', 'vocab:a-Wh', '?a_W_result', '?b', 'x:W']],
    ] as const;
    const others = { label: '', description: '', category: '', datatype: 'x:d', alternatives: [] };
    const term = { ...others, name: 'a-W', unit: 'http://x/W', template, replacedBy: null };
    writer.addTerm(term);
    const nodes = [
      ['a_W_result', template],
      ['b', template],
    ] as const;
    for (const node of nodes) writer.addNode(node);
    const written = [...writer.pieces({ version: 'v', prefixes: [['x', 'http://x/']] }, 1)].join('');
    expect(readTables(JSON.parse(written))).toMatchObject({ terms: [term], nodes });
  });

  test('of another layout are refused', () => {
    for (const tables of [null, {}, { format: 1 }]) expect(() => readTables(tables)).toThrow(/format 2/);
  });
});

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
