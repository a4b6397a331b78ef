import { expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { runInThread } from '../../src/workers/run-in-thread.ts';

/** A module that takes as long as it is told, or for ever. */
const MODULE = {
  filename: fileURLToPath(new URL('waiting-worker.mjs', import.meta.url)),
  execArgv: [],
};
const WORDS = { doing: 'To check the 5,300,000 triples', wayOut: 'Make the vocabulary smaller.' };

test('what a thread makes of its task comes back', async () => {
  expect(await runInThread(MODULE, 0, { timeoutMs: 60_000, ...WORDS })).toBe('done');
});

test('what takes longer than it may names the limit, what met it and what to do', async () => {
  await expect(runInThread(MODULE, null, { timeoutMs: 1_000, ...WORDS })).rejects.toMatchObject({
    code: 'conversion-timeout',
    message:
      'To check the 5,300,000 triples took longer than 1 s, which is the limit, and was ended. Make the vocabulary smaller.',
  });
});

test('who does not wait any longer gets the reason', async () => {
  const reason = new Error('the client is gone');
  const signal = AbortSignal.abort(reason);
  await expect(runInThread(MODULE, null, { timeoutMs: 60_000, signal, ...WORDS })).rejects.toBe(reason);
});
