import { Parser } from '@traqula/parser-sparql-1-1';
import type { BoundTerm } from '../../rdf/rows.ts';
import { keyOfTerm } from '../triple-table.ts';
import { compileSelect, type CompiledSelect } from './compile-select.ts';
import type { Expand, Node } from './sparql-syntax.ts';
import type { ShapesGraph } from './shapes-graph.ts';

/** A SPARQL-based constraint (SHACL §5), with the targets of its shape. */
export interface SparqlRule {
  readonly message: string;
  readonly targetNodes: readonly BoundTerm[];
  readonly targetClasses: readonly BoundTerm[];
  readonly select: CompiledSelect;
}

/**
 * The SPARQL-based constraints of the shapes, ready to run.
 *
 * @param base what IRIs of the queries and namespaces of `sh:declare` are relative to
 * @throws Error when one cannot be read, or has a form that is not known here
 */
export function readSparqlRules(shapes: ShapesGraph, base: string): SparqlRule[] {
  const parser = new Parser();
  const resolve = (iri: string): string => new URL(iri, base).href;
  const prefixes = new Map<string, string>();
  for (const { objects } of shapes.having('declare'))
    for (const declaration of objects.map(keyOfTerm))
      prefixes.set(shapes.text(declaration, 'prefix'), resolve(shapes.text(declaration, 'namespace')));
  const prologue = Array.from(prefixes, ([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>\n`).join('');
  const expand: Expand = (prefix, rest) => (prefix === undefined ? resolve(rest) : prefixes.get(prefix)! + rest);

  return Array.from(shapes.having('sparql')).flatMap(({ subject: shape, objects }) => {
    const targetClasses = shapes.values(shape, 'targetClass');
    const targetNodes = shapes.values(shape, 'targetNode');
    if (targetClasses.length + targetNodes.length === 0)
      throw new Error(`A shape with sh:sparql lacks its targets: ${shape}`);
    return objects.map((constraint) => {
      const node = keyOfTerm(constraint);
      const query = parser.parse(`BASE <${base}>\n${prologue}${shapes.text(node, 'select')}`);
      const select = compileSelect(query as unknown as Node, expand);
      return { message: shapes.text(node, 'message'), targetClasses, targetNodes, select };
    });
  });
}
