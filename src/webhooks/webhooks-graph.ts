import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { RowError } from '../rdf/rows.ts';
import type { RecordPart } from '../store/records.ts';
import { selectByKey } from '../store/select-by-key.ts';
import { StoreError, type Store } from '../store/store.ts';
import type { Webhook } from './webhook.ts';
import {
  ALL_WEBHOOKS,
  readWebhook,
  unchangedPattern,
  WEBHOOK_ROW,
  webhookIri,
  webhookQuads,
  webhooksQuery,
  writeWebhook,
  type StoredWebhook,
} from './webhooks.queries.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What is read after a write that lost a race. */
const MAX_TRIES = 8;
const RETRY_SECONDS = 5;
/** Hubs that add in the same moment may add one more each. */
const MOST_READ = 2_000;

/** The webhooks in the store, in a graph of their own. Every method throws HubError `webhooks-unavailable` while the store cannot answer. */
export class WebhooksGraph {
  readonly #store: Store;
  readonly #hub: HubNamespaces;

  constructor(store: Store, hub: HubNamespaces) {
    this.#store = store;
    this.#hub = hub;
  }

  /** All of them, in the order in which they were registered. One that cannot be read is left out. */
  list(): Promise<StoredWebhook[]> {
    return this.#select(null, [{ graph: this.#hub.webhooksGraph, list: ALL_WEBHOOKS, after: null, most: MOST_READ }]);
  }

  async find(id: string): Promise<StoredWebhook | null> {
    if (!UUID.test(id)) return null;
    const [found] = await this.#select(id, this.#partsOf(id));
    return found ?? null;
  }

  async add(webhook: Webhook): Promise<void> {
    const add = webhookQuads(writeWebhook(webhook, 1), this.#hub);
    await available(() => this.#store.change({ add }));
  }

  /** The webhook as it is then; null when it was changed since it was read, or is gone. */
  async replace(stored: StoredWebhook, webhook: Webhook): Promise<StoredWebhook | null> {
    const next = writeWebhook(webhook, stored.revision + 1);
    const isMade = await available(() =>
      this.#store.change({ ...this.#whileAt(stored), remove: this.#write(stored), add: this.#write(next) }),
    );
    return isMade ? next : null;
  }

  /** The webhook as `change` makes it of the one that the store has; null when there is none. `change` may be called again when somebody else was faster. */
  async update(id: string, change: (webhook: Webhook) => Webhook): Promise<Webhook | null> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const stored = await this.find(id);
      if (stored === null) return null;
      const changed = await this.replace(stored, change(stored.webhook));
      if (changed !== null) return changed.webhook;
    }
    throw unavailable(new Error('the webhook is changed all the time'));
  }

  /** Removes a webhook, from the disk too; null when there is none. */
  async remove(id: string): Promise<Webhook | null> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const stored = await this.find(id);
      if (stored === null) return null;
      const change = { ...this.#whileAt(stored), remove: this.#write(stored) };
      if (!(await available(() => this.#store.change(change)))) continue;
      await this.#store.forget(this.#hub.webhooksGraph);
      return stored.webhook;
    }
    throw unavailable(new Error('the webhook is changed all the time'));
  }

  async #select(id: string | null, about: RecordPart[]): Promise<StoredWebhook[]> {
    const read = (row: Parameters<typeof readWebhook>[0]): StoredWebhook => readWebhook(row, this.#hub);
    const found = await available(() =>
      selectByKey(
        this.#store,
        { query: webhooksQuery(id, this.#hub), key: 'webhook', shape: WEBHOOK_ROW, read },
        { about },
      ),
    );
    return [...found.values()].flatMap((each) => (each instanceof RowError ? [] : [each]));
  }

  #whileAt(stored: StoredWebhook) {
    return { when: unchangedPattern(stored, this.#hub), about: this.#partsOf(stored.webhook.id) };
  }

  #partsOf(id: string): RecordPart[] {
    return [{ graph: this.#hub.webhooksGraph, subjects: [webhookIri(id, this.#hub)] }];
  }

  #write(stored: StoredWebhook): ReturnType<typeof webhookQuads> {
    return webhookQuads(stored, this.#hub);
  }
}

async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreError ? unavailable(error) : error;
  }
}

function unavailable(cause: unknown): HubError {
  const words = 'The webhooks cannot be read or written at this moment. Try again in a few seconds.';
  return new HubError('webhooks-unavailable', words, { retryAfterSeconds: RETRY_SECONDS }, cause);
}
