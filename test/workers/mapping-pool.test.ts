import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConvertOptions } from '../../src/mapping/convert.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { MappingPool, type MappingPoolOptions } from '../../src/workers/mapping-pool.ts';
import type { LexiconVersion } from '../../src/workers/worker-threads.ts';
import { Spool } from '../../src/streaming/spool.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { stubWorker } from '../support/thread-modules.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

const MEBIBYTE = 1024 * 1024;
const OPTIONS: ConvertOptions = { ...CONVERT_DEFAULTS, semantics: 'registry' };

let folder: string;
let spool: Spool;
let pool: MappingPool;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-pool-'));
});
afterEach(async () => {
  await pool?.stop();
  spool?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(
  options: Partial<MappingPoolOptions> = {},
  maxBytes = 64 * MEBIBYTE,
  maxAnswerBytes = 32 * MEBIBYTE,
): Promise<void> {
  const timing = { ...DEFAULT_TIMING, queueMs: 20_000, killedMs: 100 };
  spool = new Spool({ folder: join(folder, 'spool'), maxBytes, maxAnswerBytes, timing });
  await spool.start();
  const workerModule = await stubWorker();
  pool = new MappingPool(
    { workers: 1, queue: 8, timing, timeoutMs: 20_000, memoryMb: 256, workerModule, ...options },
    spool,
  );
}

function lexiconOf(version: string): LexiconVersion {
  const lexicon: Lexicon = {
    versionIri: `http://localhost:4000/vocabulary/v/${version}`,
    vocabularyIri: 'http://localhost:4000/vocabulary/',
    idIri: 'http://localhost:4000/id/',
    terms: new Map(),
    nodes: new Map(),
    prefixes: new Map(),
  };
  return { version, lexicon };
}
const LEXICON = lexiconOf('1');

function order(what: string, value?: number): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ order: what, value }));
}

const run = (body: Uint8Array, signal?: AbortSignal, lexicon = LEXICON) =>
  pool.convert(body, OPTIONS, lexicon, { client: '192.0.2.1', signal });

describe('a worker', () => {
  test('that exits fails its own document alone', async () => {
    await open();
    await expect(run(order('exit'))).rejects.toMatchObject({
      code: 'conversion-failed',
      details: { retryAfterSeconds: 30 },
    });
    expect((await run(order('echo', 3))).triples).toBe(3);
  });

  test('that runs out of memory fails its own document alone', async () => {
    await open({ memoryMb: 64 });
    await expect(run(order('fill-memory'))).rejects.toMatchObject({ code: 'conversion-failed' });
    expect((await run(order('echo', 4))).triples).toBe(4);
  });

  test('that takes too long is ended, and leaves no file', async () => {
    await open({ timeoutMs: 300 });
    await pool.warm(LEXICON);
    await expect(run(order('spin'))).rejects.toMatchObject({
      code: 'conversion-timeout',
      details: { retryAfterSeconds: 30 },
    });
    // A thread may take longer to start than a document has.
    await pool.warm(LEXICON);
    expect((await run(order('echo', 5))).triples).toBe(5);
    await expect.poll(() => readdir(spool.folder)).toEqual([]);
    await expect.poll(() => spool.takenBytes).toBe(0);
  });

  test('that is ended has its place until it is gone, as its memory is taken so long', async () => {
    await open({ timeoutMs: 300 });
    await pool.warm(LEXICON);
    await expect(run(order('hang'))).rejects.toMatchObject({ code: 'conversion-timeout' });
    expect(pool.load.inside).toBe(1);
    await expect.poll(() => pool.load.inside).toBe(0);
  });

  test('is freed when the client goes away', async () => {
    await open();
    await pool.warm(LEXICON);
    const client = new AbortController();
    const gone = run(order('spin'), client.signal);
    const next = run(order('echo', 6));
    await wait(100);
    client.abort();
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' });
    expect((await next).triples).toBe(6);
  });

  test('whose code has a bug tells of it as a bug, not as an expected failure', async () => {
    await open();
    const failure = await run(order('fault')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toHaveProperty('code');
    expect((failure as Error).stack).toContain('the inside of the hub');
  });
});

describe('the queue', () => {
  test('turns away what does not fit in, with a time to come back', async () => {
    await open({ queue: 1 });
    await pool.warm(LEXICON);
    const inside = run(order('sleep', 400));
    const waiting = run(order('echo', 1));
    await expect(run(order('echo', 2))).rejects.toMatchObject({
      code: 'converter-busy',
      details: { retryAfterSeconds: expect.any(Number) as number },
    });
    expect((await waiting).triples).toBe(1);
    await inside;
  });

  test('forgets a client that goes away while it waits', async () => {
    await open({ queue: 1 });
    const inside = run(order('sleep', 300));
    const client = new AbortController();
    const gone = run(order('echo', 1), client.signal);
    await wait(10);
    expect(pool.load).toEqual({ inside: 1, waiting: 1 });
    client.abort();
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' });
    expect(pool.load.waiting).toBe(0);
    await inside;
    expect(pool.load).toEqual({ inside: 0, waiting: 0 });
  });
});

describe('threads', () => {
  test('are one until several documents are converted at a time, and no more than there may be', async () => {
    await open({ workers: 2 });
    expect(pool.threadCount).toBe(0);
    await pool.warm(LEXICON);
    await run(order('echo', 1));
    expect(pool.threadCount).toBe(1);
    await Promise.all([1, 2, 3, 4].map(() => run(order('sleep', 100))));
    expect(pool.threadCount).toBe(2);
  });
});

describe('a new version of the vocabulary', () => {
  test('is used by the next document while those under way end with theirs', async () => {
    await open({ workers: 2 });
    await pool.warm(LEXICON);
    const old = run(order('sleep', 500));
    const { output } = await run(order('version'), undefined, lexiconOf('2'));
    expect(await output.text(1000)).toBe('head;http://localhost:4000/vocabulary/v/2');
    await expect(old).resolves.toHaveProperty('triples', 500);
  });
});

describe('the real mapping', () => {
  const caller = { client: '192.0.2.1' };
  const encode = (text: string) => new TextEncoder().encode(text);
  beforeEach(() => open({ workerModule: undefined }));

  test('writes the report behind the document when asked to, and tells as much of its lists as was asked for', async () => {
    const options = { base: null, now: new Date(0) };
    const document = '{"a":1,"b":[2],"c":{"d":3}}';
    const whole = await pool.embed(encode(document), options, LEXICON, caller);
    const { output, describedCount, report } = await pool.embed(
      encode(document),
      { ...options, withReport: true, maxListed: 2 },
      LEXICON,
      caller,
    );
    expect(await output.text(MEBIBYTE)).toBe(
      `{"document":${await whole.output.text(MEBIBYTE)},"report":${JSON.stringify(whole.report)}}`,
    );
    expect(whole.report.undescribed).toEqual(['a', 'b', 'c', 'd']);
    expect({ describedCount, ...report }).toMatchObject({
      describedCount: 0,
      undescribed: ['a', 'b'],
      notTerms: ['a', 'b'],
    });
  });

  test('counts all warnings, whatever it tells of their list', async () => {
    const document = '{"@semantic":{"@context":{}},"?a":1,"?b":2,"?c":[[3]]}';
    const { warnings, warningCounts, unmapped } = await pool.convert(
      encode(document),
      { ...OPTIONS, semantics: 'block', maxListed: 1 },
      LEXICON,
      caller,
    );
    expect(warningCounts).toEqual({ 'reserved-key': 3, 'nested-array': 1 });
    expect([warnings.length, unmapped]).toEqual([1, ['?a']]);
  });
});

describe('the spool', () => {
  const text = (bytes: number): string => {
    let expected = 'head;';
    for (let at = 0; at < bytes; at += 65_536)
      expected += String.fromCharCode(0x61 + ((at / 65_536) % 26)).repeat(Math.min(65_536, bytes - at));
    return expected;
  };

  test.each([0, 1, 65_536, 512 * 1024, 512 * 1024 + 1, 3 * MEBIBYTE + 17])(
    'gives back %i bytes as they were written, behind the head',
    async (bytes) => {
      await open();
      const { output } = await run(order('write', bytes));
      expect(output.size).toBe(bytes + 5);
      expect((await output.text(64 * MEBIBYTE)) === text(bytes)).toBe(true);
      const streamed: Buffer[] = [];
      for await (const piece of (await run(order('write', bytes))).output.stream()) streamed.push(piece as Buffer);
      expect(Buffer.concat(streamed).toString() === text(bytes)).toBe(true);
      expect(spool.takenBytes).toBe(0);
    },
  );

  test('has no named file once the answer is there', async () => {
    await open();
    const { output } = await run(order('write', MEBIBYTE));
    expect(await readdir(spool.folder)).toEqual([]);
    expect(spool.takenBytes).toBe(MEBIBYTE);
    output.dispose();
    output.dispose();
    expect(spool.takenBytes).toBe(0);
  });

  test('is freed by a reader that stops half-way', async () => {
    await open();
    const stream = (await run(order('write', 4 * MEBIBYTE))).output.stream();
    for await (const piece of stream) {
      expect(piece).toBeDefined();
      break;
    }
    await expect.poll(() => spool.takenBytes).toBe(0);
  });

  test('turns away an answer that does not fit in, until there is room', async () => {
    await open({}, 3 * MEBIBYTE);
    const { output } = await run(order('write', 2 * MEBIBYTE));
    await expect(run(order('write', 2 * MEBIBYTE))).rejects.toMatchObject({ code: 'converter-busy' });
    output.dispose();
    const again = await run(order('write', 2 * MEBIBYTE));
    again.output.dispose();
    expect(spool.takenBytes).toBe(0);
  });

  test('refuses an answer beyond the size of one, and leaves nothing of it', async () => {
    await open({}, 64 * MEBIBYTE, 2 * MEBIBYTE);
    await expect(run(order('write', 3 * MEBIBYTE))).rejects.toMatchObject({ code: 'answer-too-large' });
    expect(await readdir(spool.folder)).toEqual([]);
    expect(spool.takenBytes).toBe(0);
  });

  test('keeps nothing of a document that is refused after much was written', async () => {
    await open();
    await expect(run(order('write-then-refuse', 2 * MEBIBYTE))).rejects.toMatchObject({ code: 'too-many-triples' });
    expect(await readdir(spool.folder)).toEqual([]);
    expect(spool.takenBytes).toBe(0);
  });

  test('says that it is busy when the disk takes no more', async () => {
    await open();
    await rm(spool.folder, { recursive: true });
    await expect(run(order('write', MEBIBYTE))).rejects.toMatchObject({
      code: 'converter-busy',
      details: { retryAfterSeconds: 30 },
    });
    expect(spool.takenBytes).toBe(0);
  });

  test('removes at its start what a crash left, and nothing else', async () => {
    await open();
    await writeFile(join(spool.folder, '00000000-0000-4000-8000-000000000000.part'), 'left');
    await writeFile(join(spool.folder, 'keep.txt'), 'mine');
    await spool.start();
    expect(await readdir(spool.folder)).toEqual(['keep.txt']);
  });

  test('that cannot be written says which folder', async () => {
    await writeFile(join(folder, 'file'), '');
    const impossible = new Spool({
      folder: join(folder, 'file', 'spool'),
      maxBytes: 1,
      maxAnswerBytes: 1,
      timing: DEFAULT_TIMING,
    });
    await expect(impossible.start()).rejects.toThrow(/file\/spool cannot be written/);
  });
});
