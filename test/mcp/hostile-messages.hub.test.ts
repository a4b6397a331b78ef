import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ terms: ['voltage-V'] });
});
afterAll(() => hub?.stop());

const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** Sends what `fetch` would not: a Host of its own. */
function send(body: string, headers: Record<string, string> = {}, method = 'POST'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${hub.url}/mcp`, { method, headers: { ...JSON_BODY, ...headers } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(pieces).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const message = (method: string, params: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const callOf = (name: string, args: unknown): string => message('tools/call', { name, arguments: args });

/** The result or the error of a message, whether it came as JSON or as an event. */
function answerOf({ text }: Answer): {
  result?: { isError?: boolean; content: { text: string }[] };
  error?: { code: number; message: string };
} {
  return JSON.parse(text.replace(/^event: message\ndata: /, '')) as ReturnType<typeof answerOf>;
}

describe('where a request comes from', () => {
  test.each([
    ['a host that is not the hub', { host: 'evil.example' }],
    ['a host that begins like the hub', { host: 'localhost.evil.example:4000' }],
    ['a host that is none', { host: '///' }],
    ['a host behind a user', { host: 'evil.example@localhost:4000' }],
    ['a host before a path', { host: 'localhost/evil.example' }],
    ['a host that a proxy tells', { host: 'evil.example', 'x-forwarded-host': 'localhost:4000' }],
    ['an address of this machine in IPv6 for IPv4', { host: '[::ffff:127.0.0.1]:4000' }],
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page without an origin, as in a sandbox', { origin: 'null' }],
  ])('%s is refused, and not counted', async (_, headers) => {
    const { status, text, headers: answered } = await send(message('ping', {}), headers);
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({
      type: 'http://localhost:4000/problems/forbidden',
      hint: expect.any(String) as unknown,
    });
    expect(answered['ratelimit']).toBeUndefined();
    expect(answered['access-control-allow-origin']).toBeUndefined();
  });

  test.each([
    ['no origin', {}],
    ['the origin of the hub', { origin: 'http://localhost:4000' }],
    ['this machine in IPv6', { host: '[::1]:4000' }],
    ['another port of this machine', { origin: 'http://localhost:6274', host: '127.0.0.1:9' }],
  ])('%s is answered, and counted as a document', async (_, headers) => {
    const answer = await send(message('ping', {}), headers);
    expect(answer.status).toBe(200);
    expect(answerOf(answer)).toMatchObject({ result: {} });
    expect(answer.headers['ratelimit']).toMatch(/^"documents"/);
  });

  test('pages of other sites may not ask whether they may', async () => {
    const { headers } = await send(
      '',
      { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      'OPTIONS',
    );
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('what is no message', () => {
  test.each([
    ['nothing', '', 400, 'malformed-json'],
    ['no JSON', '{"a":', 400, 'malformed-json'],
    ['a batch', `[${message('ping', {})},${message('ping', {})}]`, 400, 'not-an-object'],
    ['a text', '"hello"', 400, 'not-an-object'],
    ['half a mile of brackets', `{"a":${'['.repeat(100_000)}`, 400, 'too-deep'],
    ['many values', `{"a":[${'0,'.repeat(20_000)}0]}`, 413, 'body-too-large'],
    ['more than a mebibyte', callOf('convert_document', { document: 'x'.repeat(1024 * 1024) }), 413, 'body-too-large'],
  ])('%s is refused', async (_, body, status, code) => {
    const answer = await send(body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ type: `http://localhost:4000/problems/${code}` });
    expect(hub.app.bodyBudget.held).toBe(0);
  });

  test('a form is refused', async () => {
    const { status } = await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(status).toBe(415);
  });

  test.each(['GET', 'DELETE', 'PUT'])('%s is refused: there are no streams and no sessions', async (method) => {
    const { status, headers } = await send('', {}, method);
    expect([status, headers['allow']]).toEqual([405, 'POST, OPTIONS']);
  });

  test.each([
    ['a method that is none', message('tools/steal', {}), -32601],
    ['a stream of news', message('subscriptions/listen', { notifications: {} }), -32601],
    ['a tool that is none', callOf('drop_table', {}), -32602],
    ['a tool named as what every object has', callOf('__proto__', {}), -32602],
    ['a call without a name', message('tools/call', {}), -32602],
  ])('%s is an error of the protocol', async (_, body, code) => {
    const answer = await send(body);
    expect(answerOf(answer).error?.code).toBe(code);
  });
});

describe('arguments', () => {
  test.each([
    ['of another type', { name: 5 }],
    ['that the tool does not have', { name: 'voltage-V', shell: 'rm' }],
    ['that are missing', {}],
    ['that are too long', { name: 'x'.repeat(10_000) }],
  ])('%s are told, with the next step', async (_, args) => {
    const { result } = answerOf(await send(callOf('get_term', args)));
    expect(result?.isError).toBe(true);
    expect(result!.content[0]!.text).toMatch(/Correct the arguments/);
    expect(result!.content[0]!.text.length).toBeLessThan(1_000);
  });

  test('many mistakes make a short answer', async () => {
    const { result } = answerOf(await send(callOf('map_keys', { keys: Array.from({ length: 900 }, () => 1) })));
    expect(result!.content[0]!.text.length).toBeLessThan(3_000);
  });

  test('of a thousand values are refused before they are looked at', async () => {
    const { result } = answerOf(await send(callOf('map_keys', { keys: Array.from({ length: 2_000 }, () => 'a') })));
    expect(result!.content[0]!.text).toMatch(/maximum of 1000 elements/);
  });

  test('a document that is deep, no JSON or half a character is refused as elsewhere', async () => {
    for (const [document, code] of [
      ['['.repeat(100_000), 'too-deep'],
      ['{"a"', 'malformed-json'],
      ['{"a":"\ud800"}', 'not-utf8'],
    ]) {
      const { result } = answerOf(await send(callOf('convert_document', { document })));
      const told = JSON.parse(result!.content[0]!.text) as Record<string, unknown>;
      expect(told).toMatchObject({ code });
      if (code === 'not-utf8') expect(told).toMatchObject({ key: 'document' });
    }
  });
});

test('a client that asks too often is told to wait, as at the other interfaces', async () => {
  const limited = await createTestApp({ terms: ['voltage-V'], config: { rateLimit: 2 } });
  try {
    const ask = () =>
      fetch(`${limited.url}/mcp`, {
        method: 'POST',
        headers: JSON_BODY,
        body: callOf('get_term', { name: 'voltage-V' }),
      });
    const statuses = [await ask(), await ask(), await ask()].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 429]);
    const refused = await ask();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.stop();
  }
});

/** Calls a tool whose query fails. */
async function callFailing(failure: Error): Promise<{ readonly text: string; readonly requestId: string }> {
  const { queries } = hub.app;
  const run = queries.run.bind(queries);
  try {
    queries.run = () => Promise.reject(failure);
    const response = await fetch(`${hub.url}/mcp`, {
      method: 'POST',
      headers: JSON_BODY,
      body: callOf('query_vocabulary', { query: 'ASK {}' }),
    });
    return { text: await response.text(), requestId: response.headers.get('x-request-id')! };
  } finally {
    queries.run = run;
  }
}

test('a tool that fails by a mistake of the hub tells nothing of it but its reference in the log', async () => {
  const { text, requestId } = await callFailing(new Error('a secret of the process'));
  expect(text).not.toContain('secret');
  expect(text).toContain(requestId);
  expect(hub.logged).toContainEqual(expect.objectContaining({ level: 50, requestId }));
});

test('why a tool could not do what it was asked for is in the log', async () => {
  const full = new HubError('converter-busy', 'There is no room.', {}, new Error('a secret of the disk'));
  const { text, requestId } = await callFailing(full);
  expect(text).toContain('There is no room.');
  expect(text).not.toContain('secret');
  expect(hub.logged).toContainEqual(expect.objectContaining({ level: 40, requestId, code: 'converter-busy' }));
});
