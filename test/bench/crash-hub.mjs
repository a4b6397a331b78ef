// The built hub with workers that do what a document says. In JavaScript: a loader leaves files open in each thread that ends.
import { availableParallelism } from 'node:os';
import { pino } from 'pino';

const DIST = process.env.BENCH_DIST ?? new URL('../../dist/', import.meta.url).href;
const { createApp } = await import(new URL('app.js', DIST).href);
const { readConfig } = await import(new URL('config.js', DIST).href);

const config = readConfig(process.env, availableParallelism());
const app = createApp(config, {
  log: pino({ level: 'silent' }),
  workerModule: new URL('crash-worker.mjs', import.meta.url),
});
await app.start();
