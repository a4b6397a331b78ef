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
