import { describe, expect, test } from 'vitest';
import { clientKeyOf } from '../../src/http/limits/client-address.ts';
import { LocalRateLimit } from '../../src/http/limits/rate-limit.ts';

function refusalOf(charge: () => unknown): unknown {
  try {
    return charge();
  } catch (error) {
    return error;
  }
}

describe('the allowance', () => {
  test('goes down with each document and then refuses with the seconds to wait', () => {
    const rateLimit = new LocalRateLimit('documents', 2);
    expect(rateLimit.charge('192.0.2.1')).toEqual({ counted: 'documents', limit: 2, remaining: 1, resetSeconds: 60 });
    expect(rateLimit.charge('192.0.2.1')).toMatchObject({ remaining: 0 });
    expect(refusalOf(() => rateLimit.charge('192.0.2.1'))).toMatchObject({
      code: 'rate-limited',
      details: { retryAfterSeconds: expect.any(Number) as number },
    });
    expect(rateLimit.charge('192.0.2.2')).toMatchObject({ remaining: 1 });
  });

  test('that is too small for a request says how much is left of it', () => {
    const rateLimit = new LocalRateLimit('queries', 100);
    rateLimit.charge('192.0.2.1', 60);
    expect(refusalOf(() => rateLimit.charge('192.0.2.1', 50))).toMatchObject({
      code: 'rate-limited',
      allowance: { counted: 'queries', limit: 100, remaining: 40 },
    });
    expect(rateLimit.charge('192.0.2.1', 40)).toMatchObject({ remaining: 0 });
    expect(refusalOf(() => rateLimit.charge('192.0.2.1', 1))).toMatchObject({ allowance: { remaining: 0 } });
  });

  test('is one for all addresses of a /64, and for an IPv4 address however it is written', () => {
    const rateLimit = new LocalRateLimit('documents', 10);
    const charge = (address: string) => rateLimit.charge(clientKeyOf(address)!);
    charge('2001:db8::1');
    expect(charge('2001:db8::2:1')).toMatchObject({ remaining: 8 });
    charge('192.0.2.1');
    expect(charge('::ffff:192.0.2.1')).toMatchObject({ remaining: 8 });
  });

  test('of 100,000 addresses takes no more counters than the bound, and still counts those it knows', () => {
    const rateLimit = new LocalRateLimit('documents', 5, 1000);
    rateLimit.charge('192.0.2.1');
    let refused = 0;
    for (let i = 0; i < 100_000; i++) {
      const client = `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;
      if (!rateLimit.hasRoom(client)) refused++;
      else rateLimit.charge(client);
    }
    expect(rateLimit.trackedKeys).toBeLessThanOrEqual(1000 + 1024);
    expect(refused).toBeGreaterThan(0);
    expect(rateLimit.charge('192.0.2.1')).toMatchObject({ remaining: 3 });
  });
});
