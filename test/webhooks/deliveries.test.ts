import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import type { Store } from '../../src/store/store.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import type { Version } from '../../src/vocabulary/versions/versions.ts';
import { Deliveries, type DeliveriesOptions, type Posting } from '../../src/webhooks/deliveries.ts';
import type { Attempt } from '../../src/webhooks/send-message.ts';
import { KEPT_DELIVERIES, type Webhook } from '../../src/webhooks/webhook.ts';
import { WebhooksGraph } from '../../src/webhooks/webhooks-graph.ts';
import { webhookQuads, webhookRecords, writeWebhook } from '../../src/webhooks/webhooks.queries.ts';

const HUB = hubNamespaces('https://hub.example');
const HOUR = 3_600_000;
const DELIVERED: Attempt = { status: 204, failure: null };
const REFUSED: Attempt = { status: 500, failure: 'The answer has the status 500.' };

let folder: string;
let store: Store;
let graph: WebhooksGraph;
/** The clock of all hubs. */
let now: number;
/** The version that the store holds. */
let inUse: string | null;
const running: Deliveries[] = [];
const outcomes: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-webhooks-'));
  store = new EmbeddedStore({
    folder: join(folder, 'store'),
    baseUrl: HUB.baseUrl,
    recordGraphs: [webhookRecords(HUB)],
  });
  await store.open();
  graph = new WebhooksGraph(store, HUB);
  now = Date.parse('2026-01-02T03:04:05Z');
  inUse = 'one';
  outcomes.length = 0;
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((hub) => hub.stop()));
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const ID = '00000000-0000-4000-8000-000000000000';

function webhook(id = ID, given: Partial<Webhook> = {}): Webhook {
  return {
    id,
    createdAt: new Date(now),
    url: `https://${id}.example/`,
    description: null,
    secrets: [{ value: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', until: null }],
    off: null,
    version: 'one',
    waiting: null,
    deliveries: [],
    ...given,
  };
}

const register = (...given: Parameters<typeof webhook>): Promise<void> => graph.add(webhook(...given));

/** A hub that sends by `send`. `look` has it look at the store, and resolves when it has done all that is due. */
function startHub(send: DeliveriesOptions['send'], options: Partial<DeliveriesOptions> = {}) {
  let changes = 0;
  const hub = new Deliveries({
    graph,
    inUse: async () => (inUse === null ? null : ({ version: inUse } as Version)),
    messages: { write: async (from, { version }) => JSON.stringify({ from, version, changes: changes++ }) },
    send,
    now: () => new Date(now),
    timing: DEFAULT_TIMING,
    log: { info: () => {}, warn: () => {} },
    note: (outcome) => outcomes.push(outcome),
    random: () => 0.5,
    ...options,
  });
  running.push(hub);
  hub.start();
  return hub;
}

/** An endpoint that never answers. A hub may stop between its claim and its try. */
async function hang(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  setMaxListeners(0, signal);
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

const stored = async (id = ID): Promise<Webhook> => (await graph.find(id))!.webhook;

test('an endpoint that knows the version in use is told nothing', async () => {
  await register();
  const send = vi.fn(async () => DELIVERED);
  const hub = startHub(send);
  await hub.idle();
  expect(send).not.toHaveBeenCalled();
});

test('a change is told once, and then the next one', async () => {
  await register();
  const sent: Posting[] = [];
  const hub = startHub(async (posting) => (sent.push(posting), DELIVERED));
  await hub.idle();
  for (const version of ['two', 'three']) {
    inUse = version;
    hub.wake();
    await hub.idle();
    hub.wake();
    await hub.idle();
  }
  expect(sent.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { from: 'one', version: 'two' },
    { from: 'two', version: 'three' },
  ]);
  expect(await stored()).toMatchObject({ version: 'three', waiting: null, off: null });
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
});

test('a message that was put off by a clock a year ahead is tried when the clock is right again', async () => {
  await register();
  let answer = REFUSED;
  const hub = startHub(async () => answer);
  const right = now;
  now += 365 * 24 * HOUR;
  inUse = 'two';
  hub.wake();
  await hub.idle();
  expect((await stored()).waiting).not.toBeNull();
  now = right;
  answer = DELIVERED;
  hub.wake();
  await hub.idle();
  expect(await stored()).toMatchObject({ version: 'two', waiting: null });
});

test('a message that fails is tried with growing pauses, the same each time, and given up after three days', async () => {
  await register();
  const sent: (Posting & { readonly hour: number })[] = [];
  const begin = now;
  const hub = startHub(async (posting) => (sent.push({ ...posting, hour: (now - begin) / HOUR }), REFUSED));
  inUse = 'two';
  for (let tries = 0; tries < 12; tries++) {
    hub.wake();
    await hub.idle();
    // One moment before it is due, nothing is done.
    const { waiting } = await stored();
    if (waiting === null) break;
    now = waiting.dueAt.getTime() - 1;
    hub.wake();
    await hub.idle();
    expect(sent).toHaveLength(tries + 1);
    now += 1;
    inUse = `three or later, ${tries}`;
  }
  const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  let seconds = 0;
  expect(sent.map(({ hour }) => Math.round(hour * 3_600))).toEqual([0, ...pauses.map((pause) => (seconds += pause))]);
  expect(seconds / 3_600 / 24).toBeGreaterThan(3);
  expect(new Set(sent.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
  expect(outcomes).toEqual([...Array.from(pauses, () => 'failed'), 'given-up']);
  const given = await stored();
  expect(given).toMatchObject({ version: 'one', waiting: null, off: { reason: 'given-up' } });
  expect(given.deliveries).toMatchObject([{ outcome: 'given-up', attempts: 10, status: 500 }]);
  hub.wake();
  await hub.idle();
  expect(sent).toHaveLength(10);

  // Switched on again, it is told of all that it missed.
  await graph.update(ID, (webhook) => ({ ...webhook, off: null }));
  hub.wake();
  await hub.idle();
  expect(JSON.parse(sent.at(-1)!.body)).toMatchObject({ from: 'one', version: inUse });
});

test('pauses differ by up to a fifth', async () => {
  await register();
  inUse = 'two';
  const hub = startHub(async () => REFUSED, { random: () => 1 });
  await hub.idle();
  expect((await stored()).waiting!.dueAt.getTime() - now).toBe(6_000);
});

test.each([
  ['an hour', HOUR, 1, HOUR * 1.2],
  ['an hour', HOUR, 0, HOUR],
  ['a second, which is less than the pause', 1_000, 0.5, 5_000],
  ['a month, of which a day counts', 30 * 24 * HOUR, 0, 24 * HOUR],
  ['ever', Infinity, 0, 24 * HOUR],
])(
  'an endpoint that asks not to be asked for %s is not tried before (%#)',
  async (_, retryAfterMs, random, pauseMs) => {
    await register();
    inUse = 'two';
    const send = vi.fn(async (): Promise<Attempt> => ({ ...REFUSED, status: 503, retryAfterMs }));
    const hub = startHub(send, { random: () => random });
    await hub.idle();
    expect((await stored()).waiting!.dueAt.getTime() - now).toBe(pauseMs);
    now += pauseMs - 1;
    hub.wake();
    await hub.idle();
    expect(send).toHaveBeenCalledOnce();
    now += 1;
    hub.wake();
    await hub.idle();
    expect(send).toHaveBeenCalledTimes(2);
    expect((await stored()).off).toBeNull();
  },
);

test('an endpoint that says that it is gone is switched off at once', async () => {
  await register();
  inUse = 'two';
  const send = vi.fn(async (): Promise<Attempt> => ({ status: 410, failure: 'The answer has the status 410.' }));
  const hub = startHub(send);
  await hub.idle();
  expect(await stored()).toMatchObject({ off: { reason: 'gone' }, deliveries: [{ outcome: 'given-up', status: 410 }] });
  now += 100 * HOUR;
  hub.wake();
  await hub.idle();
  expect(send).toHaveBeenCalledOnce();
});

test('what came while an endpoint was away is told in one message, and no version in use is told twice', async () => {
  await register();
  const bodies: unknown[] = [];
  let isAway = true;
  const hub = startHub(async ({ body }) => (bodies.push(JSON.parse(body)), isAway ? REFUSED : DELIVERED));
  inUse = 'two';
  hub.wake();
  await hub.idle();
  for (const version of ['three', 'four', 'five']) {
    inUse = version;
    hub.wake();
    await hub.idle();
  }
  isAway = false;
  now += 6_000;
  for (let looks = 0; looks < 3; looks++) {
    hub.wake();
    await hub.idle();
  }
  expect(bodies).toMatchObject([
    { from: 'one', version: 'two' },
    { from: 'one', version: 'two' },
    { from: 'two', version: 'five' },
  ]);
});

test('what came while a message waited for its next try is told right behind it', async () => {
  await register();
  const sent: string[] = [];
  const hub = startHub(async ({ body }) => {
    sent.push((JSON.parse(body) as { version: string }).version);
    return sent.length === 1 ? REFUSED : DELIVERED;
  });
  inUse = 'two';
  hub.wake();
  await hub.idle();
  inUse = 'three';
  now = (await stored()).waiting!.dueAt.getTime();
  hub.wake();
  await hub.idle();
  expect(sent).toEqual(['two', 'two']);
  // The look for what other hubs left comes after a minute.
  await expect.poll(() => sent, { timeout: 30_000 }).toEqual(['two', 'two', 'three']);
});

/** A hub that dies in the middle of its first try: it writes nothing more. */
async function dieTrying(sent: Posting[]): Promise<void> {
  const before = sent.length;
  let isDead = false;
  const hub = startHub(
    (posting, signal) => {
      sent.push(posting);
      isDead = true;
      return hang(signal);
    },
    {
      graph: {
        list: () => graph.list(),
        replace: async (...args) => {
          if (isDead) throw new Error('this hub is dead');
          return graph.replace(...args);
        },
      },
    },
  );
  await vi.waitFor(() => expect(sent).toHaveLength(before + 1), 10_000);
  await hub.stop();
}

test('a hub that dies in the middle of a try leaves the message to others, under the same id', async () => {
  await register();
  inUse = 'two';
  const sent: Posting[] = [];
  await dieTrying(sent);
  const other = startHub(async (posting) => (sent.push(posting), DELIVERED));
  await other.idle();
  // It might still come to an end.
  expect(sent).toHaveLength(1);
  now += DEFAULT_TIMING.webhookClaimMs;
  other.wake();
  await other.idle();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ id: sent[0]!.id, body: sent[0]!.body });
  expect(await stored()).toMatchObject({ version: 'two', waiting: null, deliveries: [{ attempts: 2 }] });
});

test('a hub that stops in the middle of a try leaves the message to others at once, and the try does not count', async () => {
  await register();
  inUse = 'two';
  const sent: Posting[] = [];
  for (let stops = 1; stops <= 12; stops++) {
    const stopping = startHub((posting, signal) => (sent.push(posting), hang(signal)));
    await vi.waitFor(() => expect(sent).toHaveLength(stops), 10_000);
    await stopping.stop();
    expect((await stored()).waiting).toMatchObject({ attempts: 0, dueAt: new Date(now) });
  }
  const next = startHub(async (posting) => (sent.push(posting), REFUSED));
  await next.idle();
  expect(new Set(sent.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
  expect((await stored()).waiting).toMatchObject({ attempts: 1, dueAt: new Date(now + 5_000) });
});

test('tries that a crash cut off do not count as failed', async () => {
  await register();
  inUse = 'two';
  const sent: Posting[] = [];
  for (let deaths = 0; deaths < 3; deaths++) {
    await dieTrying(sent);
    now += DEFAULT_TIMING.webhookClaimMs;
  }
  const next = startHub(async (posting) => (sent.push(posting), REFUSED));
  await next.idle();
  expect((await stored()).waiting).toMatchObject({ attempts: 4, dueAt: new Date(now + 5_000) });
});

test('a message at each try of which the hub dies is tried with growing pauses, and given up', async () => {
  await register();
  inUse = 'two';
  const sent: Posting[] = [];
  const pauses: number[] = [];
  for (let deaths = 0; deaths < 13; deaths++) {
    await dieTrying(sent);
    const { dueAt } = (await stored()).waiting!;
    pauses.push((dueAt.getTime() - now - DEFAULT_TIMING.webhookClaimMs) / 1_000);
    now = dueAt.getTime();
  }
  expect(pauses).toEqual([0, 0, 0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, 0]);
  const send = vi.fn(async () => DELIVERED);
  await startHub(send).idle();
  expect(send).not.toHaveBeenCalled();
  const failure = 'The hub ended before it knew what came of the try.';
  expect(await stored()).toMatchObject({
    version: 'one',
    waiting: null,
    off: { reason: 'given-up' },
    deliveries: [{ outcome: 'given-up', attempts: 13, failure }],
  });
});

test('of a message that an earlier release left, all tries count as failed', async () => {
  await register();
  const waiting = {
    id: 'msg_1',
    body: '{}',
    version: 'two',
    createdAt: new Date(now),
    attempts: 2,
    dueAt: new Date(now),
  };
  await graph.update(ID, (webhook) => ({ ...webhook, waiting: waiting as Webhook['waiting'] }));
  inUse = 'two';
  await startHub(async () => REFUSED).idle();
  expect((await stored()).waiting).toMatchObject({ attempts: 3, dueAt: new Date(now + 1_800_000) });
});

test('of several hubs on one store, one tells', async () => {
  for (let at = 0; at < 20; at++) await register(ID.replace(/^0{8}/, String(at).padStart(8, '0')));
  inUse = 'two';
  const sent: string[] = [];
  const send = async ({ url }: Posting): Promise<Attempt> => (sent.push(url), DELIVERED);
  const hubs = [startHub(send), startHub(send), startHub(send)];
  await Promise.all(hubs.map((hub) => hub.idle()));
  expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
  expect(sent).toHaveLength(20);
});

test('a hub that has not read the version in use yet tells nothing', async () => {
  await register(ID, { version: 'two' });
  inUse = null;
  const send = vi.fn(async () => DELIVERED);
  const hub = startHub(send);
  await hub.idle();
  expect(send).not.toHaveBeenCalled();
});

describe('a thousand endpoints', () => {
  test('of which nearly all hang keep nobody waiting who answers', async () => {
    // They failed before.
    const failed = {
      messageId: 'm',
      version: 'one',
      attempts: 10,
      at: new Date(now),
      outcome: 'failed',
      ...REFUSED,
    } as const;
    const webhooks = Array.from({ length: 1_000 }, (_, at) =>
      webhook(ID.replace(/^0{8}/, String(at).padStart(8, '0')), { deliveries: at === 500 ? [] : [failed] }),
    );
    await store.change({ add: webhooks.flatMap((each) => webhookQuads(writeWebhook(each, 1), HUB)) });
    expect((await graph.list()).map(({ webhook: { id } }) => id)).toEqual(webhooks.map(({ id }) => id));
    const good = `https://00000500-0000-4000-8000-000000000000.example/`;
    inUse = 'two';
    let hanging = 0;
    let most = 0;
    const told = new Promise<void>((resolve) => {
      startHub(({ url }, signal) => {
        if (url === good) {
          resolve();
          return Promise.resolve(DELIVERED);
        }
        most = Math.max(most, ++hanging);
        return hang(signal);
      });
    });
    await told;
    expect(most).toBeLessThanOrEqual(16);
  });
});

test('of each endpoint the latest ten messages are known', async () => {
  await register();
  const hub = startHub(async () => DELIVERED);
  for (let at = 0; at < KEPT_DELIVERIES + 3; at++) {
    inUse = `version ${at}`;
    hub.wake();
    await hub.idle();
  }
  const { deliveries } = await stored();
  expect(deliveries).toHaveLength(KEPT_DELIVERIES);
  expect(deliveries[0]).toMatchObject({ version: inUse, outcome: 'delivered', attempts: 1, failure: null });
});

test('a secret that was replaced signs until its time is over', async () => {
  const until = new Date(now + 1_000);
  await register(ID, {
    secrets: [
      { value: 'new', until: null },
      { value: 'old', until },
    ],
  });
  const secrets: (readonly string[])[] = [];
  const hub = startHub(async (posting) => (secrets.push(posting.secrets), DELIVERED));
  for (const version of ['two', 'three']) {
    inUse = version;
    hub.wake();
    await hub.idle();
    now += 1_000;
  }
  expect(secrets).toEqual([['new', 'old'], ['new']]);
});

test('while the store is away nothing is lost', async () => {
  await register();
  inUse = 'two';
  const list = vi.spyOn(graph, 'list').mockRejectedValueOnce(new Error('away'));
  const send = vi.fn(async () => DELIVERED);
  const warned: unknown[] = [];
  const hub = startHub(send, { log: { info: () => {}, warn: (fields) => warned.push(fields) } });
  await hub.idle();
  expect([send.mock.calls.length, warned.length]).toEqual([0, 1]);
  list.mockRestore();
  hub.wake();
  await hub.idle();
  expect(send).toHaveBeenCalledOnce();
});
