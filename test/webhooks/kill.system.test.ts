import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import { createSecret } from '../../src/webhooks/sign.ts';
import { WebhooksGraph } from '../../src/webhooks/webhooks-graph.ts';
import { webhookRecords } from '../../src/webhooks/webhooks.queries.ts';
import { portOf, startMain, startProgram, type Program } from '../support/hub-process.ts';
import { REVIEWABLE } from '../vocabulary/shaped-vocabulary.ts';
import { startReceiver, verify, type Receiver } from './receiver.ts';

const HUB = hubNamespaces('http://localhost:4000');
const SECRET = createSecret();
/** A try of a hub that died is over for certain after twenty seconds, and a busy machine takes its time. */
const PATIENTLY = { timeout: 90_000 };

let folder: string;
let receiver: Receiver;
let doesAnswer = false;
const hubs: Program[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-webhooks-'));
  receiver = await startReceiver((_request, response) => doesAnswer && response.writeHead(204).end());
});
afterEach(async () => {
  for (const hub of hubs.splice(0)) await kill(hub);
  await receiver.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A store with a vocabulary, and a webhook that was told of another one. */
async function fillFolder(): Promise<void> {
  const { baseUrl, vocabulary, vocabularyGraph } = HUB;
  const store = new EmbeddedStore({ folder: join(folder, 'store'), baseUrl, recordGraphs: [webhookRecords(HUB)] });
  await store.open();
  await replaceGraph(store, vocabularyGraph, [{ name: 'vocabulary.ttl', text: REVIEWABLE, baseIri: vocabulary }]);
  await new WebhooksGraph(store, HUB).add({
    id: '00000000-0000-4000-8000-000000000000',
    createdAt: new Date(),
    url: receiver.url,
    description: null,
    secrets: [{ value: SECRET, until: null }],
    off: null,
    version: '0'.repeat(64),
    waiting: null,
    deliveries: [],
  });
  await store.close();
}

function startHub(): Program {
  const hub = startMain({ HUB_DATA: folder, HUB_WEBHOOKS_INSIDE: 'on' });
  hubs.push(hub);
  return hub;
}

async function kill(hub: Program): Promise<void> {
  hub.child.kill('SIGKILL');
  await hub.exit;
}

test('what a hub has to tell outlives it, killed in the middle of a try or before the first', async () => {
  await fillFolder();
  const first = startHub();
  await expect.poll(() => receiver.received.length, PATIENTLY).toBe(1);
  await kill(first);
  expect(verify(receiver.received[0]!, SECRET)).toMatchObject({ type: 'vocabulary.changed', data: { changes: null } });

  doesAnswer = true;
  const second = startHub();
  await expect.poll(() => receiver.received.length, PATIENTLY).toBe(2);
  const [lost, delivered] = receiver.received;
  expect(verify(delivered!, SECRET)).toEqual(verify(lost!, SECRET));
  expect(delivered!.headers['webhook-id']).toBe(lost!.headers['webhook-id']);

  // It is killed as soon as it has acknowledged the change.
  await portOf(second);
  const file = join(folder, 'other.ttl');
  await writeFile(file, REVIEWABLE.replace('"Root-mean-square voltage."@en', '"Voltage."@en'));
  const load = startProgram('cli/main.js', { HUB_DATA: folder }, { args: ['store', 'load', file] });
  load.child.stdin!.end();
  expect([await load.exit, load.written.err]).toEqual([0, expect.stringContaining('Loaded')]);
  await kill(second);
  startHub();
  const told = (): unknown[] => receiver.received.slice(2).map((message) => verify(message, SECRET));
  await expect.poll(told, PATIENTLY).toContainEqual(
    expect.objectContaining({
      data: expect.objectContaining({
        previousVersion: (verify(delivered!, SECRET) as { data: { version: string } }).data.version,
        changes: { added: 0, changed: 1, deprecated: 0, removed: 0, others: 0 },
      }),
    }),
  );
}, 240_000);
