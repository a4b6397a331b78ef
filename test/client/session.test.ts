import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Tokens } from '../../src/client/tokens.ts';
import { answering, answeringJson, failureOf, sendJson, TestPlatform, type Misbehaviour } from './test-platform.ts';

const TOKEN = '/api/v1/token';
const REFRESH = '/api/v1/token/refresh';
const ECHO = '/api/v1/echo';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let platform: TestPlatform;
/** The clock of the platform, and that of clients which are told it. */
let time: number;
beforeEach(async () => {
  platform = await new TestPlatform().start();
  time = Date.parse('2026-03-01T10:00:00Z');
  platform.clock = () => time / 1000;
});
afterEach(() => platform.stop());

const now = (): number => time;
const counts = (): number[] => [TOKEN, REFRESH, ECHO].map((path) => platform.count(path));

describe('tokens', () => {
  test('are got when the first request needs them, form-encoded, and serve the ones after it', async () => {
    const client = platform.client({ now });
    expect(platform.seen).toEqual([]);
    const response = await client.fetch(`${ECHO}?a=1`, { method: 'POST', body: 'hello' });
    expect(await response.json()).toEqual({ method: 'POST', path: `${ECHO}?a=1`, body: 'hello' });
    await client.fetch('api/v1/echo');
    expect(counts()).toEqual([1, 0, 2]);
    const [signIn] = platform.seen;
    expect(signIn).toMatchObject({
      method: 'POST',
      body: 'email=ada%40example.org&password=correct+horse+%26+battery%3Dstaple',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    });
    expect(signIn!.headers.authorization).toBeUndefined();
  });

  test('are got once for many requests at the same time', async () => {
    const client = platform.client({ now });
    await Promise.all(Array.from({ length: 50 }, () => client.fetch(ECHO)));
    expect(counts()).toEqual([1, 0, 50]);
  });

  test('are got once by a sign-in and requests at the same time', async () => {
    const client = platform.client({ now });
    await Promise.all([client.fetch(ECHO), client.signIn(), client.fetch(ECHO), client.ensureSignedIn()]);
    expect(counts()).toEqual([1, 0, 2]);
  });

  test('are renewed once for many requests when the hour is over, with the refresh token as JSON', async () => {
    const client = platform.client({ now });
    await client.fetch(ECHO);
    time += HOUR + 1000;
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.fetch(ECHO)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(counts()).toEqual([1, 1, 51]);
    const refresh = platform.seen.find(({ path }) => path === REFRESH)!;
    expect(Object.keys(JSON.parse(refresh.body) as object)).toEqual(['refresh']);
    expect(refresh.headers.authorization).toBeUndefined();
  });

  test('are renewed once when many requests are refused at the same time, at different moments too', async () => {
    const client = platform.client({ now });
    await client.fetch(ECHO);
    const former = platform.seen.at(-1)!.headers.authorization!.slice('Bearer '.length);
    platform.revoke(former);
    // The first half of the 401 comes when all have asked, the other one when there is a new token already.
    const refusals: (() => void)[] = [];
    const refuseFirst = (count: number): void => refusals.splice(0, count).forEach((refuse) => refuse());
    const refused: Misbehaviour = (_seen, response) => {
      refusals.push(() => sendJson(response, 401, { detail: 'expired', code: 'token_not_valid' }));
      if (refusals.length === 20) refuseFirst(10);
    };
    const renewed: Misbehaviour = (_seen, response) => {
      refuseFirst(10);
      sendJson(response, 200, {});
    };
    platform.misbehave(ECHO, ...Array.from({ length: 20 }, () => refused), renewed);
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.fetch(ECHO)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(counts()).toEqual([1, 1, 41]);
  });

  test('are renewed before they expire', async () => {
    const client = platform.client({ now });
    await client.fetch(ECHO);
    time += HOUR - 5 * MINUTE;
    await client.fetch(ECHO);
    expect(counts()).toEqual([1, 0, 2]);
    time += 4 * MINUTE;
    await client.fetch(ECHO);
    expect(counts()).toEqual([1, 1, 3]);
    expect(platform.takes(platform.seen.at(-1)!.headers.authorization!.slice(7), 'access')).toBe(true);
  });

  test('that are good still serve while the platform cannot renew them', async () => {
    const client = platform.client({ now, patience: { firstPauseMs: 200 } });
    await client.fetch(ECHO);
    time += HOUR - MINUTE;
    platform.misbehave(REFRESH, ...Array.from({ length: 9 }, () => answering(503)));
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(platform.count(TOKEN)).toBe(1);
  });

  test('are refreshed again and again with one refresh token, and got anew when its day is over', async () => {
    const client = platform.client({ now });
    await client.fetch(ECHO);
    for (let hours = 1; hours < 24; hours++) {
      time += HOUR;
      expect((await client.fetch(ECHO)).status).toBe(200);
    }
    expect(counts()).toEqual([1, 23, 24]);
    expect(new Set(platform.seen.filter(({ path }) => path === REFRESH).map(({ body }) => body)).size).toBe(1);
    time += HOUR;
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(counts()).toEqual([2, 23, 25]);
  });

  test('are got anew with the credentials when the refresh token is refused', async () => {
    const client = platform.client({ now });
    await client.fetch(ECHO);
    time += HOUR;
    platform.misbehave(REFRESH, answeringJson(401, { detail: 'Token is blacklisted', code: 'token_not_valid' }));
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(counts()).toEqual([2, 1, 2]);
  });

  test('come from a refresh that brings a new refresh token, which then counts', async () => {
    const client = platform.client({ now });
    await client.fetch(ECHO);
    const refresh = platform.issue('refresh');
    platform.misbehave(REFRESH, (_seen, response) =>
      sendJson(response, 200, { access: platform.issue('access'), refresh }),
    );
    time += HOUR;
    await client.fetch(ECHO);
    time += HOUR;
    await client.fetch(ECHO);
    expect(platform.seen.filter(({ path }) => path === REFRESH).at(-1)!.body).toBe(JSON.stringify({ refresh }));
    expect(platform.count(TOKEN)).toBe(1);
  });

  test('may expire within a second', async () => {
    platform.claims = { exp: time / 1000 + 3600.4567 };
    const client = platform.client({ now });
    await client.fetch(ECHO);
    time += HOUR - MINUTE;
    platform.claims = {};
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(counts()).toEqual([1, 1, 2]);
  });

  test('that tell nothing of their time are used until they are refused', async () => {
    platform.misbehave(TOKEN, (_seen, response) =>
      sendJson(response, 200, { access: 'opaque-1', refresh: platform.issue('refresh') }),
    );
    const client = platform.client({ now });
    platform.misbehave(ECHO, answeringJson(200, {}));
    await client.fetch(ECHO);
    expect(platform.seen.at(-1)!.headers.authorization).toBe('Bearer opaque-1');
    time += 5 * HOUR;
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(counts()).toEqual([1, 1, 3]);
  });
});

describe('a request that is refused', () => {
  test('is sent once more with a new token, and no third time', async () => {
    const client = platform.client({ now });
    platform.misbehave(ECHO, ...Array.from({ length: 6 }, () => answeringJson(401, { detail: 'no' })));
    expect((await client.fetch(ECHO)).status).toBe(401);
    expect(counts()).toEqual([1, 1, 2]);
  });

  test('does not renew tokens again when that has just been of no use', async () => {
    const client = platform.client({ now });
    platform.misbehave(ECHO, ...Array.from({ length: 12 }, () => answeringJson(401, { detail: 'no' })));
    for (let i = 0; i < 5; i++) expect((await client.fetch(ECHO)).status).toBe(401);
    expect(counts()).toEqual([1, 1, 6]);
    time += MINUTE;
    await client.fetch(ECHO);
    expect(platform.count(REFRESH)).toBe(2);
  });

  test('is told with a status that is no 401 as it is', async () => {
    const client = platform.client({ now });
    platform.misbehave(ECHO, answeringJson(403, { detail: 'You do not have permission.' }), answering(404));
    expect((await client.fetch(ECHO)).status).toBe(403);
    expect((await client.fetch(ECHO)).status).toBe(404);
    expect(counts()).toEqual([1, 0, 2]);
  });
});

describe.each([
  ['ahead', HOUR],
  ['behind', -HOUR],
  ['a year ahead', 365 * 24 * HOUR],
])('a clock that is %s', (_name, offMs) => {
  const wrong = (): number => time + offMs;

  test.each([
    ['iat and Date', {}, true],
    ['iat alone', {}, false],
    ['Date alone', { iat: undefined }, true],
  ])('makes no renewal too many, with %s', async (_told, claims, tellsDate) => {
    Object.assign(platform, { claims, tellsDate });
    const client = platform.client({ now: wrong });
    for (let i = 0; i < 5; i++) expect((await client.fetch(ECHO)).status).toBe(200);
    expect(counts()).toEqual([1, 0, 5]);
    time += HOUR - MINUTE;
    await client.fetch(ECHO);
    expect(counts()).toEqual([1, 1, 6]);
    time += 30 * MINUTE;
    await client.fetch(ECHO);
    expect(counts()).toEqual([1, 1, 7]);
  });

  test('does no harm when nothing tells the time of the platform', async () => {
    Object.assign(platform, { claims: { iat: undefined }, tellsDate: false });
    const client = platform.client({ now: wrong });
    for (let i = 0; i < 3; i++) expect((await client.fetch(ECHO)).status).toBe(200);
    expect(counts()).toEqual([1, 0, 3]);
    time += HOUR;
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(platform.count(TOKEN) + platform.count(REFRESH)).toBe(2);
  });
});

test.each([true, false])(
  'an iat that a refresh carries on from the sign-in is no now, with Date %s',
  async (tellsDate) => {
    platform.tellsDate = tellsDate;
    const client = platform.client({ now });
    const iat = time / 1000;
    platform.claims = { iat };
    await client.fetch(ECHO);
    for (let hours = 1; hours < 6; hours++) {
      time += HOUR;
      expect((await client.fetch(ECHO)).status).toBe(200);
    }
    // No request was refused, for each renewal came in time.
    expect(counts()).toEqual([1, 5, 6]);
  },
);

test('a clock that jumps while the client runs is survived', async () => {
  let offMs = 0;
  const client = platform.client({ now: () => time + offMs });
  for (const jumpMs of [HOUR, -HOUR, -3 * HOUR, 3 * HOUR]) {
    offMs = jumpMs;
    expect((await client.fetch(ECHO)).status).toBe(200);
    time += HOUR;
    expect((await client.fetch(ECHO)).status).toBe(200);
  }
  expect(platform.count(TOKEN)).toBeLessThanOrEqual(2);
});

describe('a caller who gives up', () => {
  /** Holds the answer to the next sign-in until it is told to let go. */
  function holdSignIn(): () => void {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    platform.misbehave(TOKEN, (_seen, response) => {
      const tokens = { access: platform.issue('access'), refresh: platform.issue('refresh') };
      void held.then(() => sendJson(response, 200, tokens));
    });
    return letGo;
  }

  test('leaves the renewal to those who wait for it', async () => {
    const letGo = holdSignIn();
    const client = platform.client({ now });
    const impatient = new AbortController();
    const reason = new Error('enough');
    const [first, second] = [client.fetch(ECHO, { signal: impatient.signal }), client.fetch(ECHO)];
    setTimeout(() => impatient.abort(reason), 20);
    expect(await failureOf(first)).toBe(reason);
    letGo();
    expect((await second).status).toBe(200);
    expect(counts()).toEqual([1, 0, 1]);
  });

  test('is told at once, with nothing sent, when it has given up before', async () => {
    const error = await failureOf(platform.client({ now }).fetch(ECHO, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: 'AbortError' });
    expect(platform.seen).toEqual([]);
  });

  test('again and again makes one sign-in, not many', async () => {
    const letGo = holdSignIn();
    const client = platform.client({ now });
    for (let i = 0; i < 5; i++) {
      const error = await failureOf(client.fetch(ECHO, { signal: AbortSignal.timeout(20) }));
      expect(error).toMatchObject({ name: 'TimeoutError' });
    }
    letGo();
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(counts()).toEqual([1, 0, 1]);
  });

  test('ends a request under way, and an answer that is being read', async () => {
    const client = platform.client({ now });
    const [early, late] = [new AbortController(), new AbortController()];
    platform.misbehave(
      ECHO,
      () => early.abort(),
      (_seen, response) => response.writeHead(200).write('begun'),
    );
    expect(await failureOf(client.fetch(ECHO, { signal: early.signal }))).toMatchObject({ name: 'AbortError' });
    const response = await client.fetch(ECHO, { signal: late.signal });
    setTimeout(() => late.abort(), 20);
    expect(await failureOf(response.text())).toMatchObject({ name: 'AbortError' });
  });
});

describe('signing in and out', () => {
  test('tells who is signed in and until when, and no token', async () => {
    const client = platform.client({ now });
    expect(await client.signedIn()).toBeNull();
    expect(await client.signIn()).toEqual({
      environment: 'playground',
      address: platform.url,
      email: 'ada@example.org',
      accessExpiresAt: new Date(time + HOUR),
      refreshExpiresAt: new Date(time + 24 * HOUR),
    });
    expect(await client.ensureSignedIn()).toEqual(await client.signedIn());
    expect(platform.count(TOKEN)).toBe(1);
    await client.signOut();
    expect(await client.signedIn()).toBeNull();
  });

  test('amid a renewal that is refused sends the password once', async () => {
    const client = platform.client({ now });
    await client.signIn();
    time += HOUR;
    platform.misbehave(REFRESH, (_seen, response) => {
      void client.signIn().then(() => sendJson(response, 401, {}));
    });
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect(counts()).toEqual([2, 1, 1]);
  });

  test('signs out although tokens are on their way', async () => {
    const client = platform.client({ now });
    platform.misbehave(TOKEN, (_seen, response) => {
      void client
        .signOut()
        .then(() => sendJson(response, 200, { access: platform.issue('access'), refresh: platform.issue('refresh') }));
    });
    await client.signIn();
    expect(await client.signedIn()).toBeNull();
  });

  test('signs out although tokens are on their way to the store', async () => {
    let kept: Tokens | null = null;
    let signedOut: Promise<void> | null = null;
    const tokens = {
      read: async () => kept,
      write: async (written: Tokens) => {
        signedOut = client.signOut();
        await wait(20);
        kept = written;
      },
      clear: async () => void (kept = null),
    };
    const client = platform.client({ now, tokens });
    await client.signIn();
    await signedOut;
    expect(kept).toBeNull();
  });

  test('without credentials tells what is missing', async () => {
    const client = platform.client({ now, credentials: undefined });
    expect(await failureOf(client.fetch(ECHO))).toMatchObject({ code: 'no-credentials' });
    expect(platform.seen).toEqual([]);
  });
});
