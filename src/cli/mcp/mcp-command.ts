import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../config.ts';
import { createDocuments } from '../../documents/documents.ts';
import { serveAgent } from '../../mcp/serve-agent.ts';
import type { ToolBasis } from '../../mcp/tools/tool.ts';
import { readRelease } from '../../package-folder.ts';
import { Queries } from '../../queries/queries.ts';
import { QueryPool } from '../../queries/query-pool.ts';
import { createPublicGraphs } from '../../queries/public-graphs.ts';
import { hubNamespaces } from '../../rdf/namespaces.ts';
import { Spool } from '../../streaming/spool.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { MappingPool } from '../../workers/mapping-pool.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { loadVocabulary, type VocabularyChoice } from '../vocabulary/load-vocabulary.ts';

/** Queries that may wait: one agent asks one after another. */
const QUERY_QUEUE = 8;

/** Serves one agent over standard input and output, until the input ends. @throws HubError, CommandError when there is no vocabulary */
export async function mcpCommand(choice: VocabularyChoice, context: CliContext): Promise<ExitCode> {
  const { stdin, stdout, stderr, cleanUps } = context;
  const vocabulary = await loadVocabulary(choice);
  const services = await startServices(vocabulary, choice, context);
  const stop = async (): Promise<ExitCode> => {
    await services.stop();
    return EXIT.done;
  };
  const tell = (fields: object, message: string): unknown => stderr.write(`${message}: ${faultOf(fields)}\n`);
  cleanUps.add(stop);
  try {
    await serveAgent({
      basis: services.basis,
      release: readRelease(),
      // Standard output is the protocol's.
      log: { error: tell, warn: tell },
      input: stdin,
      output: stdout,
    });
    return EXIT.done;
  } finally {
    cleanUps.delete(stop);
    await services.stop();
  }
}

function faultOf(fields: object): string {
  const { err, requestId } = fields as { err?: unknown; requestId?: string };
  return `${requestId ?? ''} ${err instanceof Error ? (err.stack ?? err.message) : String(err)}`;
}

/** What the tools stand on, in this process: without a store and without versions before the one in use. */
async function startServices(
  vocabulary: Vocabulary,
  { hub: address }: VocabularyChoice,
  { cores }: CliContext,
): Promise<{ basis: ToolBasis; stop(): Promise<void> }> {
  const { timing, ...config } = readConfig({}, cores);
  const folder = await mkdtemp(join(tmpdir(), 'vocabulary-hub-mcp-'));
  const spool = new Spool({ folder, maxBytes: config.spoolBytes, maxAnswerBytes: config.answerBytes, timing });
  await spool.start();
  const { workers, queue, conversionTimeoutMs, workerMemoryMb, smallDocumentBytes, sparqlWorkers } = config;
  const pool = new MappingPool(
    { workers, queue, timing, timeoutMs: conversionTimeoutMs, memoryMb: workerMemoryMb },
    spool,
  );
  const inUse = (): Vocabulary => vocabulary;
  const baseUrl = vocabulary.lexicon.vocabularyIri.replace(/\/vocabulary\/$/, '');
  const none = { find: () => null, read: () => Promise.reject(new Error('there are no versions before')) };
  const graphs = createPublicGraphs({ vocabulary: inUse, versions: none, hub: hubNamespaces(baseUrl) });
  const queries = new QueryPool(
    { longQueries: sparqlWorkers, timeoutMs: config.sparqlTimeoutMs, queue: QUERY_QUEUE, timing, ...graphs },
    spool,
  );
  const documents = createDocuments({ vocabulary: inUse, pool, now: () => new Date(), smallDocumentBytes });
  const log = { warn: () => {} };
  return {
    basis: {
      vocabulary: inUse,
      documents,
      queries: new Queries({ pool: queries, server: null, dataset: graphs.dataset, log }),
      versions: null,
      suggestions: null,
      baseUrl,
      hasHub: address !== undefined,
    },
    async stop() {
      queries.stop();
      await pool.stop();
      spool.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
