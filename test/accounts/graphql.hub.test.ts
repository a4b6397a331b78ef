import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startPlatform, tokenOf, type Platform } from './platform.ts';

let platform: Platform;
let administrator: string;
beforeAll(async () => {
  platform = await startPlatform();
  await platform.createAdministrator('root@example.org');
  administrator = (await platform.tokens('root@example.org')).access;
});
afterAll(() => platform?.stop());

interface Answer {
  readonly data: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

async function send(query: string, variables: object = {}, authorization?: string): Promise<Answer> {
  const response = await fetch(`${platform.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Answer;
}

/** Runs a mutation that answers with `message` and `problems`. */
async function change(
  mutation: string,
  input: object,
): Promise<{ message: string | null; problems: { code: string; path: string[] }[] }> {
  const type = mutation[0]!.toUpperCase() + mutation.slice(1);
  const { data, errors } = await send(
    `mutation ($input: ${type}Input!) { done: ${mutation}(input: $input) { message problems { code message path } } }`,
    { input },
  );
  expect(errors).toBeUndefined();
  return data!['done'] as { message: string | null; problems: { code: string; path: string[] }[] };
}

test('an account is registered, validated by mail, gets a new password, and forgets it', async () => {
  const email = 'bea@example.org';
  expect(await change('registerAccount', { email })).toMatchObject({ problems: [] });
  expect((await platform.signIn(email)).status).toBe(401);
  const link = tokenOf((await platform.mails.next(email)).text);
  expect(await change('validateAccount', { token: link, password: PASSWORD })).toMatchObject({ problems: [] });
  expect((await platform.signIn(email)).status).toBe(200);

  const changed = await change('changePassword', { email, password: PASSWORD, newPassword: 'another password' });
  expect(changed).toMatchObject({ problems: [] });
  expect((await platform.signIn(email)).status).toBe(401);
  expect((await platform.signIn(email, 'another password')).status).toBe(200);
  expect((await platform.mails.next(email)).message.subject).toBe('Your password was changed');

  expect(await change('requestPasswordReset', { email })).toMatchObject({ problems: [] });
  const token = tokenOf((await platform.mails.next(email)).text);
  expect(await change('resetPassword', { token, newPassword: 'a third password' })).toMatchObject({ problems: [] });
  expect((await platform.signIn(email, 'a third password')).status).toBe(200);
});

describe('what is wrong is told with the argument', () => {
  test.each([
    ['registerAccount', { email: 'no address' }, [['invalid-field', 'email']]],
    ['validateAccount', { token: 'x', password: 'long enough now' }, [['invalid-link']]],
    [
      'changePassword',
      { email: 'root@example.org', password: 'wrong', newPassword: 'long enough now' },
      [['invalid-credentials']],
    ],
    ['resetPassword', { token: 'x', newPassword: 'long enough now' }, [['invalid-link']]],
  ])('%s', async (mutation, input, problems) => {
    const told = await change(mutation, input);
    expect(told.message).toBeNull();
    expect(told.problems.map(({ code, path }) => [code.toLowerCase().replaceAll('_', '-'), ...path.slice(1)])).toEqual(
      problems,
    );
  });
});

test('registering tells the same whether the address has an account', async () => {
  const fresh = await change('registerAccount', { email: 'carl@example.org' });
  const taken = await change('registerAccount', { email: 'root@example.org' });
  expect(taken).toEqual(fresh);
  expect((await platform.mails.next('root@example.org')).message.subject).toBe('You have an account already');
  expect((await platform.signIn('root@example.org')).status).toBe(200);
});

describe('the accounts of others', () => {
  const LIST = '{ accounts { totalCount nodes { email isAdministrator validatedAt disabledAt } } }';

  test('are UNAUTHENTICATED without a token, and with one that is none', async () => {
    for (const authorization of [undefined, 'Bearer x', 'Basic cm9vdDpyb290', 'Bearer', '']) {
      const { data, errors } = await send(LIST, {}, authorization);
      expect(data).toEqual({ accounts: null });
      expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
    }
  });

  test('are 401 where nothing else is answered, with what is wrong with the token', async () => {
    const ask = async (query: string, headers: Record<string, string>, path = '/graphql') => {
      const body = JSON.stringify({ query });
      const response = await fetch(platform.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      await response.arrayBuffer();
      return [response.status, response.headers.get('www-authenticate')];
    };
    const realm = 'Bearer realm="vocabulary-hub"';
    expect(await ask(LIST, {})).toEqual([401, realm]);
    expect(await ask(LIST, { authorization: 'Bearer x' })).toEqual([401, `${realm}, error="invalid_token"`]);
    expect(await ask(LIST, { authorization: 'Bearer' })).toEqual([401, `${realm}, error="invalid_request"`]);
    // Whoever asks for more gets the rest.
    expect(await ask('{ accounts { totalCount } __typename }', { authorization: 'Bearer x' })).toEqual([200, null]);
    expect(await ask('{ __typename }', { authorization: 'Bearer x' })).toEqual([200, null]);
    // Whoever asks for a stream is no worse off.
    expect(await ask(LIST, { authorization: 'Bearer x' }, '/graphql/stream')).toEqual([
      401,
      `${realm}, error="invalid_token"`,
    ]);
    expect(await ask('{ __typename }', { authorization: 'Bearer x' }, '/graphql/stream')).toEqual([200, null]);
  });

  test('are not what an answer is about where another field is null for a reason of its own', async () => {
    const statusOf = async (query: string, variables: object = {}) => {
      const response = await fetch(`${platform.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as Answer;
      expect(Object.values(data!)).toEqual([null, null]);
      return [response.status, ...errors!.map(({ extensions }) => extensions.code)];
    };
    const accounts = 'accounts { totalCount }';
    expect(await statusOf(`{ ${accounts} again: ${accounts} }`)).toEqual([401, 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
    expect(await statusOf(`{ ${accounts} term(name: "nope") { name } }`)).toEqual([200, 'UNAUTHENTICATED']);
    const withoutName = `query ($name: String = "x") { ${accounts} term(name: $name) { name } }`;
    const [status, ...codes] = await statusOf(withoutName, { name: null });
    expect([status, ...codes.sort()]).toEqual([200, 'BAD_USER_INPUT', 'UNAUTHENTICATED']);
  });

  test('are FORBIDDEN to who is no administrator', async () => {
    await platform.createAccount('dora@example.org');
    const { access } = await platform.tokens('dora@example.org');
    const { errors } = await send(LIST, {}, `Bearer ${access}`);
    expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  });

  test('are listed for administrators, without anything of their passwords', async () => {
    const { data } = await send(LIST, {}, `Bearer ${administrator}`);
    expect(data!['accounts']).toMatchObject({
      nodes: expect.arrayContaining([
        { email: 'root@example.org', isAdministrator: true, validatedAt: '2026-01-02T03:04:05.000Z', disabledAt: null },
      ]) as unknown,
    });
  });

  const WITH = '{ account { email isAdministrator disabledAt } problems { code } }';
  test('are disabled, enabled, given a role, and removed', async () => {
    await platform.createAccount('emil@example.org');
    const { access, refresh } = await platform.tokens('emil@example.org');
    const as = (token: string) => (mutation: string) =>
      send(`mutation { done: ${mutation} ${WITH} }`, {}, `Bearer ${token}`);
    const asRoot = as(administrator);
    const input = 'input: { email: "emil@example.org" }';
    expect((await as(access)(`disableAccount(${input})`)).errors![0]!.extensions.code).toBe('FORBIDDEN');
    expect((await asRoot(`disableAccount(${input})`)).data!['done']).toMatchObject({
      problems: [],
      account: { disabledAt: expect.any(String) as unknown },
    });
    expect((await platform.refresh(refresh)).status).toBe(401);
    expect((await platform.signIn('emil@example.org')).status).toBe(401);
    await asRoot(`enableAccount(${input})`);
    // The old tokens stay void.
    expect((await platform.refresh(refresh)).status).toBe(401);
    const again = await platform.tokens('emil@example.org');
    await asRoot('setAccountRole(input: { email: "emil@example.org", isAdministrator: true })');
    expect((await send(LIST, {}, `Bearer ${again.access}`)).errors).toBeUndefined();
    await asRoot('setAccountRole(input: { email: "emil@example.org", isAdministrator: false })');
    expect((await send(LIST, {}, `Bearer ${again.access}`)).errors![0]!.extensions.code).toBe('FORBIDDEN');
    await asRoot(`deleteAccount(${input})`);
    expect((await send(LIST, {}, `Bearer ${again.access}`)).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
    expect((await asRoot(`deleteAccount(${input})`)).data!['done']).toEqual({
      account: null,
      problems: [{ code: 'NOT_FOUND' }],
    });
  });

  test('whose address waits for its validation become no administrators: nobody knows who registered them', async () => {
    await change('registerAccount', { email: 'fritz@example.org' });
    await platform.mails.next('fritz@example.org');
    const { data } = await send(
      `mutation { done: setAccountRole(input: { email: "fritz@example.org", isAdministrator: true }) ${WITH} }`,
      {},
      `Bearer ${administrator}`,
    );
    expect(data!['done']).toEqual({ account: null, problems: [{ code: 'INVALID_FIELD' }] });
  });
});

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'https://evil.hub.example' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
])('a page of another site (%j) can do nothing with an account, nor guess its password', async (headers) => {
  const input = '{ email: "root@example.org", password: "guess", newPassword: "long enough now" }';
  const response = await fetch(`${platform.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: `mutation { changePassword(input: ${input}) { message } }` }),
  });
  const { errors } = (await response.json()) as Answer;
  expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  const form = await fetch(`${platform.url}/account/forgot`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ email: 'root@example.org' }),
  });
  expect(form.status).toBe(403);
});

test('a mutation is not made by an address that somebody follows', async () => {
  const query = 'mutation { requestPasswordReset(input: { email: "root@example.org" }) { message } }';
  const response = await fetch(`${platform.url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { 'apollo-require-preflight': '1' },
  });
  expect(response.status).toBe(405);
});

test('many passwords in one request are refused before any is looked at', async () => {
  const guesses = Array.from(
    { length: 6 },
    (_, at) =>
      `g${at}: changePassword(input: { email: "root@example.org", password: "guess${at}", newPassword: "long enough now" }) { message }`,
  );
  const { errors } = await send(`mutation { ${guesses.join(' ')} }`);
  expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['QUERY_LIMIT_EXCEEDED']);
});

test('the documented endpoints stay open to all, whatever Authorization says', async () => {
  for (const authorization of ['Bearer nonsense', 'Basic cm9vdDpyb290', `Bearer ${administrator}`]) {
    for (const path of [
      '/api/parameters',
      '/api/categories',
      '/api/ontologies',
      '/api/vocabulary',
      '/graphql?query=%7B__typename%7D',
    ]) {
      const { status } = await fetch(platform.url + path, {
        headers: { authorization, 'apollo-require-preflight': '1' },
      });
      expect(`${path} ${status}`).toBe(`${path} 200`);
    }
  }
});
