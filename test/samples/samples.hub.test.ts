import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import type { RdfFormat } from '../../src/rdf/write/format.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { createTestApp } from '../support/create-test-app.ts';
import type { TestApp } from '../support/create-test-app.ts';
import { SAMPLES, listSamples } from '../support/fixtures.ts';
import { iriOf, literalOf } from '../support/graph.ts';
import type { Triple } from '../support/graph.ts';
import { canonicalize } from '../support/isomorphic.ts';
import { readBack, readBackAgain } from '../support/read-back.ts';
import { convertByReference } from '../support/reference-mapping.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

/** The IRIs of the goldens stand below it, whatever port the hub of the test listens on. */
const BASE_URL = 'http://localhost:4000';
const DAY = '2026-03-02';

const NAMES = listSamples().map((file) => file.replace('.json', ''));

/** Keys per sample, in order of first appearance. */
interface ExpectedKeys {
  readonly described: readonly string[];
  readonly undescribed: readonly string[];
  readonly unmapped: readonly string[];
}
const KEYS = JSON.parse(readFileSync(new URL('keys.json', import.meta.url), 'utf8')) as Record<string, ExpectedKeys>;

/** Terms that are deprecated: they convert, with one warning each. */
const DEPRECATED: Record<string, string> = {
  '02_opsd_style_columns': 'load-MW',
  '07_smart_meter_15min': 'contracted_power-kVA',
};

/** Column titles that end in no name of XML: RDF/XML can't write their predicates, the other formats can. */
const UNNAMEABLE: Record<string, string> = { '10_wind_farm_scada': 'Wind speed (m/s)' };

const CREATED = iriOf('http://purl.org/dc/terms/created');
const CONFORMS_TO = iriOf('http://purl.org/dc/terms/conformsTo');
const XSD_DATE = 'http://www.w3.org/2001/XMLSchema#date';
/** What stands in the goldens for that which differs from day to day, and from one version of the vocabulary to the next. */
const PLACEHOLDERS = new Map([
  [CREATED, iriOf('urn:placeholder:date')],
  [CONFORMS_TO, iriOf('urn:placeholder:version')],
]);

let hub: TestApp;
let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await seededVocabulary(hubNamespaces(BASE_URL));
  hub = await createTestApp({ config: { baseUrl: BASE_URL }, now: () => new Date(`${DAY}T23:59:59Z`) });
});
afterAll(async () => {
  await hub?.stop();
});

function readSample(name: string): Buffer {
  return readFileSync(`${SAMPLES}${name}.json`);
}

/** The golden of a sample. */
async function readGolden(name: string): Promise<Triple[]> {
  return readBack('ttl', readFileSync(new URL(`${name}.ttl`, import.meta.url), 'utf8'));
}

function post(path: string, body: Uint8Array): Promise<Response> {
  return fetch(hub.url + path, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'Content-Type': 'application/json' },
  });
}

async function bytesOf(answer: Promise<Response>): Promise<Buffer> {
  return Buffer.from(await (await answer).arrayBuffer());
}

/** The keys that a header lists. */
function listOf(answer: Response, header: string): string[] {
  const list = answer.headers.get(header);
  if (list === null) throw new Error(`no ${header}`);
  return list === '' ? [] : list.split(',').map(decodeURIComponent);
}

/** A graph with the placeholders in, after a look at what they take the place of. */
function fixAnnotations(graph: readonly Triple[]): Triple[] {
  const objectsOf = (predicate: string) => graph.filter(([, p]) => p === predicate).map(([, , object]) => object);
  expect(objectsOf(CREATED)).toEqual([literalOf(DAY, XSD_DATE)]);
  expect(objectsOf(CONFORMS_TO)).toEqual([iriOf(vocabulary.versionIri)]);
  return graph.map(([s, p, o]) => [s, p, PLACEHOLDERS.get(p) ?? o]);
}

test('every sample has a golden and a list of its keys, and the other way round', () => {
  const goldens = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.ttl'));
  expect(NAMES).toHaveLength(12);
  expect(goldens.map((file) => file.replace('.ttl', '')).toSorted()).toEqual(NAMES);
  expect(Object.keys(KEYS).toSorted()).toEqual(NAMES);
});

describe.each(NAMES)('%s', (name) => {
  const sample = readSample(name);
  const keys = KEYS[name]!;
  let golden: Triple[];
  let embedded: Buffer;
  beforeAll(async () => {
    golden = await readGolden(name);
    embedded = await bytesOf(post('/api/semantic', sample));
  });

  test('takes the block as its first member and keeps every other byte', () => {
    expect(sample[0]).toBe('{'.charCodeAt(0));
    const kept = embedded.subarray(embedded.length - (sample.length - 1));
    expect(kept.equals(sample.subarray(1))).toBe(true);
    const added = embedded.subarray(0, embedded.length - kept.length).toString();
    expect(added).toMatch(/^\{"@semantic":\{.*\},$/);
    const block = JSON.parse(added.slice('{"@semantic":'.length, -1)) as Record<string, Record<string, unknown>>;
    expect(Object.keys(block)).toEqual(['@prefix', '@context', '@annotations']);
    const described = Object.keys(block['@context']!).filter((key) => !key.startsWith('?'));
    expect(described.toSorted()).toEqual([...keys.described, ...keys.undescribed].toSorted());
    expect(block['@annotations']).toMatchObject({
      'dcterms:created': DAY,
      'dcterms:conformsTo': vocabulary.versionIri,
    });
  });

  test('names what is described and what is not', async () => {
    const answer = await post('/api/semantic', sample);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-semantic-described')).toBe(String(keys.described.length));
    expect(listOf(answer, 'x-semantic-undescribed')).toEqual(keys.undescribed);
    const { report } = (await (await post('/api/semantic?report=true', sample)).json()) as { report: ExpectedKeys };
    expect(report.described).toEqual(keys.described);
    expect(report.undescribed).toEqual(keys.undescribed);
  });

  test('is the same graph for the slow conversion', () => {
    const { triples, warnings } = convertByReference(embedded.toString(), vocabulary.lexicon);
    expect(canonicalize(fixAnnotations(triples))).toBe(canonicalize(golden));
    const deprecated = DEPRECATED[name];
    expect(warnings.map(({ code, key, count }) => [code, key, count])).toEqual(
      deprecated === undefined ? [] : [['deprecated-term', deprecated, 1]],
    );
  });

  test.each(RDF_FORMATS)('is the graph of its golden in %s, for two readers', async (format: RdfFormat) => {
    const answer = await post(`/api/rdf?format=${format}`, embedded);
    if (format === 'rdf' && UNNAMEABLE[name] !== undefined) {
      expect(answer.status).toBe(422);
      expect(((await answer.json()) as { error: string }).error).toContain(UNNAMEABLE[name]);
      return;
    }
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-semantic-triples')).toBe(String(golden.length));
    const deprecated = DEPRECATED[name];
    expect(answer.headers.get('x-semantic-warnings')).toBe(deprecated === undefined ? '0' : '1');
    expect(answer.headers.get('x-semantic-warning-codes')).toBe(deprecated === undefined ? null : 'deprecated-term=1');
    expect(listOf(answer, 'x-semantic-unmapped')).toEqual(keys.unmapped);
    const text = await answer.text();
    for (const read of [readBack, readBackAgain]) {
      const graph = fixAnnotations(await read(format, text));
      expect(graph, read.name).toHaveLength(golden.length);
      expect(canonicalize(graph), read.name).toBe(canonicalize(golden));
    }
  });
});
