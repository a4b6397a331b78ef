import { afterEach, beforeEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { VocabularyRegistry } from '../../src/vocabulary/registry/registry.ts';
import type { EmbeddedStore } from '../../src/store/embedded.ts';
import { readTable, readDocuments } from '../docs/read-documents.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { replaceVocabulary, SMALL, smallStore } from '../vocabulary/small-vocabulary.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

const READS = ['/api/parameters', '/api/semantics?parameter=start', '/api/vocabulary?format=nt', '/vocabulary/start'];
const OTHER = SMALL.replace('"Beginning."', '"When it begins."').replace('time:hasTime ', 'time:after ');

let store: EmbeddedStore;
let registry: VocabularyRegistry;
let hub: TestApp;
beforeEach(async () => {
  store = await smallStore();
  registry = new VocabularyRegistry({ store, hub: HUB, log: pino({ level: 'silent' }), timing: DEFAULT_TIMING });
  hub = await createTestApp({ config: { baseUrl: HUB.baseUrl }, registry });
});
afterEach(() => hub?.stop());

async function tagsOf(): Promise<string[]> {
  const answers = await Promise.all(READS.map((path) => fetch(hub.url + path)));
  expect(answers.map(({ status }) => status)).toEqual(READS.map(() => 200));
  return answers.map(({ headers }) => headers.get('etag')!);
}

const statusOf = async (path: string, etag: string): Promise<number> =>
  (await fetch(hub.url + path, { headers: { 'If-None-Match': etag } })).status;

test('a new version is served as soon as it is read, under other tags and another IRI', async () => {
  const before = await tagsOf();
  const oldVersion = registry.current().versionIri;
  await replaceVocabulary(store, OTHER);
  await registry.refresh();
  expect(await (await fetch(`${hub.url}/api/parameters`)).text()).toContain('When it begins.');
  const after = await tagsOf();
  for (const [at, path] of READS.entries()) {
    expect(after[at], path).not.toBe(before[at]);
    expect(await statusOf(path, before[at]!)).toBe(200);
    expect(await statusOf(path, after[at]!)).toBe(304);
  }
  const { headers } = await fetch(`${hub.url}/api/categories`);
  expect(headers.get('link')).toContain(registry.current().versionIri);
  const old = await (await fetch(`${hub.url}${oldVersion.slice(HUB.baseUrl.length)}?format=nt`)).text();
  expect(old).toContain('"Beginning."');
});

test('the same vocabulary read again is no other version', async () => {
  const before = await tagsOf();
  await replaceVocabulary(store, SMALL);
  await registry.refresh();
  expect(await tagsOf()).toEqual(before);
});

test('what was read once is served while the store is away, and while it holds what is refused', async () => {
  const before = await tagsOf();
  await replaceVocabulary(store, SMALL.replace('hub:datatype xsd:dateTimeStamp', 'hub:datatype "none"'));
  await registry.refresh();
  expect(registry.state().stale).toBe(true);
  expect(await tagsOf()).toEqual(before);
  await store.close();
  await registry.refresh();
  expect(registry.state().stale).toBe(true);
  expect(await tagsOf()).toEqual(before);
});

test('tags are the same on every start', async () => {
  const before = await tagsOf();
  const again = await createTestApp({ config: { baseUrl: HUB.baseUrl }, registry });
  const answers = await Promise.all(READS.map((path) => fetch(again.url + path)));
  expect(answers.map(({ headers }) => headers.get('etag'))).toEqual(before);
  await again.stop();
});

test('Link has the relations that docs/rest.md lists, and no others', async () => {
  await replaceVocabulary(store, OTHER);
  await registry.refresh();
  const text = readDocuments().find(({ path }) => path === 'docs/rest.md')!.text;
  const listed = readTable(text, 'Relation').map(([relation]) => relation);
  const paths = [...READS, registry.current().versionIri.slice(HUB.baseUrl.length)];
  const links = await Promise.all(paths.map(async (path) => (await fetch(hub.url + path)).headers.get('link')!));
  const relations = links.flatMap((link) => [...link.matchAll(/; rel="([^"]+)"/g)].map(([, relation]) => relation!));
  expect([...new Set(relations)].toSorted()).toEqual(listed.toSorted());
});
