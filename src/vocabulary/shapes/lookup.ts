import type { CheckedGraph } from './checked-graph.ts';
import type { Slots } from './sparql-patterns.ts';

/**
 * A triple pattern, by the slots of its parts, and how focus nodes are found of a triple that it matches; in a `GroupedQuery` the nodes that its
 * solutions begin with take their place.
 */
export interface Lookup {
  readonly slots: Slots;
  /** The slot from which a way leads back to the focus node; null when none does. */
  readonly from: number | null;
  readonly way: Link | null;
  /** Whether more triples only make more solutions. */
  readonly isMonotone: boolean;
}

/** How the value of a slot came from that of another one: by one of these triple patterns, which have both slots. */
export interface Link {
  readonly lookups: readonly Lookup[];
  readonly slot: number;
  readonly via: number;
  /** That of `via`; null when it is the focus node. */
  readonly next: Link | null;
  /**
   * Where a path of any length begins, whose steps begin at the slot: the way from the end of a step back to its beginning, which ends with this
   * link. Undefined of others.
   */
  readonly step?: Link;
}

/** A triple, in the numbers of a graph. */
export type Numbers = readonly [subject: number, property: number, object: number];

/** A change in the numbers of the graph that came of it. */
export interface NumberedChange {
  readonly added: readonly Numbers[];
  /** Those added and those removed. */
  readonly all: readonly Numbers[];
}

/** The way back from what any of several branches finds; null where they begin at different slots. */
export function linkOfAny(links: ReadonlyArray<Link | null | undefined>): Link | null {
  const [first] = links;
  const isSame = (link: Link | null | undefined): link is Link =>
    link !== null && link?.via === first?.via && link?.next === first?.next;
  if (!first || !links.every(isSame)) return null;
  return { ...first, lookups: links.flatMap(({ lookups }) => lookups) };
}

/** Whether a lookup finds a triple, as far as its constants tell. */
export function isFound(triple: Numbers, { slots }: Lookup, constants: ArrayLike<number>): boolean {
  return slots.every((slot, at) => slot >= constants.length || constants[slot] === triple[at]);
}

/** The nodes at the beginning from which a constraint may have come to a value of the slot that a lookup begins at. */
export function wayBack(
  { way }: Lookup,
  value: number,
  constants: ArrayLike<number>,
  graph: CheckedGraph,
): Set<number> {
  return goBack(way, null, new Set([value]), constants, graph);
}

/** What leads to the values by the links up to another one. */
function goBack(
  way: Link | null,
  end: Link | null,
  values: Set<number>,
  constants: ArrayLike<number>,
  graph: CheckedGraph,
): Set<number> {
  let reached = values;
  for (let link = way; link !== null && link !== end; link = link.next)
    reached =
      link.step === undefined
        ? stepBack(link, reached, constants, graph)
        : repeatBack(link, link.step, reached, constants, graph);
  return reached;
}

/** The values, and what leads to them in any number of steps. */
function repeatBack(
  link: Link,
  step: Link,
  values: Set<number>,
  constants: ArrayLike<number>,
  graph: CheckedGraph,
): Set<number> {
  const reached = new Set(values);
  for (let last = values; last.size > 0;) {
    const before = goBack(step, link, last, constants, graph);
    last = new Set([...before].filter((value) => !reached.has(value)));
    for (const value of last) reached.add(value);
  }
  return reached;
}

function stepBack(
  { lookups, slot, via }: Link,
  values: Set<number>,
  constants: ArrayLike<number>,
  graph: CheckedGraph,
): Set<number> {
  const reached = new Set<number>();
  for (const lookup of lookups)
    for (const one of values) {
      const sought = lookup.slots.map((other) => (other === slot ? one : (constants[other] ?? -1)));
      const [subject, property, object] = sought as [number, number, number];
      graph.find(subject, property, object, (...found) => reached.add(found[lookup.slots.indexOf(via)]!).size === 0);
    }
  return reached;
}
