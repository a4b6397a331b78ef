import { expect, test } from 'vitest';
import { HeldResults } from '../../src/vocabulary/versions/held-results.ts';

/** Results of two, and what was asked to make them: each waits until it is told to end. */
function heldTwo() {
  const results = new HeldResults<string>(2);
  const asked: string[] = [];
  const ends: ((result: string | null) => void)[] = [];
  const make = (key: string) => (): Promise<string | null> => {
    asked.push(key);
    return new Promise((resolve) => ends.push(resolve));
  };
  return { results, asked, ends, read: (key: string) => results.read(key, make(key)) };
}

/** Has what can go on do so. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('who asks for what is being made, or is held, shares it', async () => {
  const { results, asked, ends, read } = heldTwo();
  expect(results.held('a')).toBeNull();
  const both = Promise.all([read('a'), read('a')]);
  await settle();
  ends[0]!('A');
  expect(await both).toEqual(['A', 'A']);
  expect(results.held('a')).toBe('A');
  expect(await read('a')).toBe('A');
  expect(asked).toEqual(['a']);
});

test('one is made after the other, also when that before fails', async () => {
  const { results, asked, ends, read } = heldTwo();
  const failed = results.read('bad', () => Promise.reject(new Error('no')));
  const next = read('a');
  const last = read('b');
  await expect(failed).rejects.toThrow('no');
  await settle();
  expect(asked).toEqual(['a']);
  ends[0]!('A');
  expect(await next).toBe('A');
  await settle();
  expect(asked).toEqual(['a', 'b']);
  ends[1]!('B');
  expect(await last).toBe('B');
});

test('what was asked for longest ago is dropped first', async () => {
  const { results } = heldTwo();
  const make = (key: string) => results.read(key, () => Promise.resolve(key));
  await make('a');
  await make('b');
  expect(results.held('a')).toBe('a');
  await make('c');
  expect(['a', 'b', 'c'].map((key) => results.held(key))).toEqual(['a', null, 'c']);
});

test('null and errors are not held: the next who asks has it made again', async () => {
  const { results, asked, ends, read } = heldTwo();
  const none = read('a');
  await settle();
  ends[0]!(null);
  expect(await none).toBeNull();
  await expect(results.read('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const made = read('a');
  await settle();
  ends[1]!('A');
  expect(await made).toBe('A');
  expect(asked).toEqual(['a', 'a']);
});

test('closing aborts what is being made, and waits for its end', async () => {
  const results = new HeldResults<string>(2);
  const reading = results.read(
    'a',
    (closing) =>
      new Promise((_, reject) => {
        closing.addEventListener('abort', () => reject(new Error('closed')));
      }),
  );
  const outcome = expect(reading).rejects.toThrow('closed');
  await settle();
  await results.close();
  await outcome;
});
