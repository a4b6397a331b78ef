import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { RowError, type DecodedRow } from '../rdf/rows.ts';
import type { ListPlace, RecordPart } from '../store/records.ts';
import { StoreError, type Store } from '../store/store.ts';
import type { Webhook } from './webhook.ts';
import {
  ALL_WEBHOOKS,
  placeOfRow,
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
/** Webhooks that are read at a time: a thousand hold the thread for a tenth of a second. */
const MANY = 100;

type WebhookRow = DecodedRow<typeof WEBHOOK_ROW>;

/** The webhooks in the store, in a graph of their own. Every method throws HubError `webhooks-unavailable` while the store cannot answer. */
export class WebhooksGraph {
  readonly #store: Store;
  readonly #hub: HubNamespaces;

  constructor(store: Store, hub: HubNamespaces) {
    this.#store = store;
    this.#hub = hub;
  }

  /** All of them, in the order in which they were registered, some at a time where the store can. One that cannot be read is left out. */
  async list(): Promise<StoredWebhook[]> {
    const { webhooksGraph: graph } = this.#hub;
    if (!this.#store.hasLists(graph)) return this.#readable(await this.#select(null));
    const listed: StoredWebhook[] = [];
    for (let after: ListPlace | null = null; ;) {
      const rows: WebhookRow[] = await this.#select(null, [{ graph, list: ALL_WEBHOOKS, after, most: MANY }]);
      listed.push(...this.#readable(rows));
      if (rows.length < MANY) return listed;
      after = placeOfRow(rows.at(-1)!);
    }
  }

  async find(id: string): Promise<StoredWebhook | null> {
    if (!UUID.test(id)) return null;
    const [found] = this.#readable(await this.#select(id, this.#partsOf(id)));
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

  #select(id: string | null, about?: RecordPart[]): Promise<WebhookRow[]> {
    const query = webhooksQuery(id, this.#hub);
    return available(() => this.#store.select(query, WEBHOOK_ROW, about === undefined ? {} : { about }));
  }

  #readable(rows: readonly WebhookRow[]): StoredWebhook[] {
    return rows.flatMap((row) => {
      try {
        return [readWebhook(row, this.#hub)];
      } catch (error) {
        if (error instanceof RowError) return [];
        throw error;
      }
    });
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
