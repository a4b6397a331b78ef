import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WindowCounter } from '../../src/window-counter.ts';
import { describedFetch } from '../support/described-interface.ts';
import { PASSWORD, startPlatform, tokenOf, type Platform } from './platform.ts';

const MINUTE = 60;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ config: { trustedProxies: 1 } });
});
afterAll(() => platform?.stop());

/** Signs in from an address. */
async function attempt(email: string, password: string, client: string) {
  const response = await describedFetch(`${platform.url}/api/v1/token`, {
    method: 'POST',
    headers: { 'x-forwarded-for': client },
    body: new URLSearchParams({ email, password }),
  });
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    policy: response.headers.get('ratelimit-policy'),
    allowance: response.headers.get('ratelimit'),
    body: await response.text(),
  };
}

async function statuses(
  times: number,
  email: (at: number) => string,
  client: (at: number) => string,
): Promise<number[]> {
  const all: number[] = [];
  for (let at = 0; at < times; at++) all.push((await attempt(email(at), `guess ${at}`, client(at))).status);
  return all;
}

const count = (all: readonly number[], status: number): number => all.filter((one) => one === status).length;

describe('wrong passwords', () => {
  test('for one account from one address are ten in a quarter of an hour', async () => {
    await platform.createAccount('ann@example.org');
    const all = await statuses(
      15,
      () => 'ann@example.org',
      () => '192.0.2.1',
    );
    expect([count(all, 401), count(all, 429)]).toEqual([10, 5]);
    const refused = await attempt('ann@example.org', PASSWORD, '192.0.2.1');
    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(15 * MINUTE);
    expect(refused.policy).toBe('"attempts";q=10;w=900');
    expect(refused.allowance).toBe(`"attempts";r=0;t=${refused.retryAfter}`);
    expect(JSON.parse(refused.body)).toMatchObject({ status: 429, error: expect.any(String) as unknown });
    // The owner, who is elsewhere, is not shut out.
    expect((await attempt('ann@example.org', PASSWORD, '198.51.100.7')).status).toBe(200);
    platform.pass(refused.retryAfter);
    expect((await attempt('ann@example.org', PASSWORD, '192.0.2.1')).status).toBe(200);
  });

  test('are counted the same for an account that is not there', async () => {
    platform.pass(60 * MINUTE);
    const all = await statuses(
      15,
      () => 'nobody@example.org',
      () => '192.0.2.2',
    );
    expect([count(all, 401), count(all, 429)]).toEqual([10, 5]);
  });

  test('sent at once are no more', async () => {
    platform.pass(60 * MINUTE);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => attempt('ann@example.org', `at once ${at}`, '192.0.2.3')),
    );
    const all = answers.map(({ status }) => status);
    expect([count(all, 401), count(all, 429)]).toEqual([10, 30]);
  });

  test('from one address for many accounts are fifty', async () => {
    platform.pass(60 * MINUTE);
    const all = await statuses(
      30,
      (at) => `guess${at}@example.org`,
      () => '192.0.2.4',
    );
    platform.pass(2 * MINUTE);
    all.push(
      ...(await statuses(
        30,
        (at) => `more${at}@example.org`,
        () => '192.0.2.4',
      )),
    );
    expect([count(all, 401), count(all, 429)]).toEqual([50, 10]);
  });

  test('from everywhere at one account slow it down, and its owner signs in all the same', async () => {
    platform.pass(60 * MINUTE);
    await platform.createAccount('bea@example.org');
    expect((await attempt('bea@example.org', PASSWORD, '203.0.113.1')).status).toBe(200);
    const all = await statuses(
      70,
      () => 'bea@example.org',
      (at) => `198.51.100.${at}`,
    );
    // One more is let through, and then one in ten seconds.
    expect([count(all, 401), count(all, 429)]).toEqual([51, 19]);
    const late = await attempt('bea@example.org', 'guess', '198.51.100.200');
    expect([late.status, late.retryAfter]).toEqual([429, 10]);
    // From where she was before,
    expect((await attempt('bea@example.org', PASSWORD, '203.0.113.1')).status).toBe(200);
    // from elsewhere after a moment,
    platform.pass(10);
    expect((await attempt('bea@example.org', PASSWORD, '203.0.113.2')).status).toBe(200);
    // and at once after she chose a new password by mail.
    expect((await attempt('bea@example.org', PASSWORD, '203.0.113.3')).status).toBe(429);
    await platform.accounts.requestPasswordReset('bea@example.org', '203.0.113.3');
    const token = tokenOf((await platform.mails.next('bea@example.org')).text);
    await platform.accounts.resetPassword({ token, newPassword: 'a new password' }, '203.0.113.3');
    expect((await attempt('bea@example.org', 'a new password', '203.0.113.3')).status).toBe(200);
  });

  test('do not count when they are right', async () => {
    platform.pass(60 * MINUTE);
    for (let round = 0; round < 3; round++) {
      const all = await Promise.all(
        Array.from({ length: 20 }, () => attempt('ann@example.org', PASSWORD, '192.0.2.5')),
      );
      expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      platform.pass(MINUTE);
    }
  });

  test('also count where a password is changed', async () => {
    platform.pass(60 * MINUTE);
    const change = { email: 'ann@example.org', newPassword: 'a new password' };
    for (let at = 0; at < 10; at++) {
      await expect(
        platform.accounts.changePassword({ ...change, password: `guess ${at}` }, '192.0.2.6'),
      ).rejects.toMatchObject({ code: 'invalid-credentials' });
    }
    await expect(
      platform.accounts.changePassword({ ...change, password: PASSWORD }, '192.0.2.6'),
    ).rejects.toMatchObject({ code: 'too-many-attempts' });
  });
});

describe('mails', () => {
  test('that an address asks for are twenty an hour', async () => {
    for (let at = 0; at < 20; at++)
      await platform.accounts.requestPasswordReset(`nobody${at}@example.org`, '192.0.2.7');
    await expect(platform.accounts.requestPasswordReset('ann@example.org', '192.0.2.7')).rejects.toThrow(/too many/);
  });

  test('that a mailbox gets unasked are three an hour, and nobody is told', async () => {
    await platform.createAccount('carl@example.org');
    const before = platform.mails.received.length;
    for (let at = 0; at < 8; at++)
      await platform.accounts.requestPasswordReset('carl@example.org', `192.0.2.${50 + at}`);
    await platform.createAccount('dora@example.org');
    const sent = platform.mails.received.slice(before).filter(({ to }) => to.includes('carl@example.org'));
    expect(sent).toHaveLength(3);
  });

  test('for new passwords come however often others register the address', async () => {
    await platform.createAccount('erna@example.org');
    for (let at = 0; at < 5; at++) await platform.accounts.register('erna@example.org', `192.0.2.${60 + at}`);
    await platform.accounts.requestPasswordReset('erna@example.org', '192.0.2.1');
    await platform.createAccount('fred@example.org');
    const subjects = platform.mails.received
      .filter(({ to }) => to.includes('erna@example.org'))
      .map(({ message }) => message.subject);
    expect(subjects).toContain('Choose a new password');
  });
});

test('however many keys come, counters stay few', () => {
  let now = 0;
  const counter = new WindowCounter({
    limit: 2,
    windowMs: 1000,
    now: () => new Date(now),
    maxCounters: 100,
    hidesKeys: true,
  });
  for (let at = 0; at < 100_000; at++) counter.count(`key ${at}`);
  // Who was there first is counted alone.
  expect(counter.count('key 0')).toBe(0);
  expect(counter.count('key 0')).toBe(1000);
  expect(counter.size).toBeLessThanOrEqual(100 + 1024);
  now += 1000;
  expect(counter.count('key 99999')).toBe(0);
});
