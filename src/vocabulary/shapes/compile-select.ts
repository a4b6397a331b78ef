// One thing, though long: the forms of a query, each with what becomes of it, which share what is bound so far.
import type { BoundTerm } from '../../rdf/rows.ts';
import { keyOfTerm } from '../triple-order.ts';
import { constantOf, constantsOf, unknown, type Constant, type Expand, type Node } from './sparql-syntax.ts';
import { parted, startingWith } from './indexed-patterns.ts';
import { GroupedQuery } from './kept-groups.ts';
import { linkOfAny, type Link, type Lookup } from './lookup.ts';
import { Aggregates, type Grouping } from './sparql-aggregates.ts';
import {
  alternatives,
  assign,
  closure,
  distinct,
  filter,
  lookUp,
  operation,
  optional,
  read,
  sequence,
  type Expression,
  type Pattern,
} from './sparql-patterns.ts';

interface Scope {
  readonly slots: Map<string, number>;
  /** Slots that are bound, each with the way back to the focus node if there is one; null of the focus node itself. */
  readonly links: Map<number, Link | null>;
  /** Slots that are bound, at least sometimes. */
  readonly bound: Set<number>;
  readonly isMonotone: boolean;
  /** Whether this is a query in a query. */
  readonly isNested: boolean;
  /** Whether the query has no solution where this has none. */
  readonly isRequired: boolean;
  /** Of a query in a query that says nothing of what is around it: the slot that its solutions begin with, once there is one. */
  readonly alone: Alone | null;
}

interface Alone {
  readonly links: Scope['links'];
  root: number | null;
}

/** A SELECT of a SPARQL-based constraint, ready to run for one focus node after another. */
export interface CompiledSelect {
  /** Constants by their slots; they come first. */
  readonly constants: readonly BoundTerm[];
  readonly slotCount: number;
  /** Slots of `$this`, `?path` and `?value`; undefined for what is not selected. */
  readonly selected: { readonly this: number; readonly path: number | undefined; readonly value: number | undefined };
  readonly lookups: readonly Lookup[];
  /** Queries in it that group and are the same for all focus nodes; without a row of each, it has no solution. */
  readonly grouped: readonly GroupedQuery[];
  readonly run: Pattern;
}

/**
 * Makes a function of a SELECT. It runs from left to right: what is bound before is looked up, the focus node first of all, so that
 * the time for a focus node depends on what is around it. SPARQL's own order, in which groups and subqueries are computed by
 * themselves, gives the same for the queries that are taken; others are refused.
 *
 * @throws Error when the query has a form that is not known here
 */
export function compileSelect(query: Node, expand: Expand): CompiledSelect {
  const compiler = new SelectCompiler(expand, constantsOf(query, expand));
  return compiler.compile(query);
}

class SelectCompiler {
  readonly #expand: Expand;
  readonly #constants: ReadonlyMap<string, Constant>;
  #lookups: Lookup[] = [];
  readonly #grouped: GroupedQuery[] = [];
  /** Slots of the variables that the query in hand speaks of. */
  #mentioned = new Set<number>();
  #slotCount: number;

  constructor(expand: Expand, constants: ReadonlyMap<string, Constant>) {
    this.#expand = expand;
    this.#constants = constants;
    this.#slotCount = constants.size;
  }

  compile(query: Node): CompiledSelect {
    const slots = new Map<string, number>();
    const self = this.#newSlot();
    slots.set('this', self);
    const scope: Scope = {
      slots,
      links: new Map([[self, null]]),
      bound: new Set([self]),
      isMonotone: true,
      isNested: false,
      isRequired: true,
      alone: null,
    };
    const run = this.#select(query, scope);
    return {
      constants: Array.from(this.#constants.values(), ({ term }) => term),
      slotCount: this.#slotCount,
      selected: { this: self, path: slots.get('path'), value: slots.get('value') },
      lookups: this.#lookups,
      grouped: this.#grouped,
      run,
    };
  }

  /** A query in a query shares the variables that it selects, and no others. */
  #subselect(query: Node, outer: Scope): Pattern {
    return this.#select(query, { ...outer, isNested: true });
  }

  #select(query: Node, outer: Scope): Pattern {
    if (query.subType !== 'select' || !Array.isArray(query['variables'])) throw unknown(query);
    const variables = query['variables'] as Node[];
    const { group, having, ...others } = query['solutionModifiers'] as Record<string, Node | undefined>;
    if (Object.values(others).some((modifier) => modifier !== undefined))
      throw new Error('Only GROUP BY and HAVING are known');
    const plain = variables.filter(({ type }) => type === 'term').map(({ value }) => String(value));
    const slots = new Map(plain.map((name) => [name, this.#slotOf(name, outer)]));
    const selected = [...slots.values()];
    const isGrouped = group !== undefined;
    const patterns = (query['where'] as Node)['patterns'] as Node[];
    const isOfFocus = slots.has('this') && speaksOf(patterns, 'this');
    const isAlone = isGrouped && outer.isNested && outer.isRequired && !isOfFocus;
    const alone: Alone | null = isAlone ? { links: new Map(), root: null } : null;
    const inner: Scope = {
      ...outer,
      slots,
      isMonotone: outer.isMonotone && !isGrouped,
      isRequired: outer.isRequired && !outer.isNested,
      alone,
      ...(alone === null ? {} : { links: alone.links, bound: new Set() }),
    };
    const lookups = this.#lookups;
    if (isAlone) this.#lookups = [];
    const mentioned = this.#mentioned;
    this.#mentioned = new Set();
    const where = this.#group(patterns, inner);
    for (const slot of selected) outer.bound.add(slot);
    const aggregates = isGrouped ? new Aggregates(() => this.#newSlot()) : undefined;
    const keys = ((group?.['groupings'] ?? []) as Node[]).map(({ value }) => slots.get(String(value)));
    if (keys.includes(undefined) || (isGrouped && plain.length !== keys.length))
      throw new Error('A query has to select what it groups by');
    const grouped = keys.filter((slot) => this.#mentioned.has(slot!)) as number[];
    for (const slot of this.#mentioned) mentioned.add(slot);
    this.#mentioned = mentioned;

    const conditions = ((having?.['having'] ?? []) as Node[]).map((node) =>
      filter(this.#expression(node, inner, aggregates)),
    );
    const computed = variables.filter(({ type }) => type !== 'term');
    const steps = computed.map((node) => this.#assignment(node, inner, outer, aggregates));
    const grouping = aggregates?.group(where, grouped, sequence(conditions), isAlone) ?? null;
    if (alone !== null) this.#lookups = this.#aloneOrNot(grouping!, alone, lookups);
    const all = sequence([grouping?.pattern ?? where, ...steps]);
    return query['distinct'] === true ? distinct(all, selected) : all;
  }

  /** Lookups of the query around one that is alone: with those of that one, where a solution of it has not one beginning. */
  #aloneOrNot(grouping: Grouping, { root }: Alone, outer: Lookup[]): Lookup[] {
    const lookups = this.#lookups;
    if (root === null || lookups.some(({ from }) => from === null))
      return [...outer, ...lookups.map((lookup) => ({ ...lookup, from: null, way: null, isMonotone: false }))];
    this.#grouped.push(new GroupedQuery(grouping, root, lookups));
    return outer;
  }

  /** `(expression AS ?variable)` of a SELECT, or a BIND. */
  #assignment({ variable, expression }: Node, inner: Scope, outer: Scope, aggregates?: Aggregates): Pattern {
    const value = this.#expression(expression as Node, inner, aggregates);
    const slot = this.#slotOf(String((variable as Node)['value']), outer);
    outer.bound.add(slot);
    this.#mentioned.add(slot);
    return assign(slot, value);
  }

  #group(patterns: readonly Node[], scope: Scope): Pattern {
    const steps: Pattern[] = [];
    const conditions: Node[] = [];
    const before = new Set(scope.bound);
    for (const node of patterns) {
      if (node.type === 'query') steps.push(this.#subselect(node, scope));
      else if (node.subType === 'filter') conditions.push(node['expression'] as Node);
      else steps.push(this.#pattern(node, scope));
    }
    const found = this.#indexed(sequence(steps), patterns, conditions, before, scope);
    return sequence([found, ...conditions.map((node) => filter(this.#expression(node, scope)))]);
  }

  /**
   * A group of triple patterns, looked up by the first condition that compares something of its own with something from outside and has an
   * index: to compare each with each takes time with the square of a vocabulary.
   */
  #indexed(
    group: Pattern,
    patterns: readonly Node[],
    conditions: readonly Node[],
    before: ReadonlySet<number>,
    scope: Scope,
  ): Pattern {
    const parts = patterns.filter(({ subType }) => subType !== 'filter');
    if (parts.length === 0 || parts.some(({ subType }) => subType !== 'bgp')) return group;
    const [outside, inside] = [true, false].map((isBefore) =>
      [...scope.slots].filter(([, slot]) => before.has(slot) === isBefore),
    ) as [[string, number][], [string, number][]];
    const spoken = (of: unknown, names: typeof inside): number[] =>
      names.filter(([name]) => speaksOf(of, name)).map(([, slot]) => slot);
    const isOf = (side: unknown, names: typeof inside): boolean =>
      [outside, inside].every((all) => spoken(side, all).length > 0 === (all === names));
    const slots = [...scope.bound].filter((slot) => !before.has(slot) && slot >= this.#constants.size);
    const known = spoken(parts, outside);
    for (const condition of conditions.flatMap(conjuncts)) {
      if (condition.subType !== 'operation') continue;
      const operator = String(condition['operator']).toLowerCase();
      const sides = condition['args'] as Node[];
      const own = sides.find((side) => isOf(side, inside));
      if (own === undefined || !sides.some((side) => isOf(side, outside))) continue;
      if (operator === 'strstarts' && own === sides[1] && known.length === 0)
        return startingWith(group, slots, this.#expression(sides[0]!, scope), this.#expression(own, scope));
      if (operator === '!=')
        return parted(group, {
          slots,
          outside: known,
          own: this.#expression(own, scope),
          condition: this.#expression(condition, scope),
        });
    }
    return group;
  }

  #pattern(node: Node, scope: Scope): Pattern {
    const parts = node['patterns'] as Node[];
    switch (node.subType) {
      case 'group':
        return this.#group(parts, scope);
      case 'bgp':
        return this.#triples(node['triples'] as Node[], scope);
      case 'bind':
        return this.#assignment(node, scope, scope);
      case 'union': {
        const branches = parts.map((part) =>
          this.#group([part], { ...scope, links: new Map(scope.links), isRequired: false }),
        );
        return alternatives(branches);
      }
      case 'optional':
        // What is bound outside of the query would decide what the option finds.
        if (scope.isNested) throw new Error('A query in a query has no OPTIONAL');
        return optional(
          this.#group(parts, { ...scope, links: new Map(scope.links), isMonotone: false, isRequired: false }),
        );
      default:
        throw unknown(node);
    }
  }

  /** Triple patterns in the order in which each finds few: from what is bound, then to it, then to what the query names. */
  #triples(triples: readonly Node[], scope: Scope): Pattern {
    const waiting = triples.map(({ subject, predicate, object }) => ({
      subject: this.#slotOfTerm(subject as Node, scope),
      path: predicate as Node,
      object: this.#slotOfTerm(object as Node, scope),
    }));
    const steps: Pattern[] = [];
    const isKnown = (slot: number): boolean => slot < this.#constants.size || scope.bound.has(slot);
    const rankOf = ({ subject, object }: { subject: number; object: number }): number =>
      isKnown(subject) ? 0 : scope.bound.has(object) ? 1 : isKnown(object) ? 2 : 3;
    while (waiting.length > 0) {
      const [next] = waiting.toSorted((a, b) => rankOf(a) - rankOf(b)) as [(typeof waiting)[number]];
      waiting.splice(waiting.indexOf(next), 1);
      steps.push(this.#path(next.subject, next.path, next.object, scope));
    }
    return sequence(steps);
  }

  #path(subject: number, path: Node, object: number, scope: Scope): Pattern {
    if (path.type === 'term') return this.#lookup(subject, this.#slotOfTerm(path, scope), object, scope);
    const items = path['items'] as Node[];
    switch (path.subType) {
      case '^':
        return this.#path(object, items[0]!, subject, scope);
      case '|': {
        const ways = items.map(() => new Map(scope.links));
        const branches = items.map((item, at) => this.#path(subject, item, object, { ...scope, links: ways[at]! }));
        for (const slot of [subject, object]) {
          const link = linkOfAny(ways.map((links) => links.get(slot)));
          if (link !== null && !scope.links.has(slot)) scope.links.set(slot, link);
        }
        return alternatives(branches);
      }
      case '/': {
        const between = items.slice(1).map(() => this.#newSlot());
        const ends = [subject, ...between, object];
        const steps = items.map((item, at) => ({ item, start: ends[at]!, end: ends[at + 1]! }));
        // From the end that is bound.
        const isForward = subject < this.#constants.size || scope.bound.has(subject);
        return sequence(
          (isForward ? steps : steps.toReversed()).map(({ item, start, end }) => this.#path(start, item, end, scope)),
        );
      }
      case '+':
        return this.#closure(subject, items[0]!, object, scope);
      default:
        throw unknown(path);
    }
  }

  /** One step after another, each node once. What changes on the way changes it for the focus nodes from which steps lead there. */
  #closure(subject: number, step: Node, object: number, scope: Scope): Pattern {
    const [from, to] = [this.#newSlot(), this.#newSlot()];
    const next = scope.links.get(subject);
    const begin: { -readonly [Key in keyof Link]: Link[Key] } | null =
      next === undefined ? null : { lookups: [], slot: from, via: subject, next };
    const links = new Map<number, Link | null>(begin === null ? [] : [[from, begin]]);
    const known = this.#lookups.length;
    const inner = this.#path(from, step, to, { ...scope, links, bound: new Set([from]), isMonotone: false });
    const back = links.get(to) ?? null;
    if (begin !== null && back !== null) begin.step = back;
    // Of a step that is not known to lead back, a change may change the path for any focus node.
    else this.#lookups.push(...this.#lookups.splice(known).map((lookup) => ({ ...lookup, from: null, way: null })));
    scope.bound.add(subject).add(object);
    return closure(inner, { subject, object, from, to });
  }

  #lookup(subject: number, property: number, object: number, scope: Scope): Pattern {
    const { links, bound, alone } = scope;
    const slots = [subject, property, object] as const;
    // Behind a branch of the query there is no one node that all solutions begin with.
    if (alone?.root === null && links === alone.links && subject >= this.#constants.size)
      links.set((alone.root = subject), null);
    const from = slots.find((slot) => links.get(slot) === null) ?? slots.find((slot) => links.has(slot)) ?? null;
    const way = from === null ? null : (links.get(from) ?? null);
    const lookup: Lookup = { slots, from, way, isMonotone: scope.isMonotone };
    this.#lookups.push(lookup);
    for (const slot of slots) {
      if (slot < this.#constants.size) continue;
      bound.add(slot);
      if (from !== null && !links.has(slot)) links.set(slot, { lookups: [lookup], slot, via: from, next: way });
    }
    return lookUp(slots);
  }

  #expression(node: Node, scope: Scope, aggregates?: Aggregates): Expression {
    if (node.type === 'term') return read(this.#slotOfTerm(node, scope));
    if (node.subType === 'aggregate') {
      if (aggregates === undefined) throw unknown(node);
      const [of] = node['expression'] as [Node];
      const slot = of.type === 'wildcard' ? null : this.#slotOfTerm(of, scope);
      return read(aggregates.add(String(node['aggregation']), node['distinct'] === true, slot));
    }
    const operator = String(node['operator']);
    if (node.subType === 'patternOperation') {
      const group = node['args'] as Node;
      const inside: Scope = {
        ...scope,
        links: new Map(scope.links),
        bound: new Set(scope.bound),
        isMonotone: false,
        isRequired: false,
      };
      const isThere = this.#group([group], inside)(() => true);
      return operator === 'exists' ? isThere : (run) => !isThere(run);
    }
    const args = (node['args'] as Node[]).map((arg) => this.#expression(arg, scope, aggregates));
    return operation(operator, args);
  }

  #slotOfTerm(node: Node, scope: Scope): number {
    if (node.subType === 'variable') {
      const slot = this.#slotOf(String(node['value']), scope);
      this.#mentioned.add(slot);
      return slot;
    }
    return this.#constants.get(keyOfTerm(constantOf(node, this.#expand)))!.slot;
  }

  #slotOf(name: string, { slots }: Scope): number {
    let slot = slots.get(name);
    if (slot === undefined) slots.set(name, (slot = this.#newSlot()));
    return slot;
  }

  #newSlot(): number {
    return this.#slotCount++;
  }
}

/** The conditions that all hold where one does. */
function conjuncts(condition: Node): Node[] {
  return condition['operator'] === '&&' ? (condition['args'] as Node[]).flatMap(conjuncts) : [condition];
}

/** Whether parts of a query name a variable. */
function speaksOf(part: unknown, name: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { subType, value } = part as Partial<Node>;
  if (subType === 'variable' && value === name) return true;
  return Object.values(part).some((inner) => speaksOf(inner, name));
}
