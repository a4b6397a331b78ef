import { expect, test } from 'vitest';
import { SharedWork } from '../../src/vocabulary/versions/shared-work.ts';

/** Work that waits until it is told its end, and the signals that it got. */
function sharedWork() {
  const shared = new SharedWork<string>();
  const begun: { readonly signal: AbortSignal; readonly end: (result: string) => void; readonly fail: () => void }[] =
    [];
  const get = (signal?: AbortSignal): Promise<string> =>
    shared.get(
      'a',
      signal,
      (ended) =>
        new Promise((resolve, reject) => {
          begun.push({ signal: ended, end: resolve, fail: () => reject(new Error('no')) });
        }),
    );
  return { shared, begun, get };
}

test('who asks for what is being done gets the same, and who asks later has it done again', async () => {
  const { shared, begun, get } = sharedWork();
  const both = Promise.all([get(), get()]);
  expect(shared.has('a')).toBe(true);
  begun[0]!.end('A');
  expect(await both).toEqual(['A', 'A']);
  expect(shared.has('a')).toBe(false);
  const next = get();
  begun[1]!.end('B');
  expect(await next).toBe('B');
});

test('work goes on for those who still wait, and ends with the last of them', async () => {
  const { begun, get } = sharedWork();
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [get(first.signal), get(second.signal)];
  first.abort(new Error('gone'));
  await expect(asked[0]).rejects.toThrow('gone');
  expect(begun[0]!.signal.aborted).toBe(false);
  second.abort(new Error('gone, too'));
  await expect(asked[1]).rejects.toThrow('gone, too');
  expect(begun[0]!.signal.aborted).toBe(true);
  // What was ended is nobody's any more.
  const next = get();
  expect(begun).toHaveLength(2);
  begun[1]!.end('A');
  expect(await next).toBe('A');
});

test('who is gone already has nothing done', async () => {
  const { begun, get } = sharedWork();
  await expect(get(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(begun).toEqual([]);
});

test('an error is that of all who wait, and is not kept', async () => {
  const { begun, get } = sharedWork();
  const asked = [get(), get()];
  begun[0]!.fail();
  for (const each of asked) await expect(each).rejects.toThrow('no');
  const next = get();
  begun[1]!.end('A');
  expect(await next).toBe('A');
});
