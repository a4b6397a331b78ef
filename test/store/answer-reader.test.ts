import { expect, test } from 'vitest';
import { AnswerReader, beginningOf, textPieces } from '../../src/store/answer-reader.ts';

/** An answer that begins, and of which nothing more is ever heard. */
function silentAnswer(): Response {
  let isBegun = false;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (isBegun) return new Promise(() => {});
        isBegun = true;
        controller.enqueue(new TextEncoder().encode('It began'));
        return undefined;
      },
      // As if nobody were told.
      cancel: () => new Promise(() => {}),
    }),
  );
}

test('whoever gives up an answer does not wait for its rest, nor for its end', async () => {
  const reason = new Error('given up');
  const ending = new AbortController();
  const text = new AnswerReader().text(silentAnswer(), ending.signal);
  const pieces = textPieces(silentAnswer(), ending.signal);
  expect(await pieces.next()).toEqual({ done: false, value: 'It began' });
  const next = pieces.next();
  ending.abort(reason);
  await expect(text).rejects.toBe(reason);
  await expect(next).rejects.toBe(reason);
  await expect(new AnswerReader().text(silentAnswer(), ending.signal)).rejects.toBe(reason);
});

test('of an answer that refuses something the beginning is enough', async () => {
  const { signal } = new AbortController();
  expect(await beginningOf(silentAnswer(), signal)).toBe('It began');
  expect(await beginningOf(new Response('x'.repeat(1_000)), signal)).toBe('x'.repeat(500));
  expect(await beginningOf(new Response(null), signal)).toBe('');
});

/** An answer of spaces, in pieces of a mebibyte. */
function longAnswer(mebibytes: number): Response {
  const piece = new Uint8Array(1024 * 1024).fill(0x20);
  let pieces = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (pieces++ < mebibytes) controller.enqueue(piece);
        else controller.close();
      },
    }),
  );
}

test('an answer is read whole up to 64 MiB, and the next one has room again', async () => {
  const { signal } = new AbortController();
  const reader = new AnswerReader();
  for (let round = 0; round < 2; round++) {
    expect(await reader.text(longAnswer(64), signal)).toHaveLength(64 * 1024 * 1024);
    await expect(reader.text(longAnswer(Infinity), signal)).rejects.toThrow('more than the 64 MiB that one answer');
  }
});

test('of answers that are read at the same time none has more room than is left of 128 MiB', async () => {
  const { signal } = new AbortController();
  const reader = new AnswerReader();
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => reader.text(longAnswer(60), signal)));
  const refusals = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as Error).message] : [],
  );
  for (const refusal of refusals) expect(refusal).toContain('together they have more than 128 MiB');
  expect(refusals.length).toBeGreaterThanOrEqual(2);
  expect(await reader.text(longAnswer(60), signal)).toHaveLength(60 * 1024 * 1024);
});
