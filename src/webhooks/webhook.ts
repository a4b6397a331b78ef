/** Why nothing is sent: an administrator switched it off, the endpoint answered that it is gone, or a message was tried for days in vain. */
export const OFF_REASONS = ['switched-off', 'gone', 'given-up'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

/** What came of a message. */
export const OUTCOMES = ['delivered', 'failed', 'given-up'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A message that has to be delivered: the same text under the same id however often it is tried. */
export interface WaitingMessage {
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** The version of the vocabulary that it tells of. */
  readonly version: string;
  readonly createdAt: Date;
  /** Tries that were begun. */
  readonly attempts: number;
  /** Of these, the ones that are known to have failed. Of the others, but for one under way, nobody knows how they ended. */
  readonly failures: number;
  /** When it is tried next. While a try is under way, when it is tried if nobody says how that ended. */
  readonly dueAt: Date;
}

/** How a message was tried last. */
export interface Delivery {
  readonly messageId: string;
  readonly version: string;
  readonly attempts: number;
  readonly at: Date;
  readonly outcome: Outcome;
  /** Of the answer; null when there was none. */
  readonly status: number | null;
  /** Why not, in words; null when it was delivered. */
  readonly failure: string | null;
}

/** What a receiver knows that a message is the hub's by. */
interface Secret {
  readonly value: string;
  /** After which it signs nothing more; null for the one that was made last. */
  readonly until: Date | null;
}

/** An endpoint that is told when the vocabulary changes. */
export interface Webhook {
  /** A UUID. */
  readonly id: string;
  readonly createdAt: Date;
  readonly url: string;
  readonly description: string | null;
  readonly secrets: readonly Secret[];
  /** Null while messages are sent. */
  readonly off: { readonly reason: OffReason; readonly since: Date } | null;
  /** The version of the vocabulary that the endpoint was told of last; the one in use when it was registered, before that. */
  readonly version: string;
  readonly waiting: WaitingMessage | null;
  /** The latest messages, the newest first. */
  readonly deliveries: readonly Delivery[];
}

/** Deliveries that are kept of each endpoint. */
export const KEPT_DELIVERIES = 10;

/** The secrets that sign at a moment. */
export function signingSecrets({ secrets }: Pick<Webhook, 'secrets'>, now: Date): string[] {
  return secrets.filter(({ until }) => until === null || until > now).map(({ value }) => value);
}

/** With how a message was tried last, in place of what was known of that message. */
export function withDelivery(deliveries: readonly Delivery[], delivery: Delivery): Delivery[] {
  const others = deliveries.filter(({ messageId }) => messageId !== delivery.messageId);
  return [delivery, ...others].slice(0, KEPT_DELIVERIES);
}
