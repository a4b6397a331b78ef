import { GrowingNumbers } from '../growing-numbers.ts';
import { keyOfTerm } from '../triple-order.ts';
import type { CheckedGraph } from './checked-graph.ts';
import { isFound, wayBack, type Lookup, type NumberedChange } from './lookup.ts';
import type { GroupCollector, Grouping } from './sparql-aggregates.ts';
import type { Run } from './sparql-patterns.ts';

/** FNV-1a. */
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];
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
    return { rows, kept: this.#keep(run.graph, rows, hashes, roots) };
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
    before.roots.forEach((root, at) => touched.has(root) && concerned.add(before.hashes[at]!));
    const members = new Set(touched);
    before.hashes.forEach((hash, at) => concerned.has(hash) && members.add(before.roots[at]!));
    const { rows } = this.#solve(run, members, concerned);

    const isSame = (_: number, at: number): boolean => !touched.has(before.roots[at]!);
    const [hashes, roots] = [before.hashes.filter(isSame), before.roots.filter(isSame)];
    return { rows, kept: this.#keep(run.graph, rows, joined(hashes, now.hashes), joined(roots, now.roots)) };
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

  #keep(graph: CheckedGraph, rows: readonly Int32Array[], hashes: Uint32Array, roots: Uint32Array): KeptGroups | null {
    // What the table does not have gets another number the next time.
    if (roots.some((root) => !graph.isOfTable(root))) return null;
    const selected = new Set(rows.map((row) => this.#hashOfRow(row, graph)));
    return { hashes, roots, selected };
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

function joined(one: Uint32Array, other: Uint32Array): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
