import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HubClient, PlatformClient, type PlatformClientOptions } from '../../src/client/library.ts';
import { PASSWORD, startPlatform, type Platform } from '../accounts/platform.ts';
import { failureOf } from './test-platform.ts';

// The client against the service of this project. What a service does only when it is ill is in the other files, against test-platform.ts.

const ROOT = { email: 'root@example.org', password: PASSWORD };
const HOUR = 3600;
/** A question to which only administrators get an answer. */
const QUESTION = { query: '{ accounts(first: 1) { nodes { email } } }' };

let platform: Platform;
/** What was asked for, by path. */
let asked: string[];
/** How much of the platform's time has passed, in milliseconds. */
let passedMs = 0;
beforeAll(async () => {
  platform = await startPlatform();
  await platform.createAdministrator(ROOT.email);
}, 60_000);
afterAll(() => platform?.stop());
beforeEach(() => {
  asked = [];
});

function pass(seconds: number): void {
  passedMs += seconds * 1000;
  platform.pass(seconds);
}

/** A client whose clock is that of this machine, many months from that of the platform, and goes with it. */
function create(options: Partial<PlatformClientOptions> = {}): PlatformClient {
  return new PlatformClient({
    environment: 'playground',
    addresses: { playground: platform.url },
    credentials: ROOT,
    now: () => Date.now() + passedMs,
    fetch: (input, init) => {
      asked.push(new URL(input as string).pathname);
      return fetch(input, init);
    },
    ...options,
  });
}

async function ask(client: PlatformClient): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await client.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(QUESTION) });
  return response.json();
}

const count = (path: string): number => asked.filter((one) => one === path).length;

test('an administrator gets answers that others do not get', async () => {
  const client = create();
  expect(await client.signIn()).toMatchObject({ email: ROOT.email, environment: 'playground' });
  expect(await ask(client)).toMatchObject({ data: { accounts: { nodes: [{ email: ROOT.email }] } } });
});

test('parallel calls share one sign-in, and one refresh when the hour is over', async () => {
  const client = create();
  await Promise.all([1, 2, 3, 4].map(() => ask(client)));
  pass(HOUR);
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(client)));
  for (const answer of answers) expect(answer).not.toHaveProperty('errors');
  expect([count('/api/v1/token'), count('/api/v1/token/refresh')]).toEqual([1, 1]);
});

test('the refresh token serves for its day, and then the credentials do', async () => {
  const client = create();
  for (let hours = 0; hours < 24; hours += 6) {
    expect(await ask(client)).not.toHaveProperty('errors');
    pass(6 * HOUR);
  }
  expect([count('/api/v1/token'), count('/api/v1/token/refresh')]).toEqual([1, 3]);
  expect(await ask(client)).not.toHaveProperty('errors');
  expect(count('/api/v1/token')).toBe(2);
});

test('what is not taken is told with the reason, and not sent again', async () => {
  const client = create({ credentials: { ...ROOT, password: 'wrong' } });
  const failure = await failureOf(ask(client));
  expect(failure).toMatchObject({
    code: 'credentials-refused',
    status: 401,
    message: expect.stringMatching(/said: ".+"\. Check/),
  });
  await failureOf(ask(client));
  expect(count('/api/v1/token')).toBe(1);
});

test('an account that is disabled is signed out when its access token ends, and locks nothing', async () => {
  const email = 'dora@example.org';
  await platform.createAdministrator(email);
  const client = create({ credentials: { email, password: PASSWORD } });
  expect(await ask(client)).not.toHaveProperty('errors');
  await platform.accounts.operator.disable(email);
  pass(HOUR);
  expect(await failureOf(ask(client))).toMatchObject({ code: 'credentials-refused' });
  for (let i = 0; i < 20; i++) await failureOf(ask(client));
  expect([count('/api/v1/token'), count('/api/v1/token/refresh')]).toEqual([2, 1]);
});

test('an account whose tokens were ended gets new ones by its next question', async () => {
  const email = 'emma@example.org';
  await platform.createAdministrator(email);
  const client = create({ credentials: { email, password: PASSWORD } });
  expect(await ask(client)).not.toHaveProperty('errors');
  await platform.accounts.operator.disable(email);
  await platform.accounts.operator.enable(email);
  const answers = await Promise.all([1, 2, 3].map(() => ask(client)));
  for (const answer of answers) expect(answer).not.toHaveProperty('errors');
  expect([count('/api/v1/token'), count('/api/v1/token/refresh')]).toEqual([2, 1]);
});

test('the hub is asked with the token when its client is given that fetch', async () => {
  const client = create();
  const hub = new HubClient(platform.url, { fetch: client.fetch, patience: { attempts: 1 } });
  expect(await hub.categories()).toEqual([]);
  expect(count('/api/v1/token')).toBe(1);
});
