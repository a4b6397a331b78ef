import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MappingPool } from '../../src/workers/mapping-pool.ts';
import { Spool } from '../../src/streaming/spool.ts';
import { bytesHeld } from '../support/bytes-held.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { stubWorker } from '../support/thread-modules.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

/** `npm run test:nightly` has the thousand. A thread takes half a second to start from source. */
const IS_NIGHTLY = process.env['HUB_NIGHTLY'] !== undefined;
const CRASHES = IS_NIGHTLY ? 1000 : 6;
const LIMIT_MS = 60_000 + CRASHES * 4_000;

const TIMING = { ...DEFAULT_TIMING, queueMs: 20_000, killedMs: 200, restMs: 200 };

const LEXICON = { version: '1', lexicon: EMPTY_LEXICON };

let folder: string;
let spool: Spool;
let pool: MappingPool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-crashes-'));
  spool = new Spool({ folder: join(folder, 'spool'), maxBytes: 1 << 28, maxAnswerBytes: 1 << 26, timing: TIMING });
  await spool.start();
});
afterEach(() => pool?.stop());
afterAll(async () => {
  spool?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(timeoutMs: number): Promise<void> {
  const workerModule = await stubWorker();
  pool = new MappingPool({ workers: 2, queue: 16, timeoutMs, memoryMb: 64, timing: TIMING, workerModule }, spool);
  await pool.warm(LEXICON);
}

async function run(order: string, client = 'one'): Promise<number> {
  const body = new TextEncoder().encode(JSON.stringify({ order, value: 1 }));
  const { triples, output } = await pool.convert(body, CONVERT_DEFAULTS, LEXICON, { client });
  output.dispose();
  return triples;
}

/** Where there is no such folder, the other numbers have to do. */
async function countOpenFiles(): Promise<number> {
  return (await readdir('/proc/self/fd').catch(() => [])).length;
}

/** What a leak would show in. */
async function measure() {
  // A killed thread's place is free again when what it may still be writing is over.
  await expect.poll(() => spool.takenBytes).toBe(0);
  await wait(500);
  const held = bytesHeld();
  const places = Array.from({ length: 1024 }, () => spool.newPlace());
  for (const place of places) spool.release(place);
  return {
    heldMb: held / 1024 / 1024,
    files: await countOpenFiles(),
    spooled: await readdir(spool.folder),
    load: pool.load,
  };
}

describe('a worker that dies again and again', () => {
  test.each([
    ['exits', 'exit', 'conversion-failed', 20_000, CRASHES],
    ['runs out of memory', 'fill-memory', 'conversion-failed', 20_000, IS_NIGHTLY ? 100 : 2],
    ['hangs', 'hang', 'conversion-timeout', 2_000, IS_NIGHTLY ? 50 : 2],
  ] as const)(
    'because it %s costs its own document alone, and leaves nothing',
    async (_, order, code, timeoutMs, times) => {
      await open(timeoutMs);
      await Promise.all([run('echo'), run('echo', 'two')]);
      const before = await measure();
      for (let crash = 0; crash < times; crash++) {
        const other = run('echo', 'two');
        await expect(run(order)).rejects.toMatchObject({ code });
        expect(await other).toBe(1);
        // The time of a document counts while its thread starts, which takes long here: the loader of TypeScript starts with it.
        await pool.warm(LEXICON);
        expect(await Promise.all([run('echo'), run('echo', 'two')])).toEqual([1, 1]);
      }
      const after = await measure();
      expect(after.heldMb - before.heldMb).toBeLessThan(16);
      expect(after.files).toBeLessThanOrEqual(before.files + 4);
      expect({ spooled: after.spooled, load: after.load }).toEqual({ spooled: [], load: { inside: 0, waiting: 0 } });
    },
    LIMIT_MS,
  );
});
