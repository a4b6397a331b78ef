import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHubProcess, type HubProcess } from '../support/hub-process.ts';
import { suggestTerm } from '../support/suggest.ts';

const SDK = pathToFileURL(fileURLToPath(new URL('../../docs/monitoring/tracing.mjs', import.meta.url))).href;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

/** A span as OTLP writes it in JSON. */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Readonly<Record<string, unknown>> }>;
  readonly status: { readonly code: number };
}

interface Export {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: readonly SentSpan[] }>;
  }>;
}

let collector: Server;
let hub: HubProcess;
const spans: SentSpan[] = [];
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  hub = await startHubProcess({
    NODE_OPTIONS: `--import ${SDK}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
});
afterAll(async () => {
  await hub?.stop();
  collector?.close();
});

function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(hub.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body });
}

function attributesOf({ attributes }: SentSpan): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

const large = `{"active_power-kW":[${Array.from({ length: 3_000 }, (_, at) => at).join()}]}`;
const query = JSON.stringify({
  query:
    'query ($document: String!) { convertDocument(document: $document, format: N_TRIPLES, semantics: REGISTRY) { rdf } }',
  variables: { document: '{"active_power-kW":12.5}' },
});

test.each([
  ['a small document', '/api/rdf?format=nt', '{"active_power-kW":12.5,"@semantic":{}}', 'ttl'],
  ['a document for a thread', '/api/json-to-rdf', large, 'ttl'],
  ['a document by GraphQL', '/graphql', query, 'nt'],
])('the SDK of an operator gets the spans of %s', async (_words, path, body) => {
  const before = new Set(spans);
  const response = await post(path, body, { Traceparent: `00-${TRACE}-${SPAN}-01` });
  expect(response.status).toBe(200);
  await response.text();
  const [, traceId, spanId, flags] = response.headers.get('traceparent')!.split('-');
  expect([traceId, flags]).toEqual([TRACE, '01']);

  const added = (): SentSpan[] => spans.filter((span) => !before.has(span) && span.traceId === TRACE);
  await expect
    .poll(() =>
      added()
        .map(({ name }) => name)
        .toSorted(),
    )
    .toEqual(['POST ' + path.split('?')[0], 'convert document']);
  const request = added().find((span) => span.spanId === spanId)!;
  expect(request).toMatchObject({ parentSpanId: SPAN, kind: 2 });
  expect(attributesOf(request)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': path.split('?')[0],
    'url.path': path.split('?')[0],
    'http.response.status_code': 200,
  });
  const document = added().find((span) => span !== request)!;
  expect(document).toMatchObject({ parentSpanId: spanId, kind: 1 });
  expect(BigInt(document.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(document.endTimeUnixNano));
  // The log knows which span its lines belong to.
  await expect.poll(() => hub.log()).toContain(`"trace_id":"${TRACE}","span_id":"${spanId}"`);
});

test('a failure is told by its code, and work on the store is part of its request', async () => {
  const response = await post('/api/rdf', '{');
  expect(response.status).toBe(400);
  const trace = response.headers.get('traceparent')!.split('-')[1];
  const named = (name: string): SentSpan | undefined =>
    spans.find((span) => span.traceId === trace && span.name === name);
  await expect.poll(() => named('convert document')?.status.code).toBe(2);
  expect(attributesOf(named('convert document')!)).toMatchObject({ 'error.type': 'malformed-json' });
  await expect.poll(() => named('POST /api/rdf')).toMatchObject({ status: { code: 0 } });

  const suggested = await suggestTerm(hub, 'kiln_temperature-C');
  const [, suggestedTrace, suggestedSpan] = suggested.headers.get('traceparent')!.split('-');
  await expect
    .poll(() => spans.filter(({ traceId, name }) => traceId === suggestedTrace && name === 'change store'))
    .toContainEqual(expect.objectContaining({ parentSpanId: suggestedSpan, kind: 3 }));
});
