import { randomUUID } from 'node:crypto';
import { XSD_DATE_TIME, XSD_INTEGER } from '../rdf/namespaces.ts';
import { asIri, asInteger, asTerm, decodeSolutions, type Decoder } from '../rdf/rows.ts';
import { iri, literal, sparql, type Sparql } from '../rdf/sparql.ts';
import type { Deadline } from './deadline.ts';
import { RefusedError } from './refused-error.ts';
import type { Server } from './remote-server.ts';
import { StoreError } from './store.ts';

const POLL_MS = 20;
const MAX_CLAIMS = 3;
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** Claims that are not needed any more are removed with the next claim, at most this many at a time. */
const MAX_TAKEN_OUT = 200;

/** When the server says that it is. */
const asTime: Decoder<number> = (term, variable) => {
  const time = Date.parse(asTerm(term, variable).value);
  if (Number.isNaN(time)) throw new TypeError(`?${variable} is no time`);
  return time;
};

export interface TurnTiming {
  /** What is done in a turn begins within this time of the server's clock, or never; in a longer turn, within the same part of it. */
  readonly turnBeginMs: number;
  /** A turn counts for so long when its hub does not end it, and longer when the caller has more time. The rest is for what is done in it. */
  readonly turnMs: number;
}

export interface Turn {
  /** IRI, below that of the graph. */
  readonly id: string;
  /** The server's time after which nothing may be begun in it. */
  readonly beginsBefore: Sparql;
}

/** A claim as all hubs read it. Times are the server's, in ms. */
interface Claim {
  readonly id: string;
  readonly at: number;
  /** How long it counts. */
  readonly turnMs: number;
  /** When it was read. */
  readonly now: number;
}

/** What a claim comes to: its turn has come, another ends first, or it has to be withdrawn for another or because it is old. */
type Standing = 'first' | 'waits' | 'loses';

/**
 * Makes hubs on one server take turns, with nothing but what every server has: SPARQL, and a clock that is the same for all, the
 * server's (Lamport's one-bit algorithm). A hub that wants a turn
 *
 * 1. claims: it adds a claim, an IRI with the time at which it came;
 * 2. reads all claims, and has its turn when it finds no other. Of two that claimed, whoever claimed last sees the other; the one with the
 *    lesser IRI stays and reads again, the other
 * 3. withdraws its claim, waits until there is none, and begins anew;
 * 4. does what it has to, in one update that looks whether it begins in time;
 * 5. forgets its claim, which goes out with its next one. Claims of a hub that died count no more after their time.
 *
 *     hub A                     server                     hub B
 *       ├── claim a ──────────────>│                         │
 *       │                          │<────────────── claim b ─┤
 *       ├── read ─────────────────>│                         │
 *       │<── a, b: a is less ──────│                         │
 *       │   (waits)                │<───────────────── read ─┤
 *       │                          │── a, b: a is less ─────>│
 *       │                          │<─────────── withdraw b ─┤
 *       ├── read ─────────────────>│                         │
 *       │<── a: its turn ──────────│                         │
 *       ├── update ───────────────>│<───────────────── read ─┤  until there is no claim
 *       ├── forget a               │                         │
 */
export class RemoteTurns {
  readonly graph: Sparql;
  /** Properties of a change: when its turn was claimed. */
  readonly claimedAt: Sparql;
  /** How long the turn counts from then, in ms; gone when it has ended. */
  readonly turnMs: Sparql;
  /** The update ran in time. */
  readonly begun: Sparql;
  /** And no condition forbade it. */
  readonly made: Sparql;
  readonly #namespace: string;
  readonly #server: Server;
  readonly #timing: TurnTiming;
  readonly #over = new Set<string>();
  #cleanedAt = -Infinity;

  constructor(graphIri: string, server: Server, timing: TurnTiming) {
    this.graph = iri(graphIri);
    this.#namespace = `${graphIri}#`;
    this.claimedAt = iri(`${graphIri}#claimedAt`);
    this.turnMs = iri(`${graphIri}#turnMs`);
    this.begun = iri(`${graphIri}#begun`);
    this.made = iri(`${graphIri}#made`);
    this.#server = server;
    this.#timing = timing;
  }

  /** @throws Error when there is none within the time */
  async take(deadline: Deadline): Promise<Turn> {
    const { turnBeginMs } = this.#timing;
    const turnMs = Math.round(Math.max(this.#timing.turnMs, deadline.remainingMs + turnBeginMs / 4));
    for (let failures = 0; ;) {
      const id = this.#namespace + randomUUID();
      try {
        await this.#claim(id, turnMs, deadline);
        const claimedAt = await this.#waitForTurn(id, deadline);
        if (claimedAt !== null)
          return { id, beginsBefore: time(claimedAt + turnMs * (turnBeginMs / this.#timing.turnMs)) };
        await this.withdraw(id, deadline);
      } catch (error) {
        // Nothing was done under this claim, so it may be taken out at any time.
        this.#over.add(id);
        if ((error instanceof RefusedError && error.isFinal) || ++failures === MAX_CLAIMS) throw error;
      }
      await this.#waitForNoClaim(deadline);
    }
  }

  /** Ends a turn, or the wait for it, in which nothing was done. @throws Error when the server does not answer */
  async withdraw(id: string, deadline: Deadline): Promise<void> {
    await this.#server.update(this.#takeOut([id]), deadline);
  }

  /** To be called when all that was done in a turn is known: its traces go out with the next one. */
  forget({ id }: Turn): void {
    this.#over.add(id);
  }

  /** Takes the traces of this hub out. @throws Error when it can't */
  async end(deadline: Deadline): Promise<void> {
    if (this.#over.size > 0) await this.#server.update(this.#takeOut([...this.#over]), deadline);
  }

  /** When the turn that has come was claimed; null when another goes first. @throws StoreError when the claim was never there */
  async #waitForTurn(id: string, deadline: Deadline): Promise<number | null> {
    const { turnBeginMs } = this.#timing;
    for (let isSeen = false; ; isSeen = true) {
      const claims = await this.#claims(deadline);
      const own = claims.find((claim) => claim.id === id);
      // An address of updates that leads elsewhere would else be asked until the time is over.
      if (own === undefined && !isSeen) throw new StoreError('an update that it acknowledged is not there to be read');
      if (own === undefined) return null;
      const standing = standingOf(own, claims, turnBeginMs);
      if (standing === 'first') return own.at;
      if (standing === 'loses') return null;
      await deadline.pass(POLL_MS);
    }
  }

  /** Two hubs that withdrew do not come back in the same moment. */
  async #waitForNoClaim(deadline: Deadline): Promise<void> {
    do await deadline.pass(POLL_MS * (0.5 + Math.random()));
    while ((await this.#claims(deadline)).length > 0);
  }

  async #claim(id: string, turnMs: number, deadline: Deadline): Promise<void> {
    const over = [...this.#over].slice(0, MAX_TAKEN_OUT);
    const isDirty = performance.now() - this.#cleanedAt > HOUR_MS;
    const operations = [
      ...(over.length > 0 ? [sparql`${this.#takeOut(over)} ;`] : []),
      ...(isDirty ? [sparql`${this.#takeOutLeftOvers()} ;`] : []),
      sparql`INSERT { GRAPH ${this.graph} { ${iri(id)} ${this.claimedAt} ?now ; ${this.turnMs} ${integer(turnMs)} } }
WHERE { BIND(NOW() AS ?now) }`,
    ];
    await this.#server.update(sparql`${operations}`, deadline);
    for (const id of over) this.#over.delete(id);
    if (isDirty) this.#cleanedAt = performance.now();
  }

  /** The claims that count. */
  async #claims(deadline: Deadline): Promise<Claim[]> {
    const query = sparql`SELECT ?id ?at ?turnMs (NOW() AS ?now)
WHERE { GRAPH ${this.graph} { ?id ${this.claimedAt} ?at ; ${this.turnMs} ?turnMs } }`;
    const rows = decodeSolutions(await this.#server.ask(query, deadline), {
      id: asIri,
      at: asTime,
      turnMs: asInteger,
      now: asTime,
    });
    return rows.filter(({ id, at, turnMs, now }) => now < at + turnMs && !this.#over.has(id));
  }

  #takeOut(ids: readonly string[]): Sparql {
    return sparql`DELETE { GRAPH ${this.graph} { ?id ?p ?o } }
WHERE { VALUES ?id { ${ids.map(iri)} } GRAPH ${this.graph} { ?id ?p ?o } }`;
  }

  /** Of hubs that died. Their clocks and the server's are less than a day apart. */
  #takeOutLeftOvers(): Sparql {
    return sparql`DELETE { GRAPH ${this.graph} { ?id ?p ?o } }
WHERE { GRAPH ${this.graph} { ?id ${this.claimedAt} ?at ; ?p ?o } FILTER(?at < ${time(Date.now() - DAY_MS)}) }`;
  }
}

/** @param claims all that count, the own one among them */
function standingOf(own: Claim, claims: readonly Claim[], turnBeginMs: number): Standing {
  // What is left of its time would be too short for what is done in it.
  if (own.now > own.at + turnBeginMs / 2) return 'loses';
  const others = claims.filter(({ id }) => id !== own.id);
  if (others.length === 0) return 'first';
  return others.some(({ id }) => id < own.id) ? 'loses' : 'waits';
}

function time(ms: number): Sparql {
  return literal(new Date(ms).toISOString(), { datatype: XSD_DATE_TIME });
}

function integer(value: number): Sparql {
  return literal(String(value), { datatype: XSD_INTEGER });
}
