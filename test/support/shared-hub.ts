import { rmSync } from 'node:fs';
import { createTestApp, type TestApp } from './create-test-app.ts';

/** A hub that nobody stops, for others need it too. */
export type SharedHub = Omit<TestApp, 'stop'>;

let started: Promise<SharedHub> | undefined;

/**
 * The real hub with the shipped vocabulary, on a free port, that the files of a worker share: it starts once and ends with the worker.
 * For tests that change nothing in it; who writes, or wants other settings, creates one by `createTestApp`.
 */
export function sharedHub(): Promise<SharedHub> {
  return (started ??= start());
}

async function start(): Promise<SharedHub> {
  // Connections that `fetch` keeps are not closed in the moment in which a slow machine uses them again.
  const hub = await createTestApp({ timing: { keepAliveMs: 600_000 } });
  process.once('exit', () => rmSync(hub.config.dataFolder, { recursive: true, force: true }));
  return hub;
}
