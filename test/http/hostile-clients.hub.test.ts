import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';
import { sayMissing } from '../support/programs.ts';
import { stubWorker } from '../support/thread-modules.ts';

const CURL_MISSING = sayMissing({ curl: 'curl' });
const MEBIBYTE = 1024 * 1024;
const STUB = await stubWorker();

const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

function dial(hub: TestApp): Socket {
  const socket = connect({ port: hub.port, host: '127.0.0.1' }).setMaxListeners(0);
  // A connection that is cut may be reset.
  socket.on('error', () => {});
  sockets.add(socket);
  return socket;
}

/** All that the hub says on this connection until it ends it. */
async function readAll(socket: Socket): Promise<string> {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(pieces).toString();
}

function head(path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ Host: 'hub', 'Content-Type': 'application/json', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

async function expectServed(hub: TestApp): Promise<void> {
  const response = await fetch(`${hub.url}/api/semantic`, {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'Content-Type': 'application/json' },
  });
  expect(response.status).toBe(200);
  await response.text();
}

function faultsIn(hub: TestApp): unknown[] {
  return hub.logged.filter((line) => Number(line['level']) >= 50);
}

describe('a hub with the real mapping', () => {
  let hub: TestApp;
  beforeAll(async () => {
    // A busy machine may take long to read what was refused.
    hub = await createTestApp({ timing: { drainMs: 2_000, refusalMs: 20_000 } });
  });
  afterAll(async () => {
    expect(faultsIn(hub)).toEqual([]);
    expect(hub.app.bodyBudget.held).toBe(0);
    expect(hub.app.spool.takenBytes).toBe(0);
    await hub.stop();
  });

  const post = (path: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(hub.url + path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });

  test.each([
    ['[', '/api/semantic', 10],
    ['[', '/api/json-to-rdf', 5],
    ['[', '/api/rdf', 5],
    ['{"a":', '/api/semantic', 10],
    ['\0', '/api/semantic', 10],
    ['"', '/api/rdf', 5],
  ])('answers 400 to nothing but %j at %s, %i MB of it', async (text, path, megabytes) => {
    const body = new TextEncoder().encode(text.repeat(Math.floor((megabytes * MEBIBYTE) / text.length)));
    const response = await post(path, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.any(String) as string });
    await expectServed(hub);
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(256 * MEBIBYTE, ' '), { level: 1 })],
    ['br', brotliCompressSync(Buffer.alloc(256 * MEBIBYTE, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })],
  ])('answers 413 to a bomb of %s, and holds no more than the limit of it', async (encoding, bomb) => {
    let mostHeld = 0;
    const watch = setInterval(() => (mostHeld = Math.max(mostHeld, hub.app.bodyBudget.held)), 1);
    const response = await post('/api/rdf', new Uint8Array(bomb), { 'Content-Encoding': encoding });
    clearInterval(watch);
    expect(response.status).toBe(413);
    expect(mostHeld).toBeLessThanOrEqual(5 * MEBIBYTE);
    await expectServed(hub);
  });

  test('answers 413 to a compressed body that never gets anywhere', async () => {
    // Empty stored blocks: input without end, and no output.
    const header = gzipSync('').subarray(0, 10);
    const blocks = Buffer.alloc(6 * MEBIBYTE);
    for (let at = 0; at + 5 <= blocks.length; at += 5) blocks.set([0, 0, 0, 0xff, 0xff], at);
    expect(
      (await post('/api/rdf', new Uint8Array(Buffer.concat([header, blocks])), { 'Content-Encoding': 'gzip' })).status,
    ).toBe(413);
    await expectServed(hub);
  });

  test('answers 413 to more than two million triples, says what to do, and leaves nothing of them', async () => {
    const values = Array.from({ length: 500_000 }, (_, i) => i).join(',');
    const body = new TextEncoder().encode(`{"active_power-kW":[${values}]}`);
    const response = await post('/api/json-to-rdf?format=nt', body);
    expect(response.status).toBe(413);
    const answer = (await response.json()) as { type: string; error: string; hint?: string };
    expect(answer.type).toBe('http://localhost:4000/problems/too-many-triples');
    expect(`${answer.error} ${answer.hint}`).toContain('maxArrayItems');
    expect(hub.app.spool.takenBytes).toBe(0);
    const sample = await post('/api/json-to-rdf?format=nt&maxArrayItems=3', body);
    expect(sample.status).toBe(200);
    expect(Number(sample.headers.get('x-semantic-triples'))).toBeLessThan(100);
    await sample.text();
  });

  test('takes 128 levels and refuses 129', async () => {
    const nested = (levels: number) => new TextEncoder().encode(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
    expect((await post('/api/semantic', nested(128))).status).toBe(200);
    expect((await post('/api/semantic', nested(129))).status).toBe(400);
  });

  test('takes keys that are duplicates, empty, 100,000, 1 MB long, or names of other things', async () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"":1}',
      '{"__proto__":{"constructor":1},"toString":2,"hasOwnProperty":3}',
      '{"a\\u0000b":"\\u0000"}',
      `{${Array.from({ length: 100_000 }, (_, i) => `"key ${i}":1`).join(',')}}`,
      `{"${'x'.repeat(1_000_000)}":1}`,
    ]) {
      const embedded = await post('/api/semantic', new TextEncoder().encode(text));
      expect(embedded.status, text.slice(0, 50)).toBe(200);
      const document = await embedded.text();
      expect(document.endsWith(text.slice(1))).toBe(true);
      const converted = await post('/api/rdf?format=nt', new TextEncoder().encode(document));
      expect(converted.status, text.slice(0, 50)).toBe(200);
      expect((await converted.text()).trimEnd().split('\n')).toHaveLength(
        Number(converted.headers.get('x-semantic-triples')),
      );
    }
  });

  test('lets a client that sends before it reads read its 413', async () => {
    const socket = dial(hub);
    const bodyBytes = 20 * MEBIBYTE;
    socket.write(head('/api/semantic', { 'Content-Length': bodyBytes }));
    const body = Buffer.alloc(bodyBytes, ' ');
    await new Promise((resolve) => socket.write(body, resolve));
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*Connection: close[^]*10 MB/);
  });

  test('reads no more of a refused body than it has to', async () => {
    const socket = dial(hub);
    socket.write(head('/api/semantic', { 'Transfer-Encoding': 'chunked' }));
    const piece = Buffer.from(`100000\r\n${' '.repeat(MEBIBYTE)}\r\n`);
    let sentBytes = 0;
    const answer = readAll(socket);
    while (!socket.destroyed && sentBytes < 2048 * MEBIBYTE) {
      sentBytes += MEBIBYTE;
      if (!socket.write(piece)) await new Promise<void>((resume) => socket.once('drain', resume).once('close', resume));
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(sentBytes).toBeLessThan(200 * MEBIBYTE);
    await expectServed(hub);
  });

  test.each([
    ['/api/semantic', { 'Content-Length': 10 * MEBIBYTE + 1 }, 413],
    ['/api/rdf', { 'Content-Length': 5 * MEBIBYTE + 1 }, 413],
    ['/graphql', { 'Content-Length': 21 * MEBIBYTE }, 413],
    ['/api/rdf', { 'Content-Length': 7, 'Content-Type': 'text/plain' }, 415],
    ['/api/rdf', { 'Content-Length': 7, 'Content-Encoding': 'compress' }, 415],
    ['/api/rdf?align=maybe', { 'Content-Length': 7 }, 400],
    ['/nothing', { 'Content-Length': 7 }, 404],
    ['/healthz', { 'Content-Length': 7 }, 405],
  ])('asks for no body that it refuses: at %s with %o', async (path, headers, status) => {
    const socket = dial(hub);
    socket.write(head(path, { ...headers, Expect: '100-continue' } as Record<string, string | number>));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test.each([
    ['/api/semantic', '{"a":1}'],
    ['/graphql', '{"query":"{ __typename }"}'],
  ])('asks at %s for a body that may come', async (path, body) => {
    const socket = dial(hub);
    socket.write(head(path, { 'Content-Length': body.length, Expect: '100-continue', Connection: 'close' }));
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('asks at /graphql for a body as large as a request may be', async () => {
    const socket = dial(hub);
    socket.write(head('/graphql', { 'Content-Length': 15 * MEBIBYTE, Expect: '100-continue' }));
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  });

  test('asks for no body of a client whose allowance is used up', async () => {
    const limited = await createTestApp({ config: { rateLimit: 1 } });
    try {
      const heads = { 'Content-Length': 7, Expect: '100-continue' };
      const first = dial(limited);
      first.write(head('/api/semantic', { ...heads, Connection: 'close' }));
      await once(first, 'data');
      first.write('{"a":1}');
      expect(await readAll(first)).toMatch(/^HTTP\/1\.1 200 /);
      const second = dial(limited);
      second.write(head('/api/semantic', heads));
      const [answer] = (await once(second, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 429 /);
    } finally {
      await limited.stop();
    }
  });

  test.skipIf(CURL_MISSING !== null)(
    `asks curl for a long body at once, and for none that is too large${CURL_MISSING === null ? '' : ` (${CURL_MISSING})`}`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'hub-curl-'));
      try {
        const sent = async (bytes: number): Promise<unknown> => {
          const file = join(folder, 'document.json');
          await writeFile(file, `{"a":"${'x'.repeat(bytes - 8)}"}`);
          const told = '{"status":%{http_code},"sent":%{size_upload}}';
          const argv = ['-s', '-o', join(folder, 'answer'), '-w', told, '-H', 'Content-Type: application/json'];
          // Without an answer to its expectation, curl would wait for a minute, and the test fail.
          const patience = ['--expect100-timeout', '60', '--data-binary', `@${file}`, `${hub.url}/api/semantic`];
          return JSON.parse((await promisify(execFile)('curl', [...argv, ...patience])).stdout);
        };
        expect(await sent(2 * MEBIBYTE)).toEqual({ status: 200, sent: 2 * MEBIBYTE });
        expect(await sent(10 * MEBIBYTE + 1)).toEqual({ status: 413, sent: 0 });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );

  test('asks a client of HTTP/1.0 for nothing', async () => {
    const socket = dial(hub);
    socket.write(
      head('/api/semantic', { 'Content-Length': 7, Expect: '100-continue' }).replace('HTTP/1.1', 'HTTP/1.0'),
    );
    socket.write('{"a":1}');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('refuses bytes that come later than the end of what is compressed', async () => {
    for (const [encoding, whole] of [
      ['gzip', gzipSync('{"a":1}')],
      ['br', brotliCompressSync('{"a":1}')],
    ] as const) {
      const socket = dial(hub);
      socket.write(head('/api/semantic', { 'Content-Length': whole.length + 4, 'Content-Encoding': encoding }));
      socket.write(whole);
      await wait(50);
      socket.write('more');
      expect((await once(socket, 'data')).toString()).toMatch(/^HTTP\/1\.1 400 [^]*malformed-encoding/);
    }
  });

  test('refuses a transfer coding that it would not undo', async () => {
    const socket = dial(hub);
    socket.write(`${head('/api/semantic', { 'Transfer-Encoding': 'gzip, chunked' })}2\r\n{}\r\n0\r\n\r\n`);
    expect((await once(socket, 'data')).toString()).toMatch(/^HTTP\/1\.1 415 [^]*Transfer-Encoding/);
  });

  test('takes a body in chunks of one byte', async () => {
    const socket = dial(hub);
    const body = `{"a":"${'x'.repeat(50_000)}"}`;
    socket.write(head('/api/semantic', { 'Transfer-Encoding': 'chunked', Connection: 'close' }));
    socket.write([...body].map((character) => `1\r\n${character}\r\n`).join('') + '0\r\n\r\n');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('forgets a body that is cut off half-way, and logs it as no fault', async () => {
    const halves: [Record<string, string | number>, string | Buffer][] = [
      [{ 'Content-Length': 1000 }, '{"a":"half'],
      [{ 'Transfer-Encoding': 'chunked' }, 'a\r\n{"a":"half'],
      [{ 'Content-Length': 1000, 'Content-Encoding': 'gzip' }, gzipSync('{"a":"half').subarray(0, 15)],
    ];
    for (const [headers, half] of halves) {
      const socket = dial(hub);
      socket.write(head('/api/semantic', headers));
      socket.write(half);
      await wait(50);
      socket.destroy();
    }
    await expect
      .poll(() => hub.logged.filter((line) => line['cutOff'] === true && line['status'] === null).length)
      .toBeGreaterThanOrEqual(3);
    await expect.poll(() => hub.app.bodyBudget.held).toBe(0);
    await expectServed(hub);
  });

  test('says that a body was cut off to who still reads', async () => {
    for (const [path, headers, half] of [
      ['/api/semantic', { 'Content-Length': 1000 }, '{"a":"half'],
      ['/api/semantic', { 'Transfer-Encoding': 'chunked' }, 'a\r\n{"a":"half\r\n'],
      ['/api/rdf?format=ttl', { 'Transfer-Encoding': 'chunked' }, 'a\r\n{"a":'],
      ['/graphql', { 'Content-Length': 1000 }, '{"query":'],
    ] as const) {
      const socket = dial(hub);
      // The end of the client's side; it goes on reading.
      socket.end(head(path, headers) + half);
      const answer = await readAll(socket);
      expect(answer, path).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('Access-Control-Allow-Origin: *\r\n');
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
        type: 'http://localhost:4000/problems/incomplete-body',
      });
    }
    const socket = dial(hub);
    socket.end('POST /api/semantic HTTP/1.1\r\nHost: h');
    expect(await readAll(socket)).toContain('/problems/malformed-request');
    await expectServed(hub);
  });

  test('answers what is no HTTP in the form of every error', async () => {
    for (const [text, status, code] of [
      ['HELO hub\r\n\r\n', 400, 'malformed-request'],
      [
        'GET / HTTP/1.1\r\nHost: hub\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
        400,
        'malformed-request',
      ],
      [`${head('/api/rdf', { 'Transfer-Encoding': 'chunked' })}nonsense\r\n`, 400, 'malformed-request'],
      ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
      ['GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
      ['CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 405, 'method-not-allowed'],
      [`GET /healthz HTTP/1.1\r\nHost: hub\r\nX-Large: ${'a'.repeat(70_000)}\r\n\r\n`, 431, 'head-too-large'],
    ] as const) {
      const socket = dial(hub);
      socket.write(text);
      const answer = await readAll(socket);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toContain('X-Request-Id: ');
      expect(answer).toContain('Access-Control-Allow-Origin: *\r\n');
      expect(answer).toMatch(/Access-Control-Expose-Headers: .*Retry-After/);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
        status,
        type: `http://localhost:4000/problems/${code}`,
      });
    }
    await expectServed(hub);
  });

  test('lets who sends a head that is far too large read why it is refused', async () => {
    for (let i = 0; i < 20; i++) {
      // Reads on to the end of the hub's side.
      const socket = connect({ port: hub.port, host: '127.0.0.1', allowHalfOpen: true });
      sockets.add(socket);
      const errors: Error[] = [];
      socket.on('error', (error) => errors.push(error)).on('end', () => socket.end());
      socket.write(`GET /healthz HTTP/1.1\r\nHost: hub\r\nX-Large: ${'a'.repeat(3 * MEBIBYTE)}\r\n\r\n`);
      expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 431 [^]*head-too-large/);
      expect(errors).toEqual([]);
    }
    await expectServed(hub);
  });

  test('reads no more of a head that is far too large than it has to', async () => {
    const socket = dial(hub);
    socket.write('GET /healthz HTTP/1.1\r\nHost: hub\r\nX-Large: ');
    const piece = Buffer.alloc(MEBIBYTE, 'a');
    let sentBytes = 0;
    while (!socket.destroyed && sentBytes < 1024 * MEBIBYTE) {
      sentBytes += MEBIBYTE;
      if (!socket.write(piece)) await new Promise<void>((resume) => socket.once('drain', resume).once('close', resume));
    }
    expect(sentBytes).toBeLessThan(100 * MEBIBYTE);
    await expectServed(hub);
  });

  test('serves what expects things that nobody knows', async () => {
    const socket = dial(hub);
    socket.write(head('/api/semantic', { 'Content-Length': 7, Expect: '200-ok', Connection: 'close' }) + '{"a":1}');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('serves requests that come one behind the other on one connection', async () => {
    const socket = dial(hub);
    const one = `${head('/api/semantic', { 'Content-Length': 7 })}{"a":1}`;
    socket.write(one + one + `${head('/api/semantic', { 'Content-Length': 7, Connection: 'close' })}{"a":1}`);
    expect((await readAll(socket)).match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
  });

  test('lets no connection send more than a few requests ahead of their answers', async () => {
    const before = hub.logged.length;
    const socket = dial(hub);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: hub\r\n\r\n'.repeat(2000));
    if (!socket.closed) await once(socket.resume(), 'close');
    await expectServed(hub);
    expect(hub.logged.slice(before).filter((line) => line['path'] === '/').length).toBeLessThanOrEqual(1);
  });
});

describe('a client that goes away while its document converts', () => {
  test('frees its worker and its memory', async () => {
    const hub = await createTestApp({ lexicon: EMPTY_LEXICON, workerModule: STUB });
    try {
      const socket = dial(hub);
      socket.write(`${head('/api/rdf', { 'Content-Length': 16 })}{"order":"spin"}`);
      await expect.poll(() => hub.app.pool.load.inside).toBe(1);
      socket.destroy();
      await expect.poll(() => hub.app.pool.load.inside).toBe(0);
      expect(hub.app.bodyBudget.held).toBe(0);
      const next = await fetch(`${hub.url}/api/rdf`, {
        method: 'POST',
        body: '{"order":"echo"}',
        headers: { 'Content-Type': 'application/json' },
      });
      expect(next.status).toBe(200);
      expect(faultsIn(hub)).toEqual([]);
    } finally {
      await hub.stop();
    }
  });
});

describe('a client that goes away with several requests unanswered', () => {
  test('leaves nothing of any answer', async () => {
    const hub = await createTestApp({ lexicon: EMPTY_LEXICON, workerModule: STUB });
    try {
      const socket = dial(hub);
      socket.pause();
      const body = `{"order":"write","value":${12 * MEBIBYTE}}`;
      socket.write((head('/api/rdf', { 'Content-Length': body.length }) + body).repeat(3));
      await expect.poll(() => hub.app.spool.takenBytes).toBe(12 * MEBIBYTE);
      socket.destroy();
      await expect.poll(() => hub.app.spool.takenBytes).toBe(0);
      expect(hub.app.bodyBudget.held).toBe(0);
      expect(hub.app.pool.load).toEqual({ inside: 0, waiting: 0 });
      expect(faultsIn(hub)).toEqual([]);
    } finally {
      await hub.stop();
    }
  });
});

/** The patience of the hub in these tests is a small part of the usual. */
const IMPATIENT = { headersMs: 400, requestMs: 11_000, checkMs: 50, stallMs: 500, stallBytes: 32 * 1024 };

describe('200 slow sockets', () => {
  let hub: TestApp;
  beforeAll(async () => {
    hub = await createTestApp({
      lexicon: EMPTY_LEXICON,
      workerModule: STUB,
      timing: IMPATIENT,
      config: { queue: 1000 },
    });
  });
  afterAll(async () => {
    expect(faultsIn(hub)).toEqual([]);
    await hub.stop();
  });

  const open = (count: number): Socket[] => Array.from({ length: count }, () => dial(hub));
  const whileServed = async (all: Promise<unknown>): Promise<void> => {
    const over = all.then(() => true);
    while (!(await Promise.race([over, wait(50, false)]))) {
      const response = await fetch(`${hub.url}/healthz`);
      expect(response.status).toBe(200);
    }
  };

  test('that send their head a byte at a time are cut, and told why', async () => {
    const slow = open(200);
    const trickle = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('x')), 200);
    for (const socket of slow) socket.write('GET /healthz HTTP/1.1\r\nX-Slow: ');
    const answers = Promise.all(slow.map(readAll));
    await whileServed(answers);
    clearInterval(trickle);
    for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*problems\/request-timeout/);
  });

  test.each([
    { 'Content-Length': 1_000_000 },
    { 'Content-Length': 1_000_000, 'Content-Encoding': 'gzip' },
    { 'Transfer-Encoding': 'chunked' },
  ])('that send their body a byte at a time (%o) are cut, and told why', async (headers) => {
    const slow = open(200);
    const piece = 'Transfer-Encoding' in headers ? '1\r\n{\r\n' : 'Content-Encoding' in headers ? '\x1f' : '{';
    for (const socket of slow) socket.write(head('/api/rdf', headers as Record<string, string>) + piece);
    const trickle = setInterval(() => {
      for (const socket of slow) if (socket.writable && piece !== '\x1f') socket.write(piece);
    }, 200);
    const answers = Promise.all(slow.map(readAll));
    await whileServed(answers);
    clearInterval(trickle);
    for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*problems\/request-timeout/);
    await expect.poll(() => hub.app.bodyBudget.held).toBe(0);
  });

  test.each([
    ['nothing', 0],
    ['a little now and then', 1024],
  ])('that read %s of their answer are cut, and their answers are forgotten', async (_words, readBytes) => {
    const body = `{"order":"write","value":${12 * MEBIBYTE}}`;
    // The answer is larger than what the system takes off our hands for a socket.
    const slow = open(40);
    for (const socket of slow) {
      socket.pause();
      socket.write(head('/api/rdf', { 'Content-Length': body.length, 'Accept-Encoding': 'identity' }) + body);
    }
    const closed = () => hub.logged.filter((line) => line['msg'] === 'slow reader cut').length;
    const before = closed();
    const trickle = setInterval(() => slow.forEach((socket) => readBytes > 0 && socket.read(readBytes)), 100);
    const cut = expect.poll(() => closed() - before, { interval: 100 }).toBe(40);
    await whileServed(Promise.resolve(cut));
    clearInterval(trickle);
    await expect.poll(() => hub.app.spool.takenBytes).toBe(0);
  });

  test('a client that reads at its own pace gets all of a large answer', async () => {
    const body = `{"order":"write","value":${24 * MEBIBYTE}}`;
    const response = await fetch(`${hub.url}/api/rdf`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' },
    });
    let receivedBytes = 0;
    for await (const piece of response.body!) {
      receivedBytes += piece.length;
      await wait(10);
    }
    expect(receivedBytes).toBe(24 * MEBIBYTE + 5);
  });
});
