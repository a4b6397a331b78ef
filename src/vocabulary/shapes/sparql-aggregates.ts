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
   * A pattern whose solutions are the groups of another one's.
   *
   * @param keys what is grouped by and the pattern speaks of
   * @param having what groups have to fulfil
   */
  group(pattern: Pattern, keys: readonly number[], having: Pattern): Pattern {
    const slots = [...keys, ...this.#aggregates.map(({ result }) => result)];
    return (then) => {
      let groups = new Map<string, { readonly keys: readonly number[]; readonly sums: readonly Sum[] }>();
      const collect = pattern(({ frame, graph }) => {
        const found = keys.map((slot) => frame[slot]!);
        let group = groups.get(found.join(' '));
        if (group === undefined) {
          group = { keys: found, sums: this.#aggregates.map(() => ({ count: 0, seen: new Set(), largest: -1 })) };
          groups.set(found.join(' '), group);
        }
        for (const [at, aggregate] of this.#aggregates.entries()) addTo(group.sums[at]!, aggregate, frame, graph);
        return false;
      });
      let kept: Int32Array[] = [];
      const keep = having(({ frame }) => kept.push(Int32Array.from(slots, (slot) => frame[slot]!)) === 0);
      const rowsOf = (run: Run): Int32Array[] => {
        groups = new Map();
        kept = [];
        collect(run);
        for (const { keys: found, sums } of groups.values()) {
          const results = sums.map((sum, at) => resultOf(sum, this.#aggregates[at]!, run.graph));
          fill(run.frame, slots, [...found, ...results]);
          keep(run);
        }
        return kept;
      };
      return (run) => {
        const { frame, rows } = run;
        const before = slots.map((slot) => frame[slot]!);
        // The same for all focus nodes: computed for the first one.
        const isShared = rows !== null && keys.every((_, at) => before[at]! < 0);
        const found = (isShared ? rows.get(this) : undefined) ?? rowsOf(run);
        if (isShared) rows.set(this, found);
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
