import type { ChildProcess } from 'node:child_process';
import type { SpoolPlace } from '../streaming/spool-place.ts';
import { TripleTable } from '../vocabulary/triple-table.ts';
import { writeTable } from '../vocabulary/versions/table-bytes.ts';
import { lowerPriority } from './fork-query-process.ts';
import { graphPieces } from './graph-pieces.ts';
import type { FromQueryProcess, QueryTask, ToQueryProcess } from './messages.ts';
import type { FindGraph, GraphPieces, PublicDataset } from './public-dataset.ts';

/** How long a process whose pipe failed may take to end. */
const END_MS = 5_000;
/** A lower priority than that of the hub's workers, once a query runs for long. */
const LONG_NICENESS = 10;

/** What a process answers to a query. */
export type QueryOutcome = Exclude<Reply, { kind: 'started' | 'ready' }>;

type Reply = Exclude<FromQueryProcess, { kind: 'wanted' | 'begun' }>;

/** The process ended, or was ended, before it answered. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded';
}

/** A process with a copy of the public graphs, which answers one query at a time and can be ended at any moment. */
export class QueryChild {
  /** The version of its graphs; null before it is given some. */
  version: string | null = null;
  /** Resolves when its graphs are loaded; rejects with `ChildEnded`. */
  ready: Promise<void> = Promise.resolve();
  readonly #child: ChildProcess;
  readonly #findGraph: FindGraph;
  readonly #startMs: number;
  readonly #onEnd: () => void;
  #answer: { resolve(reply: Reply): void; reject(error: Error): void } | null = null;
  #onGraphs: (state: 'wanted' | 'begun') => void = () => {};
  #isEnded = false;
  #isKeptFromStarting = false;
  #isSlow = false;
  #isReady = false;

  /**
   * @param startMs more than any start should take
   * @param onEnd called once when it has ended, however that came
   * @param child a process that runs
   */
  constructor(findGraph: FindGraph, startMs: number, onEnd: () => void, child: ChildProcess) {
    this.#startMs = startMs;
    this.#findGraph = findGraph;
    this.#onEnd = onEnd;
    this.#child = child;
    this.#child.on('message', (message: FromQueryProcess) => this.#take(message));
    this.#child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL' && !this.#isEnded && !this.#isReady) this.#isKeptFromStarting = true;
      this.#end(`with ${signal ?? `code ${code}`}`);
    });
    this.#child.once('error', (error) => this.#end(`as it failed: ${error.message}`));
  }

  /** Gives it its graphs, once. */
  load(dataset: PublicDataset): void {
    this.version = dataset.version;
    this.ready = this.#load(dataset);
    // A caller that waits for it gets the error; a spare that fails has no caller yet.
    this.ready.catch(() => this.kill());
  }

  /**
   * Whether the machine kept it from its start: it took too long, as when others have the processor, or somebody else killed it, as a system
   * does that has no memory left.
   */
  get isKeptFromStarting(): boolean {
    return this.#isKeptFromStarting;
  }

  /** Whether its graphs are loaded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether all else goes before it. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /**
   * Runs a query. One at a time.
   *
   * @param onGraphs called when it waits for graphs that only this query names, and when it has them
   * @throws ChildEnded
   */
  async run(
    task: QueryTask,
    place: SpoolPlace,
    onGraphs: (state: 'wanted' | 'begun') => void = () => {},
  ): Promise<QueryOutcome> {
    this.#onGraphs = onGraphs;
    const reply = await this.#ask(() => this.#send({ kind: 'query', task, place }));
    if (reply.kind === 'ready' || reply.kind === 'started')
      throw new Error(`a process answered a query with its being ${reply.kind}`);
    return reply;
  }

  /** Lowers its priority for the rest of its life. */
  slowDown(): void {
    this.#isSlow = true;
    lowerPriority(this.#child, LONG_NICENESS);
  }

  /** Ends it, whatever it is doing. */
  kill(): void {
    this.#child.kill('SIGKILL');
    this.#end('as it was told to');
  }

  async #load(dataset: PublicDataset): Promise<void> {
    const { version, defaultGraph, prefixes, baseIri, furtherGraphs } = dataset;
    const timer = setTimeout(() => {
      this.#isKeptFromStarting = true;
      this.kill();
    }, this.#startMs);
    try {
      const started = await this.#ask(() =>
        this.#send({ kind: 'start', version, defaultGraph, prefixes, baseIri, furtherGraphs }),
      );
      if (started.kind !== 'started') throw new Error('a process could not be started', { cause: started });
      const loaded = await this.#ask(async () => {
        for (const [iri, triples] of dataset.graphs) {
          if (started.graphs.includes(iri)) continue;
          if (triples instanceof TripleTable) await this.#sendTable(iri, triples);
          else await this.#sendGraph(iri, graphPieces(triples));
        }
        await this.#send({ kind: 'loaded' });
      });
      if (loaded.kind !== 'ready') throw new Error('a process could not load the graphs', { cause: loaded });
      this.#isReady = true;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The process makes text of it, which the engine reads: here it would keep others waiting. */
  #sendTable(graph: string, { columns }: TripleTable): Promise<void> {
    return this.#send({ kind: 'table', graph, bytes: writeTable(columns, null) });
  }

  async #sendGraph(graph: string, pieces: GraphPieces): Promise<void> {
    for await (const ntriples of pieces) await this.#send({ kind: 'triples', graph, ntriples });
  }

  #take(message: FromQueryProcess): void {
    if (message.kind === 'wanted' || message.kind === 'begun') this.#onGraphs(message.kind);
    if (message.kind === 'wanted') void this.#give(message.graphs).catch((error: Error) => this.#answer?.reject(error));
    else if (message.kind !== 'begun') this.#answer?.resolve(message);
  }

  /** Loads what a query names beyond the graphs that all have. */
  async #give(graphs: readonly string[]): Promise<void> {
    for (const iri of graphs) {
      const pieces = await this.#findGraph(iri);
      if (pieces !== null) await this.#sendGraph(iri, pieces);
    }
    await this.#send({ kind: 'loaded' });
  }

  #ask(send: () => Promise<void>): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      if (this.#isEnded) return reject(new ChildEnded('the process ended'));
      this.#answer = { resolve, reject };
      send().catch(reject);
    }).finally(() => {
      this.#answer = null;
    });
  }

  #send(message: ToQueryProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isEnded) return reject(new ChildEnded('the process ended'));
      this.#child.send(message, (error) => {
        if (error === null) return resolve();
        const fail = (): void => reject(new ChildEnded('the process ended', { cause: error }));
        if (this.#isEnded) return fail();
        // The pipe fails before the system tells of the end, and why it came.
        this.#child.once('exit', fail);
        setTimeout(fail, END_MS).unref();
      });
    });
  }

  #end(how: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#answer?.reject(new ChildEnded(`the process ended ${how}`));
    this.#onEnd();
  }
}
