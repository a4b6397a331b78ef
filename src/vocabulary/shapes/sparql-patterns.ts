import type { CheckedGraph } from './checked-graph.ts';
import { FUNCTIONS, termOf, truthOf, type Value } from './sparql-values.ts';

/** The state of one query that runs. */
export interface Run {
  readonly graph: CheckedGraph;
  /** Numbers of the terms that constants and variables stand for, by their slots; -1 for what is unbound. */
  readonly frame: Int32Array;
  /** Rows of subqueries that are the same for all focus nodes; null when variables within them are bound from the beginning. */
  readonly rows: Map<object, readonly Int32Array[]> | null;
}

/** What comes next with what is bound; true when nothing more is sought. */
export type Then = (run: Run) => boolean;
/** A pattern, given what comes behind each of its solutions. */
export type Pattern = (then: Then) => Then;
export type Expression = (run: Run) => Value;

/** The slots of the parts of a triple pattern. */
export type Slots = readonly [subject: number, property: number, object: number];

/** Binds a slot to a value. A slot that has one already has to have the same. */
export function assign(slot: number, value: Expression): Pattern {
  return (then) => (run) => {
    const term = termOf(value(run));
    const number = term === undefined ? -1 : run.graph.number(term);
    const before = run.frame[slot]!;
    if (before >= 0 && number >= 0 && before !== number) return false;
    if (number >= 0) run.frame[slot] = number;
    const isEnough = then(run);
    run.frame[slot] = before;
    return isEnough;
  };
}

/** The solutions of each pattern, one after another. */
export function alternatives(patterns: readonly Pattern[]): Pattern {
  return (then) => {
    const ways = patterns.map((pattern) => pattern(then));
    return (run) => ways.some((way) => way(run));
  };
}

/** A step repeated, each node once; `from` and `to` are the ends of the step. */
export function closure(
  step: Pattern,
  { subject, object, from, to }: Readonly<Record<'subject' | 'object' | 'from' | 'to', number>>,
): Pattern {
  return (then) => {
    let reached = new Set<number>();
    const walk = step(({ frame }) => {
      reached.add(frame[to]!);
      return false;
    });
    return (run) => {
      const { frame } = run;
      if (frame[subject]! < 0) throw new Error('A path of any length has to begin at something that is bound');
      const found = (reached = new Set<number>());
      const [before, sought] = [frame[from]!, frame[object]!];
      frame[from] = frame[subject]!;
      walk(run);
      for (const node of found) {
        frame[from] = node;
        walk(run);
      }
      frame[from] = before;
      if (sought >= 0) return found.has(sought) && then(run);
      let isEnough = false;
      for (const node of found) {
        frame[object] = node;
        if ((isEnough = then(run))) break;
      }
      frame[object] = sought;
      return isEnough;
    };
  };
}

/** An operator or function of SPARQL, of its arguments. @throws Error when it is not known */
export function operation(operator: string, args: readonly Expression[]): Expression {
  const [first, second, third] = args as [Expression, Expression, Expression];
  switch (operator) {
    case '&&':
      return both(first, second, false);
    case '||':
      return both(first, second, true);
    case 'if':
      return (run) => {
        const truth = truthOf(first(run));
        return truth === undefined ? undefined : truth ? second(run) : third(run);
      };
    case 'bound':
      return (run) => first(run) !== undefined;
    case 'in': {
      const [, ...others] = args;
      return others.map((other) => operation('=', [first, other])).reduce((a, b) => both(a, b, true));
    }
    default: {
      const apply = FUNCTIONS[operator];
      if (apply === undefined) throw new Error(`${operator} is not known`);
      return (run) => {
        const values: Exclude<Value, undefined>[] = [];
        for (const arg of args) {
          const value = arg(run);
          if (value === undefined) return undefined;
          values.push(value);
        }
        return apply(...values);
      };
    }
  }
}

/** `&&` and `||` (SPARQL 1.1 §17.2): one value decides alone, whatever becomes of the other side. */
function both(first: Expression, second: Expression, deciding: boolean): Expression {
  return (run) => {
    const one = truthOf(first(run));
    if (one === deciding) return deciding;
    const other = truthOf(second(run));
    return other === deciding ? deciding : one === undefined || other === undefined ? undefined : !deciding;
  };
}

/** What a slot is bound to. */
export function read(slot: number): Expression {
  return ({ frame, graph }) => {
    const number = frame[slot]!;
    return number < 0 ? undefined : graph.term(number);
  };
}

export function filter(condition: Expression): Pattern {
  return (then) => (run) => truthOf(condition(run)) === true && then(run);
}

/** One pattern within another. */
export function sequence(patterns: readonly Pattern[]): Pattern {
  return (then) => patterns.reduceRight((next, pattern) => pattern(next), then);
}

/** The triples that fit what is bound. */
export function lookUp([s, p, o]: Slots): Pattern {
  return (then) => (run) => {
    const { frame, graph } = run;
    const [subject, property, object] = [frame[s]!, frame[p]!, frame[o]!];
    const isEnough = graph.find(subject, property, object, (a, b, c) => {
      frame[s] = a;
      frame[p] = b;
      frame[o] = c;
      // A variable that is there twice has one value.
      return frame[s] === a && frame[p] === b && then(run);
    });
    frame[s] = subject;
    frame[p] = property;
    frame[o] = object;
    return isEnough;
  };
}

/** A pattern, or nothing where it has no solution. */
export function optional(group: Pattern): Pattern {
  return (then) => {
    let isFound = false;
    const inner = group((run) => {
      isFound = true;
      return then(run);
    });
    return (run) => {
      isFound = false;
      if (inner(run)) return true;
      return !isFound && then(run);
    };
  };
}

/** Each solution once, as far as these slots tell. */
export function distinct(pattern: Pattern, slots: readonly number[]): Pattern {
  return (then) => {
    let seen = new Set<string>();
    const inner = pattern((run) => {
      const key = slots.map((slot) => run.frame[slot]).join(' ');
      return seen.size !== seen.add(key).size && then(run);
    });
    return (run) => {
      seen = new Set();
      return inner(run);
    };
  };
}
