import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StallGuard } from '../../src/http/limits/stall-guard.ts';

const KIBIBYTE = 1024;
const BOUNDS = { checkMs: 500, stallMs: 10_000, stallBytes: 128 * KIBIBYTE, answerMs: 600_000 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Seconds until a client is cut that reads so many KiB a second of an answer given in pieces of 256 KiB; null when it is not in a minute. */
function cutAfter(kibPerSecond: number, isHandleTold: boolean): number | null {
  const piece = 256 * KIBIBYTE;
  const handle = { bytesWritten: piece, writeQueueSize: piece };
  const socket = {
    bytesRead: 0,
    get bytesWritten() {
      return handle.bytesWritten;
    },
    writableLength: piece,
    ...(isHandleTold ? { _handle: handle } : {}),
  };
  let cut: number | null = null;
  const start = performance.now();
  const guard = new StallGuard(
    BOUNDS,
    () => {},
    () => (cut ??= (performance.now() - start) / 1000),
  );
  guard.watch({ socket, complete: true } as unknown as IncomingMessage, { headersSent: true } as ServerResponse);
  for (let ms = 0; ms < 60_000; ms += 100) {
    vi.advanceTimersByTime(100);
    handle.writeQueueSize -= (kibPerSecond * KIBIBYTE) / 10;
    if (handle.writeQueueSize > 0) continue;
    handle.bytesWritten += piece;
    handle.writeQueueSize += piece;
  }
  guard.stop();
  return cut;
}

test('a reader of 20 KB/s is served, though a piece takes it longer than the guard waits', () => {
  expect(cutAfter(20, true)).toBeNull();
});

test('a reader of 12 KB/s, and one that reads nothing, is cut after ten seconds', () => {
  for (const rate of [12, 0]) expect(cutAfter(rate, true)).toBeCloseTo(10.5, 0);
});

test('where the system is not asked, whole pieces count', () => {
  expect(cutAfter(40, false)).toBeNull();
  expect(cutAfter(20, false)).not.toBeNull();
});

test('the time in which the hub was held is not that of its readers', () => {
  let heldMs = 0;
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + heldMs);
  let cuts = 0;
  const guard = new StallGuard(
    BOUNDS,
    () => {},
    () => cuts++,
  );
  const socket = { bytesRead: 0, bytesWritten: 1, writableLength: 1 };
  guard.watch({ socket, complete: true } as unknown as IncomingMessage, { headersSent: true } as ServerResponse);
  vi.advanceTimersByTime(1000);
  heldMs = 60_000;
  vi.advanceTimersByTime(8000);
  expect(cuts).toBe(0);
  vi.advanceTimersByTime(2000);
  expect(cuts).toBe(1);
  guard.stop();
  vi.restoreAllMocks();
});
