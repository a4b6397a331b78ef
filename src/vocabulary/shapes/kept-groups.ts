import { GrowingNumbers } from '../growing-numbers.ts';
import { keyOfTerm } from '../triple-order.ts';
import type { CheckedGraph } from './checked-graph.ts';
import { isFound, wayBack, type Lookup, type NumberedChange } from './lookup.ts';
import type { GroupCollector, Grouping } from './sparql-aggregates.ts';
import type { Run } from './sparql-patterns.ts';

/** FNV-1a. */
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];
const LOWEST_BITS = 0xffff;
/** In place of a piece: several have members of a group. */
const SEVERAL = -1;

/** What is kept of the groups of a query between a vocabulary and one that comes of it. */
export interface KeptGroups {
  /** Of each solution, the hash of what it is grouped by, and the number of the node that it began with. */
  readonly hashes: Uint32Array;
  readonly roots: Uint32Array;
  /** Hashes of the groups that the query selects. */
  readonly selected: ReadonlySet<number>;
}

/** What is kept of the groups of a whole vocabulary, in the order of the queries; null of those that have to be made for each change. */
export type VocabularyGroups = readonly (KeptGroups | null)[];

/** The rows that a query selects, and what to keep of its groups; null where these do not stay the same in another graph. */
interface Evaluated {
  readonly rows: readonly Int32Array[];
  readonly kept: KeptGroups | null;
}

/**
 * A query in a query that groups and says nothing of the focus node: which terms are called the same, for example. Each of its solutions
 * begins with one node, its root, so that a change of a few triples concerns the groups of a few roots.
 */
export class GroupedQuery {
  /** What its rows are shared by (`Run.rows`). */
  readonly grouping: Grouping;
  readonly #root: number;
  readonly #lookups: readonly Lookup[];
  readonly #collect: GroupCollector;
  /** Of the solutions in hand. */
  #hashes = new GrowingNumbers();
  #roots = new GrowingNumbers();
  #wanted: ReadonlySet<number> | null = null;

  /**
   * @param root the slot of the node that each solution begins with
   * @param lookups of the query, each with its way back to that node
   */
  constructor(grouping: Grouping, root: number, lookups: readonly Lookup[]) {
    this.grouping = grouping;
    this.#root = root;
    this.#lookups = lookups;
    this.#collect = grouping.collector(({ frame, graph }, keys) => {
      const hash = hashOf(keys, graph);
      this.#hashes.push(hash);
      this.#roots.push(frame[root]!);
      return this.#wanted === null || this.#wanted.has(hash);
    });
  }

  /** The groups of a whole graph. */
  evaluate(run: Run): Evaluated {
    const { rows, hashes, roots } = this.#solve(run, null, null);
    return { rows, kept: this.#keep(run.graph, rows, { hashes, roots }, roots) };
  }

  /**
   * What is kept of the groups of a whole graph, made of some of its subjects at a time: the groups of all at once are hundreds of megabytes
   * of a large vocabulary. Null where `evaluate` keeps nothing.
   *
   * @param begin gives the graph anew, without the terms that were made in between
   * @param subjectsAPiece how many are looked at before that
   */
  keepInPieces(begin: () => Run, subjectsAPiece: number): KeptGroups | null {
    const [hashes, roots] = [new GrowingNumbers(), new GrowingNumbers()];
    const pieces = new Map<number, number>();
    const selected = new Set<number>();
    let at = 0;
    for (const subjects of begin().graph.subjectsInPieces(subjectsAPiece)) {
      const run = begin();
      const found = this.#solve(run, subjects, null);
      if (found.roots.some((root) => !run.graph.isOfTable(root))) return null;
      found.roots.forEach((root) => roots.push(root));
      for (const hash of found.hashes) {
        hashes.push(hash);
        pieces.set(hash, (pieces.get(hash) ?? at) === at ? at : SEVERAL);
      }
      for (const row of found.rows) selected.add(this.#hashOfRow(row, run.graph));
      at++;
    }
    // Copies: what is sent to another thread is the memory that numbers lie in.
    const [allHashes, allRoots] = [hashes.all.slice(), roots.all.slice()];
    const divided = new Set(allHashes.filter((hash) => pieces.get(hash) === SEVERAL));
    for (const hash of divided) selected.delete(hash);
    const run = begin();
    const members = new Set(allRoots.filter((_, place) => divided.has(allHashes[place]!)));
    for (const row of this.#solve(run, members, divided).rows) selected.add(this.#hashOfRow(row, run.graph));
    return { hashes: allHashes, roots: allRoots, selected };
  }

  /** The same of a graph that came of one by a change, in which terms have the numbers that they had. */
  evaluateChange(run: Run, constants: ArrayLike<number>, change: NumberedChange, before: KeptGroups): Evaluated {
    const touched = new Set<number>();
    for (const lookup of this.#lookups)
      for (const triple of change.all)
        if (isFound(triple, lookup, constants))
          for (const root of wayBack(lookup, triple[lookup.slots.indexOf(lookup.from!)]!, constants, run.graph))
            touched.add(root);

    const now = this.#solve(run, touched, new Set());
    const concerned = new Set([...before.selected, ...now.hashes]);
    const changed = placesOf(touched, before.roots);
    for (const at of changed) concerned.add(before.hashes[at]!);
    const members = new Set(touched);
    for (const at of placesOf(concerned, before.hashes)) members.add(before.roots[at]!);
    const { rows } = this.#solve(run, members, concerned);

    const [hashes, roots] = [without(before.hashes, changed, now.hashes), without(before.roots, changed, now.roots)];
    return { rows, kept: this.#keep(run.graph, rows, { hashes, roots }, now.roots) };
  }

  /**
   * The rows of the solutions that begin with these nodes, all of them unless given, and of each solution the hash of its group and its root.
   *
   * @param wanted hashes of the groups that are made; all unless given
   */
  #solve(run: Run, roots: Iterable<number> | null, wanted: ReadonlySet<number> | null): Evaluating {
    this.#hashes = new GrowingNumbers();
    this.#roots = new GrowingNumbers();
    this.#wanted = wanted;
    const rows = this.#collect(run, roots === null ? null : { slot: this.#root, numbers: roots });
    return { rows, hashes: this.#hashes.all, roots: this.#roots.all };
  }

  /** @param added the roots that were found now: those of before are known to be in the table */
  #keep(
    graph: CheckedGraph,
    rows: readonly Int32Array[],
    solutions: Pick<KeptGroups, 'hashes' | 'roots'>,
    added: Uint32Array,
  ): KeptGroups | null {
    // What the table does not have gets another number the next time.
    if (added.some((root) => !graph.isOfTable(root))) return null;
    return { ...solutions, selected: new Set(rows.map((row) => this.#hashOfRow(row, graph))) };
  }

  #hashOfRow(row: Int32Array, graph: CheckedGraph): number {
    return hashOf(this.grouping.keysOf(row), graph);
  }
}

interface Evaluating {
  readonly rows: readonly Int32Array[];
  readonly hashes: Uint32Array;
  readonly roots: Uint32Array;
}

/** The same for equal terms in any graph; -1 stands for what is unbound. */
function hashOf(keys: ArrayLike<number>, graph: CheckedGraph): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]! < 0 ? '' : keyOfTerm(graph.term(keys[at]!));
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), FNV_PRIME);
  }
  return hash >>> 0;
}

/** The places, in order, of the numbers that are sought among many. */
function placesOf(sought: ReadonlySet<number>, numbers: Uint32Array): number[] {
  // Most numbers are told by their lowest bits that they are not sought, which takes a tenth of asking a set.
  const bits = new Uint8Array(LOWEST_BITS + 1);
  for (const number of sought) bits[number & LOWEST_BITS] = 1;
  const places: number[] = [];
  for (let at = 0; at < numbers.length; at++)
    if (bits[numbers[at]! & LOWEST_BITS] === 1 && sought.has(numbers[at]!)) places.push(at);
  return places;
}

/** Numbers without those at some places, which are in order, and others behind them. */
function without(numbers: Uint32Array, places: readonly number[], others: Uint32Array): Uint32Array {
  const all = new Uint32Array(numbers.length - places.length + others.length);
  let [length, from] = [0, 0];
  for (const place of [...places, numbers.length]) {
    all.set(numbers.subarray(from, place), length);
    length += place - from;
    from = place + 1;
  }
  all.set(others, length);
  return all;
}
