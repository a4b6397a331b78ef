import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClientError, type PlatformClient } from '../../src/client/library.ts';
import { pauseMs, readRetryAfterMs } from '../../src/client/patience.ts';
import {
  ADA,
  answering,
  answeringJson,
  cutting,
  failureOf,
  sendJson,
  silent,
  TestPlatform,
  type Misbehaviour,
} from './test-platform.ts';

const TOKEN = '/api/v1/token';
const REFRESH = '/api/v1/token/refresh';
const ECHO = '/api/v1/echo';
const HOUR = 3_600_000;
const HTML = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>';

let platform: TestPlatform;
beforeEach(async () => {
  platform = await new TestPlatform().start();
});
afterEach(() => platform.stop());

const counts = (): number[] => [TOKEN, REFRESH, ECHO].map((path) => platform.count(path));
const times = (n: number, misbehaviour: Misbehaviour): Misbehaviour[] => Array.from({ length: n }, () => misbehaviour);

/** A body that never ends, sent as fast as it is read. */
function endless(status: number): Misbehaviour {
  return (_seen, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    const write = (): void => {
      while (!response.destroyed && response.write(' '.repeat(16_384)));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  };
}

/** A body of which a byte comes now and then. */
const trickling: Misbehaviour = (_seen, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

describe.each([
  ['429', () => answering(429)],
  ['429 in HTML', () => answering(429, { 'content-type': 'text/html' }, HTML)],
  ['500', () => answeringJson(500, { detail: 'boom' })],
  ['502 in HTML', () => answering(502, { 'content-type': 'text/html' }, HTML)],
  ['503', () => answering(503)],
  ['504', () => answering(504)],
  ['a cut connection', () => cutting()],
  ['a cut answer', () => cutting('{"access":"')],
])('%s', (_name, misbehaviour) => {
  test('at the sign-in is waited out', async () => {
    platform.misbehave(TOKEN, ...times(3, misbehaviour()));
    expect((await platform.client().fetch(ECHO)).status).toBe(200);
    expect(counts()).toEqual([4, 0, 1]);
  });

  test('at the refresh is waited out, and never answered with a sign-in', async () => {
    let offMs = 0;
    const client = platform.client({ now: () => Date.now() + offMs });
    await client.fetch(ECHO);
    offMs = HOUR;
    platform.misbehave(REFRESH, ...times(3, misbehaviour()));
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(counts()).toEqual([1, 4, 2]);
    offMs = 2 * HOUR;
    platform.misbehave(REFRESH, ...times(9, misbehaviour()));
    expect(await failureOf(client.fetch(ECHO))).toBeInstanceOf(ClientError);
    expect(counts()).toEqual([1, 8, 2]);
  });

  test('at a request is waited out where repeating does no harm', async () => {
    const client = platform.client();
    await client.signIn();
    platform.misbehave(ECHO, ...times(3, misbehaviour()));
    const cut = _name === 'a cut answer';
    const response = await client.fetch(ECHO, { method: 'PUT', body: 'x' });
    // Who reads the answer meets the cut, for the head of it came.
    if (cut) await expect(response.text()).rejects.toThrow();
    else expect(await response.json()).toMatchObject({ method: 'PUT', body: 'x' });
    expect(platform.count(ECHO)).toBe(cut ? 1 : 4);
  });
});

test('a storm of 429 makes few requests, however many callers there are', async () => {
  platform.misbehave(TOKEN, ...times(100, answering(429)));
  const client = platform.client({ patience: { firstPauseMs: 20 } });
  const failures = await Promise.all(Array.from({ length: 50 }, () => failureOf(client.fetch(ECHO))));
  expect(new Set(failures.map((failure) => (failure as ClientError).code))).toEqual(new Set(['rate-limited']));
  expect(counts()).toEqual([4, 0, 0]);
});

test('a POST is not sent again after a 5xx or a cut, which may have done its work', async () => {
  const client = platform.client();
  await client.signIn();
  platform.misbehave(ECHO, answering(503, { 'retry-after': '0' }), cutting(), answering(429));
  expect((await client.fetch(ECHO, { method: 'POST', body: 'order' })).status).toBe(503);
  expect(await failureOf(client.fetch(ECHO, { method: 'POST', body: 'order' }))).toMatchObject({
    code: 'connection-failed',
  });
  expect(platform.count(ECHO)).toBe(2);
  expect((await client.fetch(ECHO, { method: 'POST', body: 'order' })).status).toBe(200);
});

test('what does not get better is answered as it is', async () => {
  const client = platform.client();
  platform.misbehave(ECHO, ...times(9, answeringJson(503, { detail: 'maintenance' })));
  const response = await client.fetch(ECHO);
  expect([response.status, await response.json()]).toEqual([503, { detail: 'maintenance' }]);
  expect(platform.count(ECHO)).toBe(4);
});

describe('Retry-After', () => {
  test.each([
    ['seconds', '0.2'],
    ['a date', 'Sun, 01 Mar 2026 10:00:00 GMT'],
  ])('in %s is waited for', async (_name, value) => {
    const came: number[] = [];
    let aheadMs = 0;
    platform.tellsDate = false;
    const note: Misbehaviour = (_seen, response) => {
      came.push(Date.now());
      // Dates have seconds; by the client's clock, which counts for an answer without a date, it is 200 ms before this one.
      aheadMs = Date.now() - Date.parse('2026-03-01T10:00:00Z') + 200;
      answering(429, { 'retry-after': value })(_seen, response);
    };
    platform.misbehave(TOKEN, note, (_seen, response) => {
      came.push(Date.now());
      sendJson(response, 200, { access: platform.issue('access'), refresh: platform.issue('refresh') });
    });
    await platform.client({ now: () => Date.now() - aheadMs }).fetch(ECHO);
    expect(came[1]! - came[0]!).toBeGreaterThanOrEqual(195);
  });

  test('beyond the bound is told, not waited for, and holds for the next callers', async () => {
    let offMs = 0;
    const client = platform.client({ now: () => Date.now() + offMs });
    platform.misbehave(TOKEN, answering(429, { 'retry-after': '600' }));
    expect(await failureOf(client.fetch(ECHO))).toMatchObject({
      code: 'rate-limited',
      retryAfterSeconds: expect.any(Number),
    });
    for (let i = 0; i < 5; i++) {
      const failure = (await failureOf(client.fetch(ECHO))) as ClientError;
      expect(failure.code).toBe('rate-limited');
      expect(failure.retryAfterSeconds).toBeGreaterThanOrEqual(590);
      expect(failure.message).toMatch(/Try again in \d+ s\.$/);
    }
    expect(platform.count(TOKEN)).toBe(1);
    offMs = 601_000;
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(platform.count(TOKEN)).toBe(2);
  });

  test('of a refresh holds for a sign-in, too', async () => {
    let offMs = 0;
    const client = platform.client({ now: () => Date.now() + offMs });
    await client.signIn();
    offMs = HOUR;
    platform.misbehave(REFRESH, answering(503, { 'retry-after': '600' }));
    expect(await failureOf(client.fetch(ECHO))).toMatchObject({ code: 'service-unavailable', status: 503 });
    expect(await failureOf(client.signIn())).toMatchObject({ code: 'service-unavailable' });
    expect(counts()).toEqual([1, 1, 0]);
  });

  test('of years does not end the access for good', async () => {
    let offMs = 0;
    const client = platform.client({ now: () => Date.now() + offMs });
    platform.misbehave(TOKEN, answering(429, { 'retry-after': '999999999' }));
    await failureOf(client.fetch(ECHO));
    offMs = 2 * HOUR;
    expect((await client.fetch(ECHO)).status).toBe(200);
  });

  test('of a request beyond the bound leaves the answer to the caller', async () => {
    const client = platform.client();
    platform.misbehave(ECHO, answering(429, { 'retry-after': '600' }));
    const response = await client.fetch(ECHO);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '600']);
    expect(platform.count(ECHO)).toBe(1);
  });

  test.each([
    ['120', 120_000],
    ['1.5', 1500],
    ['0', 0],
    ['0000000120', 120_000],
    ['9999999999', 2 ** 31 * 1000],
    ['9'.repeat(400), 2 ** 31 * 1000],
    ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
    ['-5', null],
    ['soon', null],
    ['Sun Mar  1 10:00:30 2026', 30_000],
    ['Sunday, 01-Mar-26 10:00:30 GMT', 30_000],
    ['2026-03-01', null],
    ['', null],
    ['Infinity', null],
  ])('%j is read by the clock of the answer', (text, ms) => {
    const headers = new Headers({ 'retry-after': text, date: 'Sun, 01 Mar 2026 10:00:00 GMT' });
    expect(readRetryAfterMs(headers, 0)).toBe(ms);
    headers.delete('date');
    expect(readRetryAfterMs(headers, Date.parse('2026-03-01T10:00:00Z'))).toBe(ms);
  });

  test('is never undercut, and pauses without it grow and differ', () => {
    const patience = { attempts: 9, maxWaitMs: 1e6, firstPauseMs: 100, longestPauseMs: 5000 };
    const spread = (failures: number, retryAfterMs: number | null): number[] =>
      Array.from({ length: 200 }, () => pauseMs(patience, failures, retryAfterMs));
    expect(Math.min(...spread(1, 2000))).toBeGreaterThanOrEqual(2000);
    for (const [failures, longest] of [
      [1, 100],
      [4, 800],
      [20, 5000],
    ] as const) {
      const pauses = spread(failures, null);
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(longest / 2);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(longest);
      expect(new Set(pauses).size).toBeGreaterThan(100);
    }
  });
});

describe('a pause that nobody waits for any more', () => {
  const impatiently = (client: PlatformClient): Promise<unknown> =>
    failureOf(client.fetch(ECHO, { signal: AbortSignal.timeout(60) }));
  const tooMany = answering(429, { 'retry-after': '0.3' });

  test.each<[string, Misbehaviour]>([
    ['in it', tooMany],
    ['before it', (seen, response) => void setTimeout(() => tooMany(seen, response), 150)],
  ])('%s ends without another request', async (_name, misbehaviour) => {
    platform.misbehave(TOKEN, misbehaviour);
    expect(await impatiently(platform.client())).toMatchObject({ name: 'TimeoutError' });
    // The pause, in which the next request might be sent, is over then.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(platform.count(TOKEN)).toBe(1);
  });

  test('still holds for the next', async () => {
    const came: number[] = [];
    platform.misbehave(
      TOKEN,
      (seen, response) => {
        came.push(Date.now());
        tooMany(seen, response);
      },
      (_seen, response) => {
        came.push(Date.now());
        sendJson(response, 200, { access: platform.issue('access'), refresh: platform.issue('refresh') });
      },
    );
    const client = platform.client();
    await impatiently(client);
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(came[1]! - came[0]!).toBeGreaterThanOrEqual(295);
    expect(platform.count(TOKEN)).toBe(2);
  });
});

describe('a sign-in that is answered with 200', () => {
  test.each<[string, Misbehaviour]>([
    ['HTML', answering(200, { 'content-type': 'text/html' }, HTML)],
    ['nothing', answering(200)],
    ['null', answeringJson(200, null)],
    ['a list', answeringJson(200, [])],
    ['no access token', answeringJson(200, { refresh: 'a.b.c' })],
    ['no refresh token', answeringJson(200, { access: 'a.b.c' })],
    ['numbers', answeringJson(200, { access: 1, refresh: 2 })],
    ['a token with a line end', answeringJson(200, { access: 'a\r\nX-Evil: 1', refresh: 'a.b.c' })],
    ['an empty token', answeringJson(200, { access: '', refresh: '' })],
    ['a token of a megabyte', answeringJson(200, { access: 'a'.repeat(2 ** 20), refresh: 'a.b.c' })],
    ['a body without end', endless(200)],
    ['204', answering(204)],
    ['302', answering(302, { location: '/login' })],
    ['404', answering(404, { 'content-type': 'text/html' }, HTML)],
    ['405', answeringJson(405, { detail: 'Method "POST" not allowed.' })],
  ])('but %s is told as such, and tried once', async (_name, misbehaviour) => {
    platform.misbehave(TOKEN, misbehaviour);
    const failure = await failureOf(platform.client().fetch(ECHO));
    expect(failure).toMatchObject({ code: 'unexpected-answer' });
    expect((failure as Error).message).toMatch(/address/);
    expect(counts()).toEqual([1, 0, 0]);
  });

  test.each<[string, Misbehaviour]>([
    ['nothing at all', silent],
    ['a byte now and then', trickling],
  ])('but %s is given up in time', async (_name, misbehaviour) => {
    platform.misbehave(TOKEN, ...times(2, misbehaviour));
    const client = platform.client({ signInTimeoutMs: 150, patience: { attempts: 2, firstPauseMs: 1 } });
    expect(await failureOf(client.fetch(ECHO))).toMatchObject({ code: 'timeout' });
    expect(platform.count(TOKEN)).toBe(2);
  });
});

test('a refresh that is answered by something else leads to one sign-in', async () => {
  let offMs = 0;
  const client = platform.client({ now: () => Date.now() + offMs });
  await client.signIn();
  offMs = HOUR;
  platform.misbehave(REFRESH, answering(200, { 'content-type': 'text/html' }, HTML));
  expect((await client.fetch(ECHO)).status).toBe(200);
  expect(counts()).toEqual([2, 1, 1]);
});

test('a request that is not answered in time is told', async () => {
  const client = platform.client({ timeoutMs: 150, patience: { attempts: 1 } });
  platform.misbehave(ECHO, silent);
  expect(await failureOf(client.fetch(ECHO))).toMatchObject({ code: 'timeout' });
});

test('a platform that is not there is told, with the reason', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const client = platform.client({ addresses: { playground: `http://127.0.0.1:${port}` } });
  const failure = (await failureOf(client.fetch(ECHO))) as ClientError;
  expect(failure).toMatchObject({ code: 'connection-failed', message: expect.stringContaining('ECONNREFUSED') });
});

describe('credentials that were refused', () => {
  const WRONG = { email: ADA.email, password: 'a wrong one' };

  test.each<[string, Misbehaviour, RegExp]>([
    [
      '{"detail","code"} with 401',
      answeringJson(401, { detail: 'No active account.', code: 'no' }),
      /"No active account\."/,
    ],
    [
      '{"non_field_errors"} with 400',
      answeringJson(400, { non_field_errors: ['Unable to log in.'] }),
      /"Unable to log in\."/,
    ],
    [
      'arrays per field with 400',
      answeringJson(400, { email: ['Enter a valid email address.'], password: ['Too short.', 'Bad.'] }),
      /"email: Enter a valid email address\. password: Too short\. Bad\."/,
    ],
    ['HTML with 401', answering(401, { 'content-type': 'text/html' }, HTML), /status 401\. Check/],
    ['HTML with 403', answering(403, { 'content-type': 'text/html' }, HTML), /status 403\. Check/],
    ['an endless body with 401', endless(401), /status 401\. Check/],
    ['{"error"} with 401', answeringJson(401, { error: 'Refused.\u001B[31m\n\u0007' }), /"Refused\. \[31m"/],
  ])('with %s are told with the reason, and not sent again', async (_name, misbehaviour, message) => {
    platform.misbehave(TOKEN, misbehaviour);
    const client = platform.client({ credentials: WRONG });
    const failure = (await failureOf(client.fetch(ECHO))) as ClientError;
    expect(failure.code).toBe('credentials-refused');
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toContain('<');
    for (let i = 0; i < 10; i++)
      expect(await failureOf(client.fetch(ECHO))).toMatchObject({
        code: 'credentials-refused',
        retryAfterSeconds: 300,
      });
    expect(await failureOf(client.signIn())).toMatchObject({ code: 'credentials-refused' });
    expect(counts()).toEqual([1, 0, 0]);
  });

  test('are sent once when many ask at the same time', async () => {
    const client = platform.client({ credentials: WRONG });
    const failures = await Promise.all(Array.from({ length: 50 }, () => failureOf(client.fetch(ECHO))));
    expect(new Set(failures.map((failure) => (failure as ClientError).code))).toEqual(new Set(['credentials-refused']));
    expect(platform.count(TOKEN)).toBe(1);
  });

  test('are not sent again after an hour when the refresh token was refused, too', async () => {
    let offMs = 0;
    const client = platform.client({ now: () => Date.now() + offMs });
    await client.signIn();
    platform.accounts.set(ADA.email, 'changed');
    offMs = HOUR;
    platform.misbehave(REFRESH, ...times(9, answeringJson(401, { detail: 'no', code: 'token_not_valid' })));
    for (let i = 0; i < 5; i++)
      expect(await failureOf(client.fetch(ECHO))).toMatchObject({ code: 'credentials-refused' });
    expect(counts()).toEqual([2, 1, 0]);
  });

  test('are sent again once they have changed', async () => {
    const given = [WRONG, WRONG, ADA];
    const client = platform.client({ credentials: () => given.shift()! });
    for (let i = 0; i < 2; i++)
      expect(await failureOf(client.fetch(ECHO))).toMatchObject({ code: 'credentials-refused' });
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(platform.count(TOKEN)).toBe(2);
  });

  test('are sent again when a pause is over, which doubles each time', async () => {
    let offMs = 0;
    const client = platform.client({ credentials: WRONG, now: () => Date.now() + offMs });
    for (const minutes of [0, 4, 6, 10, 17, 30, 37]) {
      offMs = minutes * 60_000;
      await failureOf(client.fetch(ECHO));
    }
    // At 0, 6, 17 and 37 minutes: 5, 10 and 20 minutes after the one before.
    expect(platform.count(TOKEN)).toBe(4);
  });
});
