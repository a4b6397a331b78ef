import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createClient, type Client, type ExecutionResult } from 'graphql-sse';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { ChangeCounts } from '../../src/vocabulary/versions/change-counts.ts';
import { VersionNews } from '../../src/vocabulary/versions/version-news.ts';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

const OTHER = SMALL.replace('"Start"@en', '"Begin"@en');
const MORE = SMALL.replace('"Start"@en', '"Beginning"@en').replace('"End"@en', '"Finish"@en');
const SUBSCRIPTION = `subscription ($known: String) {
  vocabularyChanged(known: $known) {
    version { version isCurrent }
    previousVersion { version }
    changes { added changed deprecated removed others }
  }
}`;

let hub: ChangingHub;
let client: Client;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  hub = await startChangingHub(SMALL, {}, { timing: { streamBeatMs: 100 } });
  client = createClient({ url: `${hub.url}/graphql/stream`, retryAttempts: 0 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0)) await end();
  await hub.stop();
});

/** What the client of others is told, and how that ended. */
function listen(variables: object = {}, query = SUBSCRIPTION) {
  const heard: { results: ExecutionResult[]; end: 'complete' | Error | null } = { results: [], end: null };
  const stop = client.subscribe(
    { query, variables: variables as Record<string, unknown> },
    {
      next: (result) => void heard.results.push(result as ExecutionResult),
      error: (error) => void (heard.end = error as Error),
      complete: () => void (heard.end = 'complete'),
    },
  );
  ends.push(stop);
  return heard;
}

/** A stream as bytes. */
async function openStream(body: object = { query: SUBSCRIPTION }, headers: Record<string, string> = {}) {
  const ending = new AbortController();
  ends.push(() => ending.abort());
  const response = await fetch(`${hub.url}/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(body),
    signal: ending.signal,
  });
  const heard = { text: '', isOver: false };
  const read = async (): Promise<void> => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) heard.text += piece;
  };
  read()
    .catch(() => {})
    .finally(() => (heard.isOver = true));
  return { response, heard, close: () => ending.abort() };
}

const current = (): string => hub.registry.current().version;

test('the client of others is told of each new version, with what changed in numbers', async () => {
  const first = current();
  const heard = listen({ known: first });
  const other = await openStream();
  // It is told of what comes from here on.
  await expect.poll(() => other.heard.text).toContain(':\n\n');
  const { version } = await hub.use(OTHER);
  const told = {
    data: {
      vocabularyChanged: {
        version: { version, isCurrent: true },
        previousVersion: { version: first },
        changes: { added: 0, changed: 1, deprecated: 0, removed: 0, others: 0 },
      },
    },
  };
  await expect.poll(() => heard.results).toEqual([told]);
  await expect
    .poll(() => other.heard.text.replaceAll(':\n\n', ''))
    .toBe(`event: next\ndata: ${JSON.stringify(told)}\n\n`);
  const next = await hub.use(MORE);
  await expect.poll(() => heard.results.length).toBe(2);
  expect(heard.results[1]).toMatchObject({
    data: {
      vocabularyChanged: {
        version: { version: next.version },
        previousVersion: { version },
        changes: { changed: 2 },
      },
    },
  });
  expect(heard.end).toBeNull();
});

test('a client that says what it knows is told at once of what it missed, whatever came between', async () => {
  const first = current();
  await hub.use(OTHER);
  const { version } = await hub.use(MORE);
  const heard = listen({ known: first });
  await expect
    .poll(() => heard.results)
    .toMatchObject([
      {
        data: {
          vocabularyChanged: { version: { version }, previousVersion: { version: first }, changes: { changed: 2 } },
        },
      },
    ]);
  // Of a version that is not kept, it is said that there is another one.
  const old = listen({ known: 'f'.repeat(64) });
  await expect
    .poll(() => old.results)
    .toMatchObject([{ data: { vocabularyChanged: { version: { version }, previousVersion: null, changes: null } } }]);
});

test('a condition that keeps the field is none', async () => {
  const query = 'subscription { vocabularyChanged @include(if: true) @skip(if: false) { version { version } } }';
  const heard = await openStream({ query });
  await expect.poll(() => heard.heard.text).toContain(':\n\n');
  const { version } = await hub.use(OTHER);
  await expect.poll(() => heard.heard.text).toContain(`{"version":{"version":"${version}"}}`);
});

test('queries are answered as one event', async () => {
  const heard = listen({}, '{ versions { isCurrent } }');
  await expect.poll(() => heard.end).toBe('complete');
  expect(heard.results).toEqual([{ data: { versions: [{ isCurrent: true }] } }]);
});

describe('what is refused is told by', () => {
  test.each([
    ['a query that is none', '{', /Syntax Error/],
    ['a field that there is not', 'subscription { nothing }', /Cannot query field/],
    [
      'two fields',
      'subscription { a: vocabularyChanged { version { iri } } b: vocabularyChanged { version { iri } } }',
      /only one top level field/,
    ],
    [
      'a field that may be skipped',
      'subscription ($isSkipped: Boolean = true) { vocabularyChanged @skip(if: $isSkipped) { version { iri } } }',
      /cannot depend on @skip/,
    ],
    [
      'a field that is skipped',
      'subscription { vocabularyChanged @skip(if: true) { version { iri } } }',
      /cannot depend on @skip/,
    ],
    [
      'a fragment that may not be included, in fragments that lead in a circle',
      `subscription { ...Root }
       fragment Root on Subscription { ...Root ... on Subscription @include(if: false) { vocabularyChanged { version { iri } } } }`,
      /cannot depend on @include/,
    ],
    [
      'a name that is none',
      'subscription { vocabularyChanged(known: "one") { version { iri } } }',
      /64 hexadecimal digits/,
    ],
    [
      'more than it may cost',
      `subscription { vocabularyChanged { version { ${'predecessor { '.repeat(20)} iri ${'}'.repeat(20)} } } }`,
      /depth/,
    ],
  ])('an event: %s', async (_words, query, message) => {
    const heard = listen({}, query);
    await expect.poll(() => heard.end).toBe('complete');
    expect(heard.results).toMatchObject([{ errors: [{ message: expect.stringMatching(message) }] }]);
  });

  test('the status 400 at /graphql', async () => {
    const query = 'subscription ($isSkipped: Boolean!) { vocabularyChanged @skip(if: $isSkipped) { version { iri } } }';
    const response = await fetch(`${hub.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables: { isSkipped: true } }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] });
  });

  test('an event with the code that /graphql gives: a variable of a wrong type', async () => {
    const { heard } = await openStream({ query: SUBSCRIPTION, variables: { known: 1 } });
    await expect.poll(() => heard.text).toContain('event: complete');
    expect(/^data: (.+)$/m.exec(heard.text)![1]).toContain('"extensions":{"code":"BAD_USER_INPUT"}');
  });

  test('the status, where it passes with time: a client has ten streams', async () => {
    const open = await Promise.all(Array.from({ length: 10 }, () => openStream()));
    expect(open.map(({ response }) => response.status)).toEqual(Array.from({ length: 10 }, () => 200));
    const refused = await openStream();
    expect(refused.response.status).toBe(429);
    expect(refused.response.headers.get('retry-after')).toBe('60');
    await expect.poll(() => refused.heard.text).toContain('You have 10 streams of events open');
    const heard = listen();
    await expect.poll(() => heard.end).toMatchObject({ message: expect.stringContaining('429') });
    open[0]!.close();
    await expect.poll(async () => (await openStream()).response.status).toBe(200);
  });

  test('the status, where it passes with time: there is no vocabulary yet', async () => {
    vi.spyOn(VersionNews.prototype, 'since').mockImplementation(() => {
      throw new HubError('registry-unavailable', 'The vocabulary registry is unavailable.');
    });
    const { response, heard } = await openStream();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    await expect.poll(() => heard.text).toContain('"code":"REGISTRY_UNAVAILABLE"');
    expect(heard.text).not.toContain('event:');
  });

  test('405 where it is asked otherwise', async () => {
    const response = await fetch(`${hub.url}/graphql/stream`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

test('a bug is masked within a stream, and logged under the id of its request', async () => {
  vi.spyOn(ChangeCounts.prototype, 'count').mockRejectedValueOnce(new TypeError('secret'));
  const { response, heard } = await openStream();
  await expect.poll(() => heard.text).toContain(':\n\n');
  await hub.use(OTHER);
  const requestId = response.headers.get('x-request-id');
  await expect.poll(() => heard.text).toContain('"errors":');
  expect(heard.text).toContain(`{"code":"INTERNAL_SERVER_ERROR","reference":"${requestId}"}`);
  expect(heard.text).not.toContain('secret');
  expect(hub.logged.filter(({ level }) => Number(level) >= 50)).toMatchObject([{ requestId }]);
});

test('a stream is neither stored, nor compressed, nor held back, and beats', async () => {
  const { response, heard } = await openStream(undefined, { 'accept-encoding': 'gzip, br' });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  await expect.poll(() => heard.text.length).toBeGreaterThan(3 * ':\n\n'.length);
  expect(heard.text.replaceAll(':\n\n', '')).toBe('');
});

test('a hub that stops ends streams at once and without a word, so that clients ask another hub', async () => {
  const { heard } = await openStream();
  const others = listen();
  await expect.poll(() => heard.text).toContain(':\n\n');
  await hub.app.stop();
  await expect.poll(() => heard.isOver).toBe(true);
  expect(heard.text).not.toContain('complete');
  await expect.poll(() => others.end).toBeInstanceOf(Error);
  // They ended whole, and were not cut when the time for that was over.
  const streams = hub.logged.filter(({ path }) => path === '/graphql/stream');
  expect(streams.map(({ cutOff }) => cutOff)).toEqual([undefined, undefined]);
});

test('who goes away without a word leaves its place to others', async () => {
  const socket: Socket = connect(hub.port, '127.0.0.1');
  ends.push(() => socket.destroy());
  await once(socket, 'connect');
  const body = JSON.stringify({ query: SUBSCRIPTION });
  socket.write(
    `POST /graphql/stream HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  let text = '';
  socket.on('data', (piece) => (text += piece.toString()));
  await expect.poll(() => text).toContain(':\n\n');
  socket.destroy();
  await expect.poll(() => hub.logged.filter(({ path }) => path === '/graphql/stream').length).toBe(1);
  const open = Array.from({ length: 10 }, () => openStream());
  for (const { response } of await Promise.all(open)) expect(response.status).toBe(200);
});
