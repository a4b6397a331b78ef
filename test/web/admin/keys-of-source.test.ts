import { expect, test } from 'vitest';
import { keysOf } from '../../../src/web/browser/admin/keys-of-source.ts';

test('the keys of a file are those that have terms', () => {
  const file = {
    title: 'Acme',
    keys: { 'meter.power': 'active_power-W', wrong: 7 },
    also: { readAt: 'timestamp' },
    alike: { P: 'active_power-W' },
    empty: { serial: 'no term' },
    variants: { phase: { keys: { p: 'active_power-W' } } },
  };
  expect(keysOf(JSON.stringify(file))).toEqual([
    ['meter.power', 'active_power-W'],
    ['readAt', 'timestamp'],
    ['P', 'active_power-W'],
  ]);
});

test.each(['', '{"keys": {"a":', '[]', 'null', '7', '{"keys": null}', '{"__proto__": {"keys": {"a": "b"}}}'])(
  'of %j there are none',
  (file) => expect(keysOf(file)).toEqual([]),
);
