import { randomUUID } from 'node:crypto';
import { XSD_DATE_TIME } from '../rdf/namespaces.ts';
import { asIri, decodeSolutions } from '../rdf/rows.ts';
import { iri, literal, sparql, type Sparql } from '../rdf/sparql.ts';
import { inGraph, type Quad, type Triple } from '../rdf/triple.ts';
import type { Deadline } from './deadline.ts';
import type { Server } from './remote-server.ts';
import type { GraphFill } from './store.ts';

/** Of a fill, what is sent with its change: all of the shipped vocabulary. */
const MOST_AT_ONCE = 250_000;
/** Quads of a request, some 2 MB. */
const PIECE = 10_000;
const DAY_MS = 24 * 3_600_000;

interface FillOptions {
  readonly server: Server;
  /** Adds quads to a graph that nobody reads yet. @throws StoreError */
  readonly add: (quads: readonly Quad[], deadline: Deadline) => Promise<unknown>;
  /** IRI of the graph in which the hubs note what they do. */
  readonly changesGraph: string;
  /** The time that a request may take. */
  readonly deadline: () => Deadline;
}

/**
 * Graphs beside that which a change fills with more than one request may have: Oxigraph's takes 128 MiB. They are filled in many requests, each with
 * its own time, and the change copies them. A graph that is to hold the same for good is one of them, and stays. What hubs that died left is removed a day
 * later.
 */
export class RemoteFill {
  readonly #options: FillOptions;
  readonly #graph: Sparql;
  readonly #filledAt: Sparql;

  constructor(options: FillOptions) {
    this.#options = options;
    this.#graph = iri(options.changesGraph);
    this.#filledAt = iri(`${options.changesGraph}#filledAt`);
  }

  /** Fills a graph that holds nothing with the triples: the one that keeps them, or a new one. @returns its IRI @throws StoreError when it cannot be filled */
  async fill({ triples, keptIn }: Pick<GraphFill, 'triples' | 'keptIn'>): Promise<string> {
    await this.#removeLeftOvers();
    // What is in it already may be a part of the same, or damaged.
    const isFree = keptIn !== undefined && !(await this.#has(sparql`GRAPH ${iri(keptIn)} { ?s ?p ?o }`));
    const graph = isFree ? keptIn : `${this.#options.changesGraph}/${randomUUID()}`;
    const note = sparql`INSERT { GRAPH ${this.#graph} { ${iri(graph)} ${this.#filledAt} ?now } } WHERE { BIND(NOW() AS ?now) }`;
    await this.#inTime((deadline) => this.#options.server.update(note, deadline));
    try {
      for (const piece of piecesOf(triples))
        await this.#inTime((deadline) => this.#options.add(inGraph(graph, piece), deadline));
    } catch (error) {
      await this.remove(graph);
      throw error;
    }
    return graph;
  }

  /** Has such a graph stay for good. Never rejects: without this, what is named anywhere stays, too. */
  async keep(graph: string): Promise<void> {
    await this.#forget(graph).catch(() => {});
  }

  /** Removes such a graph, unless another hub fills it, too, or has it stay. Never rejects: what stays is removed after a day. */
  async remove(graph: string): Promise<void> {
    const notes = sparql`SELECT ?at WHERE { GRAPH ${this.#graph} { ${iri(graph)} ${this.#filledAt} ?at } }`;
    try {
      if ((await this.#inTime((deadline) => this.#options.server.ask(notes, deadline))).length === 1)
        await this.#removeAll(graph);
    } catch {
      // The note stays, too.
    }
  }

  async #removeAll(graph: string): Promise<void> {
    const { server } = this.#options;
    const triples = sparql`GRAPH ${iri(graph)} { ?s ?p ?o }`;
    // Each has to pass over what those before it removed, so that with fewer it would take long in the end.
    const removal = sparql`DELETE { ${triples} } WHERE { SELECT ?s ?p ?o WHERE { ${triples} } LIMIT 50000 }`;
    while (await this.#has(triples)) await this.#inTime((deadline) => server.update(removal, deadline));
    await this.#forget(graph);
  }

  #forget(graph: string): Promise<void> {
    const forget = sparql`DELETE WHERE { GRAPH ${this.#graph} { ${iri(graph)} ${this.#filledAt} ?at } }`;
    return this.#inTime((deadline) => this.#options.server.update(forget, deadline));
  }

  async #has(pattern: Sparql): Promise<boolean> {
    const some = sparql`SELECT (true AS ?found) WHERE { ${pattern} } LIMIT 1`;
    return (await this.#inTime((deadline) => this.#options.server.ask(some, deadline))).length > 0;
  }

  async #removeLeftOvers(): Promise<void> {
    const before = literal(new Date(Date.now() - DAY_MS).toISOString(), { datatype: XSD_DATE_TIME });
    const query = sparql`SELECT ?graph WHERE { GRAPH ${this.#graph} { ?graph ${this.#filledAt} ?at FILTER(?at < ${before}) } }`;
    const rows = await this.#inTime((deadline) => this.#options.server.ask(query, deadline));
    for (const graph of new Set(decodeSolutions(rows, { graph: asIri }).map((row) => row.graph))) {
      const isNamed = await this.#has(sparql`GRAPH ?naming { ?s ?p ${iri(graph)} }`);
      await (isNamed ? this.keep(graph) : this.#removeAll(graph).catch(() => {}));
    }
  }

  async #inTime<T>(work: (deadline: Deadline) => Promise<T>): Promise<T> {
    const deadline = this.#options.deadline();
    try {
      return await work(deadline);
    } finally {
      deadline.end();
    }
  }
}

/** Whether there is more to fill in than one request may have. */
export function isLargeFill({ triples }: GraphFill): boolean {
  let count = 0;
  for (const _ of triples) if (++count > MOST_AT_ONCE) return true;
  return false;
}

function* piecesOf(triples: Iterable<Triple>): Generator<Triple[]> {
  let piece: Triple[] = [];
  for (const triple of triples) {
    piece.push(triple);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
