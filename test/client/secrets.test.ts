import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PlatformClient } from '../../src/client/library.ts';
import {
  ADA,
  answering,
  answeringJson,
  cutting,
  failureOf,
  sendJson,
  TestPlatform,
  type Misbehaviour,
} from './test-platform.ts';

const TOKEN = '/api/v1/token';
const ECHO = '/api/v1/echo';

let platform: TestPlatform;
beforeEach(async () => {
  platform = await new TestPlatform().start();
});
afterEach(() => platform.stop());

/** All that logs and consoles may make of a thing. */
function tellingsOf(thing: unknown): string {
  const own = thing instanceof Error ? [thing.message, thing.stack, String(thing.cause)] : [];
  const shown = inspect(thing, { showHidden: true, depth: 10, getters: true });
  return [...own, shown, String(thing), JSON.stringify(thing), Object.entries(thing as object).join()].join('\n');
}

function expectNoSecret(told: string, ...secrets: readonly string[]): void {
  for (const secret of [ADA.password, ...secrets])
    for (const spelling of [secret, encodeURIComponent(secret), secret.replaceAll(' ', '+'), btoa(secret)])
      expect(told).not.toContain(spelling);
}

test('a client shows neither its credentials nor its tokens', async () => {
  const client = platform.client();
  const signedIn = await client.signIn();
  await client.fetch(ECHO);
  const token = platform.seen.at(-1)!.headers.authorization!.slice('Bearer '.length);
  for (const thing of [client, signedIn, await client.signedIn(), { client }, [client]])
    expectNoSecret(tellingsOf(thing), token);
});

const echoing =
  (status: number): Misbehaviour =>
  ({ body }, response) =>
    sendJson(response, status, { detail: `Not taken: ${new URLSearchParams(body).get('password') ?? body}` });

test.each<[string, Misbehaviour]>([
  ['a refusal that repeats the password', echoing(401)],
  ['a refusal that repeats the request', ({ body }, response) => sendJson(response, 400, { non_field_errors: [body] })],
  ['a refusal that repeats it by field', answeringJson(400, { password: [`${ADA.password} is too common.`] })],
  [
    'a refusal that tells a token',
    answeringJson(401, { detail: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${'a'.repeat(43)}` }),
  ],
  ['a failure that repeats the password', echoing(500)],
  ['an answer of another shape that does', answeringJson(200, { password: ADA.password })],
  ['an answer with a strange token', answeringJson(200, { access: `${ADA.password}\n`, refresh: 'a.b.c' })],
  ['half an answer with it', cutting(`{"access":"${ADA.password}`)],
  ['a redirect to it', answering(302, { location: `https://a.example/?password=${encodeURIComponent(ADA.password)}` })],
  ['a head that is no HTTP', (_seen, response) => response.socket!.end(`HTTP/1.1 200 OK\r\n${ADA.password}\r\n\r\n`)],
])('%s leaves no secret in the error', async (_name, misbehaviour) => {
  platform.misbehave(TOKEN, ...Array.from({ length: 4 }, () => misbehaviour));
  const error = await failureOf(platform.client().fetch(ECHO));
  expect(error).toMatchObject({ code: expect.any(String) });
  expectNoSecret(tellingsOf(error));
});

test('a request that fails leaves no token in the error', async () => {
  const client = platform.client({ patience: { attempts: 1 } });
  await client.fetch(ECHO);
  const token = platform.seen.at(-1)!.headers.authorization!.slice('Bearer '.length);
  platform.misbehave(ECHO, cutting(), (_seen, response) => response.socket!.end(`HTTP/1.1 200 OK\r\n${token}\r\n\r\n`));
  for (let i = 0; i < 2; i++) expectNoSecret(tellingsOf(await failureOf(client.fetch(ECHO))), token);
});

test('options that are mistaken are told without their values', () => {
  const create = (options: object): PlatformClient =>
    new PlatformClient({ environment: 'playground', addresses: { playground: platform.url }, ...options });
  for (const options of [
    { environment: ADA.password },
    { addresses: { playground: ADA.password } },
    { addresses: { playground: `https://ada:${encodeURIComponent(ADA.password)}@a.example` } },
    { timeoutMs: ADA.password },
    { patience: { attempts: ADA.password } },
  ]) {
    let error: unknown;
    try {
      create(options);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'invalid-option' });
    expectNoSecret(tellingsOf(error));
  }
});

test('credentials that are none are told without their values', async () => {
  for (const credentials of [
    { password: ADA.password },
    { email: '', password: ADA.password },
    ADA.password,
    [ADA.password],
  ]) {
    const client = platform.client({ credentials: () => credentials as never });
    const error = await failureOf(client.fetch(ECHO));
    expect(error).toMatchObject({ code: 'no-credentials' });
    expectNoSecret(tellingsOf(error));
  }
  expect(platform.seen).toEqual([]);
});

test('nothing is written to the console', async () => {
  const written: unknown[] = [];
  const original = { ...console };
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
    console[name] = (...words) => void written.push(words);
  try {
    platform.misbehave(TOKEN, answering(500), cutting(), answeringJson(401, { detail: 'no' }));
    await failureOf(platform.client().fetch(ECHO));
  } finally {
    Object.assign(console, original);
  }
  expect(written).toEqual([]);
});
