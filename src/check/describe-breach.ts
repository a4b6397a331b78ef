import type { Constraint } from '../artefacts/key-shapes.ts';
import { quote } from '../mapping/json/text.ts';
import type { PrefixedNames } from '../rdf/prefixed-names.ts';
import type { Graph } from '../restore/graph.ts';
import type { Breach } from './check-graph.ts';

/** What is wrong, in a sentence. */
export function describeBreach({ shape, path, constraint, found }: Breach, graph: Graph, names: PrefixedNames): string {
  const nameOf = (iri: string): string => names.find(iri) ?? `<${iri}>`;
  const place = path.length === 0 ? 'the value' : path.map(nameOf).join('/');
  return `The graph of ${quote(shape.key.name)} contradicts the vocabulary: ${place} ${wishOf(constraint, nameOf)}${tell(found, graph, nameOf)}.`;
}

function wishOf(constraint: Constraint, nameOf: (iri: string) => string): string {
  switch (constraint.kind) {
    case 'nodeKind':
      return `has to be ${KINDS[constraint.nodeKind]}`;
    case 'datatype':
      return `has to be a literal of ${nameOf(constraint.iri)}`;
    case 'class':
      return `has to be a ${nameOf(constraint.iri)}`;
    case 'hasValue':
      return `has to be ${nameOf(constraint.iri)}`;
    case 'or':
      return constraint.options.map((option) => wishOf(option, nameOf)).join(' or ');
    case 'minCount':
    case 'qualified':
      return 'is missing';
    case 'maxCount':
      return 'is there more than once';
    case 'node':
    case 'property':
      return 'has another form';
  }
}

const KINDS = { IRI: 'an entity with an IRI', Literal: 'a literal', BlankNodeOrIRI: 'a node' } as const;

/** What is there instead, where it is an IRI: those of a document are few, its values are many. */
function tell(found: number | null, graph: Graph, nameOf: (iri: string) => string): string {
  if (found === null || graph.isLiteral(found) || graph.isAnonymous(found)) return '';
  return `; there is ${nameOf(graph.iriOf(found))}`;
}
