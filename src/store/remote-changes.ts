import { Turns } from '../turns.ts';
import { XSD_BOOLEAN } from '../rdf/namespaces.ts';
import { asIri, decodeSolutions } from '../rdf/rows.ts';
import { iri, literal, sparql, type Sparql } from '../rdf/sparql.ts';
import type { Quad } from '../rdf/triple.ts';
import { quadData } from '../rdf/write-quads.ts';
import { Deadline } from './deadline.ts';
import { withCanonicalDecimal } from './decimals.ts';
import { RefusedError } from './refused-error.ts';
import type { Server } from './remote-server.ts';
import { RemoteTurns, type Turn, type TurnTiming } from './remote-turns.ts';
import { reasonOf, StoreError, type Change } from './store.ts';

type Outcome = 'made' | 'forbidden' | 'too late';

const POLL_MS = 50;
/** Of a change of more quads, the conditions are asked for first: what they forbid would be megabytes for nothing. */
const MANY_QUADS = 1_000;
/** Of a template. RDF4J makes joins of its triples, one in another, so that ten times as many take it a hundred times as long (its issue 5294). */
const TEMPLATE_QUADS = 500;
const TRUE = literal('true', { datatype: XSD_BOOLEAN });

export interface ChangeTiming extends TurnTiming {
  /** Of the caller's time, what is left to look whether a change was made to which there was no answer. */
  readonly lookMs: number;
  /** The longest that `end` takes. */
  readonly closeMs: number;
}

/**
 * The changes of a hub on a server that other hubs live on, too. Servers differ in what parallel updates see of each other: Oxigraph's
 * makes two of which each forbids the other. So a change is one update, in the hub's turn, and writes, besides the quads, how far it
 * came, which is read back.
 */
export class RemoteChanges {
  readonly #server: Server;
  readonly #timing: ChangeTiming;
  readonly #turns: RemoteTurns;
  /** Changes of one hub go one after another without the server's help. */
  readonly #changing = new Turns();

  /** @param graphIri where the hubs take turns */
  constructor(graphIri: string, server: Server, timing: ChangeTiming) {
    this.#server = server;
    this.#timing = timing;
    this.#turns = new RemoteTurns(graphIri, server, timing);
  }

  /**
   * True when the change was made, false when a condition forbade it.
   *
   * @param copy graphs whose triples the change puts into others
   * @throws TypeError for a term that is not RDF
   * @throws StoreError with the outcome `unknown` when the server did not say, another Error when it was not made
   */
  make(change: Change, deadline: Deadline, copy?: Copy): Promise<boolean> {
    if (change.isUnordered === true) return this.#add(change, deadline);
    return this.#changing.take(() => this.#make(change, deadline, copy));
  }

  /** Resolves when changes under way have ended. */
  async end(): Promise<void> {
    await this.#changing.ended();
    const deadline = new Deadline({ timeoutMs: this.#timing.closeMs });
    // What stays is taken out by another hub after a day.
    await this.#turns.end(deadline).catch(() => {});
    deadline.end();
  }

  async #add(change: Change, deadline: Deadline): Promise<true> {
    const { add } = patternsOf(change);
    try {
      if (add.length > 0) await this.#server.update(sparql`INSERT DATA { ${add} }`, deadline);
      return true;
    } catch (error) {
      if (error instanceof RefusedError && error.isFinal) throw error;
      throw new StoreError('nobody knows whether it was made', { cause: error, outcome: 'unknown' });
    }
  }

  async #make(change: Change, deadline: Deadline, copy?: Copy): Promise<boolean> {
    // What is wrong with its terms is found here.
    const patterns = patternsOf(change);
    const isLarge = copy !== undefined || (change.remove?.length ?? 0) + (change.add?.length ?? 0) > MANY_QUADS;
    for (;;) {
      deadline.signal.throwIfAborted();
      const turn = await this.#turns.take(deadline);
      if (isLarge && (await this.#isForbidden(patterns, deadline))) {
        await this.#turns.withdraw(turn.id, deadline).catch(() => this.#turns.forget(turn));
        return false;
      }
      const outcome = await this.#makeIn(turn, this.#updateOf(turn, patterns, copy), deadline);
      this.#turns.forget(turn);
      if (outcome !== 'too late') return outcome === 'made';
    }
  }

  async #isForbidden({ conditions }: Patterns, deadline: Deadline): Promise<boolean> {
    const query = sparql`SELECT (true AS ?holds) WHERE { ${conditions} }`;
    return (await this.#server.ask(query, deadline)).length === 0;
  }

  async #makeIn(turn: Turn, update: Sparql, deadline: Deadline): Promise<Outcome> {
    const { remainingMs } = deadline;
    const asking = new Deadline({
      signal: deadline.signal,
      timeoutMs: Math.max(remainingMs - this.#timing.lookMs, remainingMs / 2),
    });
    let lost: unknown;
    try {
      await this.#server.update(update, asking);
    } catch (error) {
      if (error instanceof RefusedError && error.isFinal) {
        this.#turns.forget(turn);
        throw error;
      }
      lost = error;
    } finally {
      asking.end();
    }
    try {
      return await this.#outcomeOf(turn, deadline);
    } catch (error) {
      const cause = lost ?? error;
      throw new StoreError(`nobody knows whether it was made: ${reasonOf(cause)}`, { cause, outcome: 'unknown' });
    }
  }

  async #outcomeOf({ id }: Turn, deadline: Deadline): Promise<Outcome> {
    const turns = this.#turns;
    const query = sparql`SELECT ?p WHERE { GRAPH ${turns.graph} { ${iri(id)} ?p ?o } }`;
    for (;;) {
      const rows = decodeSolutions(await this.#server.ask(query, deadline), { p: asIri });
      if (rows.length === 0) throw new StoreError('its traces are gone');
      const isTold = (property: Sparql): boolean => rows.some(({ p }) => `<${p}>` === property.text);
      // The update ends the turn last.
      if (!isTold(turns.turnMs)) return isTold(turns.made) ? 'made' : isTold(turns.begun) ? 'forbidden' : 'too late';
      await deadline.pass(POLL_MS);
    }
  }

  /** One request of several operations, for those that follow the traces of those before them (SPARQL 1.1 Update §3). */
  #updateOf({ id, beginsBefore }: Turn, change: Patterns, copy?: Copy): Sparql {
    const { graph, turnMs, begun, made } = this.#turns;
    const trace = (property: Sparql): Sparql => sparql`GRAPH ${graph} { ${iri(id)} ${property} ${TRUE} }`;
    const turn = sparql`GRAPH ${graph} { ${iri(id)} ${turnMs} ?turnMs }`;
    const isMade = trace(made);
    const { conditions, clear, remove, add } = change;
    const copied =
      copy &&
      sparql`INSERT { GRAPH ${iri(copy.to)} { ?s ?p ?o } } WHERE { ${isMade} GRAPH ${iri(copy.from)} { ?s ?p ?o } } ;\n`;
    return sparql`INSERT { ${trace(begun)} } WHERE { ${turn} FILTER(NOW() < ${beginsBefore}) } ;
INSERT { ${isMade} } WHERE { ${trace(begun)} ${conditions} } ;
${clear.map((emptied) => sparql`DELETE { GRAPH ${emptied} { ?s ?p ?o } } WHERE { ${isMade} GRAPH ${emptied} { ?s ?p ?o } } ;\n`)}
${remove.map((quads) => sparql`DELETE { ${quads} } WHERE { ${isMade} } ;\n`)}
${add.map((quads) => sparql`INSERT { ${quads} } WHERE { ${isMade} } ;\n`)}
${copied ?? []}
DELETE { ${turn} } WHERE { ${turn} }`;
  }
}

/** IRIs of two graphs: the triples of one come into the other. */
export interface Copy {
  readonly from: string;
  readonly to: string;
}

/** A change as SPARQL. */
interface Patterns {
  readonly conditions: readonly Sparql[];
  readonly clear: readonly Sparql[];
  /** Templates, one after another. */
  readonly remove: readonly Sparql[];
  readonly add: readonly Sparql[];
}

/** @throws TypeError for a term that is not RDF, StoreError for blank nodes */
function patternsOf({ when, unless, without = [], clear = [], remove = [], add = [] }: Change): Patterns {
  if ([...remove, ...add].some(({ s, o }) => s.type === 'bnode' || o.type === 'bnode'))
    throw new StoreError('no graph of the hub holds blank nodes');
  return {
    conditions: [
      ...(when === undefined ? [] : [sparql`FILTER EXISTS { ${when} }`]),
      ...(unless === undefined ? [] : [sparql`FILTER NOT EXISTS { ${unless} }`]),
      ...without.map((quad) => sparql`FILTER NOT EXISTS { ${quadData([asServersKeepIt(quad)])} }`),
    ],
    clear: clear.map(iri),
    remove: templatesOf(remove),
    add: templatesOf(add),
  };
}

function templatesOf(quads: readonly Quad[]): Sparql[] {
  const templates = [];
  for (let at = 0; at < quads.length; at += TEMPLATE_QUADS)
    templates.push(quadData(quads.slice(at, at + TEMPLATE_QUADS).map(asServersKeepIt)));
  return templates;
}

function asServersKeepIt(quad: Quad): Quad {
  return { ...quad, o: withCanonicalDecimal(quad.o) };
}
