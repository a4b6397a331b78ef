import { setImmediate as letOthersGo, setTimeout as wait } from 'node:timers/promises';
import type { FullLog } from '../log.ts';
import type { Mail, MailCarrier } from './mail.ts';

export interface OutboxTiming {
  /** Waits between tries; a mail that comes later than that has been asked for again. */
  readonly mailRetryMs: readonly number[];
  /** How long the end of the process waits for mails that are on their way. */
  readonly mailStopMs: number;
}

interface OutboxOptions {
  /** Null when there is no server to hand them to: no mail is sent. */
  readonly carrier: MailCarrier | null;
  /** Whether mails that cannot be sent are in the log, with links that open accounts to whoever reads it: for trials alone. */
  readonly showsMails?: boolean;
  readonly log: Omit<FullLog, 'info'>;
  readonly timing: OutboxTiming;
}

interface Posted {
  readonly write: () => Promise<Mail | null>;
  /** That failed. */
  readonly tries: number;
}

const MAX_WAITING = 1000;

/** Sends mails one after another, behind the answers that caused them. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #waiting: Posted[] = [];
  #sending: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Whether mails leave this machine. */
  get hasCarrier(): boolean {
    return this.#options.carrier !== null;
  }

  /** Writes and sends a mail later: null when no mail has to be sent. */
  post(write: () => Promise<Mail | null>): void {
    this.#enqueue({ write, tries: 0 });
  }

  #enqueue(posted: Posted): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#options.log.error({ waiting: MAX_WAITING }, 'a mail was not sent: too many are waiting');
      return;
    }
    this.#waiting.push(posted);
    this.#sending ??= this.#send().finally(() => (this.#sending = null));
  }

  /** Resolves when nothing is left to be sent, or the patience is over. */
  async stop(): Promise<void> {
    const patience = new AbortController();
    const isOver = wait(this.#options.timing.mailStopMs, undefined, { signal: patience.signal }).catch(() => {});
    await Promise.race([this.#sending, isOver]);
    patience.abort();
    this.#isStopped = true;
    this.#options.carrier?.close();
  }

  async #send(): Promise<void> {
    // What caused it is answered first.
    await letOthersGo();
    for (let posted = this.#waiting.shift(); posted !== undefined; posted = this.#waiting.shift()) {
      const { write, tries } = posted;
      try {
        const mail = await write();
        if (mail !== null) await this.#deliver(mail, tries);
      } catch (error) {
        this.#options.log.error({ err: error }, 'a mail could not be written');
      }
    }
  }

  async #deliver(mail: Mail, tries: number): Promise<void> {
    const { carrier, log, timing } = this.#options;
    if (carrier === null) {
      const { to, subject } = mail;
      const shown = this.#options.showsMails === true ? { mail } : { to, subject };
      log.warn(shown, 'HUB_SMTP_URL is not set, so this mail is sent to nobody');
      return;
    }
    try {
      await carrier.send(mail);
      log.debug({ subject: mail.subject }, 'a mail was sent');
    } catch (error) {
      const pauseMs = timing.mailRetryMs[tries];
      const isLost = pauseMs === undefined || isRefusal(error) || this.#isStopped;
      log[isLost ? 'error' : 'warn']({ subject: mail.subject, failure: wordsOf(error) }, 'a mail could not be sent');
      // Others need not wait for it.
      if (!isLost) setTimeout(() => this.#enqueue({ write: async () => mail, tries: tries + 1 }), pauseMs).unref();
    }
  }
}

/** The server says for good that it won't take it (RFC 5321 §4.2.1). */
function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500;
}

/** Without the addresses that the server quotes. */
function wordsOf(error: unknown): string {
  return String((error as Error).message).replaceAll(/[^\s<>]+/g, (word) =>
    word.slice(1, -1).includes('@') ? '<address>' : word,
  );
}
