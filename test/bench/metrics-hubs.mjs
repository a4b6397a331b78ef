// Two built hubs in one process: one at `PORT`, and before it one with metrics at the port behind that.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';

const DIST = process.env.BENCH_DIST ?? new URL('../../dist/', import.meta.url).href;
const { createApp } = await import(new URL('app.js', DIST).href);
const { readConfig } = await import(new URL('config.js', DIST).href);

async function start(behind, settings) {
  const { PORT, HUB_DATA } = process.env;
  const env = {
    ...process.env,
    PORT: String(Number(PORT) + behind),
    HUB_DATA: join(HUB_DATA, String(behind)),
    ...settings,
  };
  const config = readConfig(env, availableParallelism());
  await createApp(config, { log: pino({ level: config.logLevel }) }).start();
}

await start(1, { HUB_METRICS_TOKEN: 'a-token-of-the-bench' });
await start(0, {});
