import { append } from '../../append.ts';
import { keyOfTerm } from '../triple-order.ts';
import type { CheckedGraph } from './checked-graph.ts';
import { filter, type Expression, type Pattern } from './sparql-patterns.ts';
import { stringOf, termOf } from './sparql-values.ts';

/** Of a pattern with more solutions than these, they are kept: to find few again takes less memory, and no time that grows. */
const FEW = 8;

/**
 * Of the solutions of a pattern that depends on nothing around it those in which a text begins another one, which is known before: all of
 * them are found once for a graph and looked up by the text, however many there are.
 *
 * @param slots what the pattern binds
 */
export function startingWith(pattern: Pattern, slots: readonly number[], text: Expression, start: Expression): Pattern {
  const starts = new WeakMap<CheckedGraph, Starts>();
  let collected: Starts = { rows: new Map(), lengths: [] };
  const collect = pattern((run) => {
    const begin = stringOf(start(run));
    if (begin !== undefined)
      append(
        collected.rows,
        begin,
        Int32Array.from(slots, (slot) => run.frame[slot]!),
      );
    return false;
  });
  return (then) => {
    const each = pattern(then);
    return (run) => {
      const { frame, graph } = run;
      // A change may begin at one of its solutions.
      if (slots.some((slot) => frame[slot]! >= 0)) return each(run);
      let known = starts.get(graph);
      if (known === undefined) {
        collected = { rows: new Map(), lengths: [] };
        collect(run);
        const lengths = new Set(Array.from(collected.rows.keys(), ({ length }) => length));
        starts.set(graph, (known = { rows: collected.rows, lengths: [...lengths] }));
      }
      const sought = stringOf(text(run));
      if (sought === undefined) return false;
      const isEnough = known.lengths.some((length) =>
        (length > sought.length ? [] : (known.rows.get(sought.slice(0, length)) ?? [])).some((row) => {
          slots.forEach((slot, at) => (frame[slot] = row[at]!));
          return then(run);
        }),
      );
      for (const slot of slots) frame[slot] = -1;
      return isEnough;
    };
  };
}

/** Solutions by a text in them. */
interface Starts {
  readonly rows: Map<string, Int32Array[]>;
  /** Lengths of the texts. */
  readonly lengths: readonly number[];
}

interface Parting {
  /** What the pattern binds. */
  readonly slots: readonly number[];
  /** What is bound before and the pattern speaks of. */
  readonly outside: readonly number[];
  /** The side of the condition that is of the pattern's own. */
  readonly own: Expression;
  readonly condition: Expression;
}

/**
 * Of the solutions of a pattern those that fulfil a condition, one side of which is of the pattern alone and the other one known before: it is
 * asked once for all solutions in which its side is the same. So what is sought among many that differ from something is found at once,
 * where all but a few are the same as it.
 */
export function parted(pattern: Pattern, { slots, outside, own, condition }: Parting): Pattern {
  const kept = new WeakMap<CheckedGraph, Map<string, Parts>>();
  let count = 0;
  let parts: Parts = new Map();
  const collect = pattern((run) => {
    const term = termOf(own(run));
    append(
      parts,
      term === undefined ? '' : keyOfTerm(term),
      Int32Array.from(slots, (slot) => run.frame[slot]!),
    );
    count++;
    return false;
  });
  return (then) => {
    const each = pattern(then);
    const isMet = filter(condition)(() => true);
    return (run) => {
      const { frame, graph } = run;
      if (slots.some((slot) => frame[slot]! >= 0) || outside.some((slot) => frame[slot]! < 0)) return each(run);
      let known = kept.get(graph);
      if (known === undefined) kept.set(graph, (known = new Map()));
      const key = outside.map((slot) => frame[slot]).join(' ');
      let found = known.get(key);
      if (found === undefined) {
        count = 0;
        found = parts = new Map();
        collect(run);
        if (count > FEW) known.set(key, found);
      }
      const take = (solution: Int32Array): void => slots.forEach((slot, at) => (frame[slot] = solution[at]!));
      let isEnough = false;
      for (const part of found.values()) {
        take(part[0]!);
        if (!isMet(run)) continue;
        isEnough = part.some((solution) => {
          take(solution);
          return then(run);
        });
        if (isEnough) break;
      }
      for (const slot of slots) frame[slot] = -1;
      return isEnough;
    };
  };
}

/** Solutions by what one side of a condition is in them. */
type Parts = Map<string, Int32Array[]>;
