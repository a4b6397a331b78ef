import { describe, expect, test } from 'vitest';
import { FairSemaphore, type FairSemaphoreBounds } from '../../src/streaming/fair-semaphore.ts';

const open = (bounds: Partial<FairSemaphoreBounds> = {}) =>
  new FairSemaphore({ places: 1, maxWaiting: 8, maxWaitMs: 20_000, ...bounds });

/** Who comes in, in order; each leaves at once. */
function record(semaphore: FairSemaphore): { readonly order: string[]; come(client: string): Promise<void> } {
  const order: string[] = [];
  return {
    order,
    async come(client) {
      const leave = await semaphore.enter({ client });
      order.push(client);
      leave();
    },
  };
}

const BUSY = { code: 'converter-busy', details: { retryAfterSeconds: expect.any(Number) as number } };

describe('clients', () => {
  test('take turns, whoever came first and with however much', async () => {
    const semaphore = open();
    const leave = await semaphore.enter({ client: 'other' });
    const { order, come } = record(semaphore);
    const all = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(come);
    leave();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
    expect(semaphore.load).toEqual({ inside: 0, waiting: 0 });
  });

  test('that have none inside come before those that have', async () => {
    const semaphore = open({ places: 2 });
    const [first, second] = await Promise.all(['a', 'a'].map((client) => semaphore.enter({ client })));
    const { order, come } = record(semaphore);
    const all = ['a', 'a', 'b', 'b'].map(come);
    first!();
    await all[2];
    expect(order[0]).toBe('b');
    second!();
    await Promise.all(all);
    expect(order.toSorted()).toEqual(['a', 'a', 'b', 'b']);
  });

  test('get a place that is free, or none', async () => {
    const semaphore = open();
    const leave = semaphore.tryEnter('a')!;
    expect(semaphore.tryEnter('b')).toBeNull();
    leave();
    semaphore.tryEnter('b')!();
    expect(semaphore.load).toEqual({ inside: 0, waiting: 0 });
  });

  test('may have the whole room when no one else wants it', async () => {
    const semaphore = open({ maxWaiting: 8 });
    const leave = await semaphore.enter({ client: 'a' });
    const { order, come } = record(semaphore);
    const all = Array.from({ length: 8 }, () => come('a'));
    await expect(come('a')).rejects.toMatchObject(BUSY);
    leave();
    await Promise.all(all);
    expect(order).toHaveLength(8);
  });

  test('make room for others when they have more of it', async () => {
    const semaphore = open({ maxWaiting: 4 });
    const leave = await semaphore.enter({ client: 'a' });
    const { order, come } = record(semaphore);
    const early = ['a1', 'a2', 'a3', 'a4'].map(() => come('a'));
    const late = [come('b'), come('b')];
    await expect(early[3]).rejects.toMatchObject(BUSY);
    await expect(early[2]).rejects.toMatchObject(BUSY);
    await expect(come('b')).rejects.toMatchObject(BUSY);
    await expect(come('a')).rejects.toMatchObject(BUSY);
    leave();
    await Promise.all([early[0], early[1], ...late]);
    expect(order).toEqual(['a', 'b', 'a', 'b']);
  });
});

test('who waits longer than one may is turned away with a time to come back', async () => {
  const semaphore = open({ maxWaitMs: 20 });
  const leave = await semaphore.enter({ client: 'a' });
  await expect(semaphore.enter({ client: 'b' })).rejects.toMatchObject(BUSY);
  expect(semaphore.load).toEqual({ inside: 1, waiting: 0 });
  leave();
  expect(semaphore.load).toEqual({ inside: 0, waiting: 0 });
});

test('who is gone before its turn takes no place', async () => {
  const semaphore = open();
  const leave = await semaphore.enter({ client: 'a' });
  const gone = new AbortController();
  const waiting = semaphore.enter({ client: 'a', signal: gone.signal });
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect(semaphore.enter({ client: 'a', signal: gone.signal })).rejects.toMatchObject({ name: 'AbortError' });
  leave();
  leave();
  expect(semaphore.load).toEqual({ inside: 0, waiting: 0 });
});
