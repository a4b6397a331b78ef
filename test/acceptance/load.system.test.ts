import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { portOf, startMain } from '../support/hub-process.ts';

/** Many clients with large documents at a time, and one that reads. `npm run test:nightly` does it with 32 for a minute. */

const IS_NIGHTLY = process.env['HUB_NIGHTLY'] !== undefined;
const CLIENTS = IS_NIGHTLY ? 32 : 6;
const LOAD_MS = IS_NIGHTLY ? 60_000 : 3_000;
const MEBIBYTE = 1024 * 1024;
const EXPECTED = [200, 413, 422, 429, 503];

let folder: string;
let hub: ChildProcess;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-load-'));
  const program = startMain({ HUB_DATA: folder, HUB_RATE_LIMIT: '1000000', HUB_WORKERS: '2' });
  hub = program.child;
  port = await portOf(program);
});
afterAll(async () => {
  hub?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const agent = new Agent({ keepAlive: true });

/** The status, and when to come back; null when the connection broke. */
function post(body: Buffer): Promise<{ status: number; retryAfter: string | undefined } | null> {
  return new Promise((resolve) => {
    const options = {
      port,
      agent,
      method: 'POST',
      path: '/api/json-to-rdf?format=nt&maxArrayItems=30000',
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length },
    };
    request(options, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'] }));
      response.on('error', () => resolve(null));
    })
      .on('error', () => resolve(null))
      .end(body);
  });
}

function read(): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ port, path: '/api/parameters', agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode!));
    }).on('error', reject);
  });
}

/** In MiB, as Linux tells. */
async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${hub.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}

/** What the hub's memory was before any document and before the load, and the most that it was in it; only Linux tells. */
const memory = { isTold: process.platform === 'linux', unusedMb: 0, atRestMb: 0, peakMb: 0 };

test(
  `${CLIENTS} clients with documents of 4.5 MB get answers, and others read all the while`,
  async () => {
    const stamps = Array.from({ length: 110_000 }, (_, at) => new Date(1.7e12 + at * 60_000).toISOString());
    const values = stamps.map((_, at) => ((at * 7919) % 100_000) / 100);
    const document = { timestamp: stamps, 'active_power-kW': values, 'voltage-V': values };
    const body = Buffer.from(JSON.stringify(document));
    expect(body.length).toBeGreaterThan(4 * MEBIBYTE);

    expect(await read()).toBe(200);
    if (memory.isTold) memory.unusedMb = await residentMb();
    // At rest is after the first document: by then the code is compiled, and what it took has come back.
    expect((await post(body))?.status).toBe(200);
    await wait(DEFAULT_TIMING.quietMs * 2);
    if (memory.isTold) memory.atRestMb = await residentMb();
    const statuses: number[] = [];
    const endsAt = Date.now() + LOAD_MS;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (Date.now() < endsAt) {
        const answer = await post(body);
        expect(answer, 'a connection broke').not.toBe(null);
        statuses.push(answer!.status);
        if (answer!.status === 503) {
          expect(Number(answer!.retryAfter)).toBeGreaterThan(0);
          await wait(100);
        }
      }
    });
    const reads: number[] = [];
    const reader = async (): Promise<void> => {
      while (Date.now() < endsAt) {
        reads.push(await read());
        if (memory.isTold) memory.peakMb = Math.max(memory.peakMb, await residentMb());
        await wait(20);
      }
    };
    await Promise.all([...clients, reader()]);

    expect(statuses.filter((status) => !EXPECTED.includes(status))).toEqual([]);
    expect(statuses).toContain(200);
    expect(new Set(reads)).toEqual(new Set([200]));
  },
  LOAD_MS + 90_000,
);

test('the memory that the load took is bounded, and comes back', async (context) => {
  if (!memory.isTold) return context.skip('only Linux tells in /proc how much memory another process has');
  // Not than at rest: what the first document took may not have come back before the load began.
  expect(memory.peakMb).toBeGreaterThan(memory.unusedMb);
  expect(memory.peakMb).toBeLessThan(1200);
  await expect.poll(residentMb).toBeLessThan(memory.atRestMb + 200);
});
