import { readFileSync } from 'node:fs';
import jsonld from 'jsonld';
import n3 from 'n3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { readBlocks } from '../docs/read-documents.ts';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { termOf as textOfTerm, type Triple } from '../support/graph.ts';
import { createTestApp } from '../support/create-test-app.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';
import { randomOf } from '../vocabulary/event-stream/random-history.ts';

const { namedNode } = n3.DataFactory;
const TREE = 'https://w3id.org/tree#';
const LDES = 'https://w3id.org/ldes#';
const DCTERMS = 'http://purl.org/dc/terms/';
const AS = 'https://www.w3.org/ns/activitystreams#';
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const ROOT = `${HUB.baseUrl}/ldes`;

/** A term as the small vocabulary has it. */
function termOf(name: string, definition: string): string {
  return `<${name}> a hub:Term ; skos:prefLabel "${name}"@en ; skos:definition ${JSON.stringify(definition)}@en ; skos:notation "${name}" ;
    skos:broader <category/time> ; hub:datatype xsd:dateTimeStamp .
  <${name}#value> a hub:ValueToken ; hub:key <${name}> .\n`;
}

/** With their graphs beside the predicates, so that graphs are compared, too. */
function triplesOf(quads: readonly n3.Quad[]): Triple[] {
  return quads.map(({ subject, predicate, object, graph }) => [
    textOfTerm(subject),
    `${predicate.value} in ${graph.value}`,
    textOfTerm(object),
  ]);
}

let hub: ChangingHub;
let second = 0;
beforeEach(async () => {
  second = 0;
  hub = await startChangingHub(SMALL, {}, { now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, second++)) });
});
afterEach(() => hub.stop());

/** Has the hub use another vocabulary, and waits until what a restart would find has it. */
async function use(text: string): Promise<Vocabulary> {
  const vocabulary = await hub.use(text);
  await expect.poll(async () => lastPage()).toContain(`${HUB.versions}${vocabulary.version}/`);
  return vocabulary;
}

/** The text of the last page; nothing while there is none. */
async function lastPage(): Promise<string> {
  let address = ROOT;
  for (const _ of ['a group', 'a page']) {
    const behind = nodesBehind(await quadsOf(address), address).at(-1);
    if (behind === undefined) return '';
    address = behind;
  }
  return (await get(address)).text();
}

function get(path: string, accept = 'application/n-quads', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(hub.url + path.replace(HUB.baseUrl, ''), {
    headers: { Accept: accept, ...headers },
    redirect: 'manual',
  });
}

async function quadsOf(path: string): Promise<n3.Store> {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return new n3.Store(new n3.Parser({ format: 'application/n-quads' }).parse(await response.text()));
}

/** The nodes that one leads to, each once, in order; what their relations promise is checked by who reads them. */
function nodesBehind(node: n3.Store, address: string): string[] {
  const relations = node.getObjects(namedNode(address), namedNode(`${TREE}relation`), null);
  return [...new Set(relations.map((relation) => node.getObjects(relation, namedNode(`${TREE}node`), null)[0]!.value))];
}

/** What a page, and all that leads to it, promises of the times of its members: `[type, time]`. */
function boundsOf(node: n3.Store, to: string): [string, number][] {
  return node.getSubjects(namedNode(`${TREE}node`), namedNode(to), null).map((relation) => {
    const [type, path, value] = [RDF_TYPE, `${TREE}path`, `${TREE}value`].map(
      (property) => node.getObjects(relation, namedNode(property), null)[0]!.value,
    );
    expect(path).toBe(`${DCTERMS}created`);
    return [type!.slice(TREE.length), Date.parse(value!)];
  });
}

interface Member {
  readonly of: string;
  readonly kind: string;
  readonly time: number;
  readonly version: string;
  readonly quads: readonly n3.Quad[];
}

function fits(time: number, [type, bound]: [string, number]): boolean {
  if (type === 'GreaterThanOrEqualToRelation') return time >= bound;
  if (type === 'LessThanRelation') return time < bound;
  expect(type).toBe('LessThanOrEqualToRelation');
  return time <= bound;
}

/** Walks the whole stream as its specification says. */
async function membersOf(): Promise<Map<string, Member>> {
  const members = new Map<string, Member>();
  const root = await quadsOf('/ldes');
  for (const group of nodesBehind(root, ROOT)) {
    const node = await quadsOf(group);
    for (const page of nodesBehind(node, group)) {
      const quads = await quadsOf(page);
      const bounds = [...boundsOf(root, group), ...boundsOf(node, page)];
      for (const member of quads.getObjects(namedNode(`${ROOT}#stream`), namedNode(`${TREE}member`), null)) {
        const one = (property: string): string =>
          quads.getObjects(member as n3.NamedNode, namedNode(property), null)[0]!.value;
        const time = Date.parse(one(`${DCTERMS}created`));
        expect(bounds.every((bound) => fits(time, bound))).toBe(true);
        expect(members.has(member.value)).toBe(false);
        members.set(member.value, {
          of: one(`${DCTERMS}isVersionOf`),
          kind: one(RDF_TYPE).slice(AS.length),
          time,
          version: one(`${DCTERMS}isPartOf`).slice(HUB.versions.length, -1),
          quads: quads.getQuads(null, null, null, member as n3.NamedNode),
        });
      }
    }
  }
  return members;
}

describe('GET /ldes', () => {
  test('says what the stream is, and what its members are', async () => {
    const root = await quadsOf('/ldes');
    const said = Object.fromEntries(
      root
        .getQuads(namedNode(`${ROOT}#stream`), null, null, null)
        .map(({ predicate, object }) => [predicate.value, object.value]),
    );
    expect(said).toMatchObject({
      [RDF_TYPE]: `${LDES}EventStream`,
      [`${TREE}view`]: ROOT,
      [`${LDES}timestampPath`]: `${DCTERMS}created`,
      [`${LDES}versionOfPath`]: `${DCTERMS}isVersionOf`,
      [`${LDES}versionCreateObject`]: `${AS}Create`,
      [`${LDES}versionUpdateObject`]: `${AS}Update`,
      [`${LDES}versionDeleteObject`]: `${AS}Delete`,
      [`${LDES}pollingInterval`]: '60',
    });
  });

  test('is found from the description of the vocabulary, its links and every page', async () => {
    const described = await get('/vocabulary/', 'application/n-triples');
    expect(described.headers.get('link')).toContain(`<${ROOT}>; rel="version-history"; type="application/trig"`);
    const triples = new n3.Store(new n3.Parser().parse(await described.text()));
    expect(
      triples.getObjects(namedNode(HUB.vocabulary), namedNode('http://www.w3.org/2000/01/rdf-schema#seeAlso'), null)[0]!
        .value,
    ).toBe(`${ROOT}#stream`);
    expect(triples.getObjects(namedNode(`${ROOT}#stream`), namedNode(`${TREE}view`), null)[0]!.value).toBe(ROOT);
    const page = await (await get('/versions', 'text/html')).text();
    expect(page).toContain('<link rel="alternate" type="application/trig" href="./ldes"');
    expect(page).toContain('<a href="./ldes">');
  });

  test('has what came, changed and went, with what stands at each address', async () => {
    const before = hub.registry.current();
    const added = await use(SMALL.replace('"Beginning."', '"When it begins."') + termOf('stop', 'Ending.'));
    const removed = await use(SMALL);
    const members = [...(await membersOf()).values()];
    expect(members.filter(({ version }) => version === added.version).map(({ of, kind }) => [kind, of])).toEqual([
      ['Update', `${HUB.vocabulary}start`],
      ['Create', `${HUB.vocabulary}stop`],
    ]);
    const [start] = members.filter(({ of, version }) => of === `${HUB.vocabulary}start` && version === added.version);
    expect(new Set(start!.quads.map(({ subject }) => subject.value))).toEqual(
      new Set(['start', 'start#value', 'start#row-1'].map((name) => HUB.vocabulary + name)),
    );
    // The version that comes back is the first one again, at another time.
    expect(removed.version).toBe(before.version);
    const last = Math.max(...members.map(({ time }) => time));
    const back = members.filter(({ time }) => time === last);
    expect(back.map(({ of, kind }) => [kind, of])).toEqual([
      ['Update', `${HUB.vocabulary}start`],
      ['Delete', `${HUB.vocabulary}stop`],
    ]);
    expect(back[1]!.quads).toEqual([]);
  });

  test('tells of random changes what /api/changes tells, and its members make each version', async () => {
    const random = randomOf(11);
    const names = ['stop', 'stop-kW', 'stop.a', 'pause'];
    for (let count = 0; count < 8; count++) {
      const terms = names.filter(() => random() < 0.6).map((name) => termOf(name, random() < 0.5 ? 'One.' : 'Other.'));
      await use(SMALL + terms.join(''));
    }
    const members = [...(await membersOf()).values()];
    const times = [...new Set(members.map(({ time }) => time))].toSorted((a, b) => a - b);
    const state = new Map<string, readonly n3.Quad[]>();
    let previous: string | null = null;
    for (const time of times) {
      const ofTime = members.filter((member) => member.time === time);
      const { version } = ofTime[0]!;
      for (const { of, kind, quads } of ofTime) {
        if (kind === 'Delete') state.delete(of);
        else state.set(of, quads);
      }
      const dump = await (await get(`/vocabulary/v/${version}/`, 'application/n-triples')).text();
      const whole = new n3.Store(new n3.Parser().parse(dump));
      for (const quads of state.values())
        for (const { subject, predicate, object } of quads)
          expect(whole.has(n3.DataFactory.quad(subject, predicate, object))).toBe(true);
      const terms = [...state.keys()].filter((iri) =>
        whole.has(n3.DataFactory.quad(namedNode(iri), namedNode(RDF_TYPE), namedNode(`${HUB.ontology}Term`))),
      );
      expect(terms.toSorted()).toEqual(
        whole
          .getSubjects(namedNode(RDF_TYPE), namedNode(`${HUB.ontology}Term`), null)
          .map(({ value }) => value)
          .toSorted(),
      );
      if (previous !== null && previous !== version) {
        const changes = (await (
          await get(`/api/changes?from=${previous}&to=${version}`, 'application/json')
        ).json()) as Record<string, { iri: string }[]>;
        const toldOf = (kind: string) =>
          ofTime
            .filter((member) => member.kind === kind)
            .map(({ of }) => of)
            .toSorted();
        expect(toldOf('Create')).toEqual(changes['added']!.map(({ iri }) => iri).toSorted());
        expect(toldOf('Update')).toEqual(changes['changed']!.map(({ iri }) => iri).toSorted());
        expect(toldOf('Delete')).toEqual(changes['removed']!.map(({ iri }) => iri).toSorted());
      }
      previous = version;
    }
    expect(times.length).toBeGreaterThan(4);
  });
});

/** The addresses of all pages, in order. */
async function pagesOf(): Promise<string[]> {
  const pages: string[] = [];
  for (const group of nodesBehind(await quadsOf('/ldes'), ROOT))
    pages.push(...nodesBehind(await quadsOf(group), group));
  return pages;
}

describe('nodes', () => {
  // Where groups begin is decided by the time, so that there is no telling how many there are.
  beforeEach(async () => {
    const texts = Array.from({ length: 120 }, (_, at) => termOf(`stop-${at}`, 'A "quoted" <text>\n with é.'));
    await use(SMALL + texts.join(''));
  });

  test('are the same in each format', async () => {
    for (const path of ['/ldes', ...(await pagesOf())]) {
      const quads = triplesOf((await quadsOf(path)).getQuads(null, null, null, null));
      const trig = await (await get(path, 'application/trig')).text();
      expect(areIsomorphic(triplesOf(new n3.Parser({ format: 'application/trig' }).parse(trig)), quads)).toBe(true);
      const document = (await (await get(path, 'application/ld+json')).json()) as object;
      const written = (await jsonld.toRDF(document, { format: 'application/n-quads' })) as unknown as string;
      const read = new n3.Parser({ format: 'application/n-quads' }).parse(written);
      expect(areIsomorphic(triplesOf(read), quads)).toBe(true);
    }
    for (const accept of ['*/*', 'text/html', 'application/pdf'])
      expect((await get('/ldes', accept)).headers.get('content-type')).toBe('application/trig');
    expect((await get('/ldes')).headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
  });

  test('have members as the documentation shows one', async () => {
    const { version } = await use(SMALL + termOf('kiln_temperature-degC', 'How hot it is in a kiln.'));
    const pages = new n3.Store();
    for (const path of await pagesOf()) for (const quad of await quadsOf(path)) pages.add(quad);
    const about = `${HUB.vocabulary}kiln_temperature-degC`;
    const [member] = pages.getSubjects(namedNode(`${DCTERMS}isVersionOf`), namedNode(about), null);
    expect(member).toBeDefined();
    const [created] = pages.getObjects(member!, namedNode(`${DCTERMS}created`), null);
    const name = created!.value.replaceAll(/[-:.]/g, '');
    const documented = readFileSync(new URL('../../docs/rest.md', import.meta.url), 'utf8');
    const { text } = readBlocks(documented).find(({ language }) => language === 'trig')!;
    const shown = text
      .replaceAll('http://localhost:4000', HUB.baseUrl)
      .replaceAll('20261125T101500000Z', name)
      .replaceAll('2026-11-25T10:15:00.000Z', created!.value)
      .replaceAll('d4a9…', version);
    const prefixes = `PREFIX as: <${AS}> PREFIX dcterms: <${DCTERMS}> PREFIX tree: <${TREE}>
      PREFIX skos: <http://www.w3.org/2004/02/skos/core#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n`;
    const quads = new n3.Parser({ format: 'application/trig' }).parse(prefixes + shown);
    expect(quads).toHaveLength(7);
    expect(quads.filter((quad) => !pages.has(quad))).toEqual([]);
  });

  test('that are full may be kept for ever, others are asked for again', async () => {
    const pages = await pagesOf();
    const last = pages.pop()!;
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      const full = await get(page);
      expect(full.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await full.text()).toContain(`<${page}> <${LDES}immutable> "true"`);
      expect(full.headers.get('link')).toContain(`<${ROOT}>; rel="collection"`);
      const head = await fetch(hub.url + page.replace(HUB.baseUrl, ''), {
        method: 'HEAD',
        headers: { Accept: 'application/n-quads' },
      });
      expect(head.status).toBe(200);
      expect(head.headers.get('etag')).toBe(full.headers.get('etag'));
    }
    for (const path of ['/ldes', last.replace(/\/\d+$/, ''), last]) {
      const open = await get(path);
      expect(open.headers.get('cache-control'), path).toBe('public, max-age=60');
      expect(await open.text()).not.toContain('immutable');
      const known = await get(path, 'application/n-quads', { 'If-None-Match': open.headers.get('etag')! });
      expect(known.status).toBe(304);
    }
  });

  test('of times within a group lead to it, so that names of members lead to something', async () => {
    for (const definition of ['One.', 'Two.', 'Three.', 'Four.']) await use(SMALL + termOf('stop', definition));
    const groups = nodesBehind(await quadsOf('/ldes'), ROOT);
    const addresses = new Set([...(await membersOf()).keys()].map((member) => member.split('#')[0]!));
    const within = [...addresses].filter((address) => !groups.includes(address));
    expect(within.length).toBeGreaterThan(0);
    for (const address of within) {
      const response = await get(address);
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(groups.findLast((group) => group < address));
    }
  });

  test('that are not there are not found', async () => {
    const [page] = await pagesOf();
    const numbers = ['0', '9', '01', '-1', '1e1', '99999999'].map((number) => page!.replace(/1$/, number));
    const others = ['20200101T000000000Z', 'x', '20200101T000000000Z/1', 'x/1'].map((path) => `${ROOT}/${path}`);
    for (const address of [...numbers, ...others]) {
      const response = await get(address);
      const path = address.slice(HUB.baseUrl.length);
      expect(response.status, path).toBe(404);
      expect(await response.json()).toMatchObject({
        detail: `The event stream has no node ${path}. /ldes leads to those that it has.`,
      });
    }
  });

  test('are read alone', async () => {
    const response = await fetch(`${hub.url}/ldes`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

test('a hub without a vocabulary says so', async () => {
  const dark = await createTestApp({ lexicon: null });
  const response = await fetch(`${dark.url}/ldes`);
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ type: 'http://localhost:4000/problems/registry-unavailable' });
  await dark.stop();
});
