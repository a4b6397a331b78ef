import type SimpleClient from 'sparql-http-client/SimpleClient.js';
import {
  asInteger,
  decodeSolutions,
  readSolutions,
  RowError,
  type DecodedRow,
  type RowShape,
  type Solution,
} from '../rdf/rows.ts';
import { iri, sparql, type Sparql } from '../rdf/sparql.ts';
import { streamNTriples } from '../rdf/read-ntriples.ts';
import type { Triple } from '../rdf/triple.ts';
import { AnswerReader, beginningOf, drop, requireType, textPieces } from './answer-reader.ts';
import { Deadline } from './deadline.ts';
import { withShortDecimal } from './decimals.ts';
import { noteQuery } from './query-trace.ts';
import { RefusedError } from './refused-error.ts';
import { RemoteChanges, type ChangeTiming, type Copy } from './remote-changes.ts';
import { isLargeFill, RemoteFill } from './remote-fill.ts';
import {
  reasonOf,
  StoreError,
  touchedGraphs,
  withoutFill,
  type Change,
  type QueryOptions,
  type Store,
} from './store.ts';

interface RemoteStoreOptions {
  readonly queryUrl: string;
  readonly updateUrl: string;
  /** Graph store protocol; takes `?graph=`. */
  readonly graphsUrl: string;
  /** Value of the `Authorization` header; in no message. */
  readonly authorization: string | undefined;
  /** IRI of the graph in which the hubs on this store take turns. */
  readonly changesGraph: string;
  readonly timing: RemoteTiming;
}

interface RemoteTiming extends ChangeTiming {
  /** What a query or a change may take that says nothing else. */
  readonly storeMs: number;
  /** What a large change may, for each 100,000 of its quads. */
  readonly largeChangeMs: number;
}

const RESULTS_JSON = 'application/sparql-results+json';
const N_TRIPLES = 'application/n-triples';
/** Quads of a large change that have the time of one. Oxigraph's server takes six seconds of a processor for them. */
const QUADS_A_TIME = 100_000;
/** A read is asked at most so often. */
const MAX_READS = 3;
const FIRST_WAIT_MS = 50;
const NOT_FOUND = 404;
/** Characters of a graph that a server has to send within the time of a read. */
const MUCH = 64 * 1024;

/**
 * A SPARQL 1.1 server (Protocol, Update, Graph Store HTTP Protocol). Nothing that it does takes longer than the caller's time or more
 * than a bounded room. Reads are tried again, changes never: whether one was made is read back when the answer to it was lost.
 *
 * Several hubs may live on one server; their changes go one after another.
 */
export class RemoteStore implements Store {
  readonly #options: RemoteStoreOptions;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #changes: RemoteChanges;
  readonly #fill: RemoteFill;
  readonly #reader = new AnswerReader();
  readonly #listeners = new Set<(graphs: ReadonlySet<string>) => void>();
  #isClosed = false;

  constructor(options: RemoteStoreOptions) {
    this.#options = options;
    this.#headers = options.authorization === undefined ? {} : { authorization: options.authorization };
    const { changesGraph, timing } = options;
    const server = {
      ask: (query: Sparql, deadline: Deadline) => this.#askAgain(query, deadline),
      update: (text: Sparql, deadline: Deadline) => this.#update(text, deadline),
    };
    this.#changes = new RemoteChanges(changesGraph, server, timing);
    this.#fill = new RemoteFill({
      server,
      add: (add, deadline) => this.#changes.make({ add, isUnordered: true }, deadline),
      changesGraph,
      deadline: () => this.#deadline({ isLarge: true }),
    });
  }

  /** Resolves at once: a server that is away is waited for by those who ask it. */
  async open(): Promise<void> {}

  async select<S extends RowShape>(query: Sparql, shape: S, options: QueryOptions = {}): Promise<DecodedRow<S>[]> {
    noteQuery(query.text);
    const solutions = await this.#run('answer the query', options, (deadline) => this.#askAgain(query, deadline));
    return decodeSolutions(solutions, shape);
  }

  /** The server keeps none. */
  hasLists(): boolean {
    return false;
  }

  async lengthsOfLists(): Promise<null> {
    return null;
  }

  async change(wanted: Change, options: QueryOptions = {}): Promise<boolean> {
    const { fill, ...change } = wanted;
    if (fill === undefined || !isLargeFill(fill)) return this.#change(withoutFill(wanted), options);
    const doing = 'make the change';
    this.#refuseClosed(doing);
    const from = await this.#fill.fill(fill).catch((cause: unknown) => {
      // Nobody reads what may be there of it: nothing is unknown of the change.
      const known = cause instanceof StoreError && cause.outcome === 'unknown' ? cause.cause : cause;
      throw new StoreError(`The store did not ${doing}: ${reasonOf(known)}`, { cause });
    });
    try {
      const isMade = await this.#change(change, options, { from, to: fill.graph });
      await (isMade && from === fill.keptIn ? this.#fill.keep(from) : this.#fill.remove(from));
      return isMade;
    } catch (error) {
      // The change may still be under way.
      if (!(error instanceof StoreError && error.outcome === 'unknown')) await this.#fill.remove(from);
      throw error;
    }
  }

  async #change(change: Change, options: QueryOptions, copy?: Copy): Promise<boolean> {
    const { clear = [], remove = [], add = [] } = change;
    noteQuery(
      `# ${remove.length} quads removed, ${add.length} added${clear.map((graph) => `, <${graph}> emptied`).join('')}`,
    );
    // Nothing is waited for where it is small: who closes the store in the next moment has it made.
    const { doing, timed } =
      options.isLarge === true
        ? await this.#withTime(change, options, copy)
        : { doing: 'make the change', timed: options };
    const touched = touchedGraphs(change);
    if (copy !== undefined) touched.add(copy.to);
    try {
      const isMade = await this.#run(doing, timed, (deadline) => this.#changes.make(change, deadline, copy));
      if (isMade) this.#tell(touched);
      return isMade;
    } catch (error) {
      // Those who read what it touches had better look.
      if (error instanceof StoreError && error.outcome === 'unknown') this.#tell(touched);
      throw error;
    }
  }

  async *dump(graphIri: string, options: QueryOptions = {}): AsyncGenerator<Triple> {
    const doing = `read the graph ${graphIri}`;
    this.#refuseClosed(doing);
    // Time in which the caller reads slowly does not count.
    const deadline = this.#deadline(options);
    try {
      const response = await this.#graph(iri(graphIri), graphIri, deadline);
      if (response === null) return;
      for await (const triple of streamNTriples(waitedFor(textPieces(response, deadline.signal), deadline)))
        yield { ...triple, o: withShortDecimal(triple.o) };
    } catch (cause) {
      throw failure(doing, cause);
    } finally {
      deadline.end();
    }
  }

  /** It is the server's to take things off its disk. */
  async forget(): Promise<void> {}

  async findFault(): Promise<null> {
    return null;
  }

  onChange(listener: (graphs: ReadonlySet<string>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listeners.clear();
    await this.#changes.end();
  }

  /** A large change has the more time, the more it adds and removes. */
  async #withTime(
    { clear = [], remove = [], add = [] }: Change,
    options: QueryOptions,
    copy: Copy | undefined,
  ): Promise<{ readonly doing: string; readonly timed: QueryOptions }> {
    const graphs = [...clear, ...(copy === undefined ? [] : [copy.from])].map(iri);
    const query = sparql`SELECT (COUNT(*) AS ?size) WHERE { VALUES ?graph { ${graphs} } GRAPH ?graph { ?s ?p ?o } }`;
    const [row] = await this.select(query, { size: asInteger }, options);
    const size = (row?.size ?? 0) + remove.length + add.length;
    const timeoutMs = Math.max(1, Math.ceil(size / QUADS_A_TIME)) * this.#options.timing.largeChangeMs;
    return {
      doing: `make the change of ${size} quads, which may take ${timeoutMs / 1000} s`,
      timed: { timeoutMs, ...options },
    };
  }

  #tell(graphs: ReadonlySet<string>): void {
    for (const listener of this.#listeners) listener(graphs);
  }

  async #run<T>(doing: string, options: QueryOptions, work: (deadline: Deadline) => Promise<T>): Promise<T> {
    this.#refuseClosed(doing);
    const deadline = this.#deadline(options);
    try {
      deadline.signal.throwIfAborted();
      return await work(deadline);
    } catch (cause) {
      throw failure(doing, cause);
    } finally {
      deadline.end();
    }
  }

  #deadline({ signal, timeoutMs, isLarge = false }: QueryOptions): Deadline {
    const { storeMs, largeChangeMs } = this.#options.timing;
    return new Deadline({ signal, timeoutMs: timeoutMs ?? (isLarge ? largeChangeMs : storeMs) });
  }

  #refuseClosed(doing: string): void {
    if (this.#isClosed) throw new StoreError(`The store did not ${doing}: it is closed`);
  }

  #askAgain(query: Sparql, deadline: Deadline): Promise<Solution[]> {
    return this.#tryAgain(deadline, () => this.#ask(query, deadline));
  }

  async #tryAgain<T>(deadline: Deadline, read: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read();
      } catch (error) {
        const isFinal = error instanceof RefusedError ? error.isFinal : error instanceof StoreError;
        if (isFinal || attempt === MAX_READS || deadline.signal.aborted) throw error;
        await deadline.pass(FIRST_WAIT_MS * 2 ** attempt * Math.random());
      }
    }
  }

  async #ask(query: Sparql, deadline: Deadline): Promise<Solution[]> {
    const response = await this.#request(deadline, (client) =>
      client.postUrlencoded(query.text, { headers: { accept: RESULTS_JSON } }),
    );
    requireType(response, [RESULTS_JSON, 'application/json']);
    const json = await this.#reader.text(response, deadline.signal);
    try {
      return readSolutions(json).map(withShortDecimals);
    } catch (cause) {
      throw cause instanceof RowError ? new StoreError('its answer is no result of a query', { cause }) : cause;
    }
  }

  async #update(update: Sparql, deadline: Deadline): Promise<void> {
    const headers = { 'content-type': 'application/sparql-update; charset=utf-8' };
    const response = await this.#request(deadline, (client) =>
      client.postDirect(update.text, { headers, update: true }),
    );
    drop(response);
  }

  /** The N-Triples of a graph; null when it is empty. */
  async #graph(graph: Sparql, graphIri: string, deadline: Deadline): Promise<Response | null> {
    const url = new URL(this.#options.graphsUrl);
    url.searchParams.set('graph', graphIri);
    try {
      const headers = { ...this.#headers, accept: N_TRIPLES };
      const response = await this.#tryAgain(deadline, () => this.#fetch(url, { headers }, deadline));
      requireType(response, [N_TRIPLES]);
      return response;
    } catch (error) {
      if (!(error instanceof RefusedError && error.status === NOT_FOUND)) throw error;
      // Servers say so of an empty graph, and any server of an address that is wrong.
      const found = await this.#askAgain(sparql`SELECT ?s WHERE { GRAPH ${graph} { ?s ?p ?o } } LIMIT 1`, deadline);
      if (found.length > 0) throw error;
      return null;
    }
  }

  async #request(deadline: Deadline, send: (client: SimpleClient) => Promise<Response>): Promise<Response> {
    const { queryUrl, updateUrl } = this.#options;
    const fetchInTime = (url: string | URL | Request, init?: RequestInit) => this.#fetch(url, init, deadline);
    // Loaded here: a hub whose store is its own need not wait for it when it starts.
    const { default: Client } = await import('sparql-http-client/SimpleClient.js');
    return send(new Client({ endpointUrl: queryUrl, updateUrl, headers: this.#headers, fetch: fetchInTime }));
  }

  /** @throws RefusedError for an answer other than 200 to 299; a server that sends elsewhere might send to what only the hub can reach */
  async #fetch(url: string | URL | Request, init: RequestInit | undefined, deadline: Deadline): Promise<Response> {
    // Each `fetch` leaves a listener on its signal until garbage is collected, and a change that waits for its turn asks thousands of times.
    const signal = AbortSignal.any([deadline.signal]);
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    if (response.ok) return response;
    throw new RefusedError(response.status, await beginningOf(response, deadline.signal));
  }
}

function withShortDecimals(solution: Solution): Solution {
  return Object.fromEntries(Object.entries(solution).map(([variable, term]) => [variable, withShortDecimal(term)]));
}

/** The pieces, while the deadline counts only what they are waited for, and begins anew when much has come: large graphs take their time. */
async function* waitedFor(pieces: AsyncIterable<string>, deadline: Deadline): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of pieces) {
    deadline.pause();
    yield piece;
    length += piece.length;
    if (length >= MUCH) {
      deadline.renew();
      length = 0;
    }
    deadline.resume();
  }
}

/** The message for callers; the cause is for the log. */
function failure(doing: string, cause: unknown): StoreError {
  const outcome = cause instanceof StoreError ? cause.outcome : null;
  return new StoreError(`The store did not ${doing}: ${reasonOf(cause)}`, {
    cause,
    ...(outcome === null ? {} : { outcome }),
  });
}
