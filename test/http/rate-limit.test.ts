import { describe, expect, test } from 'vitest';
import { clientKeyOf } from '../../src/http/client-address.ts';
import { DocumentRateLimit } from '../../src/http/rate-limit.ts';

describe('the allowance', () => {
  test('goes down with each document and then refuses with the seconds to wait', async () => {
    const rateLimit = new DocumentRateLimit(2);
    expect(await rateLimit.charge('192.0.2.1')).toEqual({ limit: 2, remaining: 1, resetSeconds: 60 });
    expect(await rateLimit.charge('192.0.2.1')).toMatchObject({ remaining: 0 });
    await expect(rateLimit.charge('192.0.2.1')).rejects.toMatchObject({
      code: 'rate-limited',
      details: { retryAfterSeconds: expect.any(Number) as number },
    });
    expect(await rateLimit.charge('192.0.2.2')).toMatchObject({ remaining: 1 });
  });

  test('is one for all addresses of a /64, and for an IPv4 address however it is written', async () => {
    const rateLimit = new DocumentRateLimit(10);
    const charge = (address: string) => rateLimit.charge(clientKeyOf(address)!);
    await charge('2001:db8::1');
    expect(await charge('2001:db8::2:1')).toMatchObject({ remaining: 8 });
    await charge('192.0.2.1');
    expect(await charge('::ffff:192.0.2.1')).toMatchObject({ remaining: 8 });
  });

  test('of 100,000 addresses takes no more counters than the bound, and still counts those it knows', async () => {
    const rateLimit = new DocumentRateLimit(5, 1000);
    await rateLimit.charge('192.0.2.1');
    let refused = 0;
    for (let i = 0; i < 100_000; i++) {
      await rateLimit.charge(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`).catch(() => refused++);
    }
    expect(rateLimit.trackedKeys).toBeLessThanOrEqual(1000 + 1024);
    expect(refused).toBeGreaterThan(0);
    expect(await rateLimit.charge('192.0.2.1')).toMatchObject({ remaining: 3 });
  });
});
