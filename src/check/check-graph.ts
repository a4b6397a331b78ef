import type { Constraint, KeyShape } from '../artefacts/key-shapes.ts';
import { RDF_TYPE, XSD_STRING } from '../rdf/namespaces.ts';
import type { Graph } from '../restore/graph.ts';

/** A constraint that a graph does not fit. */
export interface Breach {
  readonly shape: KeyShape;
  /** The predicates from the value to what is wrong; empty for the value itself. */
  readonly path: readonly string[];
  readonly constraint: Exclude<Constraint, { kind: 'property' | 'node' }>;
  /** The number of the term at fault; null where it is missing. */
  readonly found: number | null;
  /** The numbers of the nodes from the value to what is wrong. */
  readonly nodes: readonly number[];
}

/**
 * Finds what a SHACL engine finds, by the shapes that the artefact `shacl` writes: they are read as functions of a graph whose terms are
 * numbers. Tests compare both.
 *
 * @param note gets each breach, in the order of the shapes
 */
export function checkGraph(graph: Graph, shapes: readonly KeyShape[], note: (breach: Breach) => void): void {
  const byPredicate = new Map<number, KeyShape>();
  for (const shape of shapes) {
    const predicate = graph.numberOf(shape.key.predicate);
    if (predicate !== undefined) byPredicate.set(predicate, shape);
  }
  const values = new Map<KeyShape, Set<number>>(shapes.map((shape) => [shape, new Set()]));
  for (let triple = 0; triple < graph.size; triple++) {
    const shape = byPredicate.get(graph.predicates[triple]!);
    if (shape !== undefined) values.get(shape)!.add(graph.objects[triple]!);
  }
  for (const shape of shapes) {
    const check = new ShapeCheck(graph, shape, note);
    for (const value of values.get(shape)!) check.checkValue(value);
  }
}

/** Takes a constraint that something does not fit, and what is at fault. */
type Fail = (constraint: Breach['constraint'], found: number | null) => void;

class ShapeCheck {
  readonly #graph: Graph;
  readonly #shape: KeyShape;
  readonly #note: (breach: Breach) => void;
  readonly #type: number | undefined;

  constructor(graph: Graph, shape: KeyShape, note: (breach: Breach) => void) {
    this.#graph = graph;
    this.#shape = shape;
    this.#note = note;
    this.#type = graph.numberOf(RDF_TYPE);
  }

  checkValue(value: number): void {
    this.#checkNode(value, null, [], [value]);
  }

  #checkNode(term: number, node: string | null, path: readonly string[], nodes: readonly number[]): void {
    for (const constraint of this.#shape.nodes.get(node)!) this.#checkTerm(term, constraint, path, nodes);
  }

  #checkTerm(term: number, constraint: Constraint, path: readonly string[], nodes: readonly number[]): void {
    if (constraint.kind === 'property') this.#checkProperty(term, constraint, path, nodes);
    else if (constraint.kind === 'node') this.#checkNode(term, constraint.node, path, nodes);
    else if (!this.#fits(term, constraint)) this.#fail(path, nodes)(constraint, term);
  }

  #checkProperty(
    term: number,
    { path: predicate, constraints }: Extract<Constraint, { kind: 'property' }>,
    path: readonly string[],
    nodes: readonly number[],
  ): void {
    const objects = this.#objectsOf(term, predicate);
    const longer = [...path, predicate];
    const fail = this.#fail(longer, nodes);
    const needed = constraints.find(({ kind }) => kind === 'minCount');
    // Of what is missing, nothing more is to be said.
    if (objects.length === 0 && needed?.kind === 'minCount') return fail(needed, null);
    for (const constraint of constraints) {
      if (this.#isOfAll(constraint)) this.#checkAll(objects, constraint, fail);
      else for (const object of objects) this.#checkTerm(object, constraint, longer, [...nodes, object]);
    }
  }

  #isOfAll({ kind }: Constraint): boolean {
    return kind === 'minCount' || kind === 'maxCount' || kind === 'hasValue' || kind === 'qualified';
  }

  /** A constraint of all objects of a predicate together. */
  #checkAll(objects: readonly number[], constraint: Constraint, fail: Fail): void {
    if (constraint.kind === 'maxCount' && objects.length > 1) fail(constraint, objects[1]!);
    else if (constraint.kind === 'hasValue') {
      const wanted = this.#graph.numberOf(constraint.iri);
      if (wanted === undefined || !objects.includes(wanted)) fail(constraint, objects[0] ?? null);
    } else if (constraint.kind === 'qualified') {
      const fits = objects.some((object) => constraint.constraints.every((each) => this.#fits(object, each)));
      if (!fits) fail(constraint, objects[0] ?? null);
    }
  }

  #fail(path: readonly string[], nodes: readonly number[]): Fail {
    return (constraint, found) => this.#note({ shape: this.#shape, path, constraint, found, nodes });
  }

  #fits(term: number, constraint: Constraint): boolean {
    const graph = this.#graph;
    switch (constraint.kind) {
      case 'nodeKind': {
        if (constraint.nodeKind === 'Literal') return graph.isLiteral(term);
        if (constraint.nodeKind === 'IRI') return graph.textOf(term).startsWith('<');
        return !graph.isLiteral(term);
      }
      case 'datatype':
        return graph.isLiteral(term) && datatypeOf(graph.textOf(term)) === constraint.iri;
      case 'class': {
        const wanted = graph.numberOf(constraint.iri);
        if (wanted === undefined || this.#type === undefined || graph.isLiteral(term)) return false;
        return graph.objectsOf(term, this.#type).includes(wanted);
      }
      case 'or':
        return constraint.options.some((option) => this.#fits(term, option));
      case 'node': {
        let fits = true;
        const nested = new ShapeCheck(graph, this.#shape, () => (fits = false));
        nested.#checkNode(term, constraint.node, [], []);
        return fits;
      }
      // These are of several terms, and stand in properties alone.
      case 'hasValue':
      case 'minCount':
      case 'maxCount':
      case 'qualified':
      case 'property':
        return true;
    }
  }

  #objectsOf(subject: number, predicate: string): number[] {
    const number = this.#graph.numberOf(predicate);
    if (number === undefined || this.#graph.isLiteral(subject)) return [];
    return this.#graph.objectsOf(subject, number);
  }
}

/** The datatype of a literal in N-Triples. */
function datatypeOf(literal: string): string {
  if (literal.endsWith('"')) return XSD_STRING;
  const at = literal.lastIndexOf('"^^<');
  return at < 0 ? '' : literal.slice(at + 4, -1);
}
