import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Piscina } from 'piscina';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formerVersionOfText } from '../../src/vocabulary/versions/version.ts';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

/** With the prefix of the annotations, and a term whose datatype another edition changes. */
const FIRST = `${SMALL}
  <prefix/dcterms> a hub:Prefix ; vann:preferredNamespacePrefix "dcterms" ; vann:preferredNamespaceUri <http://purl.org/dc/terms/> .
  <amount> a hub:Term ; skos:prefLabel "Amount"@en ; skos:definition "How much."@en ; skos:notation "amount" ;
    skos:broader <category/time> ; hub:datatype xsd:double .`;
const SECOND = FIRST.replace('hub:datatype xsd:double', 'hub:datatype xsd:decimal');
const DOUBLE = '/amount> "812.40"^^<http://www.w3.org/2001/XMLSchema#double>';
const DECIMAL = '/amount> "812.40"^^<http://www.w3.org/2001/XMLSchema#decimal>';

let hub: ChangingHub;
beforeEach(async () => {
  hub = await startChangingHub(FIRST);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await hub?.stop();
});

async function post(path: string, body: string, { url }: Pick<TestApp, 'url'> = hub): Promise<string> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  expect(response.status).toBe(200);
  return response.text();
}

const convert = (described: string): Promise<string> => post('/api/rdf?format=nt', described);

/** The document with a block that cites no version. */
function uncited(described: string): string {
  const without = described.replace(/"@annotations":\{[^}]*\}/, '"@annotations":{}');
  expect(without).not.toBe(described);
  return without;
}

/** A document that this thread converts, and one that a worker does. */
const DOCUMENTS = [
  ['a small document', '{"amount":812.40}'],
  ['a long document', `{"amount":812.40,"note":"${'x'.repeat(100_000)}"}`],
] as const;

describe.each(DOCUMENTS)('%s', (_, document) => {
  test('converts with the version with which it was described, as long as the hub has it', async () => {
    const described = await post('/api/semantic', document);
    const before = await convert(described);
    expect(before).toContain(DOUBLE);
    await hub.use(SECOND);
    for (let time = 0; time < 3; time++) expect(await convert(described)).toBe(before);
    // What is described today, and what cites no version, takes the datatypes of today.
    const today = await convert(await post('/api/semantic', document));
    expect(today).toContain(DECIMAL);
    expect(await convert(uncited(described))).toContain(DECIMAL);
  });

  test('takes the current version when it cites one that the hub does not have, or its data does', async () => {
    const described = await post('/api/semantic', document);
    const { version } = hub.registry.current();
    await hub.use(SECOND);
    expect(await convert(described.replaceAll(version, '0'.repeat(64)))).toContain(DECIMAL);
    const inData = uncited(described).replace('{', `{"conformsTo":"${HUB.versions}${version}/",`);
    expect(await convert(inData)).toContain(DECIMAL);
  });
});

test('who describes slashes with escapes, or at another hub, cites the same version', async () => {
  const described = await post('/api/semantic', DOCUMENTS[0][1]);
  const before = await convert(described);
  await hub.use(SECOND);
  const escaped = described.replace(/"http[^"]*\/v\/[0-9a-f]{64}\/"/, (iri) => iri.replaceAll('/', '\\/'));
  expect(escaped).not.toBe(described);
  expect(await convert(escaped)).toBe(before);
  const elsewhere = described.replace(HUB.versions, 'https://other.example/vocabulary/v/');
  expect(await convert(elsewhere)).toBe(before.replace(HUB.versions, 'https://other.example/vocabulary/v/'));
});

test('a version is read once, in a thread', async () => {
  const described = await post('/api/semantic', DOCUMENTS[0][1]);
  await hub.use(SECOND);
  const threads = vi.spyOn(Piscina.prototype, 'run');
  await Promise.all([convert(described), convert(described)]);
  const readings = threads.mock.calls.filter(([task]) => 'content' in (task as object));
  expect(readings).toHaveLength(1);
  const calls = threads.mock.calls.length;
  await convert(described);
  // A small document is converted at once by now.
  expect(threads).toHaveBeenCalledTimes(calls);
});

test('a new hub has the first edition of the shipped vocabulary, and converts with it', async () => {
  const edition = await readFile(new URL('../../seeds/editions/2026-11-21.nt.gz', import.meta.url));
  const first = formerVersionOfText(gunzipSync(edition));
  const shipped = await createTestApp();
  const response = await fetch(`${shipped.url}/api/versions`);
  const { data } = (await response.json()) as { data: { version: string; since: string }[] };
  expect(data.find(({ version }) => version === first)).toMatchObject({ since: '2026-11-21T00:00:00.000Z' });
  const annotations = { 'dcterms:conformsTo': `http://localhost:4000/vocabulary/v/${first}/` };
  const described = {
    '@semantic': {
      '@prefix': { dcterms: 'http://purl.org/dc/terms/' },
      '@context': { 'active_energy-kWh': {} },
      '@annotations': annotations,
    },
    'active_energy-kWh': 812.4,
  };
  const converted = await post('/api/rdf?format=nt', JSON.stringify(described), shipped);
  expect(converted).toContain('"812.4"^^<http://www.w3.org/2001/XMLSchema#double>');
  await shipped.stop();
});
