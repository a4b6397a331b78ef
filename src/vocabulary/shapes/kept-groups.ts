import { GrowingNumbers } from '../growing-numbers.ts';
import { keyOfTerm } from '../triple-table.ts';
import type { CheckedGraph } from './checked-graph.ts';
import { isFound, wayBack, type Lookup, type NumberedChange } from './lookup.ts';
import type { GroupCollector, Grouping } from './sparql-aggregates.ts';
import type { Run } from './sparql-patterns.ts';

/** FNV-1a. */
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];

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
    const selected = new Set(rows.map((row) => hashOf(this.grouping.keysOf(row), graph)));
    return { hashes, roots, selected };
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
