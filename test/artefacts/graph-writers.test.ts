import { toUSVString } from 'node:util';
import fc from 'fast-check';
import jsonld from 'jsonld';
import type { Frame } from 'jsonld/jsonld-spec.js';
import * as oxigraph from 'oxigraph';
import { describe, expect, test } from 'vitest';
import { convert } from '../../src/mapping/library.ts';
import { termDocument } from '../support/arbitrary-terms.ts';
import { artefactOf, HOSTILE_KEYS, PLANT } from '../support/artefacts.ts';
import type { Triple } from '../support/graph.ts';
import { canonicalize } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();
const READING =
  '{"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter 7","active_power-kW":812.40,"cycle_count":7}';

const graphOf = (document: string, format: 'nt' | 'jsonld'): string =>
  convert(document, { vocabulary: vocabulary.lexicon, semantics: 'open', format, base: PLANT }).text();

/** Frames the graph of a document into a tree, and reads that back. */
async function frameAndBack(document: string, frame: string): Promise<Triple[]> {
  const tree = await jsonld.frame(JSON.parse(graphOf(document, 'jsonld')) as object, JSON.parse(frame) as Frame);
  return readBack('jsonld', JSON.stringify(tree));
}

describe('a frame of JSON-LD', () => {
  test('makes a tree of the graph of a document of any form, which is the same graph, digits included', async () => {
    await fc.assert(
      fc.asyncProperty(termDocument(vocabulary.lexicon), async (document) => {
        // The toolkit drops empty texts when it frames; the frame says so.
        const text = JSON.stringify(document).replaceAll('""', '"empty"');
        const { text: frame, report } = artefactOf(vocabulary, 'jsonld', text);
        expect(report.terms.every(({ level }) => level === 'same')).toBe(true);
        const expected = canonicalize(await readBack('nt', graphOf(text, 'nt')));
        expect(canonicalize(await frameAndBack(text, frame)), text).toBe(expected);
      }),
      { numRuns: 40 },
    );
  });

  test('has the keys as names, and the values as they were written', async () => {
    const { text: frame } = artefactOf(vocabulary, 'jsonld', ['timestamp', 'device_id', 'active_power-kW']);
    const graph = JSON.parse(graphOf(READING, 'jsonld')) as object;
    const tree = (await jsonld.frame(graph, JSON.parse(frame) as Frame)) as unknown as Record<
      string,
      Record<string, unknown>
    >;
    const result = (tree['active_power-kW'] as { 'sosa:hasResult': Record<string, unknown> })['sosa:hasResult'];
    expect(result['qudt:numericValue']).toBe('812.40');
  });

  test('of hostile keys frames their graph, too', async () => {
    const keys = [...HOSTILE_KEYS, 'hasOwnProperty'].filter((key) => toUSVString(key) === key);
    const text = JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, `value ${i}`])));
    const { text: frame } = artefactOf(vocabulary, 'jsonld', text);
    const expected = canonicalize(await readBack('nt', graphOf(text, 'nt')));
    expect(canonicalize(await frameAndBack(text, frame))).toBe(expected);
  });
});

describe('a query of SPARQL', () => {
  /** Key and value of each row, numbers by value. */
  const ask = (query: string, graph: string): string[] => {
    const store = new oxigraph.Store();
    store.load(graph, { format: 'application/n-triples' });
    const rows = store.query(query) as Map<string, oxigraph.Term>[];
    return rows.map((row) => JSON.stringify([row.get('key')!.value, byValue(row.get('value')!.value)])).toSorted();
  };
  const byValue = (text: string): string =>
    text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;

  test('reads the value of each key, once', () => {
    const { text } = artefactOf(vocabulary, 'sparql', READING);
    expect(ask(text, graphOf(READING, 'nt'))).toEqual(
      Object.entries(JSON.parse(READING) as Record<string, unknown>)
        .map(([key, value]) => JSON.stringify([key, String(value)]))
        .toSorted(),
    );
  });

  test('reads the scalars of documents of any form whose values a triple has', async () => {
    await fc.assert(
      fc.property(termDocument(vocabulary.lexicon), (document) => {
        const { text, report } = artefactOf(vocabulary, 'sparql', JSON.stringify(document));
        const isRead = new Set(report.terms.filter(({ level }) => level === 'value-equal').map(({ key }) => key));
        const expected = new Set(
          scalarsOf(document)
            .filter(([key]) => isRead.has(key))
            .map(([key, value]) => JSON.stringify([key, byValue(value)])),
        );
        const found = new Set(
          ask(text, graphOf(JSON.stringify(document), 'nt')).filter((row) =>
            isRead.has((JSON.parse(row) as [string])[0]),
          ),
        );
        expect(found).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test('has one row for a value whose template states an interval, too, and the instant in it', () => {
    const document = JSON.stringify({
      rows: [
        { timestamp: '2026-03-01T10:15:00Z', start_time: '2026-03-05T10:15:00Z' },
        { timestamp: '2026-03-01T10:30:00Z', start_time: '2026-03-05T10:15:00Z' },
      ],
    });
    const store = new oxigraph.Store();
    store.load(graphOf(document, 'nt'), { format: 'application/n-triples' });
    const { text } = artefactOf(vocabulary, 'sparql', document);
    const rows = (store.query(text) as Map<string, oxigraph.Term>[]).filter(
      (row) => row.get('key')!.value === 'start_time',
    );
    expect(rows).toHaveLength(2);
    const instants = rows.map((row) => {
      const triples = store.match(row.get('instant') as oxigraph.BlankNode, null, null);
      return triples.map(({ object }) => object.value).find((text) => text.startsWith('2026'));
    });
    expect(instants.toSorted()).toEqual(['2026-03-01T10:15:00Z', '2026-03-01T10:30:00Z']);
  });

  test('of hostile keys is a query that finds them', () => {
    const keys = HOSTILE_KEYS.filter((key) => toUSVString(key) === key && key !== '__proto__');
    const document = JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, `v ${i}`])));
    const rows = ask(artefactOf(vocabulary, 'sparql', document).text, graphOf(document, 'nt'));
    expect(rows).toEqual(keys.map((key, i) => JSON.stringify([key, `v ${i}`])).toSorted());
  });
});

/** Keys with the scalars that they hold, of all records; a number as JavaScript has it. */
function scalarsOf(record: object): (readonly [string, string])[] {
  return Object.entries(record).flatMap(([key, value]) => within(key, value as unknown));
}

function within(key: string, value: unknown): (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((item) => within(key, item));
  if (typeof value === 'object') return value === null ? [] : scalarsOf(value);
  return [[key, String(value)]];
}
