import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, startPlatform, type Platform } from './platform.ts';

/** Of each kind. The order is shuffled, so that a busy machine slows all of them. */
const ROUNDS = 15;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ config: { trustedProxies: 1 } });
  await Promise.all(
    Array.from({ length: ROUNDS }, async (_, at) => {
      const password = `correct horse ${at}`;
      await platform.accounts.operator.register({ email: `waits${at}@example.org`, password });
      await platform.createAccount(`there${at}@example.org`, password);
      await platform.createAccount(`disabled${at}@example.org`, password);
      await platform.accounts.operator.disable(`disabled${at}@example.org`);
    }),
  );
}, 120_000);
afterAll(() => platform?.stop());

/** How long requests take, by the name of their kind; and every answer, by its status and body. */
async function measure(
  send: (email: string, client: string) => Promise<Response>,
  emails: Readonly<Record<string, (at: number) => string>>,
): Promise<{ times: Map<string, number[]>; answers: Set<string> }> {
  const times = new Map<string, number[]>(Object.keys(emails).map((kind) => [kind, []]));
  const answers = new Set<string>();
  for (let at = 0; at < ROUNDS; at++) {
    for (const kind of Object.keys(emails).toSorted(() => Math.random() - 0.5)) {
      const client = `198.51.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;
      const startedAt = performance.now();
      const response = await send(emails[kind]!(at), client);
      const body = await response.text();
      times.get(kind)!.push(performance.now() - startedAt);
      answers.add(`${response.status} ${body}`);
    }
  }
  return { times, answers };
}

/**
 * Without the hash that takes most of the time, one kind would take less than a tenth of another. The least time of each is compared: what
 * else the machine does only adds to it.
 */
function expectAlike(times: ReadonlyMap<string, readonly number[]>): void {
  const least = Array.from(times.values(), (values) => Math.min(...values));
  expect(Math.max(...least) / Math.min(...least), JSON.stringify([...times.keys(), ...least])).toBeLessThan(2);
}

test('neither answer nor time of a failed sign-in tells whether there is an account, and in which state', async () => {
  const send = (email: string, client: string): Promise<Response> =>
    fetch(`${platform.url}/api/v1/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': client },
      body: new URLSearchParams({ email, password: PASSWORD }),
    });
  const { times, answers } = await measure(send, {
    'wrong password': (at) => `there${at}@example.org`,
    'no account': (at) => `nobody${at}@example.org`,
    'not validated': (at) => `waits${at}@example.org`,
    disabled: (at) => `disabled${at}@example.org`,
  });
  expect(answers.size).toBe(1);
  expectAlike(times);
});

test('neither answer nor time of a registration or a request for a new password does', async () => {
  const mutate = (mutation: string, fields: string) => (email: string, client: string) =>
    fetch(`${platform.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify({
        query: `mutation { done: ${mutation}(input: { email: ${JSON.stringify(email)} ${fields} }) { message problems { code } } }`,
      }),
    });
  const emails = {
    'an account': (at: number) => `there${at}@example.org`,
    'no account': (at: number) => `fresh${at}@example.org`,
  };
  const registered = await measure(mutate('registerAccount', ''), emails);
  expect(registered.answers.size).toBe(1);
  expectAlike(registered.times);
  const others = { ...emails, 'no account': (at: number) => `other${at}@example.org` };
  const reset = await measure(mutate('requestPasswordReset', ''), others);
  expect(reset.answers.size).toBe(1);
  expectAlike(reset.times);
});
