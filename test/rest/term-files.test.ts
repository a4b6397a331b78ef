import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { openTermFile } from '../../src/rest/term-files.ts';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { serialize } from '../../src/rdf/write/serialize.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { HUB, seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();
const terms = [...vocabulary.terms.values()].slice(0, 300);
const file = { terms, vocabulary, language: 'de', base: HUB.vocabulary };
const searcher = { client: 'somebody' };

/** How often others had a turn of the thread until the work was done. */
async function turnsDuring<T>(work: Promise<T>): Promise<{ readonly result: T; readonly turns: number }> {
  const state = { isDone: false };
  const done = work.finally(() => (state.isDone = true));
  let turns = 0;
  for (; !state.isDone; turns++) await nextTurn();
  return { result: await done, turns };
}

test.each(RDF_FORMATS)(
  'a file of %s has the bytes of its graph, and others have a turn between its batches',
  async (format) => {
    const { result, turns } = await turnsDuring(openTermFile(file, format, searcher).then(buffer));
    const graph = terms.flatMap(({ iri }) => vocabulary.triples.of(iri));
    const names = { prefixes: vocabulary.lexicon.prefixes, base: HUB.vocabulary };
    expect(result.equals(Buffer.from(serialize(graph, format, names)))).toBe(true);
    // One before the graph is noted, and one before each batch of 50.
    expect(turns).toBeGreaterThanOrEqual(7);
  },
);

test('a file of CSV has a line for each term, and others have a turn between its batches', async () => {
  const { result, turns } = await turnsDuring(openTermFile(file, 'csv', searcher).then(buffer));
  const lines = result.toString().split('\r\n');
  expect(lines[0]).toBe('name,label,description,unit,datatype,category,deprecated,replacedBy,iri');
  expect(lines.slice(1, -1).map((line) => line.slice(0, line.indexOf(',')))).toEqual(terms.map(({ name }) => name));
  expect(lines.at(-1)).toBe('');
  expect(turns).toBeGreaterThanOrEqual(6);
});

test('no more is made than its reader takes', async () => {
  let described = 0;
  const triples = {
    of(iri: string): Triple[] {
      described++;
      return vocabulary.triples.of(iri);
    },
  };
  const watched = Object.create(vocabulary, { triples: { value: triples } }) as typeof vocabulary;
  const opened = await openTermFile({ ...file, vocabulary: watched }, 'nt', searcher);
  // All were noted, none is written.
  expect(described).toBe(terms.length);
  for await (const piece of opened) {
    expect((piece as Uint8Array).length).toBeGreaterThan(0);
    break;
  }
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(described).toBeLessThan(2 * terms.length);
  expect(opened.destroyed).toBe(true);
});

test('what a format cannot hold is refused before there is a file', async () => {
  const [term] = terms;
  const triples = {
    of: (iri: string): Triple[] => [
      { s: { type: 'uri', value: iri }, p: 'https://ex.example/p', o: { type: 'literal', value: '\u0001' } },
    ],
  };
  const broken = Object.create(vocabulary, { triples: { value: triples } }) as typeof vocabulary;
  await expect(openTermFile({ ...file, terms: [term!], vocabulary: broken }, 'rdf', searcher)).rejects.toThrow(
    HubError,
  );
});

test('nobody writes for a client that is gone', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(openTermFile(file, 'ttl', { ...searcher, signal: gone })).rejects.toThrow('gone');
});
