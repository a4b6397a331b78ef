import { EventEmitter } from 'node:events';
import type { Context } from 'koa';
import { expect, test } from 'vitest';
import { WaitingClient } from '../../src/http/client-gone.ts';
import { bytesHeld, bytesHeldByYoung } from '../support/bytes-held.ts';

const REQUESTS = 1000;
const CHARACTERS = 4096;

test('the signal of who waits is made once, and is aborted when the client goes away before its answer is out', () => {
  const context = contextOf();
  const waiting = new WaitingClient('client', context);
  const { signal } = waiting;
  expect(signal.aborted).toBe(false);
  context.res.emit('close');
  expect(signal.aborted).toBe(true);
  expect(waiting.signal).toBe(signal);
});

test('who waits holds a request no longer than it is answered: it is collected while it is young', () => {
  const answerAll = (): number[] =>
    Array.from({ length: REQUESTS }, () => new WaitingClient('client', contextOf()).client.length);
  answerAll();
  bytesHeld();
  const before = bytesHeldByYoung();
  answerAll();
  expect((bytesHeldByYoung() - before) / REQUESTS).toBeLessThan(CHARACTERS / 2);
});

function contextOf(): Context {
  const res = Object.assign(new EventEmitter(), { destroyed: false, closed: false, writableFinished: false });
  return { res, body: Array.from({ length: CHARACTERS / 8 }, (_, at) => at) } as unknown as Context;
}
