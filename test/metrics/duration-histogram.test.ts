import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { DurationHistogram } from '../../src/metrics/duration-histogram.ts';

const OPTIONS = { name: 'work_seconds', help: 'Time of work.', labelNames: ['kind', 'outcome'] };
const BOUNDS = [0.001, 0.25, 1];
const LABELS = [
  ['convert', 'ok'],
  ['convert', ''],
  ['', 'ok'],
  ['a "b" \\ c\nd', 'été'],
] as const;
const SECONDS = [0, 0.001, 0.0011, 0.25, 0.9999, 1, 1.5, 3600, 1e-7];

test('says what the library says', async () => {
  const registry = new Registry();
  const expected = new Histogram({ ...OPTIONS, buckets: BOUNDS, registers: [registry] });
  const histogram = new DurationHistogram({ ...OPTIONS, bounds: BOUNDS });
  for (const [at, [kind, outcome]] of LABELS.entries())
    for (const seconds of SECONDS.slice(at)) {
      expected.observe({ kind, outcome }, seconds);
      histogram.observe([kind, outcome], seconds);
    }
  expect(`${histogram.text()}\n`).toBe(await registry.metrics());
});

test('has no series before the first observation', () => {
  const text = new DurationHistogram({ ...OPTIONS, bounds: BOUNDS }).text();
  expect(text).toBe('# HELP work_seconds Time of work.\n# TYPE work_seconds histogram');
});
