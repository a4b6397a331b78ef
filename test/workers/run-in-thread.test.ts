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

test('what uses more of the processor than it may is ended, and told the limit, what met it and what to do', async () => {
  let looks = 0;
  const cpuMs = (): number => (looks++ === 0 ? 0 : 1_000);
  await expect(runInThread(MODULE, null, { timeoutMs: 1_000, cpuMs, ...WORDS })).rejects.toMatchObject({
    code: 'conversion-timeout',
    message: expect.stringMatching(
      /^To check the 5,300,000 triples took longer than 1 s of processor time, which is the limit, and was ended after \d+ s\. Make the vocabulary smaller\.$/,
    ),
  });
});

test('what a machine keeps waiting is not ended for that', async () => {
  expect(await runInThread(MODULE, 1_000, { timeoutMs: 500, cpuMs: () => 0, ...WORDS })).toBe('done');
});

test('what waits for ever is ended all the same', async () => {
  await expect(runInThread(MODULE, null, { timeoutMs: 1_000, cpuMs: () => 0, ...WORDS })).rejects.toMatchObject({
    message:
      'To check the 5,300,000 triples took longer than 5 s, which is the limit where a machine has other things to do (it is 1 s of processor time), and was ended. Make the vocabulary smaller.',
  });
});

test('who does not wait any longer gets the reason', async () => {
  const reason = new Error('the client is gone');
  const signal = AbortSignal.abort(reason);
  await expect(runInThread(MODULE, null, { timeoutMs: 60_000, signal, ...WORDS })).rejects.toBe(reason);
});
