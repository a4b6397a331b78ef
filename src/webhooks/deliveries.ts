import { randomUUID } from 'node:crypto';
import type { Log } from '../log.ts';
import type { Version } from '../vocabulary/versions/versions.ts';
import type { ChangeMessages } from './change-message.ts';
import { Lanes } from './lanes.ts';
import type { Attempt } from './send-message.ts';
import { failedTries, pauseBehind } from './tries.ts';
import { signingSecrets, withDelivery, type Outcome, type WaitingMessage, type Webhook } from './webhook.ts';
import type { WebhooksGraph } from './webhooks-graph.ts';
import type { StoredWebhook } from './webhooks.queries.ts';

export interface DeliveriesTiming {
  /** The longest that a try may take. */
  readonly webhookMs: number;
  /** When a try is over for certain, whatever became of the hub that made it. */
  readonly webhookClaimMs: number;
  /** The pauses behind each try that failed; after the last one the message is given up. */
  readonly webhookRetryMs: readonly number[];
  /** How often it is looked whether another hub left something. */
  readonly webhookLookMs: number;
}

/** A webhook, a message, and what signs it. */
export interface Posting {
  readonly id: string;
  readonly body: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly at: Date;
}

export interface DeliveriesOptions {
  readonly graph: Pick<WebhooksGraph, 'list' | 'replace'>;
  /** The version that the store holds at this moment; null when this hub does not know it, or has none in use. */
  readonly inUse: () => Promise<Version | null>;
  readonly messages: Pick<ChangeMessages, 'write'>;
  /** @throws the reason of the signal when that is aborted */
  readonly send: (posting: Posting, signal: AbortSignal) => Promise<Attempt>;
  readonly now: () => Date;
  readonly timing: DeliveriesTiming;
  readonly log: Log;
  /** Called with what came of each try. */
  readonly note?: ((outcome: Outcome) => void) | undefined;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** Tries that may be under way to endpoints that answered last, and to others. */
const AT_ONCE = 16;
/** Looks are this far apart, unless there is news: each reads all webhooks. */
const LEAST_PAUSE_MS = 2_000;
/** When to look again where a hub was faster, or something could not be read. */
const AGAIN_MS = 5_000;
const GONE = 410;
const CUT_OFF: Attempt = { status: null, failure: 'The hub ended before it knew what came of the try.' };

/**
 * Tells endpoints of changes of the vocabulary. What an endpoint has to be told is what is new since it was told last, which the store
 * says at any time: so nothing is lost with the process, and an endpoint that was away for days gets one message for all that it missed.
 *
 * A try begins with a change of the store that puts the next one into the future. Hubs on one store that want to send the same message
 * make that change of the same revision, which only one of them can; when that one dies, another try is due in a while. A message may
 * therefore come twice, with the same id. A hub that stops gives back what it has begun.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #lanes = { reliable: new Lanes(AT_ONCE), failing: new Lanes(AT_ONCE) };
  /** Webhooks that are being told, or wait for that; true for those that a later look found so. */
  readonly #busy = new Map<string, boolean>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends, by `performance.now()`. */
  #nextLookAt = Infinity;
  #looking: Promise<void> | null = null;
  #isDue = false;
  #isStarted = false;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Looks soon whether there is something to tell: the vocabulary changed, or an endpoint came. */
  wake(): void {
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    this.#isDue = true;
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
  }

  /** Ends tries that are under way: they are made again later. Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.idle();
  }

  /** Resolves when all that is due is done. */
  async idle(): Promise<void> {
    await this.#looking;
    await Promise.all([this.#lanes.reliable.end(), this.#lanes.failing.end()]);
  }

  async #look(): Promise<void> {
    while (this.#isDue && !this.#stopping.signal.aborted) {
      this.#isDue = false;
      await this.#lookOnce();
    }
  }

  async #lookOnce(): Promise<void> {
    const { graph, inUse, now, timing, log } = this.#options;
    clearTimeout(this.#timer);
    this.#nextLookAt = Infinity;
    this.#lookIn(timing.webhookLookMs);
    // What is due later than any pause ends was put off before the clock was set back.
    const farMs = 2 * Math.max(...timing.webhookRetryMs);
    try {
      // In this order: what was in use behind the reading is what an endpoint that is unchanged since has to be told.
      const stored = await graph.list();
      const version = stored.length === 0 ? null : await inUse();
      for (const each of inAnyOrder(stored)) {
        const dueAt = dueAtOf(each.webhook, version);
        if (dueAt === null) continue;
        const leftMs = dueAt.getTime() - now().getTime();
        if (this.#busy.has(each.webhook.id)) this.#busy.set(each.webhook.id, true);
        else if (leftMs > 0 && leftMs < farMs) this.#lookIn(leftMs);
        else this.#tell(each, version);
      }
    } catch (error) {
      this.#lookIn(AGAIN_MS);
      log.warn({ err: error }, 'what webhooks have to be told could not be read; it is tried again');
    }
  }

  #lookIn(ms: number): void {
    const waitMs = Math.max(ms, LEAST_PAUSE_MS);
    const at = performance.now() + waitMs;
    if (at >= this.#nextLookAt || this.#stopping.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#nextLookAt = at;
    this.#timer = setTimeout(() => this.wake(), waitMs).unref();
  }

  #tell(stored: StoredWebhook, version: Version | null): void {
    const { webhook } = stored;
    this.#busy.set(webhook.id, false);
    // Endpoints that fail take long: others do not wait for them.
    const isFailing =
      (webhook.waiting?.attempts ?? 0) > 0 || (webhook.deliveries[0]?.outcome ?? 'delivered') !== 'delivered';
    const lanes = isFailing ? this.#lanes.failing : this.#lanes.reliable;
    lanes.run(async () => {
      try {
        if (!this.#stopping.signal.aborted) await this.#try(stored, version);
      } catch (error) {
        if (!this.#stopping.signal.aborted)
          this.#options.log.warn({ err: error, webhook: webhook.id }, 'a webhook could not be told; it is tried again');
        this.#lookIn(AGAIN_MS);
      }
      const isDueAgain = this.#busy.get(webhook.id) === true;
      this.#busy.delete(webhook.id);
      if (isDueAgain) this.#lookIn(0);
    });
  }

  async #try(stored: StoredWebhook, version: Version | null): Promise<void> {
    const { graph, now, timing } = this.#options;
    const { webhook } = stored;
    const waiting = webhook.waiting ?? (await this.#messageFor(webhook, version!));
    const failed = failedTries(waiting);
    if (failed > timing.webhookRetryMs.length) return this.#conclude(stored, waiting, CUT_OFF);
    const at = now();
    const attempted = { ...waiting, attempts: waiting.attempts + 1 };
    // If this hub ends, the try may count as a failed one.
    const failedThen = failedTries(attempted);
    const pauseMs = failedThen === failed ? 0 : (this.#pauseBehind(failedThen) ?? 0);
    const begun = { ...attempted, dueAt: new Date(at.getTime() + timing.webhookClaimMs + pauseMs) };
    const claimed = await graph.replace(stored, { ...webhook, waiting: begun });
    // Another hub sends it, or somebody changed the webhook.
    if (claimed === null) return this.#lookIn(AGAIN_MS);
    const attempt = await this.#send(claimed, waiting, at);
    await this.#conclude(
      claimed,
      attempt.failure === null ? begun : { ...begun, failures: begun.failures + 1 },
      attempt,
    );
    // While it waited, other versions may have come.
    if (attempt.failure === null && webhook.waiting !== null) this.#lookIn(0);
  }

  /** @throws the reason of the signal when this hub stops: the message waits again as it did before the try. */
  async #send(claimed: StoredWebhook, waiting: WaitingMessage, at: Date): Promise<Attempt> {
    const { graph, send, now } = this.#options;
    const { webhook } = claimed;
    const { signal } = this.#stopping;
    try {
      const secrets = signingSecrets(webhook, at);
      return await send({ id: waiting.id, body: waiting.body, url: webhook.url, secrets, at }, signal);
    } catch (error) {
      if (signal.aborted) await graph.replace(claimed, { ...webhook, waiting: { ...waiting, dueAt: now() } });
      throw error;
    }
  }

  async #messageFor({ version: known }: Webhook, version: Version): Promise<WaitingMessage> {
    const now = this.#options.now();
    const body = await this.#options.messages.write(known, version);
    const id = `msg_${randomUUID()}`;
    return { id, body, version: version.version, createdAt: now, attempts: 0, failures: 0, dueAt: now };
  }

  async #conclude(
    stored: StoredWebhook,
    message: WaitingMessage,
    { status, failure, retryAfterMs = 0 }: Attempt,
  ): Promise<void> {
    const { graph, now, log, note } = this.#options;
    const { webhook } = stored;
    const at = now();
    const pauseMs = status === GONE ? undefined : this.#pauseBehind(failedTries(message), retryAfterMs);
    const outcome = failure === null ? 'delivered' : pauseMs === undefined ? 'given-up' : 'failed';
    const { id: messageId, version, attempts } = message;
    const deliveries = withDelivery(webhook.deliveries, { messageId, version, attempts, at, outcome, status, failure });
    note?.(outcome);
    const fields = { webhook: webhook.id, message: messageId, attempts, status };
    const next = { ...webhook, deliveries };
    if (outcome === 'delivered') {
      await graph.replace(stored, { ...next, version, waiting: null });
      return;
    }
    if (outcome === 'failed') {
      const dueAt = new Date(at.getTime() + pauseMs!);
      await graph.replace(stored, { ...next, waiting: { ...message, dueAt } });
      log.info({ ...fields, failure, dueAt }, 'a webhook could not be told, and will be told later');
      return this.#lookIn(pauseMs!);
    }
    const reason = status === GONE ? 'gone' : 'given-up';
    await graph.replace(stored, { ...next, waiting: null, off: { reason, since: at } });
    log.warn({ ...fields, failure, reason }, 'a webhook was switched off');
  }

  #pauseBehind(failed: number, askedMs = 0): number | undefined {
    const { timing, random = Math.random } = this.#options;
    return pauseBehind(failed, askedMs, timing.webhookRetryMs, random);
  }
}

/** When an endpoint has to be told something; null when there is nothing. */
function dueAtOf({ off, waiting, version: known }: Webhook, version: Version | null): Date | null {
  if (off !== null) return null;
  if (waiting !== null) return waiting.dueAt;
  return version === null || version.version === known ? null : new Date(0);
}

/** So that hubs on one store do not all begin with the same. */
function inAnyOrder<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
