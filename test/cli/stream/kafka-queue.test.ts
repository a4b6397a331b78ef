import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quietQueues, type RequestQueue } from '../../../src/cli/stream/transports/kafka-queue.ts';

/** What the client has that is used here. */
interface Queue extends RequestQueue {
  pending: { readonly correlationId: number }[];
  throttledUntil: number;
  sendSocketRequest: (request: unknown) => void;
  checkPendingRequests(): void;
  destroy(): void;
}

const PATH = 'kafkajs/src/network/requestQueue/index.js';
let Queues: new (options: object) => Queue;
let queue: Queue;
let sent: unknown[];
beforeEach(() => {
  vi.useFakeTimers();
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve(PATH)];
  Queues = require(PATH) as typeof Queues;
  quietQueues(Queues);
  queue = new Queues({ maxInFlightRequests: 1, logger: { debug: () => {} } });
  sent = [];
  queue.sendSocketRequest = (request) => sent.push(request);
});
afterEach(() => {
  queue.destroy();
  vi.useRealTimers();
});

test('a queue with nothing in it sets no timer', () => {
  queue.checkPendingRequests();
  expect(vi.getTimerCount()).toBe(0);
});

test('a queue that the broker asked for a pause sends what waits behind it', () => {
  queue.throttledUntil = Date.now() + 500;
  queue.pending = [{ correlationId: 1 }, { correlationId: 2 }];
  queue.checkPendingRequests();
  vi.advanceTimersByTime(400);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(sent).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
