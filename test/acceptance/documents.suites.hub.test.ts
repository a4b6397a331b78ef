import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RDF_FORMATS, type RdfFormat } from '../../src/rdf/write/format.ts';
import { isNameable, replaceForXml } from '../support/compare-conversions.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { readGoldenCases, readGoldenLexicon } from '../support/golden-cases.ts';
import { distinctTriples, type Triple } from '../support/graph.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { readBackAgain } from '../support/read-back.ts';
import { convertByReference, ReferenceFailure } from '../support/reference-mapping.ts';
import {
  describeWithSuites,
  JSON_TEST_SUITE,
  NAUGHTY_STRINGS,
  readJsonTestSuite,
  readNaughtyStrings,
} from '../support/suites.ts';

/** What others wrote, and the golden cases, over HTTP: through every document endpoint, each answer read by an independent parser. */

const lexicon = readGoldenLexicon();

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ lexicon });
});
afterAll(async () => {
  await hub?.stop();
});

function post(path: string, body: Uint8Array): Promise<Response> {
  return fetch(hub.url + path, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' },
  });
}

/** The value of bytes that are UTF-8, JSON and no deeper than 128 levels, by another reader; undefined when they are not. */
function valueOf(body: Uint8Array): unknown {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
    return depthOf(value) > 128 ? undefined : value;
  } catch {
    return undefined;
  }
}

function depthOf(root: unknown): number {
  let depth = 0;
  for (let level = [root]; level.length > 0;) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value as Record<string, unknown>) : [],
    );
    // Containers alone count, and the last level holds none.
    if (level.length > 0) depth++;
    if (depth > 200) break;
  }
  return depth;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function expectRefusal(response: Response, status: number, of: string): Promise<void> {
  const text = await response.text();
  expect(response.status, `${of}: ${text.slice(0, 200)}`).toBe(status);
  expect(JSON.parse(text), of).toMatchObject({ error: expect.stringMatching(/\S/) as string, status });
}

/** `/api/semantic` gives back what it was given, to the byte, behind a block. */
async function expectEmbedded(body: Uint8Array, of: string): Promise<void> {
  const response = await post('/api/semantic', body);
  const answer = Buffer.from(await response.arrayBuffer());
  expect(response.status, of).toBe(200);
  expect(answer.subarray(0, 13).toString(), of).toBe('{"@semantic":');
  const { '@semantic': block, ...rest } = JSON.parse(answer.toString('utf8')) as Record<string, unknown>;
  expect(isObject(block), of).toBe(true);
  const { '@semantic': ignored, ...given } = valueOf(body) as Record<string, unknown>;
  void ignored;
  expect(JSON.stringify(rest), of).toBe(JSON.stringify(given));
}

/** The RDF of a document is what the reference makes of it, read back by a parser that is not the writer. */
async function expectConverted(body: Uint8Array, format: RdfFormat, of: string): Promise<void> {
  const response = await post(`/api/rdf?format=${format}`, body);
  let expected: ReturnType<typeof convertByReference>;
  try {
    expected = convertByReference(Buffer.from(body).toString('utf8'), lexicon, {});
  } catch (error) {
    if (!(error instanceof ReferenceFailure)) throw error;
    return expectRefusal(response, error.status, of);
  }
  if (format === 'rdf' && !expected.triples.every(([, predicate]) => isNameable(predicate))) {
    return expectRefusal(response, 422, of);
  }
  const text = await response.text();
  expect(response.status, `${of}: ${text.slice(0, 200)}`).toBe(200);
  const triples =
    format === 'rdf'
      ? distinctTriples(expected.triples.map(([s, p, o]): Triple => [s, p, replaceForXml(o)]))
      : expected.triples;
  expect(areIsomorphic(await readBackAgain(format, text), triples), `${of} as ${format}:\n${text}`).toBe(true);
  if (triples.length === expected.triples.length) {
    expect(response.headers.get('x-semantic-triples'), of).toBe(String(triples.length));
  }
}

/** `enc` of mapping.md §1; a lone surrogate is U+FFFD. */
function encode(key: string): string {
  return encodeURIComponent(Buffer.from(key).toString()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

describeWithSuites('JSONTestSuite, through every document endpoint', [JSON_TEST_SUITE], () => {
  const files = readJsonTestSuite();

  test('has its 318 parsing files and 22 transformations', () => {
    expect(files).toHaveLength(340);
  });

  test.each(['/api/semantic', '/api/rdf', '/api/json-to-rdf'])('each file as it is, at %s', async (path) => {
    for (const { path: name, body } of files) {
      const value = valueOf(body);
      if (!isObject(value)) await expectRefusal(await post(path, body), 400, name);
      else if (path === '/api/semantic') await expectEmbedded(body, name);
      else if (path === '/api/rdf') await expectRefusal(await post(path, body), 400, name);
      else if (Object.keys(value).length > 0) await expectRefusal(await post(path, body), 422, name);
      else expect((await post(path, body)).status, name).toBe(200);
    }
  });

  test('each file as the value of a member converts when another reader takes it, and reads back the same', async () => {
    for (const [at, { path: name, body }] of files.entries()) {
      const wrapped = Buffer.concat([Buffer.from('{"@semantic":{"@context":{}},"x":'), body, Buffer.from('}')]);
      const format = RDF_FORMATS[at % RDF_FORMATS.length]!;
      if (valueOf(wrapped) === undefined)
        await expectRefusal(await post(`/api/rdf?format=${format}`, wrapped), 400, name);
      else {
        await expectEmbedded(wrapped, name);
        await expectConverted(wrapped, format, name);
      }
    }
  });
});

describeWithSuites('the big list of naughty strings, through every document endpoint', [NAUGHTY_STRINGS], () => {
  const strings = readNaughtyStrings();

  test('each as a value and as a key', async () => {
    expect(strings).toHaveLength(515);
    const prefix = '"@prefix":{"@base":"https://ex.org/","ex":"https://ex.org/ns#"}';
    for (const [at, string] of strings.entries()) {
      const quoted = JSON.stringify(string);
      const block = `"@semantic":{${prefix},"@context":{"v":{"ex:p":"$v","ex:q":"@v"}}}`;
      const body = Buffer.from(`{${block},"v":${quoted},"r":{${quoted}:[${quoted}]}}`);
      await expectEmbedded(body, quoted);
      await expectConverted(body, RDF_FORMATS[at % RDF_FORMATS.length]!, quoted);
      await expectRefusal(await post('/api/json-to-rdf', body), 422, quoted);
    }
  });
});

describe('the golden cases, over HTTP', () => {
  test.each(readGoldenCases().map((golden) => [golden.name, golden] as const))('%s', async (_, golden) => {
    const query = new URLSearchParams(
      Object.entries(golden.options).map(([name, value]): [string, string] => [name, String(value)]),
    );
    for (const format of RDF_FORMATS) {
      query.set('format', format);
      const response = await post(`/api/rdf?${query.toString()}`, golden.document);
      if (golden.expect.status !== undefined) {
        await expectRefusal(response, golden.expect.status, format);
        continue;
      }
      const graph = await readBackAgain('nt', golden.graph);
      if (format === 'rdf' && !graph.every(([, predicate]) => isNameable(predicate))) {
        await expectRefusal(response, 422, format);
        continue;
      }
      const text = await response.text();
      expect(response.status, text.slice(0, 200)).toBe(200);
      const { triples, warnings, unmapped } = golden.expect;
      const own = warnings.filter(({ code }) => code !== 'xml-character');
      const isXmlChanged =
        format === 'rdf' && response.headers.get('x-semantic-warning-codes')?.includes('xml-character');
      if (isXmlChanged !== true) {
        expect(response.headers.get('x-semantic-triples')).toBe(String(triples));
        expect(response.headers.get('x-semantic-warnings')).toBe(
          String(own.reduce((sum, { count }) => sum + count, 0)),
        );
        expect(areIsomorphic(await readBackAgain(format, text), graph)).toBe(true);
      }
      expect(response.headers.get('x-semantic-unmapped')).toBe(unmapped.map(encode).join(','));
    }
  });
});
