import type { WalkContext } from '../mapping/walk/walk-context.ts';
import { writeGraph } from '../mapping/walk/write-graph.ts';
import type { Mapping, Predicate } from '../mapping/semantic/mapping.ts';
import { MAPPING } from '../mapping/rows/origins.ts';
import { ontologyBeside, RDF_JSON, RESIDUE, SOURCE_DIGEST, XSD_STRING } from '../rdf/namespaces.ts';

/** What the root says of the text that was converted. */
interface DocumentSource {
  readonly digest: string;
  /** JSON in ASCII; null where the graph alone gives the document. */
  readonly residue: string | null;
}

interface SourcePredicates {
  readonly digest: Predicate;
  readonly residue: Predicate;
}

/** Documents with the same keys share a mapping, and what writers keep of its predicates. */
const known = new WeakMap<Mapping, SourcePredicates>();

/** Writes a graph whose root also says what it was made of. @param vocabularyIri of the hub whose ontology names it */
export function writeSourcedGraph(vocabularyIri: string, { digest, residue }: DocumentSource) {
  return (context: WalkContext): void => {
    writeGraph(context, ({ emitter, mapping, values }) => {
      const predicates = predicatesOf(mapping, vocabularyIri);
      const write = (predicate: Predicate, text: string, datatype: string): void => {
        const literal = values.annotationOf(predicate.key!, text, mapping.datatypes.get(datatype), '');
        emitter.literal(predicate, literal, MAPPING);
      };
      write(predicates.digest, digest, XSD_STRING);
      if (residue !== null) write(predicates.residue, residue, RDF_JSON);
    });
  };
}

function predicatesOf(mapping: Mapping, vocabularyIri: string): SourcePredicates {
  let predicates = known.get(mapping);
  if (predicates === undefined) {
    const ontology = ontologyBeside(vocabularyIri);
    const add = (name: string): Predicate => mapping.addPredicate(ontology + name, `hub:${name}`);
    predicates = { digest: add(SOURCE_DIGEST), residue: add(RESIDUE) };
    known.set(mapping, predicates);
  }
  return predicates;
}
