import { request } from 'node:http';
import { Parser } from 'n3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { readFixture } from '../support/fixtures.ts';
import { RDF_FORMS, readGraph } from '../support/read-graph.ts';
import { describeWithSuites } from '../support/suites.ts';
import { MF, readManifest, W3C_RDF_TESTS, type Entry } from '../support/w3c-sparql.ts';
import { graphsOfNQuads } from './public-graphs.ts';

const HT = 'http://www.w3.org/2011/http#';
const CNT = 'http://www.w3.org/2011/content#';
const SD = 'http://www.w3.org/ns/sparql-service-description#';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ publicGraphs: graphsOfNQuads(readFixture('sparql/protocol-data.nq')) });
});
afterAll(() => hub?.stop());

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Sends exactly what the test says: `fetch` would add a Content-Type of its own. */
function send(asked: Entry): Promise<Answer> {
  const path = asked.get(`${HT}absolutePath`)!.text.replace(/^\/sparql\//, '/sparql');
  const headers: Record<string, string> = {};
  for (const header of asked.get(`${HT}headers`)?.items() ?? [])
    headers[header.get(`${HT}fieldName`)!.text] = header.get(`${HT}fieldValue`)!.text;
  const content = asked.get(`${HT}body`);
  const isUtf16 = content?.get(`${CNT}characterEncoding`)?.text === 'UTF-16';
  const body = Buffer.from(content?.get(`${CNT}chars`)?.text ?? '', isUtf16 ? 'utf16le' : 'utf8');
  return new Promise((resolve, reject) => {
    const sent = request(hub.url + path, { method: asked.get(`${HT}methodName`)!.text, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          contentType: (response.headers['content-type'] ?? '').split(';', 1)[0]!,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const MEDIA_TYPES: Readonly<Record<string, readonly string[]>> = {
  boolean: ['application/sparql-results+json', 'application/sparql-results+xml'],
  tabular: [
    'application/sparql-results+json',
    'application/sparql-results+xml',
    'text/csv',
    'text/tab-separated-values',
  ],
  RDF: ['text/turtle', 'application/n-triples', 'application/rdf+xml', 'application/ld+json'],
};

/** What an update is told, whatever the test wants of it. */
const isUpdate = (entry: Entry): boolean => /\/?#update_/.test(entry.text) || entry.text.includes('update_');

describeWithSuites('W3C protocol test', [W3C_RDF_TESTS], () => {
  const entries = readManifest('protocol');
  const named = (list: readonly Entry[]): [string, Entry][] =>
    list.map((entry) => [entry.get(`${MF}name`)!.text, entry]);
  const queries = entries.filter((entry) => !isUpdate(entry) || entry.text.includes('bad_'));

  test.each(named(queries))('%s', async (_, entry) => {
    for (const asked of entry.get(`${MF}action`)!.get(`${HT}requests`)!.items()) {
      const expected = asked.get(`${HT}resp`)!;
      const answer = await send(asked);
      const statuses = expected.all(`${MF}expectedStatus`).map(({ text }) => text.slice(-3, -2));
      expect(statuses).toContain(String(answer.status)[0]);
      const format = expected.get(`${MF}expectedFormat`)?.text;
      if (format !== undefined) expect(MEDIA_TYPES[format]).toContain(answer.contentType);
      const boolean = expected.get(`${MF}expectedBoolean`)?.text;
      if (boolean !== undefined) expect(JSON.parse(answer.body)).toMatchObject({ boolean: boolean === 'true' });
    }
  });

  const updates = entries.filter((entry) => isUpdate(entry) && !entry.text.includes('bad_'));

  test.each(named(updates))('%s: the update is refused, its query is answered', async (_, entry) => {
    for (const asked of entry.get(`${MF}action`)!.get(`${HT}requests`)!.items()) {
      const answer = await send(asked);
      if (asked.get(`${HT}resp`)!.get(`${MF}expectedFormat`) !== null) expect(answer.status).toBe(200);
      else {
        expect(answer.status).toBe(403);
        expect(JSON.parse(answer.body)).toMatchObject({ error: expect.stringContaining('read-only') as string });
      }
    }
  });
});

describeWithSuites('W3C service description test', [W3C_RDF_TESTS], () => {
  test('there is nothing but what is tested here', () => {
    const names = readManifest('service-description').map((entry) => entry.get(`${MF}name`)!.text);
    expect(names).toEqual([
      'Service description contains a matching sd:endpoint triple',
      'GET on endpoint returns RDF',
      'Service description conforms to schema',
    ]);
  });
});

describe('W3C service description test', () => {
  test('GET on endpoint returns RDF', async () => {
    const response = await fetch(`${hub.url}/sparql`);
    expect(response.headers.get('content-type')).toBe('text/turtle; charset=utf-8');
    expect(new Parser().parse(await response.text()).length).toBeGreaterThan(0);
  });

  test('Service description contains a matching sd:endpoint triple', async () => {
    const response = await fetch(`${hub.url}/sparql?format=nt`);
    expect(await readGraph('nt', await response.text())).toContain(
      `<http://localhost:4000/sparql> <${SD}endpoint> <http://localhost:4000/sparql> .`,
    );
  });

  test('Service description conforms to schema', async () => {
    const schema: Readonly<Record<string, { of: string; to: RegExp }>> = {
      endpoint: { of: 'Service', to: /^<http/ },
      supportedLanguage: { of: 'Service', to: /#SPARQL11Query>$/ },
      resultFormat: { of: 'Service', to: /^<http:\/\/www\.w3\.org\/ns\/formats\// },
      defaultEntailmentRegime: { of: 'Service', to: /\/entailment\/Simple>$/ },
      defaultDataset: { of: 'Service', to: /#dataset>$/ },
      defaultGraph: { of: 'Dataset', to: /#default-graph>$/ },
      namedGraph: { of: 'Dataset', to: /#named-graph-\d>$/ },
      name: { of: 'NamedGraph', to: /^<http:\/\/kasei\.us\/.*data\d\.rdf>$/ },
      graph: { of: 'NamedGraph', to: /#graph-\d>$/ },
    };
    const lines = await readGraph('nt', await (await fetch(`${hub.url}/sparql?format=nt`)).text());
    const described = new Set<string>();
    for (const line of lines) {
      const [, subject, property, object] = /^(\S+) <[^>]*[#/](\w+)> (.*) \.$/.exec(line)!;
      if (!line.includes(`<${SD}${property}>`)) continue;
      described.add(property!);
      expect(object).toMatch(schema[property!]!.to);
      expect(lines).toContain(
        `${subject} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${SD}${schema[property!]!.of}> .`,
      );
    }
    expect([...described].toSorted()).toEqual(Object.keys(schema).toSorted());
  });

  test('says the same in each form of RDF', async () => {
    const graphs = await Promise.all(
      RDF_FORMS.map(async (form) =>
        (await readGraph(form, await (await fetch(`${hub.url}/sparql?format=${form}`)).text())).toSorted(),
      ),
    );
    for (const graph of graphs) expect(graph).toEqual(graphs[0]);
  });
});
