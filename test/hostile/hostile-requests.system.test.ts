import { Agent, request as send } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaultOfGrowth, LENGTHS, threadMs } from '../support/growth.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { startHubProcess, type HubProcess } from '../support/hub-process.ts';
import { PARSED_PLACES, QUERY_PLACES, type ParsedPlace, type SentText } from '../support/parsed-places.ts';

/** A hub that has not answered by then is stalled, and another one takes its place. */
const STALLED_MS = 5_000;

let hub: HubProcess;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(startHub);
afterAll(async () => {
  agent.destroy();
  await hub.stop();
});

async function startHub(): Promise<void> {
  hub = await startHubProcess({ HUB_RATE_LIMIT: '1000000', HUB_TRUSTED_PROXIES: '1', HUB_LOG_LEVEL: 'warn' });
  for (const { put } of PARSED_PLACES) await answerTo(put('a'));
}

test.each([...PARSED_PLACES])('$name: no text keeps the hub from answering', async (place) => {
  expect(await faultsAt(place, HOSTILE_TEXTS)).toEqual([]);
});

test.each([...QUERY_PLACES])('$name: no text keeps the hub from answering', async (place) => {
  expect(
    await faultsAt(
      place,
      HOSTILE_TEXTS.filter((_text, at) => at % 8 === 0),
    ),
  ).toEqual([]);
});

async function faultsAt({ put }: ParsedPlace, texts: typeof HOSTILE_TEXTS): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, of } of texts) {
    const fault = await findFaultOfGrowth(async (length) => {
      const before = threadMs(hub.pid);
      const status = await answerTo(put(of(length)));
      if (status === 500) faults.push(`${name}: 500 for ${length} characters`);
      if (status !== 'stalled') return threadMs(hub.pid) - before;
      await hub.stop();
      await startHub();
      return STALLED_MS;
    });
    if (fault !== null) faults.push(`${name}: ${fault}`);
  }
  return faults;
}

/** The status of the answer, once it is whole; 0 where the connection ended without one. */
function answerTo({ method, target, headers, body }: SentText): Promise<number | 'stalled'> {
  return new Promise((resolve) => {
    const request = send(
      {
        agent,
        host: '127.0.0.1',
        port: hub.port,
        method,
        path: target,
        headers: { 'x-forwarded-for': '203.0.113.7', ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        response.resume().on('close', () => resolve(response.statusCode ?? 0));
      },
    );
    request.setTimeout(STALLED_MS, () => {
      resolve('stalled');
      request.destroy();
    });
    request.on('error', () => resolve(0));
    request.end(body);
  });
}

test('there are texts of each length', () => {
  for (const { of } of HOSTILE_TEXTS)
    for (const length of LENGTHS) expect(of(length).length).toBeGreaterThanOrEqual(length);
});
