import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ServerProcess, startHub, watchSize } from './hub-process.ts';
import { emptyLine, type Section } from './measure.ts';

const MEBIBYTE = 1024 * 1024;
const CLIENTS = 32;
const SECONDS = 60;
const POLL_MS = 50;
const POLLED = '/api/parameters';
const ALLOWED = new Set(['200', '413', '422', '429', '503']);

/** Whether a look-up is answered in time while documents keep every worker busy. */
export async function measureLoad(): Promise<Section> {
  const hub = await startHub();
  await poll(hub);
  await delay(1000);
  const restBytes = hub.residentBytes();
  const watch = watchSize(hub);
  const over = new AbortController();
  const polling = pollUntil(hub, over.signal);
  const script = fileURLToPath(new URL('load-clients.ts', import.meta.url));
  const argv = [...process.execArgv, script, hub.url, String(CLIENTS), String(SECONDS)];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  over.abort();
  const times = await polling;
  const peakBytes = watch.stop();
  await delay(5000);
  const afterBytes = hub.residentBytes();
  await hub.stop();

  const statuses = JSON.parse(stdout) as Record<string, number>;
  const p99 = times[Math.ceil(times.length * 0.99) - 1]!;
  const slowest = times.at(-1)!;
  return {
    title: `${CLIENTS} clients post documents of 4.5 MB for ${SECONDS} s`,
    lines: [
      {
        ...emptyLine(`\`GET ${POLLED}\`, p99`),
        figure: `${p99.toFixed(0)} ms`,
        reach: 'at most 100 ms',
        isReached: p99 <= 100,
      },
      {
        ...emptyLine('the slowest'),
        figure: `${slowest.toFixed(0)} ms`,
        reach: 'at most 500 ms',
        isReached: slowest <= 500,
      },
      {
        ...emptyLine('resident size, peak'),
        figure: megabytes(peakBytes),
        reach: 'at most 1200 MiB',
        isReached: peakBytes <= 1200 * MEBIBYTE,
      },
      {
        ...emptyLine('5 s later, over the size at rest'),
        figure: megabytes(afterBytes - restBytes),
        reach: 'at most 200 MiB',
        isReached: afterBytes - restBytes <= 200 * MEBIBYTE,
      },
      {
        ...emptyLine('answers'),
        figure: Object.entries(statuses)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', '),
        reach: `only ${[...ALLOWED].join(', ')}`,
        isReached: Object.keys(statuses).every((status) => ALLOWED.has(status)),
      },
    ],
    notes: [`${times.length} look-ups. The clients and the one who looks up share the cores with the hub.`],
  };
}

/** The times of all look-ups, the shortest first. */
async function pollUntil(hub: ServerProcess, over: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!over.aborted) {
    times.push(await poll(hub));
    await delay(POLL_MS);
  }
  return times.sort((a, b) => a - b);
}

/** Milliseconds until the answer is read. */
async function poll(hub: ServerProcess): Promise<number> {
  const start = performance.now();
  const answer = await fetch(hub.url + POLLED);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`GET ${POLLED} was answered ${answer.status}`);
  return performance.now() - start;
}

function megabytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
}
