/** The requests that a client of Kafka has for one broker, as far as it is known here. */
export interface RequestQueue {
  readonly pending: readonly unknown[];
  /** Milliseconds since 1970; -1 where the broker has asked for no pause. */
  readonly throttledUntil: number;
  scheduleCheckPendingRequests(): void;
}

/**
 * Has queues look for requests that wait only while there may be some. The client looks each millisecond as long as a connection is open, and asks
 * for that with a negative delay, of which Node 24 warns on standard error.
 */
export function quietQueues({ prototype: queues }: { readonly prototype: RequestQueue }): void {
  const { scheduleCheckPendingRequests: schedule } = queues;
  queues.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
}
