import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeySketch } from '../../src/suggestions/key-sketch.ts';

describe('a sketch of keys', () => {
  test('that has room for all counts exactly', () => {
    const sketch = new KeySketch(10);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) sketch.add(key);
    expect([...sketch.counts()].toSorted((x, y) => y.count - x.count)).toEqual([
      { key: 'a', count: 3, error: 0 },
      { key: 'b', count: 2, error: 0 },
      { key: 'c', count: 1, error: 0 },
    ]);
  });

  test('never holds more than it may, and a count is never too small, nor too large by more than its error', () => {
    const streams = fc.array(
      fc.nat(30).map((n) => `key${Math.floor(n ** 1.5 / 10)}`),
      { maxLength: 400 },
    );
    fc.assert(
      fc.property(streams, fc.integer({ min: 1, max: 8 }), (stream, capacity) => {
        const sketch = new KeySketch(capacity);
        const truth = new Map<string, number>();
        for (const key of stream) {
          sketch.add(key);
          truth.set(key, (truth.get(key) ?? 0) + 1);
        }
        const counts = [...sketch.counts()];
        expect(counts.length).toBe(Math.min(capacity, truth.size));
        for (const { key, count, error } of counts) {
          expect(count).toBeGreaterThanOrEqual(truth.get(key)!);
          expect(count - error).toBeLessThanOrEqual(truth.get(key)!);
        }
        // What was met more often than a fair share is among them, which is what the algorithm promises.
        for (const [key, times] of truth)
          if (times > stream.length / capacity) expect(counts.map((counted) => counted.key)).toContain(key);
        expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(stream.length);
      }),
    );
  });

  test('goes on from what was counted before', () => {
    const sketch = new KeySketch(2);
    sketch.put({ key: 'often', count: 1000, error: 3 });
    sketch.put({ key: 'seldom', count: 2, error: 0 });
    sketch.put({ key: 'too many', count: 5, error: 0 });
    sketch.add('often');
    sketch.add('new');
    expect([...sketch.counts()]).toEqual([
      { key: 'often', count: 1001, error: 3 },
      { key: 'new', count: 3, error: 2 },
    ]);
  });
});
