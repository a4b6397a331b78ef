import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMINISTRATOR, NOBODY_SPECIAL, requireAdministrator } from '../support/administrator.ts';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';
import { startReceiver, verify, type Receiver } from './receiver.ts';

const CHANGED = SMALL.replace('"Start"@en', '"Begin"@en');
const METRICS_TOKEN = 'a-token-of-a-test';

let hub: ChangingHub;
let receiver: Receiver;
let status = 204;
beforeAll(async () => {
  hub = await startChangingHub(
    SMALL,
    { mayWebhooksGoInside: true, metrics: { address: null, token: METRICS_TOKEN } },
    { requireAdministrator, now: () => new Date() },
  );
  receiver = await startReceiver((_request, response) => response.writeHead(status).end());
});
afterAll(async () => {
  await hub?.stop();
  await receiver?.stop();
});
beforeEach(() => {
  status = 204;
});

interface Answer {
  // The answers' shapes differ with every query; the tests state them.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

async function ask(query: string, variables: object = {}, authorization = ADMINISTRATOR): Promise<Answer> {
  const response = await fetch(`${hub.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Answer;
}

const WEBHOOK = `webhook { id url description isEnabled offReason offSince toldVersion waiting { attempts } deliveries { messageId outcome status attempts failure } }`;
const PROBLEMS = 'problems { code message path }';

async function change(mutation: string, input: object, extra = ''): Promise<Answer['data']> {
  const type = mutation === 'registerWebhook' ? 'RegisterWebhookInput' : 'WebhookInput';
  const query = `mutation ($input: ${type}!) { done: ${mutation}(input: $input) { ${WEBHOOK} ${extra} ${PROBLEMS} } }`;
  const { data, errors } = await ask(query, { input });
  expect(errors).toBeUndefined();
  return data.done;
}

const register = (input: object = { url: receiver.url }) => change('registerWebhook', input, 'secret');
const list = async (): Promise<Answer['data']> =>
  (await ask(`{ webhooks { totalCount nodes { id isEnabled toldVersion deliveries { outcome status } } } }`)).data
    .webhooks;

test('an endpoint is told of a new version, in words that the package of Standard Webhooks verifies', async () => {
  const before = hub.registry.current().version;
  const { webhook, secret, problems } = await register({ url: receiver.url, description: 'our catalogue' });
  expect([problems, webhook.description, webhook.toldVersion]).toEqual([[], 'our catalogue', before]);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { version } = await hub.use(CHANGED);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(verify(receiver.received[0]!, secret)).toEqual({
    type: 'vocabulary.changed',
    timestamp: expect.any(String),
    data: {
      version,
      previousVersion: before,
      changes: { added: 0, changed: 1, deprecated: 0, removed: 0, others: 0 },
      links: {
        version: `https://hub.example/vocabulary/v/${version}/`,
        vocabulary: `https://hub.example/api/vocabulary?version=${version}`,
        changes: `https://hub.example/api/changes?from=${before}&to=${version}`,
        feed: 'https://hub.example/terms.atom',
      },
    },
  });
  await expect.poll(list).toEqual({
    totalCount: 1,
    nodes: [
      { id: webhook.id, isEnabled: true, toldVersion: version, deliveries: [{ outcome: 'DELIVERED', status: 204 }] },
    ],
  });
  // What the links promise is there.
  const changes = await fetch(`${hub.url}/api/changes?from=${before}&to=${version}`);
  expect(await changes.json()).toMatchObject({ changed: [{ term: expect.anything() }] });
  const metrics = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(await metrics.text()).toContain('hub_webhook_attempts_total{outcome="delivered"} 1');
  await change('deleteWebhook', { id: webhook.id });
  expect(await list()).toEqual({ totalCount: 0, nodes: [] });
});

test('a test message says what came of it, and a new secret signs beside the one before', async () => {
  const { webhook, secret } = await register();
  const test = () => change('testWebhook', { id: webhook.id }, 'delivered status failure');
  expect(await test()).toMatchObject({ delivered: true, status: 204, failure: null });
  expect(verify(receiver.received.at(-1)!, secret)).toMatchObject({ type: 'webhook.test' });
  const renewed = await change('renewWebhookSecret', { id: webhook.id }, 'secret');
  expect(renewed.secret).not.toBe(secret);
  status = 503;
  expect(await test()).toMatchObject({ delivered: false, status: 503, failure: 'The answer has the status 503.' });
  for (const known of [secret, renewed.secret]) verify(receiver.received.at(-1)!, known as string);
  await change('deleteWebhook', { id: webhook.id });
});

test('what an endpoint misses while it is off, it is told when it is on again', async () => {
  const { webhook } = await register();
  expect(await change('disableWebhook', { id: webhook.id })).toMatchObject({
    webhook: { isEnabled: false, offReason: 'SWITCHED_OFF' },
  });
  const count = receiver.received.length;
  const { version } = await hub.use(SMALL);
  expect(await change('enableWebhook', { id: webhook.id })).toMatchObject({
    webhook: { isEnabled: true, offReason: null, offSince: null },
  });
  await expect.poll(() => receiver.received.length).toBe(count + 1);
  expect(JSON.parse(receiver.received.at(-1)!.body)).toMatchObject({ data: { version } });
  status = 410;
  await hub.use(CHANGED);
  await expect
    .poll(async () => (await ask(`{ webhooks { nodes { offReason } } }`)).data.webhooks.nodes)
    .toEqual([{ offReason: 'GONE' }]);
  await change('deleteWebhook', { id: webhook.id });
});

test.each([
  [{ url: 'ftp://hooks.example/' }, 'url', 'The address has to begin with https:// or http://.'],
  [{ url: 'https://a:b@hooks.example/' }, 'url', 'The address must not hold a user or a password.'],
  [
    { url: 'https://8.8.8.8/', description: 'two\nlines' },
    'description',
    'The description is one line of at most 200 characters.',
  ],
])('%j is refused', async (input, field, message) => {
  expect(await register(input)).toEqual({
    webhook: null,
    secret: null,
    problems: [{ code: 'INVALID_FIELD', message, path: ['input', field] }],
  });
});

test.each(['deleteWebhook', 'disableWebhook', 'enableWebhook', 'renewWebhookSecret', 'testWebhook'])(
  '%s of a webhook that there is not is a problem',
  async (mutation) => {
    for (const id of ['no id', '00000000-0000-4000-8000-000000000000'])
      expect(await change(mutation, { id })).toMatchObject({
        webhook: null,
        problems: [{ code: 'NOT_FOUND', path: ['input'] }],
      });
  },
);

test('webhooks are for administrators', async () => {
  for (const query of [
    '{ webhooks { totalCount } }',
    'mutation { registerWebhook(input: { url: "https://8.8.8.8/" }) { secret } }',
    'mutation { testWebhook(input: { id: "1" }) { delivered } }',
    'mutation { deleteWebhook(input: { id: "1" }) { webhook { id } } }',
  ]) {
    const { data, errors } = await ask(query, {}, NOBODY_SPECIAL);
    expect([Object.values(data as object), errors?.[0]?.extensions.code]).toEqual([[null], 'FORBIDDEN']);
  }
});

test('no secret and no address is in the log, and none that was shown is shown again', async () => {
  status = 500;
  const { webhook, secret } = await register({ url: `${receiver.url}?token=hidden` });
  await hub.use(SMALL);
  await expect.poll(async () => (await list()).nodes[0].deliveries).toEqual([{ outcome: 'FAILED', status: 500 }]);
  const all = await ask(`{ webhooks { nodes { id url } } }`);
  expect(all.data.webhooks.nodes[0].url).toContain('token=hidden');
  const seen = JSON.stringify([hub.logged, all]);
  expect(seen).toContain('a webhook could not be told, and will be told later');
  expect(seen).not.toContain(secret.slice('whsec_'.length));
  expect(JSON.stringify(hub.logged)).not.toContain('hidden');
  await change('deleteWebhook', { id: webhook.id });
});
