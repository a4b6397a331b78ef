import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { call } from './connect.ts';

const ADA = { email: 'ada@example.org', password: 'correct horse battery' };
const TERM = {
  name: 'rotor_torque-kNm',
  description: 'Torque at the rotor shaft of a wind turbine.',
  datatype: 'xsd:double',
  units: 'kilonewton metre',
};

let hub: TestApp;
let token: string;
beforeAll(async () => {
  hub = await createTestApp({ terms: ['voltage-V'] });
  const { operator } = hub.app.accounts;
  await operator.register(ADA);
  await operator.validate(ADA.email);
  token = (await hub.app.accounts.signIn(ADA, 'test')).access;
});
afterAll(() => hub?.stop());

const connectAs = async (authorization: string | null): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${hub.url}/mcp`), { requestInit: { headers } }));
  await client.listTools();
  return client;
};

const post = (authorization: string | null, name = 'suggest_term', args: object = TERM) =>
  fetch(`${hub.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(authorization === null ? {} : { authorization }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });

test('a person who is signed in suggests a term, once, and can ask what became of it', async () => {
  const client = await connectAs(`Bearer ${token}`);
  const { isError, found } = await call(client, 'suggest_term', TERM);
  expect(isError).toBe(false);
  const query = `{ suggestion(receipt: ${JSON.stringify(found['receipt'])}) { name state } }`;
  const told = await fetch(`${hub.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect(await told.json()).toMatchObject({ data: { suggestion: { name: 'rotor_torque-kNm' } } });
  const again = await call(client, 'suggest_term', TERM);
  expect(again.problem).toMatchObject({
    code: 'already-suggested',
    next: expect.stringMatching(/Nothing is to be done/),
  });
  const broken = await call(client, 'suggest_term', { ...TERM, name: 'Rotor Torque' });
  expect(broken.problem).toMatchObject({ code: 'invalid-suggestion', key: 'parameter' });
  await client.close();
});

test('says that it saves something', async () => {
  const client = await connectAs(null);
  const { tools } = await client.listTools();
  const { annotations } = tools.find(({ name }) => name === 'suggest_term')!;
  expect(annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: false });
  await client.close();
});

test.each([
  ['nobody', null, ''],
  ['a token of another hub', 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.AA', ', error="invalid_token"'],
  ['a password', 'Basic YWRhOmFkYQ==', ''],
])('%s is refused, and told where it stands how to sign in', async (_, authorization, error) => {
  const response = await post(authorization);
  expect(response.status).toBe(401);
  const metadata = 'http://localhost:4000/.well-known/oauth-protected-resource/mcp';
  expect(response.headers.get('www-authenticate')).toBe(
    `Bearer realm="vocabulary-hub"${error}, resource_metadata="${metadata}"`,
  );
  expect(await response.json()).not.toHaveProperty('resourceMetadata');
  for (const path of ['', '/mcp']) {
    const described = await fetch(`${hub.url}/.well-known/oauth-protected-resource${path}`);
    expect(await described.json()).toMatchObject({
      resource: 'http://localhost:4000/mcp',
      bearer_methods_supported: ['header'],
    });
  }
});

test('an account that was disabled is refused at once', async () => {
  const bob = { ...ADA, email: 'bob@example.org' };
  const { operator, signIn } = hub.app.accounts;
  await operator.register(bob);
  await operator.validate(bob.email);
  const { access } = await signIn(bob, 'test');
  await operator.disable(bob.email);
  expect((await post(`Bearer ${access}`)).status).toBe(401);
});

test('for the other tools a token, valid or not, makes no difference', async () => {
  for (const authorization of [null, `Bearer ${token}`, 'Bearer nothing'])
    expect((await post(authorization, 'get_term', { name: 'voltage-V' })).status).toBe(200);
});

test('a hub without accounts has no such tool, and nothing to sign in to', async () => {
  const closed = await createTestApp({ terms: ['voltage-V'], config: { hasPlatform: false } });
  try {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${closed.url}/mcp`)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('suggest_term');
    expect((await fetch(`${closed.url}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404);
    await client.close();
  } finally {
    await closed.stop();
  }
});
