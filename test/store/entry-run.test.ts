import { expect, test } from 'vitest';
import { EntryRun, type HashedEntry } from '../../src/store/entry-run.ts';
import { hashOf } from '../../src/store/quad-entries.ts';

const entryOf = (value: string): HashedEntry => [hashOf(value), value];

function inOrder(entries: readonly HashedEntry[]): HashedEntry[] {
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function added(entries: readonly HashedEntry[], run = new EntryRun()): EntryRun {
  for (const entry of entries) run.add(...entry);
  return run;
}

test('entries come in the order of their hashes, in pieces, and are gone then', () => {
  const first = Array.from({ length: 30_000 }, (_, at) => entryOf(`Wert ${at} „°C“ \u{1f50b}`));
  const run = added(first);
  const pieces = [...run.take()];
  expect(pieces.flat()).toEqual(inOrder(first));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(3_000);
  const second = ['one', 'two', ''].map(entryOf);
  expect([...added(second, run).take()].flat()).toEqual(inOrder(second));
});

test('one that comes twice is there twice, and of none there are no pieces', () => {
  expect([...added([entryOf('one'), entryOf('one')]).take()].flat()).toEqual([entryOf('one'), entryOf('one')]);
  expect([...new EntryRun().take()]).toEqual([]);
});

test('it is full when 240 MiB are held, and not when they were taken', () => {
  const long = 'x'.repeat(24 * 1024 * 1024);
  const run = new EntryRun();
  const entries = Array.from({ length: 10 }, (_, at) => entryOf(`${at} ${long}`));
  for (const entry of entries) {
    expect(run.isFull).toBe(false);
    run.add(...entry);
  }
  expect(run.isFull).toBe(true);
  const told = (some: readonly HashedEntry[]) => some.map(([hash, value]) => [hash, value.length, value.slice(0, 9)]);
  expect(told([...run.take()].flat())).toEqual(told(inOrder(entries)));
  expect(run.isFull).toBe(false);
  // The memories are used again.
  const few = ['one', 'two'].map(entryOf);
  expect([...added(few, run).take()].flat()).toEqual(inOrder(few));
});
