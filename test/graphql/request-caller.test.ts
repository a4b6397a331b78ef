import { expect, test } from 'vitest';
import { RequestCaller } from '../../src/graphql/request/request-caller.ts';

test('the signal of a request is aborted when the request ends, whenever it was asked for', () => {
  const early = new RequestCaller('192.0.2.1');
  const { signal } = early;
  expect(signal.aborted).toBe(false);
  early.end();
  expect([signal.aborted, early.signal]).toEqual([true, signal]);
  const late = new RequestCaller('192.0.2.1');
  late.end();
  expect(late.signal.aborted).toBe(true);
});
