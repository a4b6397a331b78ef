import { HubError, type ErrorCode, type ErrorDetails } from '../errors.ts';
import { SpoolWriter } from '../streaming/spool-writer.ts';
import type { SpoolPlace, SpoolShare, Written } from '../streaming/spool-place.ts';
import { datasetOf, planAnswer } from './answer-query.ts';
import { askServer, type QueryServer } from './ask-server.ts';
import type { AnswerFacts, QueryTask, RequestedDataset } from './messages.ts';
import { readQuery } from './read-query.ts';
import { tooComplex } from './scan-query.ts';

export interface ServerQueryTask {
  readonly task: QueryTask;
  readonly server: QueryServer;
  readonly timeoutMs: number;
  /** The graphs of a query that names none; no others can be asked. */
  readonly dataset: RequestedDataset;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly baseIri: string;
  /** What the IRIs of versions begin with; null when there are none. */
  readonly furtherGraphs: string | null;
  readonly place: SpoolPlace;
  readonly share: SpoolShare;
}

/** What came out. An error loses its class on the way, so it travels as what it says. */
export type ServerQueryOutcome =
  | { readonly facts: AnswerFacts; readonly written: Written }
  | { readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails; readonly why: string | null };

/** What a thread runs that has a SPARQL server answer a query: the same checks before and after as of the engine in a process. */
export default async function run(wanted: ServerQueryTask): Promise<ServerQueryOutcome> {
  try {
    return await answer(wanted);
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const { code, message, details, cause } = error;
    return { code, message, details, why: cause instanceof Error ? cause.message : null };
  }
}

async function answer(wanted: ServerQueryTask): Promise<ServerQueryOutcome> {
  const { task, server, timeoutMs, prefixes, baseIri, furtherGraphs, place, share } = wanted;
  const query = readQuery(task.text, baseIri);
  const asked = datasetOf(query, task.dataset, wanted.dataset);
  const isVersion = (graph: string): boolean => furtherGraphs !== null && graph.startsWith(furtherGraphs);
  if ([...asked.defaultGraphs, ...asked.namedGraphs].some(isVersion))
    throw tooComplex(
      'A vocabulary of this size is answered by a SPARQL server, which has no versions: it cannot name one',
    );
  const open = new Set([...wanted.dataset.defaultGraphs, ...wanted.dataset.namedGraphs]);
  const dataset = {
    defaultGraphs: asked.defaultGraphs.filter((graph) => open.has(graph)),
    namedGraphs: asked.namedGraphs.filter((graph) => open.has(graph)),
  };
  const { text, mediaType, finish } = planAnswer(task, query);
  // The server has an address of its own, which is not what IRIs are relative to.
  const raw = await askServer(server, { text: `BASE <${baseIri}>\n${text}`, mediaType, dataset, timeoutMs });
  const finished = finish(raw, prefixes);
  const writer = new SpoolWriter(place, share);
  try {
    writer.write(Buffer.from(finished.text));
    // The server may have a change before this hub has read it: the same query need not give the same bytes.
    return { facts: { ...finished.facts, isDeterministic: false }, written: writer.finish(new Uint8Array(0)) };
  } catch (error) {
    writer.discard();
    throw error;
  }
}
