import { expect, test, vi } from 'vitest';
import { LocalRateLimit } from '../../src/http/limits/rate-limit.ts';
import { SharedRateLimit, type SharedCount } from '../../src/http/limits/shared-rate-limit.ts';

/** Counts as Redis does for several hubs, each count after a turn of the event loop. */
function sharedCount(): SharedCount & { used: number; calls: number } {
  return {
    used: 0,
    calls: 0,
    async count(_client, amount) {
      this.calls++;
      this.used += amount;
      const { used } = this;
      await new Promise(setImmediate);
      return { used, resetMs: 60_000 };
    },
  };
}

test('a query that is refused while a larger one is refused does not use up what is left', async () => {
  const shared = sharedCount();
  const limit = new SharedRateLimit(shared, new LocalRateLimit('queries', 100));
  await limit.charge('192.0.2.1', 80);
  const refused = await Promise.allSettled([limit.charge('192.0.2.1', 60), limit.charge('192.0.2.1', 5)]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(shared.used).toBe(80);
  await expect(limit.charge('192.0.2.1', 21)).rejects.toMatchObject({ allowance: { limit: 100, remaining: 20 } });
  expect(await limit.charge('192.0.2.1', 20)).toMatchObject({ counted: 'queries', remaining: 0 });
});

test('a client without documents left is refused without being counted again', async () => {
  const shared = sharedCount();
  const limit = new SharedRateLimit(shared, new LocalRateLimit('documents', 1));
  await limit.charge('192.0.2.1');
  await expect(limit.charge('192.0.2.1')).rejects.toMatchObject({ code: 'rate-limited', allowance: { remaining: 0 } });
  expect(limit.hasRoom('192.0.2.1')).toBe(false);
  await expect(limit.charge('192.0.2.1')).rejects.toMatchObject({ code: 'rate-limited' });
  expect(shared.calls).toBe(2);
});

test('a refused client is not refused for longer when the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const limit = new SharedRateLimit(sharedCount(), new LocalRateLimit('documents', 1));
    await limit.charge('192.0.2.1');
    await expect(limit.charge('192.0.2.1')).rejects.toMatchObject({ code: 'rate-limited' });
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(60_000);
    expect(limit.hasRoom('192.0.2.1')).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
