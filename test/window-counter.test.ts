import { expect, test } from 'vitest';
import { WindowCounter } from '../src/window-counter.ts';

const MINUTE = 60_000;

test('a clock that is set back refuses nobody for longer than a window', () => {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const counter = new WindowCounter({ limit: 10, windowMs: MINUTE, now: () => new Date(now) });
  counter.count('early');
  now -= 60 * MINUTE;
  for (const key of ['early', 'late'])
    for (let i = 0; i < 100; i++) {
      expect(counter.count(key), `${key} ${i}`).toBe(0);
      now += MINUTE / 6;
    }
});
