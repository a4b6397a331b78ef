import { type ServerProcess, startHub } from './hub-process.ts';
import { emptyLine, type Line, type Section } from './measure.ts';

const CRASHES = 1000;

/** Until the size of the process has settled. */
const WARM_UP_CRASHES = 500;
const MEBIBYTE = 1024 * 1024;

/** Counts as nothing. Chosen, not derived: the size varies by tens of MiB between runs. */
const NOISE_BYTES = 32 * MEBIBYTE;

/** A hub whose workers do what a document says. */
export async function measureCrashes(): Promise<Section> {
  const hub = await startHub(new URL('crash-hub.mjs', import.meta.url), { HUB_WORKERS: '2', HUB_WORKER_MEMORY: '64' });
  const lines: Line[] = [];
  for (const [what, order] of [
    ['a worker that crashes', { order: 'exit' }],
    ['a worker that runs out of memory', { order: 'fill-memory' }],
    ['a worker that hangs', { order: 'sleep', ms: 120_000 }],
  ] as const)
    lines.push(await failOnce(hub, what, order));
  lines.push(await crashOften(hub));
  await hub.stop();
  return {
    title: 'Workers that fail',
    lines,
    notes: [`The size is noisy: up to ${NOISE_BYTES / MEBIBYTE} MiB and 4 files count as nothing.`],
  };
}

async function failOnce(hub: ServerProcess, what: string, order: object): Promise<Line> {
  const neighbour = post(hub, { order: 'sleep', ms: 500 });
  const { status, ms } = await post(hub, order);
  const failedAt = performance.now();
  const other = (await neighbour).status;
  // As many at once as there are workers, so that one of them meets the new one.
  const sleepMs = 50;
  await Promise.all([post(hub, { order: 'sleep', ms: sleepMs }), post(hub, { order: 'sleep', ms: sleepMs })]);
  const replacedMs = performance.now() - failedAt - sleepMs;
  return {
    ...emptyLine(what),
    figure: `${status} after ${(ms / 1000).toFixed(1)} s, replaced within ${replacedMs.toFixed(0)} ms, its neighbour got ${other}`,
    reach: '422 or 503 within 25 s, 1000 ms, 200',
    isReached: (status === 422 || status === 503) && ms <= 25_000 && replacedMs <= 1000 && other === 200,
  };
}

async function crashOften(hub: ServerProcess): Promise<Line> {
  for (let i = 0; i < WARM_UP_CRASHES; i++) await post(hub, { order: 'exit' });
  const [bytesBefore, filesBefore] = [hub.residentBytes(), hub.openFiles()];
  for (let i = 0; i < CRASHES; i++) await post(hub, { order: 'exit' });
  await post(hub, { order: 'sleep', ms: 1000 });
  const leftBytes = hub.residentBytes() - bytesBefore;
  const leftFiles = hub.openFiles() - filesBefore;
  return {
    ...emptyLine(`${CRASHES} crashes`),
    figure: `${(leftBytes / MEBIBYTE).toFixed(0)} MiB and ${leftFiles} open files more than before`,
    reach: 'leak nothing',
    isReached: leftBytes <= NOISE_BYTES && leftFiles <= 4,
  };
}

async function post(hub: ServerProcess, document: object): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const answer = await fetch(`${hub.url}/api/rdf`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(document),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - start };
}
