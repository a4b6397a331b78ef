import { HubError } from '../errors.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import type { RequestedDataset } from './messages.ts';
import { timedOut } from './pool-errors.ts';

/** A SPARQL 1.1 server that answers queries. */
export interface QueryServer {
  readonly queryUrl: string;
  /** Value of the `Authorization` header; in no message. */
  readonly authorization: string | undefined;
}

interface ServerQuestion {
  readonly text: string;
  readonly mediaType: string;
  /** The graphs that it is about, and no others, whatever the query says. */
  readonly dataset: RequestedDataset;
  readonly timeoutMs: number;
}

/** A graph that no server has: a request that names no graph would be about all that the server likes. */
const NO_GRAPH = 'urn:x-vocabulary-hub:no-graph';

/**
 * The answer of a server, as text, within the time and the size that an answer may have.
 *
 * @throws HubError `query-timeout`, `answer-too-large`, `malformed-query`, `sparql-unavailable` with the reason as cause
 */
export async function askServer(
  { queryUrl, authorization }: QueryServer,
  { text, mediaType, dataset, timeoutMs }: ServerQuestion,
): Promise<string> {
  const body = new URLSearchParams({ query: text });
  // They stand above FROM and FROM NAMED (SPARQL 1.1 Protocol §2.1.4).
  for (const graph of [NO_GRAPH, ...dataset.defaultGraphs]) body.append('default-graph-uri', graph);
  for (const graph of [NO_GRAPH, ...dataset.namedGraphs]) body.append('named-graph-uri', graph);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(queryUrl, {
      method: 'POST',
      body,
      headers: { accept: mediaType, ...(authorization === undefined ? {} : { authorization }) },
      // What it leads to might be what only the hub can reach.
      redirect: 'manual',
      signal,
    });
    return await readAnswer(response, mediaType);
  } catch (error) {
    if (error instanceof HubError) throw error;
    if (signal.aborted) throw timedOut(timeoutMs);
    const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw unavailable(inner instanceof Error ? inner.message : String(inner));
  }
}

async function readAnswer(response: Response, mediaType: string): Promise<string> {
  const { status, ok, headers } = response;
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!ok || type !== mediaType) {
    await response.body?.cancel().catch(() => {});
    if (status === 400) throw new HubError('malformed-query', 'The query cannot be evaluated.');
    throw unavailable(
      ok ? `it answered ${JSON.stringify(type.slice(0, 100))}, not ${mediaType}` : `it answered ${status}`,
    );
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    // Leaving the loop ends the answer.
    if (bytes > MAX_ANSWER_BYTES)
      throw new HubError(
        'answer-too-large',
        `The answer is longer than the ${MAX_ANSWER_BYTES / 1024 / 1024} MB that are given.`,
        {
          hint: 'Ask for less: LIMIT and OFFSET give it in parts, and CSV is the shortest form of a table.',
        },
      );
    parts.push(decoder.decode(piece as Uint8Array, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}

/** The error for a server that does not answer as it should. @param why for the log */
export function unavailable(why: string): HubError {
  return new HubError(
    'sparql-unavailable',
    'The SPARQL server that answers queries in place of the hub does not answer as it should. Try again in a moment; REST and GraphQL work without it.',
    { status: 503, retryAfterSeconds: 5 },
    new Error(`the SPARQL server: ${why}`),
  );
}

/**
 * Whether a server asks no other graphs than those that a request names: the answer to a query that names one by itself, in a request that
 * names none, has to be no.
 *
 * @param graph one that the server has
 * @throws HubError as `askServer`
 */
export async function keepsToDataset(server: QueryServer, graph: string, timeoutMs: number): Promise<boolean> {
  const text = `ASK FROM <${graph}> FROM NAMED <${graph}> { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }`;
  const dataset = { defaultGraphs: [], namedGraphs: [] };
  const found = await askServer(server, { text, mediaType: 'application/sparql-results+json', dataset, timeoutMs });
  try {
    return (JSON.parse(found) as { boolean?: unknown }).boolean === false;
  } catch {
    throw unavailable('its answer is no result of a query');
  }
}
