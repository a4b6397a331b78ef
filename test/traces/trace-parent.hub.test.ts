import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const SENT = `00-${TRACE}-${SPAN}-01`;
const JSON_BODY = { 'Content-Type': 'application/json' };
const DOCUMENT = '{"active_power-kW":12.5}';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.stop());

/** Of the answer, and of its line in the log. */
async function traceOf(path: string, init: RequestInit): Promise<{ header: string | null; line: unknown }> {
  const response = await fetch(hub.url + path, init);
  await response.arrayBuffer();
  const requestId = response.headers.get('x-request-id');
  const isLine = ({ msg, ...record }: Record<string, unknown>): boolean =>
    msg === 'request' && record['requestId'] === requestId;
  await expect.poll(() => hub.logged.some(isLine)).toBe(true);
  const { trace_id, span_id } = hub.logged.find(isLine)!;
  return { header: response.headers.get('traceparent'), line: { trace_id, span_id } };
}

describe('a request that says which trace it belongs to', () => {
  test.each<[string, string, RequestInit]>([
    ['a small document', '/api/json-to-rdf', { method: 'POST', headers: JSON_BODY, body: DOCUMENT }],
    ['a document that is refused', '/api/rdf', { method: 'POST', headers: JSON_BODY, body: '{' }],
    ['a query', '/graphql', { method: 'POST', headers: JSON_BODY, body: '{"query":"{ __typename }"}' }],
    ['a page', '/vocabulary/', {}],
    ['an address that the hub does not have', '/nothing', {}],
  ])('%s', async (_words, path, init) => {
    const headers = { ...init.headers, Traceparent: SENT, Tracestate: 'vendor=1' };
    expect(await traceOf(path, { ...init, headers })).toEqual({
      header: SENT,
      line: { trace_id: TRACE, span_id: SPAN },
    });
  });

  test('in a version to come', async () => {
    const headers = { Traceparent: `cc-${TRACE}-${SPAN}-03-more` };
    expect(await traceOf('/healthz', { headers })).toMatchObject({ header: SENT });
  });

  test('may come from a page of another site, which reads the answer', async () => {
    const preflight = await fetch(`${hub.url}/api/rdf`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'traceparent',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('traceparent');
    const { headers } = await fetch(`${hub.url}/healthz`, { headers: { Origin: 'https://elsewhere.example' } });
    expect(headers.get('access-control-expose-headers')!.split(',')).toContain('Traceparent');
  });
});

test.each([
  ['none', undefined],
  ['no ids', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capital letters', SENT.toUpperCase()],
  ['fields that version 00 does not have', `${SENT}-more`],
  ['the version that is none', `ff-${TRACE}-${SPAN}-01`],
  ['less than a trace', TRACE],
])('a request with %s has no trace', async (_words, sent) => {
  const headers: Record<string, string> = sent === undefined ? {} : { Traceparent: sent };
  expect(await traceOf('/healthz', { headers })).toEqual({ header: null, line: {} });
});
