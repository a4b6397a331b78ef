/** The requests that a client of Kafka has for one broker, as far as it is known here. */
export interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/**
 * Has queues look for requests that wait only while there are some. The client looks each millisecond as long as a connection is open, and asks
 * for that with a negative delay, of which Node 24 warns on standard error.
 */
export function quietQueues({ prototype: queues }: { readonly prototype: RequestQueue }): void {
  const { scheduleCheckPendingRequests: schedule } = queues;
  queues.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}
