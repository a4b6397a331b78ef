import { Parser } from '@traqula/parser-sparql-1-1';
import { readTurtle } from '../../rdf/read-rdf.ts';
import type { Triple } from '../../rdf/triple.ts';
import { keyOfTerm } from '../triple-order.ts';
import { ShapesGraph } from './shapes-graph.ts';
import type { ShapeTexts } from './shape-violation.ts';
import type { Node } from './sparql-syntax.ts';

/** What vocabularies are checked with, parsed: values that one thread sends to another. */
export interface ParsedShapes {
  /** What IRIs of the queries and namespaces of `sh:declare` are relative to. */
  readonly base: string;
  /** The triples of `schema/shapes.ttl`. */
  readonly shapes: readonly Triple[];
  /** Queries of SPARQL-based constraints, by the keys of these. */
  readonly queries: ReadonlyMap<string, Node>;
  /** What the shapes know of units and of the ontology. */
  readonly background: readonly Triple[];
}

/** @throws Error when the shapes, the units or the ontology cannot be read */
export function parseShapes({ baseUrl, shapes: text, units, ontology }: ShapeTexts): ParsedShapes {
  const base = `${baseUrl}/shapes`;
  const shapes = readTurtle({ name: 'shapes.ttl', text, baseIri: base });
  const graph = new ShapesGraph(shapes);
  const prologue = Array.from(graph.prefixes(base), ([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>\n`);
  const parser = new Parser();
  const queries = new Map<string, Node>();
  for (const { objects } of graph.having('sparql'))
    for (const key of objects.map(keyOfTerm)) {
      const query = parser.parse(`BASE <${base}>\n${prologue.join('')}${graph.text(key, 'select')}`);
      queries.set(key, withoutPlaces(query) as Node);
    }
  const background = [
    ...readTurtle({ name: 'units.ttl', text: units, baseIri: `${baseUrl}/vocabulary/` }),
    ...readTurtle({ name: 'ontology.ttl', text: ontology, baseIri: `${baseUrl}/ontology` }),
  ];
  return { base, shapes, queries, background };
}

/** A part of a query without where it stands in the text, which is most of what the parser makes. */
function withoutPlaces(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutPlaces);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).filter(([name]) => name !== 'loc');
  return Object.fromEntries(members.map(([name, member]) => [name, withoutPlaces(member)]));
}
