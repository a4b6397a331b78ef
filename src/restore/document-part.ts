import type { Graph } from './graph.ts';

/** What a document has of a graph. */
export interface DocumentPart {
  /** The root and the anonymous nodes that it leads to, but for roots of others and what these lead to. */
  readonly nodes: readonly number[];
  /** Their predicates, each once, in ascending order. */
  readonly predicates: readonly number[];
}

/** The part of a graph that belongs to a root: a document is read in the same way whatever stands beside it. */
export class DocumentParts {
  private readonly graph: Graph;
  /** By term: the root, counted from 1, with which it was last met. */
  private readonly met: Int32Array;
  private readonly metPredicates: Int32Array;
  /** By term: 1 for roots. */
  private readonly isRoot: Uint8Array;
  private count = 0;

  constructor(graph: Graph, roots: readonly number[]) {
    this.graph = graph;
    this.met = new Int32Array(graph.terms);
    this.metPredicates = new Int32Array(graph.terms);
    this.isRoot = new Uint8Array(graph.terms);
    for (const root of roots) this.isRoot[root] = 1;
  }

  partOf(root: number): DocumentPart {
    const { graph, met, metPredicates, isRoot } = this;
    const turn = ++this.count;
    const nodes = [root];
    const predicates: number[] = [];
    met[root] = turn;
    for (const node of nodes) {
      const end = graph.endOf(node);
      for (let at = graph.startOf(node); at < end; at++) {
        const predicate = graph.predicates[at]!;
        if (metPredicates[predicate] !== turn) {
          metPredicates[predicate] = turn;
          predicates.push(predicate);
        }
        const object = graph.objects[at]!;
        if (met[object] === turn) continue;
        met[object] = turn;
        if (isRoot[object] === 0 && graph.isAnonymous(object)) nodes.push(object);
      }
    }
    return { nodes, predicates: predicates.toSorted((one, other) => one - other) };
  }
}
