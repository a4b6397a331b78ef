import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asIri, asText } from '../../src/rdf/rows.ts';
import { iri, literal, sparql, type Sparql } from '../../src/rdf/sparql.ts';
import type { Quad, Triple } from '../../src/rdf/triple.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import type { RecordGraph, RecordPart } from '../../src/store/records.ts';
import type { Store } from '../../src/store/store.ts';

const BASE = 'https://hub.example';
const GRAPH = `${BASE}/graph/people`;
const OTHER = `${BASE}/graph/other`;
const NAME = `${BASE}/name`;
const CITY = `${BASE}/city`;

/** People are found by their names, and are in a list by name of each city and of all. */
function people(version = '1'): RecordGraph {
  return {
    graph: GRAPH,
    version,
    entriesOf(record) {
      const valuesOf = (property: string) => record.filter(({ p }) => p === property).map(({ o }) => o.value);
      const names = valuesOf(NAME);
      return {
        keys: names,
        lists: names.flatMap((sort) => [
          { list: 'all', sort },
          ...valuesOf(CITY).map((city) => ({ list: `of-${city}`, sort })),
        ]),
      };
    },
  };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-records-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

async function opened(recordGraphs: readonly RecordGraph[] = [people()], baseUrl = BASE): Promise<EmbeddedStore> {
  const store = new EmbeddedStore({ folder: join(folder, 'store'), baseUrl, recordGraphs });
  await store.open();
  return store;
}

function personIri(number: number): string {
  return `${BASE}/person/${String(number).padStart(4, '0')}`;
}

function quad(number: number, p: string, text: string, graph = GRAPH): Quad {
  return { graph, s: { type: 'uri', value: personIri(number) }, p, o: { type: 'literal', value: text } };
}

function person(number: number): Quad[] {
  const name = `name ${String(number % 50).padStart(2, '0')} "quoted" <of>\nperson`;
  return [quad(number, NAME, name), quad(number, CITY, number % 3 === 0 ? 'Bonn' : 'Ulm')];
}

const ALL = sparql`SELECT ?s ?p ?o WHERE { GRAPH ${iri(GRAPH)} { ?s ?p ?o } } ORDER BY ?s ?p ?o`;
const ROW = { s: asIri, p: asIri, o: asText };

function pageQuery(city: string | null, after: { name: string; person: string } | null): Sparql {
  const where = city === null ? sparql`` : sparql`; ${iri(CITY)} ${literal(city)}`;
  const behind =
    after === null
      ? sparql``
      : sparql`FILTER(?o > ${literal(after.name)} || (?o = ${literal(after.name)} && STR(?s) > ${literal(after.person)}))`;
  return sparql`SELECT ?s ?o WHERE { GRAPH ${iri(GRAPH)} { ?s ${iri(NAME)} ?o ${where} } ${behind} } ORDER BY ?o STR(?s) LIMIT 5`;
}

async function dumped(store: Store, graph = GRAPH): Promise<string[]> {
  const lines: string[] = [];
  for await (const { s, p, o } of store.dump(graph)) lines.push(JSON.stringify([s.value, p, o.value]));
  return lines.toSorted();
}

/** What a store in memory and one with records say of the same quads, asked in every way. */
async function expectSame(disk: Store, memory: Store): Promise<void> {
  expect(await disk.select(ALL, ROW)).toEqual(await memory.select(ALL, ROW));
  expect(await dumped(disk)).toEqual(await dumped(memory));
  for (const city of ['Bonn', 'Ulm', null]) {
    const list = city === null ? 'all' : `of-${city}`;
    let after: { name: string; person: string } | null = null;
    let length = 0;
    for (;;) {
      const place = after === null ? null : { sort: after.name, subject: after.person };
      const about: RecordPart[] = [{ graph: GRAPH, list, after: place, most: 5 }];
      const query = pageQuery(city, after);
      const page: { s: string; o: string }[] = await disk.select(query, { s: asIri, o: asText }, { about });
      expect(page).toEqual(await memory.select(query, { s: asIri, o: asText }));
      length += page.length;
      if (page.length < 5) break;
      after = { name: page.at(-1)!.o, person: page.at(-1)!.s };
    }
    expect(await disk.lengthsOfLists(GRAPH, [list])).toEqual([length]);
  }
  const named = sparql`SELECT ?s ?o WHERE { GRAPH ${iri(GRAPH)} { VALUES ?name { ${literal(person(7)[0]!.o.value)} } ?s ${iri(NAME)} ?name ; ${iri(CITY)} ?o } } ORDER BY ?s ?o`;
  const about = [{ graph: GRAPH, keys: [person(7)[0]!.o.value] }];
  expect(await disk.select(named, { s: asIri, o: asText }, { about })).toEqual(
    await memory.select(named, { s: asIri, o: asText }),
  );
}

describe('a graph of records', () => {
  test('says what the same graph in memory says, whatever is changed, and after a restart', async () => {
    const memory = new EmbeddedStore();
    await memory.open();
    let disk = await opened();
    let state = 1;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    for (let round = 0; round < 12; round += 1) {
      const add = Array.from({ length: 20 }, () => person(random(120))).flat();
      const remove = Array.from({ length: 15 }, () => person(random(120)))
        .flat()
        .filter(() => random(4) > 0);
      const change = { remove, add, ...(round === 8 ? { clear: [GRAPH] } : {}) };
      expect([await disk.change(change), await memory.change(change)]).toEqual([true, true]);
      await expectSame(disk, memory);
      if (round % 4 !== 3) continue;
      await disk.close();
      disk = await opened();
      await expectSame(disk, memory);
    }
    await disk.change({ clear: [GRAPH] });
    expect(await dumped(disk)).toEqual([]);
    expect(await disk.lengthsOfLists(GRAPH, ['all', 'of-Bonn', 'never-was'])).toEqual([0, 0, 0]);
    await disk.close();
    await memory.close();
  });

  test('conditions see the records that they are about, and other graphs besides', async () => {
    const store = await opened();
    await store.change({ add: [...person(1), quad(1, NAME, 'known', OTHER)] });
    const subjects = [personIri(1)];
    const has = (number: number) => sparql`GRAPH ${iri(GRAPH)} { ${iri(personIri(number))} ${iri(CITY)} ?city }`;
    const known = sparql`GRAPH ${iri(OTHER)} { ?s ?p "known" }`;
    const add = person(2);
    const about = [{ graph: GRAPH, subjects: [personIri(1), personIri(2)] }];
    expect(await store.change({ unless: has(1), about, add })).toBe(false);
    expect(await store.change({ when: has(2), about, add })).toBe(false);
    expect(await store.change({ when: known, unless: has(1), about, add })).toBe(false);
    expect(await store.change({ when: sparql`${has(1)} ${known}`, unless: has(2), about, add })).toBe(true);
    // Without a word of what it is about, all is looked at.
    expect(await store.change({ unless: has(2), add: person(3) })).toBe(false);
    expect(await store.change({ without: [person(2)[0]!], add: person(3) })).toBe(false);
    expect(await store.change({ without: [person(3)[0]!], add: person(3) })).toBe(true);
    const both = sparql`SELECT ?s ?o WHERE { ${has(1)} GRAPH ${iri(OTHER)} { ?s ?p ?o } }`;
    const rows = await store.select(both, { s: asIri, o: asText }, { about: [{ graph: GRAPH, subjects }] });
    expect(rows).toEqual([{ s: personIri(1), o: 'known' }]);
    await store.close();
  });

  test('quads of an earlier release become records, also beside records, and entries of another version are made anew', async () => {
    const memory = new EmbeddedStore();
    await memory.open();
    const numbers = Array.from({ length: 300 }, (_, at) => at);
    const [early, late] = [numbers.slice(0, 200).flatMap(person), numbers.slice(100).flatMap(person)];
    const others = [quad(1, NAME, 'stays', OTHER)];
    const before = await opened([]);
    await before.change({ add: [...early, ...others] });
    await before.close();
    const first = await opened();
    await memory.change({ add: early });
    await expectSame(first, memory);
    await first.close();
    // As it is when that was cut short: lines beside records.
    const between = await opened([]);
    await between.change({ add: late });
    await between.close();
    const last = await opened();
    await memory.change({ add: late });
    await expectSame(last, memory);
    expect(await dumped(last, OTHER)).toHaveLength(1);
    await last.close();
    const other = await opened([people('2')]);
    await expectSame(other, memory);
    await other.close();
    await memory.close();
  });

  test('a hub at another address finds its records', async () => {
    const store = await opened();
    await store.change({ add: person(1) });
    await store.close();
    const moved = 'http://localhost:8080';
    const again = await opened([{ ...people(), graph: `${moved}/graph/people` }], moved);
    const about = [{ graph: `${moved}/graph/people`, list: 'all', after: null, most: 5 }];
    const query = sparql`SELECT ?s WHERE { GRAPH ${iri(`${moved}/graph/people`)} { ?s ?p ?o } } ORDER BY ?s`;
    expect((await again.select(query, { s: asIri }, { about })).map(({ s }) => s)).toContain(`${moved}/person/0001`);
    await again.close();
  });

  test('what of ten times as many is asked, changed and opened reads no more of the disk', async () => {
    const costs: Record<string, number>[] = [];
    for (const count of [300, 3_000]) {
      const store = await opened();
      await store.change({ clear: [GRAPH], add: Array.from({ length: count }, (_, at) => named(at)).flat() });
      await store.close();
      let values = 0;
      const { getMany, iterator } = ClassicLevel.prototype;
      vi.spyOn(ClassicLevel.prototype, 'getMany').mockImplementation(async function (
        this: ClassicLevel,
        ...args: unknown[]
      ) {
        const found = (await Reflect.apply(getMany, this, args)) as unknown[];
        values += found.length;
        return found as string[];
      } as typeof getMany);
      vi.spyOn(ClassicLevel.prototype, 'iterator').mockImplementation(function (
        this: ClassicLevel,
        ...args: unknown[]
      ) {
        const made = Reflect.apply(iterator, this, args) as ReturnType<ClassicLevel['iterator']>;
        const { nextv } = made;
        made.nextv = async (...most: unknown[]) => {
          const entries = (await Reflect.apply(nextv, made, most)) as [string, string][];
          values += entries.length;
          return entries;
        };
        return made;
      } as typeof iterator);
      const cost = async (work: () => Promise<unknown>): Promise<number> => {
        values = 0;
        await work();
        return values;
      };
      let again!: EmbeddedStore;
      const select = (part: RecordPart) => () => again.select(ALL, ROW, { about: [part] });
      const middle = named(count / 2)[0]!.o.value;
      costs.push({
        open: await cost(async () => (again = await opened())),
        'first page': await cost(select({ graph: GRAPH, list: 'all', after: null, most: 50 })),
        'page in the middle': await cost(select({ graph: GRAPH, list: 'all', after: { sort: middle }, most: 50 })),
        'by key': await cost(select({ graph: GRAPH, keys: [middle] })),
        'by subject': await cost(select({ graph: GRAPH, subjects: [personIri(count / 2)] })),
        length: await cost(() => again.lengthsOfLists(GRAPH, ['all', 'of-Bonn'])),
        added: await cost(() => again.change({ add: named(count) })),
        removed: await cost(() => again.change({ remove: named(count / 2) })),
      });
      vi.restoreAllMocks();
      await again.close();
    }
    const [few, many] = costs;
    for (const [what, entries] of Object.entries(many!)) expect(entries, what).toBeLessThan(few![what]! + 4);
    expect(many!['open']).toBe(0);
  });
});

/** A person whose name nobody else has. */
function named(number: number): Quad[] {
  return [quad(number, NAME, String(number).padStart(6, '0')), quad(number, CITY, 'Bonn')];
}

test('a triple is a line of a record whatever stands in it', async () => {
  const store = await opened();
  const texts = ['', 'two\nlines', 'a " . <b> .', '\\n', `ends in <${GRAPH}> .`];
  await store.change({ add: texts.map((text) => quad(1, NAME, text)) });
  await store.close();
  const again = await opened();
  const kept: Triple[] = [];
  for await (const triple of again.dump(GRAPH)) kept.push(triple);
  expect(kept.map(({ o }) => o.value).toSorted()).toEqual(texts.toSorted());
  await again.change({ remove: kept.map((triple) => ({ ...triple, graph: GRAPH })) });
  expect(await dumped(again)).toEqual([]);
  await again.close();
});
