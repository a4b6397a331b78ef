import { readdirSync } from 'node:fs';
import { createTestApp, EMPTY_LEXICON, type TestApp } from '../support/create-test-app.ts';
import { emptyLine, type Line, type Section } from './measure.ts';

const CRASHES = 1000;
const MEBIBYTE = 1024 * 1024;

/** The hub in this process, with workers that do what a document says. */
export async function measureCrashes(): Promise<Section> {
  const hub = await createTestApp({
    lexicon: EMPTY_LEXICON,
    workerModule: new URL('../workers/stub-worker.ts', import.meta.url),
    config: { workers: 2, workerMemoryMb: 64 },
  });
  const lines: Line[] = [];
  for (const [what, order] of [
    ['a worker that crashes', 'exit'],
    ['a worker that runs out of memory', 'fill-memory'],
    ['a worker that hangs', 'spin'],
  ] as const)
    lines.push(await crash(hub, what, order));
  lines.push(await crashOften(hub));
  await hub.stop();
  return {
    title: 'Workers that fail',
    lines,
    notes: ['The workers of this group are read through tsx, which takes most of the time until one is replaced.'],
  };
}

async function crash(hub: TestApp, what: string, order: string): Promise<Line> {
  const neighbour = post(hub, { order: 'sleep', value: 500 });
  const { status, ms } = await post(hub, { order });
  const failedAt = performance.now();
  // As many at once as there are workers: one of them meets the new one.
  await Promise.all([post(hub, { order: 'sleep', value: 50 }), post(hub, { order: 'sleep', value: 50 })]);
  const replacedMs = performance.now() - failedAt - 50;
  const other = (await neighbour).status;
  return {
    ...emptyLine(what),
    figure: `${status} after ${(ms / 1000).toFixed(1)} s, replaced within ${replacedMs.toFixed(0)} ms, its neighbour got ${other}`,
    reach: '422 or 503 within 25 s, replaced within 1000 ms, neighbour 200',
    isReached: (status === 422 || status === 503) && ms <= 25_000 && replacedMs <= 1000 && other === 200,
  };
}

/** What a thousand crashes leave behind. The first hundred warm up. */
async function crashOften(hub: TestApp): Promise<Line> {
  for (let i = 0; i < CRASHES / 10; i++) await post(hub, { order: 'exit' });
  const [sizeBefore, filesBefore] = [process.memoryUsage.rss(), openFiles()];
  for (let i = 0; i < CRASHES; i++) await post(hub, { order: 'exit' });
  const leftBytes = process.memoryUsage.rss() - sizeBefore;
  const leftFiles = openFiles() - filesBefore;
  return {
    ...emptyLine(`${CRASHES} crashes`),
    figure: `${(leftBytes / MEBIBYTE).toFixed(0)} MiB and ${leftFiles} open files more than before`,
    reach: 'leak nothing',
    isReached: leftBytes <= 32 * MEBIBYTE && leftFiles <= 0,
  };
}

function openFiles(): number {
  return readdirSync('/proc/self/fd').length;
}

async function post(hub: TestApp, document: object): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const answer = await fetch(`${hub.url}/api/rdf`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(document),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - start };
}
