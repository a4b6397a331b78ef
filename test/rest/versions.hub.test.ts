import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTable, readDocuments } from '../docs/read-documents.ts';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { createTestApp } from '../support/create-test-app.ts';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

const READS = ['/api/parameters', '/api/semantics?parameter=start', '/api/vocabulary?format=nt', '/vocabulary/start'];
const OTHER = SMALL.replace('"Beginning."', '"When it begins."').replace('time:hasTime ', 'time:after ');

let hub: ChangingHub;
beforeEach(async () => {
  hub = await startChangingHub();
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
  const oldVersion = hub.registry.current().versionIri;
  await hub.use(OTHER);
  expect(await (await fetch(`${hub.url}/api/parameters`)).text()).toContain('When it begins.');
  const after = await tagsOf();
  for (const [at, path] of READS.entries()) {
    expect(after[at], path).not.toBe(before[at]);
    expect(await statusOf(path, before[at]!)).toBe(200);
    expect(await statusOf(path, after[at]!)).toBe(304);
  }
  const { headers } = await fetch(`${hub.url}/api/categories`);
  expect(headers.get('link')).toContain(hub.registry.current().versionIri);
  const old = await (await fetch(`${hub.url}${oldVersion.slice(HUB.baseUrl.length)}?format=nt`)).text();
  expect(old).toContain('"Beginning."');
});

test('the same vocabulary read again is no other version', async () => {
  const before = await tagsOf();
  await hub.use(SMALL);
  expect(await tagsOf()).toEqual(before);
});

test('what was read once is served while the store is away, and while it holds what is refused', async () => {
  const before = await tagsOf();
  await hub.use(SMALL.replace('hub:datatype xsd:dateTimeStamp', 'hub:datatype "none"'));
  expect(hub.registry.state().stale).toBe(true);
  expect(await tagsOf()).toEqual(before);
  await hub.store.close();
  await hub.registry.refresh();
  expect(hub.registry.state().stale).toBe(true);
  expect(await tagsOf()).toEqual(before);
});

test('tags are the same on every start', async () => {
  const before = await tagsOf();
  const again = await createTestApp({ config: { baseUrl: HUB.baseUrl }, registry: hub.registry });
  const answers = await Promise.all(READS.map((path) => fetch(again.url + path)));
  expect(answers.map(({ headers }) => headers.get('etag'))).toEqual(before);
  await again.stop();
});

test('Link has the relations that docs/rest.md lists, and no others', async () => {
  await hub.use(OTHER);
  const text = readDocuments().find(({ path }) => path === 'docs/rest.md')!.text;
  const listed = readTable(text, 'Relation').map(([relation]) => relation);
  const paths = [...READS, hub.registry.current().versionIri.slice(HUB.baseUrl.length)];
  const links = await Promise.all(paths.map(async (path) => (await fetch(hub.url + path)).headers.get('link')!));
  const relations = links.flatMap((link) => [...link.matchAll(/; rel="([^"]+)"/g)].map(([, relation]) => relation!));
  expect([...new Set(relations)].toSorted()).toEqual(listed.toSorted());
});
