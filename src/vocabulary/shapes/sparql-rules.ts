import type { BoundTerm } from '../../rdf/rows.ts';
import { keyOfTerm } from '../triple-order.ts';
import { compileSelect, type CompiledSelect } from './compile-select.ts';
import type { ParsedShapes } from './parse-shapes.ts';
import type { Expand } from './sparql-syntax.ts';
import type { ShapesGraph } from './shapes-graph.ts';

/** A SPARQL-based constraint (SHACL §5), with the targets of its shape. */
export interface SparqlRule {
  readonly message: string;
  readonly targetNodes: readonly BoundTerm[];
  readonly targetClasses: readonly BoundTerm[];
  readonly select: CompiledSelect;
}

/**
 * The SPARQL-based constraints of the shapes, ready to run. They are in the same order whenever the same shapes are read.
 *
 * @throws Error when one has a form that is not known here
 */
export function readSparqlRules(shapes: ShapesGraph, { base, queries }: ParsedShapes): SparqlRule[] {
  const prefixes = shapes.prefixes(base);
  const expand: Expand = (prefix, rest) =>
    prefix === undefined ? new URL(rest, base).href : prefixes.get(prefix)! + rest;
  return Array.from(shapes.having('sparql')).flatMap(({ subject: shape, objects }) => {
    const targetClasses = shapes.values(shape, 'targetClass');
    const targetNodes = shapes.values(shape, 'targetNode');
    if (targetClasses.length + targetNodes.length === 0)
      throw new Error(`A shape with sh:sparql lacks its targets: ${shape}`);
    return objects.map((constraint) => {
      const node = keyOfTerm(constraint);
      const select = compileSelect(queries.get(node)!, expand);
      return { message: shapes.text(node, 'message'), targetClasses, targetNodes, select };
    });
  });
}
