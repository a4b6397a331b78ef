import { availableParallelism } from 'node:os';
import type { Config } from './config.ts';
import { forkQueryProcess, sendLikely } from './queries/fork-query-process.ts';
import type { LikelyGraph } from './queries/messages.ts';

// It loads its code and the vocabulary while this process loads its modules: each takes about as long as the other.
const queryProcess = forkQueryProcess();
const [{ readConfig }, { LogOutput }, { imageInUse }, { hubNamespaces }, { BUILT_TABLE, tableInUse }] =
  await Promise.all([
    import('./config.ts'),
    import('./log-output.ts'),
    import('./queries/engine-image.ts'),
    import('./rdf/namespaces.ts'),
    import('./vocabulary/registry/kept-table.ts'),
  ]);

/** How long the end of the process waits for its log. */
const LOG_MS = 500;

function fail(message: string): never {
  queryProcess.kill('SIGKILL');
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function settings(): Config {
  try {
    return readConfig(process.env, availableParallelism());
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** Where the vocabulary is that the store in the data folder held last, or will hold. */
function likelyGraph({ baseUrl, dataFolder, storeServer }: Config): LikelyGraph | null {
  if (storeServer !== undefined) return null;
  return {
    graph: hubNamespaces(baseUrl).vocabularyGraph,
    image: imageInUse(dataFolder),
    files: [tableInUse(dataFolder), BUILT_TABLE],
    baseUrl,
  };
}

const config = settings();
const likely = likelyGraph(config);
if (likely !== null) sendLikely(queryProcess, likely);
const [{ pino }, { createApp }, { activeTraceFields }, { exampleCall }] = await Promise.all([
  import('pino'),
  import('./app.ts'),
  import('./traces/request-trace.ts'),
  import('./web/pages/example-call.ts'),
]);
const output = new LogOutput({
  fd: 1,
  onLost: (lines) => log.warn({ lines }, 'the log could not be written; lines of it are lost'),
});
process.on('exit', () => {
  // Node would wait for a write that hangs because nobody reads the log, and so never end.
  if (!output.endNow()) process.kill(process.pid, 'SIGKILL');
});
const log = pino({ level: config.logLevel, mixin: activeTraceFields }, output);
const app = createApp(config, { log, queryProcess });

async function leave(code: number): Promise<void> {
  if (!(await output.end(LOG_MS))) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

let isStopping = false;
async function stop(signal: string): Promise<void> {
  if (isStopping) return leave(1);
  isStopping = true;
  log.info({ signal }, 'stopping');
  setTimeout(() => void leave(0), config.timing.endMs).unref();
  await app.stop();
  await leave(0);
}
process.on('SIGTERM', (signal) => void stop(signal));
process.on('SIGINT', (signal) => void stop(signal));

/** What Node says of it: the port unless it is 0, the address, or the name that is not found. */
type ListenError = NodeJS.ErrnoException & {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
};

/** What a failure to listen is to who has set where. */
function listenFailure({ code, port, address, hostname = address }: ListenError): string | undefined {
  const metrics = config.metrics?.address ?? null;
  const isOfMetrics = metrics !== null && (port === undefined ? hostname === metrics.host : port === metrics.port);
  const [setting, host] = isOfMetrics ? ['HUB_METRICS', metrics.host] : ['HUB', config.host];
  const portSetting = isOfMetrics ? 'HUB_METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE') return `Port ${port} is in use. ${portSetting} names another one.`;
  if (code === 'EACCES') return `Port ${port} may not be listened on by this user. ${portSetting} names another one.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is no address of this machine. ${setting}_HOST names one.`;
  return undefined;
}

try {
  await app.start();
  if (!isStopping) {
    output.write(
      `The Vocabulary Hub is ready at ${config.baseUrl}/ (GraphQL at ${config.baseUrl}/graphql). Try:\n  ${exampleCall(config.baseUrl)}\n`,
    );
  }
} catch (error) {
  // Stopped in the middle of it, a start may fail in any way.
  if (!isStopping) {
    const { message } = error as Error;
    const failure = listenFailure(error as ListenError);
    if (failure === undefined) log.fatal({ err: error }, 'the hub cannot start');
    process.stderr.write(`${failure ?? `The hub cannot start: ${message}`}\n`);
    await leave(1);
  }
}
