import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { HubClient } from '../../src/client/library.ts';
import { RDF_FORMATS, RDF_SYNTAXES, type RdfFormat } from '../../src/rdf/write/format.ts';
import { describedFetch } from '../support/described-interface.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

const ODD =
  '{ "voltage-V": [231.40, null, 1e3],\n  "device_id": "a", "device_id": "\\u00e9\\ud800", "timestamp": [] }\n';

async function convertWith(document: string, query: string, path = '/api/json-to-rdf'): Promise<string> {
  const response = await describedFetch(`${hub.url}${path}?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: document,
  });
  expect(response.status).toBe(200);
  return response.text();
}

function restore(graph: string | Uint8Array<ArrayBuffer>, format: RdfFormat = 'nt', query = '', headers = {}) {
  return describedFetch(`${hub.url}/api/json${query}`, {
    method: 'POST',
    headers: { 'Content-Type': RDF_SYNTAXES[format].mediaType, ...headers },
    body: graph,
  });
}

describe('POST /api/json', () => {
  test.each(RDF_FORMATS)('gives back every byte of a document that was converted to %s', async (format) => {
    const graph = await convertWith(ODD, `format=${format}&residue=bytes&skolemize=true`);
    const answer = await restore(graph, format);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-semantic-proof')).toBe('bytes');
    expect(answer.headers.get('x-semantic-documents')).toBe('1');
    expect(answer.headers.get('x-semantic-notes')).toBe(null);
    expect(await answer.text()).toBe(ODD);
  });

  test('gives the document that a source described and restructured, and the value alone with residue=true', async () => {
    const answer = '{"Body": {"Data": {"FAC": {"Unit": "Hz", "Value": 49.980}}}}';
    const graph = await convertWith(answer, 'format=nt&source=fronius&residue=true');
    const restored = await restore(graph);
    expect(restored.headers.get('x-semantic-proof')).toBe('value');
    expect(await restored.text()).toBe(answer.replaceAll(' ', ''));
    const inOtherUnits = await convertWith('{"active_power-kW":812.40}', 'format=nt&units=MW&residue=true');
    expect(inOtherUnits).toContain('active_power-MW>');
    expect(await (await restore(inOtherUnits)).text()).toBe('{"active_power-kW":812.40}');
  });

  test('says what it does not know of a graph without a residue', async () => {
    const graph = await convertWith('{"voltage-V":[231.40,229.9]}', 'format=nt');
    const restored = await restore(graph, 'nt', '?report=true');
    const { documents } = (await restored.json()) as {
      documents: { document: unknown; proof: null; notes: unknown[] }[];
    };
    expect(documents).toMatchObject([{ document: { 'voltage-V': [229.9, 231.4] }, proof: null }]);
    expect(documents[0]!.notes).toContainEqual({
      code: 'item-order',
      pointer: '/voltage-V',
      count: 1,
      message: 'The order of these items is not in the graph: they are sorted by their text.',
    });
    expect(restored.headers.get('x-semantic-notes')).toMatch(/^absent-or-null,/);
  });

  test('gives several documents one a line', async () => {
    const graphs = await Promise.all(
      [1, 2].map((i) => convertWith(`{ "voltage-V": ${i}.50 }`, 'format=nt&residue=bytes')),
    );
    const graph = graphs.map((text, i) => text.replaceAll('_:b', `_:d${i}x`)).join('');
    const answer = await restore(new Uint8Array(gzipSync(graph)), 'nt', '', { 'Content-Encoding': 'gzip' });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(await answer.text()).toBe('{"voltage-V":1.50}\n{"voltage-V":2.50}\n');
  });

  test('takes the block of a document that had one of its own', async () => {
    const block = '{"@prefix":{"@base":"https://plant.example/id/"},"@context":{"U":{"qudt:numericValue":"$U"}}}';
    const graph = await convertWith(`{"@semantic":${block},"U":231.40}`, 'format=ttl', '/api/rdf');
    const answer = await restore(graph, 'ttl', `?semantic=${encodeURIComponent(block)}`);
    expect(await answer.text()).toBe('{"U":231.40}');
    const broken = await restore(graph, 'ttl', '?semantic=x');
    expect(broken.status).toBe(400);
  });

  test('refuses what is no RDF, no graph of a document, of another version or of another document', async () => {
    const graph = await convertWith('{"voltage-V":231.40}', 'format=nt&residue=true');
    const codeOf = async (response: Response) =>
      [response.status, ((await response.json()) as { type: string }).type.split('/').at(-1)] as const;
    expect(await codeOf(await restore('<a> <b> c .'))).toEqual([400, 'malformed-rdf']);
    expect(await codeOf(await restore(''))).toEqual([422, 'not-restorable']);
    expect(await codeOf(await restore(graph.replace(/\/v\/[0-9a-f]{4}/, '/v/0000')))).toEqual([
      422,
      'vocabulary-not-known',
    ]);
    const rewritten = graph.replaceAll('231.40', '231.4');
    expect(await codeOf(await restore(rewritten))).toEqual([422, 'digest-differs']);
    expect(await (await restore(rewritten, 'nt', '?byValue=true')).text()).toBe('{"voltage-V":231.4}');
    const json = await fetch(`${hub.url}/api/json`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: '',
    });
    expect(json.status).toBe(415);
    expect(json.headers.get('accept-post')).toContain('application/n-triples');
  });
});

describe('the client', () => {
  test('converts with a residue and restores', async () => {
    const client = new HubClient(hub.url);
    const { body } = await client.convertTerms(ODD, { format: 'rdf', residue: 'bytes' });
    const restored = await client.restore(await body.text(), { format: 'rdf' });
    expect(restored).toMatchObject({ documents: 1, proof: 'bytes', notes: [] });
    expect(await restored.body.text()).toBe(ODD);
  });
});

describe('GraphQL', () => {
  test('converts with a residue and restores', async () => {
    const ask = async (query: string, variables: object): Promise<unknown> => {
      const response = await fetch(`${hub.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return response.json();
    };
    const converted = (await ask(
      'query ($document: String!) { convertDocument(document: $document, semantics: REGISTRY, residue: BYTES) { rdf } }',
      { document: ODD },
    )) as { data: { convertDocument: { rdf: string } } };
    const { rdf } = converted.data.convertDocument;
    const query = 'query ($graph: String!) { restoreDocuments(graph: $graph) { document proof notes { code } } }';
    expect(await ask(query, { graph: rdf })).toEqual({
      data: { restoreDocuments: [{ document: ODD, proof: 'BYTES', notes: [] }] },
    });
  });
});
