import { randomUUID } from 'node:crypto';
import type { Log } from '../log.ts';
import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Store } from '../store/store.ts';
import type { ChangeCounts } from '../vocabulary/versions/change-counts.ts';
import type { Version, Versions } from '../vocabulary/versions/versions.ts';
import { readVocabularyState } from '../vocabulary/vocabulary-state.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { ChangeMessages } from './change-message.ts';
import { Deliveries, type DeliveriesTiming, type Posting } from './deliveries.ts';
import { sendMessage, type Attempt, type SendRules } from './send-message.ts';
import { createSecret } from './sign.ts';
import { findAddresses, readTarget, resolveByDns, TargetError, type ResolveName } from './target.ts';
import { signingSecrets, type Outcome, type Webhook } from './webhook.ts';
import { WebhooksGraph } from './webhooks-graph.ts';

/** What administrators do with webhooks. The adapters check who may. Every method throws HubError `webhooks-unavailable` while the store cannot answer. */
export interface Webhooks {
  /** In the order in which they were registered. */
  list(): Promise<readonly Webhook[]>;
  /**
   * A new one, which is told of changes from now on, with its secret, which is shown this once.
   *
   * @throws HubError `invalid-field` for an address to which nothing may be sent, and when there are too many; `registry-unavailable`
   */
  register(given: NewWebhook): Promise<WithSecret>;
  /** Null when there is none. */
  remove(id: string): Promise<Webhook | null>;
  /** Has changes told again, what was missed included; null when there is none. */
  enable(id: string): Promise<Webhook | null>;
  disable(id: string): Promise<Webhook | null>;
  /** A new secret. The one before signs, too, for a day. Null when there is none. */
  renewSecret(id: string): Promise<WithSecret | null>;
  /** Sends a message that tells nothing, once, and says what came of it; null when there is none. @throws HubError `registry-unavailable` */
  test(id: string): Promise<{ readonly webhook: Webhook; readonly attempt: Attempt } | null>;
  /** Tells of changes from now on. */
  start(): void;
  stop(): Promise<void>;
}

interface NewWebhook {
  readonly url: string;
  readonly description: string | null;
}

export interface WithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

interface WebhooksOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  readonly versions: Pick<Versions, 'find' | 'current'>;
  readonly counts: Pick<ChangeCounts, 'count'>;
  /** The vocabulary in use, if it is what the store holds at this revision; of a registry that never reads the store, none. */
  readonly vocabularyAt?: ((revision: string) => Vocabulary | null) | undefined;
  /** Calls `listener` with each vocabulary that comes into use. Returns what ends that. */
  readonly onVocabulary: (listener: () => void) => () => void;
  /** Whether also `http:` and addresses inside the network may be sent to. */
  readonly isInsideAllowed: boolean;
  readonly now: () => Date;
  readonly timing: DeliveriesTiming;
  readonly log: Log;
  readonly note?: ((outcome: Outcome) => void) | undefined;
  /** In place of name servers. */
  readonly resolve?: ResolveName;
  readonly maxWebhooks?: number;
}

const MAX_WEBHOOKS = 1_000;
const MAX_DESCRIPTION = 200;
const DAY_MS = 24 * 3_600_000;
/** Secrets of a webhook that sign at a time: each makes a signature. */
const MAX_SECRETS = 3;
const RESOLVE_MS = 5_000;

/** Webhooks over a store. Call `start` before and `stop` after use. */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { store, hub, versions, now, timing, log, note, maxWebhooks = MAX_WEBHOOKS } = options;
  const { isInsideAllowed, resolve = resolveByDns } = options;
  const rules: SendRules = { isInsideAllowed, resolve, timeoutMs: timing.webhookMs };
  const graph = new WebhooksGraph(store, hub);
  const messages = new ChangeMessages({ hub, versions, counts: options.counts });
  const send = (posting: Posting, signal: AbortSignal): Promise<Attempt> => sendMessage(posting, rules, signal);
  const inUse = (): Promise<Version | null> => findInUse(options);
  const deliveries = new Deliveries({ graph, inUse, messages, send, now, timing, log, note });
  const stopping = new AbortController();
  let unsubscribe = (): void => {};
  const woken = <T>(result: T): T => {
    deliveries.wake();
    return result;
  };
  return {
    list: async () => (await graph.list()).map(({ webhook }) => webhook),
    async register(given) {
      await checkNew(given, rules);
      const { version } = versions.current();
      if ((await graph.list()).length >= maxWebhooks)
        throw invalidField('url', `There are ${maxWebhooks} webhooks, which is as many as may be. Delete one first.`);
      const secret = createSecret();
      const webhook: Webhook = {
        id: randomUUID(),
        createdAt: now(),
        ...given,
        secrets: [{ value: secret, until: null }],
        off: null,
        version,
        waiting: null,
        deliveries: [],
      };
      await graph.add(webhook);
      return woken({ webhook, secret });
    },
    remove: (id) => graph.remove(id),
    enable: async (id) => woken(await graph.update(id, (webhook) => ({ ...webhook, off: null }))),
    disable: (id) =>
      graph.update(id, (webhook) =>
        webhook.off !== null ? webhook : { ...webhook, off: { reason: 'switched-off', since: now() }, waiting: null },
      ),
    async renewSecret(id) {
      const secret = createSecret();
      const until = new Date(now().getTime() + DAY_MS);
      const webhook = await graph.update(id, ({ secrets, ...webhook }) => {
        const before = secrets.map((known) => ({ ...known, until: known.until ?? until }));
        const signing = before.filter((known) => known.until > now());
        return { ...webhook, secrets: [{ value: secret, until: null }, ...signing].slice(0, MAX_SECRETS) };
      });
      return webhook === null ? null : { webhook, secret };
    },
    async test(id) {
      const stored = await graph.find(id);
      if (stored === null) return null;
      const { webhook } = stored;
      const at = now();
      const body = messages.writeTest(versions.current(), at);
      const secrets = signingSecrets(webhook, at);
      const posting = { id: `msg_${randomUUID()}`, body, url: webhook.url, secrets, at };
      return { webhook, attempt: await send(posting, stopping.signal) };
    },
    start() {
      unsubscribe = options.onVocabulary(() => deliveries.wake());
      deliveries.start();
    },
    async stop() {
      unsubscribe();
      stopping.abort();
      await deliveries.stop();
    },
  };
}

/** @throws HubError `invalid-field` */
async function checkNew({ url, description }: NewWebhook, rules: SendRules): Promise<void> {
  if (description !== null && (description.length > MAX_DESCRIPTION || /[\p{Cc}\p{Surrogate}]/u.test(description)))
    throw invalidField('description', `The description is one line of at most ${MAX_DESCRIPTION} characters.`);
  try {
    const target = readTarget(url, rules);
    await findAddresses(target, rules, AbortSignal.timeout(RESOLVE_MS));
  } catch (error) {
    if (error instanceof TargetError) throw invalidField('url', error.message);
    // A name that is not known now may be known when something is sent, and each try looks again.
  }
}

function invalidField(field: string, words: string): HubError {
  return new HubError('invalid-field', words, { fields: { [field]: [words] } });
}

/** The version that the store holds at this moment; null when this hub has another one in use, or none. @throws StoreError */
async function findInUse({ store, hub, versions, vocabularyAt }: WebhooksOptions): Promise<Version | null> {
  const state = vocabularyAt === undefined ? null : await readVocabularyState(store, hub);
  try {
    if (state === null) return versions.current();
    const vocabulary = vocabularyAt!(state.revision);
    return vocabulary === null ? null : versions.find(vocabulary.version);
  } catch (error) {
    if (error instanceof HubError && error.code === 'registry-unavailable') return null;
    throw error;
  }
}
