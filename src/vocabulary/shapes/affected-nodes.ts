import { RDFS } from '../../rdf/namespaces.ts';
import { boundIri } from '../../rdf/bound-terms.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { CheckedGraph } from './checked-graph.ts';
import type { CompiledSelect } from './compile-select.ts';
import { isFound, wayBack, type Lookup, type NumberedChange, type Numbers } from './lookup.ts';

/** The triples that a change adds to a vocabulary and takes from it. */
export interface VocabularyChange {
  readonly added: readonly Triple[];
  readonly removed: readonly Triple[];
}

/** What a change asks of a SPARQL-based constraint. */
export interface AffectedSolutions {
  /** The nodes for which it is to be run, if they are focus nodes; null when that is all of them. */
  readonly nodes: ReadonlySet<number> | null;
  /** What to bind before it is run for all focus nodes: the slots of a triple pattern, and a triple that was added. */
  readonly seeds: ReadonlyArray<{ readonly slots: Lookup['slots']; readonly triple: Numbers }>;
}

export function numberChange({ added, removed }: VocabularyChange, graph: CheckedGraph): NumberedChange {
  const numbered = ({ s, p, o }: Triple): Numbers => [graph.number(s), graph.number(boundIri(p)), graph.number(o)];
  const numbers = added.map(numbered);
  return { added: numbers, all: [...numbers, ...removed.map(numbered)] };
}

/** Whether the change may make any node a focus node: where classes stand below each other. */
export function changesClasses({ all }: NumberedChange, graph: CheckedGraph): boolean {
  const below = graph.number(boundIri(`${RDFS}subClassOf`));
  return all.some(([, property]) => property === below);
}

/**
 * The nodes for which core constraints may have another result: they look at the triples of the focus node, backwards at those of some
 * properties, and at the classes of what it cites.
 *
 * @param backwards these properties: what all terms cite, as a category may be, is not looked at for each of them
 */
export function affectedByCore(
  { all }: NumberedChange,
  graph: CheckedGraph,
  backwards: ReadonlySet<number>,
): Set<number> {
  const nodes = new Set<number>();
  for (const [subject, property, object] of all) {
    nodes.add(subject);
    if (backwards.has(property)) nodes.add(object);
    if (property !== graph.type) continue;
    graph.find(-1, -1, subject, (citing) => nodes.add(citing).size === 0);
    graph.find(subject, -1, -1, (_subject, by, cited) => backwards.has(by) && nodes.add(cited).size === 0);
  }
  return nodes;
}

/**
 * What a constraint may say otherwise of the graph than before the change. It runs from left to right, the same as before until it comes
 * to the first triple pattern that finds something else, which is a triple of the change. What it had bound until then it found in triples
 * that are in the graph now as before, so that they lead from the triple back to the focus node.
 */
export function affectedBySelect(
  { lookups }: CompiledSelect,
  constants: ArrayLike<number>,
  { added, all }: NumberedChange,
  graph: CheckedGraph,
): AffectedSolutions {
  const nodes = new Set<number>();
  const seeds: { slots: Lookup['slots']; triple: Numbers }[] = [];
  for (const lookup of lookups) {
    const { slots, from, isMonotone } = lookup;
    for (const triple of from === null && isMonotone ? added : all) {
      if (!isFound(triple, lookup, constants)) continue;
      if (from !== null) {
        for (const node of wayBack(lookup, triple[slots.indexOf(from)]!, constants, graph)) nodes.add(node);
      } else if (isMonotone) {
        // More solutions come of what is added alone.
        seeds.push({ slots, triple });
      } else {
        return { nodes: null, seeds: [] };
      }
    }
  }
  return { nodes, seeds };
}
