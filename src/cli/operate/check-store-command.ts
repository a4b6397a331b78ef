import { randomUUID } from 'node:crypto';
import { asIri } from '../../rdf/rows.ts';
import { iri, sparql } from '../../rdf/sparql.ts';
import { inGraph } from '../../rdf/triple.ts';
import { CheckGraphs, type Check, type StoresUnderCheck } from '../../store/contract/check.ts';
import { CONTRACT } from '../../store/contract/contract.ts';
import { checkOfVocabulary } from '../../store/contract/sizes.ts';
import { RefusedError } from '../../store/refused-error.ts';
import { RemoteStore } from '../../store/remote.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { readShippedTriples } from '../vocabulary/read-triples.ts';
import { readSettings } from './read-settings.ts';

const SETTINGS = ['HUB_STORE_QUERY_URL', 'HUB_STORE_UPDATE_URL', 'HUB_STORE_GRAPHS_URL'];
const CLEANING = { timeoutMs: 60_000 };

/**
 * Tries on a SPARQL server what hubs ask of their store, in graphs of its own, which it removes.
 *
 * @param urls for queries, updates and the graph store protocol; those of the settings when there are none
 */
export async function checkStoreCommand(
  urls: readonly string[],
  rounds: number,
  context: CliContext,
): Promise<ExitCode> {
  const { stdout, stderr, cleanUps } = context;
  const { server, timing } = serverOf(urls, context);
  const base = `https://check-${randomUUID()}.invalid`;
  const graphs = new CheckGraphs(base);
  const changesGraph = `${base}/graph/changes`;
  const open = (): RemoteStore => new RemoteStore({ ...server, changesGraph, timing });
  const stores = [open(), open()] as const;
  const clean = async (): Promise<void> => {
    // What is under way ends before.
    await Promise.all(stores.map((store) => store.close()));
    const cleaner = new RemoteStore({ ...server, changesGraph: `${base}/graph/cleaning`, timing });
    try {
      // Traces of changes of which nobody knows whether they were made are there, too.
      await cleaner.change({ clear: [...graphs.given, changesGraph] }, CLEANING);
    } catch (error) {
      // A server that takes no changes has nothing of the checks.
      if (!(await isEmpty(cleaner, [...graphs.given, changesGraph])))
        stderr.write(`${(error as Error).message}\nGraphs whose IRIs begin with ${base}/ may be left there.\n`);
    } finally {
      await cleaner.close();
    }
  };
  await requireAnswer(stores[0], base);
  cleanUps.add(clean);
  try {
    const under = { stores, open: async () => open(), newGraph: graphs.next, rounds };
    const checks = [...CONTRACT, checkOfVocabulary(readVocabulary)];
    let passed = 0;
    for (const check of checks) if (await tell(check, under, context)) passed++;
    stdout.write(`${passed} of ${checks.length} checks passed.\n`);
    return passed === checks.length ? EXIT.done : EXIT.documentsFailed;
  } finally {
    cleanUps.delete(clean);
    await clean();
  }
}

function serverOf(urls: readonly string[], context: CliContext) {
  if (urls.length !== 0 && urls.length !== SETTINGS.length)
    throw new CommandError(
      EXIT.usage,
      'store check takes three addresses: for queries, for updates, and for the graph store protocol',
    );
  const given = Object.fromEntries(urls.map((url, at) => [SETTINGS[at]!, url]));
  const { storeServer: server, timing } = readSettings({ ...context, env: { ...context.env, ...given } });
  if (server === undefined)
    throw new CommandError(
      EXIT.usage,
      `store check needs the addresses of a server, or the settings ${SETTINGS.join(', ')}`,
    );
  return { server, timing };
}

/** @throws CommandError when nothing answers there: each check would say so */
async function requireAnswer(store: RemoteStore, graph: string): Promise<void> {
  try {
    await store.select(sparql`SELECT ?s WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } }`, {});
  } catch (error) {
    throw new CommandError(EXIT.unavailable, describeFailure(error), error);
  }
}

/** Whether the server says that it has none of these graphs. */
async function isEmpty(store: RemoteStore, graphs: readonly string[]): Promise<boolean> {
  const query = sparql`SELECT ?g WHERE { VALUES ?g { ${graphs.map(iri)} } GRAPH ?g { ?s ?p ?o } } LIMIT 1`;
  return store.select(query, { g: asIri }).then(
    (found) => found.length === 0,
    () => false,
  );
}

async function readVocabulary(graph: string) {
  return inGraph(graph, (await readShippedTriples()).triples);
}

/** Whether the store passed the check; tells it, and why not. */
async function tell(check: Check, under: StoresUnderCheck, { stdout }: CliContext): Promise<boolean> {
  const startedAt = performance.now();
  const failure = await check.run(under).then(() => null, describeFailure);
  const tookMs = Math.round(performance.now() - startedAt);
  stdout.write(
    `${failure === null ? 'passed' : 'FAILED'} ${check.name} (${tookMs} ms)${failure === null ? '' : `: ${failure}`}\n`,
  );
  return failure === null;
}

/** The message of an error, and what the server said. */
function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RefusedError && cause.said !== '') return `${message}. It said: ${cause.said}`;
  return message;
}
