import fc from 'fast-check';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { endianness, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hubNamespaces, SKOS, XSD } from '../../src/rdf/namespaces.ts';
import type { BoundTerm } from '../../src/rdf/rows.ts';
import { TripleLineWriter } from '../../src/rdf/triple-lines.ts';
import { inGraph, type Triple } from '../../src/rdf/triple.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { writeFiles } from '../../src/operations/framed-files.ts';
import { loadVocabulary } from '../../src/operations/load-vocabulary.ts';
import { KeptTable } from '../../src/vocabulary/registry/kept-table.ts';
import type { TermColumns } from '../../src/vocabulary/term-columns.ts';
import type { VocabularyArchive } from '../../src/vocabulary/versions/archive.ts';
import { VocabularyRegistry } from '../../src/vocabulary/registry/registry.ts';
import { TripleTable } from '../../src/vocabulary/triple-table.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { changeOfVocabulary, readVocabularyState } from '../../src/vocabulary/vocabulary-state.ts';
import { readTable, writeTable } from '../../src/vocabulary/versions/table-bytes.ts';
import { linesOfTable } from '../../src/vocabulary/versions/table-lines.ts';
import { versionOf } from '../../src/vocabulary/versions/version.ts';
import { HUB } from './seeded.ts';
import { SMALL, smallStore } from './small-vocabulary.ts';

const iri = (value: string): BoundTerm => ({ type: 'uri', value });
const iris = fc.constantFrom(`${HUB.vocabulary}a`, `${HUB.vocabulary}b#row-1`, 'https://other.example/ü', SKOS);
const escaped = fc.constantFrom('"', '\\', '\n', '\u0001', '\u007F', 'ü');
const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: escaped }));
const objects = fc.oneof(
  iris.map(iri),
  texts.map((value): BoundTerm => ({ type: 'literal', value })),
  texts.map((value): BoundTerm => ({ type: 'literal', value, 'xml:lang': 'de' })),
  texts.map((value): BoundTerm => ({ type: 'literal', value, datatype: `${HUB.ontology}own` })),
  fc.integer().map((value): BoundTerm => ({ type: 'literal', value: `${value}`, datatype: `${XSD}integer` })),
);
const triples: fc.Arbitrary<Triple[]> = fc.array(
  fc.record({ s: iris.map(iri), p: fc.constantFrom(`${SKOS}note`, `${HUB.ontology}key`), o: objects }),
);

describe('a table as bytes', () => {
  test('is the same table when it is read', () => {
    fc.assert(
      fc.property(triples, fc.nat(3), (some, offset) => {
        const { columns } = tableOf(some, HUB);
        const bytes = writeTable(columns, HUB.baseUrl);
        // Bytes that came in a message begin anywhere.
        const moved = Buffer.alloc(bytes.length + offset).subarray(offset);
        moved.set(bytes);
        expect(readTable(moved, HUB.baseUrl)).toEqual(columns);
      }),
    );
  });

  test('is the same table when the release before wrote it, which gave each number four bytes, and is written as now', () => {
    fc.assert(
      fc.property(triples, (some) => {
        const { columns } = tableOf(some, HUB);
        const [{ texts, ends, kindsOfTerms, kinds }] = columns.terms as [TermColumns];
        const { properties, subject, starts, property, object } = columns;
        const counts = { terms: ends.length, subjects: subject.length, triples: object.length };
        const facts = { format: 3, endianness: endianness(), baseUrl: null, ...counts, properties, kinds };
        const json = Buffer.from(JSON.stringify(facts));
        const head = Buffer.concat([json, Buffer.alloc(-json.length & 3, ' ')]);
        const numbers = [[head.length], ends, kindsOfTerms, subject, starts, property, object].map((column) =>
          Buffer.from(Uint32Array.from(column).buffer),
        );
        const read = readTable(Buffer.concat([numbers[0]!, head, ...numbers.slice(1), texts]), HUB.baseUrl)!;
        expect([...new TripleTable(read)]).toEqual([...new TripleTable(columns)]);
        expect(Buffer.from(writeTable(read, null)).equals(writeTable(columns, null))).toBe(true);
      }),
    );
  });

  test('is the same graph as lines of N-Triples', () => {
    fc.assert(
      fc.property(triples, (some) => {
        const table = tableOf(some, HUB);
        const text = Array.from(linesOfTable(writeTable(table.columns, null)), (piece) =>
          Buffer.from(piece).toString(),
        );
        const writer = new TripleLineWriter();
        expect(text.join('')).toBe(Array.from(table, (triple) => writer.line(triple)).join(''));
      }),
    );
    const long = tableOf([{ s: iri('a:b'), p: 'a:c', o: { type: 'literal', value: '"'.repeat(300_000) } }], HUB);
    expect([...linesOfTable(writeTable(long.columns, null))].map(({ length }) => length)).toEqual([600_017]);
    expect(() => [...linesOfTable(new Uint8Array(8))]).toThrow('no table');
  });

  test('is that of another hub at the address of that one', () => {
    const table = (hub: typeof HUB) => {
      const own = { type: 'literal', value: '1', datatype: `${hub.ontology}own` } as const;
      const subjects = [
        `${hub.vocabulary}a`,
        'http://a.example/',
        'https://z.example/',
        'https://hub.example.example/',
      ];
      const objects = [...subjects.map(iri), own];
      const properties = [`${hub.ontology}key`, 'http://a.example/p', 'https://z.example/p', `${hub.vocabulary}p`];
      return tableOf(
        subjects.flatMap((s) => properties.flatMap((p) => objects.map((o) => ({ s: iri(s), p, o })))),
        hub,
      );
    };
    for (const [from, to] of [
      [HUB, hubNamespaces('http://0.example/hub')],
      [hubNamespaces('https://hub.invalid'), HUB],
    ] as const) {
      const moved = new TripleTable(readTable(writeTable(table(from).columns, from.baseUrl), to.baseUrl)!);
      // In its order, too: what is accepted later is put between.
      expect([...moved]).toEqual([...table(to)]);
    }
  });

  test('is refused when another release or another processor wrote it', () => {
    const bytes = writeTable(tableOf([], HUB).columns, HUB.baseUrl);
    const written = (from: string, to: string) =>
      Buffer.from(Buffer.from(bytes).toString('latin1').replace(from, to), 'latin1');
    expect(readTable(written('"format":', '"former":'), HUB.baseUrl)).toBeNull();
    expect(readTable(written('"LE"', '"BE"'), HUB.baseUrl)).toBeNull();
    expect(readTable(new Uint8Array(3), HUB.baseUrl)).toBeNull();
  });
});

/** A store that counts how often the vocabulary was read from it. */
class CountingStore extends EmbeddedStore {
  reads = 0;
  override dump(...[graph, options]: Parameters<EmbeddedStore['dump']>): AsyncGenerator<Triple> {
    if (graph === HUB.vocabularyGraph) this.reads++;
    return super.dump(graph, options);
  }
}

describe('the table that is kept', () => {
  let folder: string;
  let path: string;
  let store: CountingStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hub-kept-'));
    path = join(folder, 'in-use.table');
    store = new CountingStore();
    const small = await smallStore();
    const add: Triple[] = [];
    for await (const triple of small.dump(HUB.vocabularyGraph)) add.push(triple);
    await store.change(changeOfVocabulary(null, { add: inGraph(HUB.vocabularyGraph, add) }, HUB));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** What a hub reads that starts on the store. */
  async function start() {
    store.reads = 0;
    const kept = new KeptTable(path, HUB);
    const log = { info: () => {}, warn: () => {} };
    const registry = new VocabularyRegistry({
      store,
      hub: HUB,
      log,
      kept,
      timing: { firstRetryMs: 5, longestRetryMs: 20 },
    });
    await registry.start();
    const { revision } = (await readVocabularyState(store, HUB))!;
    await vi.waitFor(async () => expect((await new KeptTable(path, HUB).read())?.revision).toBe(revision), {
      timeout: 30_000,
    });
    registry.stop();
    await kept.close();
    const { version, terms, triples } = registry.current();
    return { reads: store.reads, version, terms, triples: [...triples] };
  }

  async function accept(label: string, isVersionKnown: boolean): Promise<void> {
    const o = { type: 'literal', value: label, 'xml:lang': 'de' } as const;
    const accepted = [{ s: iri(`${HUB.vocabulary}start`), p: `${SKOS}prefLabel`, o }];
    const before: Triple[] = [];
    for await (const triple of store.dump(HUB.vocabularyGraph)) before.push(triple);
    const version = isVersionKnown ? versionOf(tableOf([...before, ...accepted], HUB), HUB) : null;
    const add = [HUB.vocabularyGraph, HUB.acceptedGraph].flatMap((graph) => inGraph(graph, accepted));
    await store.change(changeOfVocabulary(await readVocabularyState(store, HUB), { add }, HUB, { version }));
  }

  test('takes the place of reading the store, and gives the same vocabulary', async () => {
    const first = await start();
    const second = await start();
    expect([first.reads, second.reads]).toEqual([1, 0]);
    expect({ ...second, reads: 0 }).toEqual({ ...first, reads: 0 });
    expect(await readdir(folder)).toEqual(['in-use.table']);
  });

  test('of another revision is what accepted suggestions are added to, or nothing', async () => {
    await start();
    await accept('Anfang', true);
    const extended = await start();
    expect(extended.reads).toBe(0);
    expect(extended.triples.map(({ o }) => o.value)).toContain('Anfang');
    await accept('Beginn', false);
    const read = await start();
    expect(read.reads).toBe(1);
    expect(read.triples.map(({ o }) => o.value)).toContain('Beginn');
  });

  /** As `store load` does, whether or not a hub runs. */
  async function load(kept: KeptTable): Promise<string> {
    const input = writeFiles([{ name: 'small.ttl', bytes: Buffer.from(SMALL) }]);
    const archive = { history: () => [], read: async () => null, keep: async () => {} } as unknown as VocabularyArchive;
    const parts = { store, hub: HUB, archive, shapes: { check: async () => {} }, kept };
    return (await loadVocabulary(input, parts)).version;
  }

  test('is written by who loads a vocabulary, so that the next start reads no store, also one that brings another ontology', async () => {
    const version = await load(new KeptTable(path, HUB));
    const state = (await readVocabularyState(store, HUB))!;
    expect(state).toMatchObject({ version, seeds: null });
    await store.change(changeOfVocabulary(state, {}, HUB, { ontology: 'another', version: state.version }));
    expect(await start()).toMatchObject({ reads: 0, version });
  });

  test('of what is loaded comes into use without being read', async () => {
    await start();
    const kept = new KeptTable(path, HUB);
    const log = { info: () => {}, warn: () => {} };
    const timing = { firstRetryMs: 5, longestRetryMs: 20 };
    const registry = new VocabularyRegistry({ store, hub: HUB, log, kept, timing });
    await accept('Anfang', false);
    await registry.start();
    const before = registry.current().version;
    store.reads = 0;
    const version = await load(kept);
    await vi.waitFor(() => expect(registry.current().version).toBe(version));
    expect([store.reads, before === version]).toEqual([0, false]);
    registry.stop();
    await kept.close();
  });

  test('is made anew from the store when it is damaged anywhere, or cut', async () => {
    const sound = await start();
    const bytes = await readFile(path);
    for (const at of [0, 33, 40, 120, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1;
      await writeFile(path, damaged);
      expect(await start()).toEqual(sound);
      expect(await readFile(path)).toEqual(bytes);
    }
    for (const length of [0, 20, 34, bytes.length / 2]) {
      await writeFile(path, bytes.subarray(0, length));
      expect(await start()).toEqual(sound);
    }
  });

  test('costs nothing but time where it cannot be written', async () => {
    const { columns } = tableOf([], HUB);
    const kept = new KeptTable(join(path, 'below', 'a file'), HUB);
    await writeFile(path, '');
    await kept.write({ revision: 'one', version: 'two', triples: new TripleTable(columns) });
    expect(await kept.read()).toBeNull();
  });
});
