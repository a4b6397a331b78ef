import { groupBy } from '../../group-by.ts';
import type { CheckedGraph } from './checked-graph.ts';
import type { Pattern, Run } from './sparql-patterns.ts';
import { orderOfTerms, termOf } from './sparql-values.ts';

/** An aggregate of a subquery, and the slots of what it is of (null: whole solutions) and of its result. */
interface Aggregate {
  readonly name: string;
  readonly isDistinct: boolean;
  readonly of: number | null;
  readonly result: number;
}

/** What is known so far of one aggregate in one group. */
interface Sum {
  count: number;
  readonly seen: Set<number>;
  largest: number;
}

/** The groups of a subquery and the aggregates over each. */
export class Aggregates {
  readonly #newSlot: () => number;
  readonly #aggregates: Aggregate[] = [];

  constructor(newSlot: () => number) {
    this.#newSlot = newSlot;
  }

  /** The slot that has the result. @throws Error when it is not known */
  add(name: string, isDistinct: boolean, of: number | null): number {
    if (name !== 'count' && (name !== 'max' || of === null)) throw new Error(`The aggregate ${name} is not known`);
    const result = this.#newSlot();
    this.#aggregates.push({ name, isDistinct, of, result });
    return result;
  }

  /**
   * The groups of the solutions of a pattern.
   *
   * @param keys what is grouped by and the pattern speaks of
   * @param having what groups have to fulfil
   * @param isAlone whether they are the same for all focus nodes
   */
  group(pattern: Pattern, keys: readonly number[], having: Pattern, isAlone: boolean): Grouping {
    return new Grouping({ pattern, keys, having, isAlone, aggregates: this.#aggregates });
  }
}

/** Whether a solution is put into its group; gets what it is grouped by. */
type IsTaken = (run: Run, keys: readonly number[]) => boolean;

/** The rows of groups, of solutions in which a slot has one of these values, or of all. */
export type GroupCollector = (
  run: Run,
  begin: { readonly slot: number; readonly numbers: Iterable<number> } | null,
) => Int32Array[];

interface GroupedPattern {
  readonly pattern: Pattern;
  readonly keys: readonly number[];
  readonly having: Pattern;
  readonly isAlone: boolean;
  readonly aggregates: readonly Aggregate[];
}

/** A subquery with GROUP BY. */
export class Grouping {
  readonly #pattern: Pattern;
  readonly #keys: readonly number[];
  readonly #having: Pattern;
  readonly #isAlone: boolean;
  readonly #aggregates: readonly Aggregate[];
  /** Rows that all focus nodes share, by what they are grouped by. */
  readonly #found = new WeakMap<readonly Int32Array[], ReadonlyMap<string, readonly Int32Array[]>>();

  constructor({ pattern, keys, having, isAlone, aggregates }: GroupedPattern) {
    this.#pattern = pattern;
    this.#keys = keys;
    this.#having = having;
    this.#isAlone = isAlone;
    this.#aggregates = aggregates;
  }

  get #slots(): number[] {
    return [...this.#keys, ...this.#aggregates.map(({ result }) => result)];
  }

  /** What a row is grouped by. */
  keysOf(row: Int32Array): Int32Array {
    return row.subarray(0, this.#keys.length);
  }

  /** Computes the rows; `isTaken` sees each solution. */
  collector(isTaken: IsTaken): GroupCollector {
    const [keys, slots] = [this.#keys, this.#slots];
    let groups = new Map<string, { readonly keys: readonly number[]; readonly sums: readonly Sum[] }>();
    const collect = this.#pattern((run) => {
      const { frame, graph } = run;
      const found = keys.map((slot) => frame[slot]!);
      if (!isTaken(run, found)) return false;
      const key = found.join(' ');
      let group = groups.get(key);
      if (group === undefined) {
        group = { keys: found, sums: this.#aggregates.map(() => ({ count: 0, seen: new Set(), largest: -1 })) };
        groups.set(key, group);
      }
      for (const [at, aggregate] of this.#aggregates.entries()) addTo(group.sums[at]!, aggregate, frame, graph);
      return false;
    });
    let kept: Int32Array[] = [];
    const keep = this.#having(({ frame }) => kept.push(Int32Array.from(slots, (slot) => frame[slot]!)) === 0);
    return (run, begin) => {
      const { frame } = run;
      groups = new Map();
      kept = [];
      if (begin === null) collect(run);
      else {
        const before = frame[begin.slot]!;
        for (const number of begin.numbers) {
          frame[begin.slot] = number;
          collect(run);
        }
        frame[begin.slot] = before;
      }
      const before = slots.map((slot) => frame[slot]!);
      for (const { keys: found, sums } of groups.values()) {
        const results = sums.map((sum, at) => resultOf(sum, this.#aggregates[at]!, run.graph));
        fill(frame, slots, [...found, ...results]);
        keep(run);
      }
      fill(frame, slots, before);
      return kept;
    };
  }

  /** The rows that have these keys, where all are bound. */
  #rowsOfKeys(rows: readonly Int32Array[], keys: readonly number[]): readonly Int32Array[] {
    if (keys.some((key) => key < 0)) return rows;
    let byKeys = this.#found.get(rows);
    if (byKeys === undefined) this.#found.set(rows, (byKeys = groupBy(rows, (row) => this.keysOf(row).join(' '))));
    return byKeys.get(keys.join(' ')) ?? [];
  }

  /** Its solutions are the groups. */
  readonly pattern: Pattern = (then) => {
    const [keys, slots] = [this.#keys, this.#slots];
    const rowsOf = this.collector(() => true);
    return (run) => {
      const { frame, rows } = run;
      const before = slots.map((slot) => frame[slot]!);
      let found: readonly Int32Array[];
      if (this.#isAlone && rows !== null) {
        let shared = rows.get(this);
        if (shared === undefined) {
          // What is bound around it is not known in it.
          for (const slot of keys) frame[slot] = -1;
          rows.set(this, (shared = rowsOf(run, null)));
          fill(frame, slots, before);
        }
        found = this.#rowsOfKeys(shared, before.slice(0, keys.length));
      } else found = rowsOf(run, null);
      let isEnough = false;
      for (const row of found) {
        fill(frame, slots, row);
        if ((isEnough = then(run))) break;
      }
      fill(frame, slots, before);
      return isEnough;
    };
  };
}

function fill(frame: Int32Array, slots: readonly number[], numbers: ArrayLike<number>): void {
  for (const [at, slot] of slots.entries()) frame[slot] = numbers[at]!;
}

function addTo(sum: Sum, { of, isDistinct, name }: Aggregate, frame: Int32Array, graph: CheckedGraph): void {
  const number = of === null ? 0 : frame[of]!;
  if (number < 0 || (isDistinct && sum.seen.has(number))) return;
  if (isDistinct) sum.seen.add(number);
  sum.count++;
  if (name !== 'max') return;
  if (sum.largest < 0 || orderOfTerms(graph.term(number), graph.term(sum.largest)) > 0) sum.largest = number;
}

function resultOf({ count, largest }: Sum, { name }: Aggregate, graph: CheckedGraph): number {
  return name === 'max' ? largest : graph.number(termOf(count)!);
}
