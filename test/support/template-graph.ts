import { percentEncode } from '../../src/rdf/iri.ts';
import { DCAT_DATASET, RDF_TYPE } from '../../src/rdf/namespaces.ts';
import type { ResolvedKey, ResolvedTemplates } from '../../src/mapping/templates/resolved-templates.ts';
import { iriOf, literalOf, type Triple } from './graph.ts';

/**
 * The graph that resolved templates say of a flat document, without annotations.
 *
 * @param document texts of values that need no repair, by keys of the set; a text that is an IRI is not encoded here and is not allowed
 */
export function graphOfTemplates(templates: ResolvedTemplates, document: Readonly<Record<string, string>>): Triple[] {
  const values = new Map(Object.entries(document));
  const time = [...templates.keys.values()].find(({ name, isTime }) => isTime && values.has(name));
  const nodeOf = (key: ResolvedKey): string =>
    key.form === 'entity'
      ? iriOf(key.entityBase + percentEncode(values.get(key.name)!))
      : key.form === 'node'
        ? `_:v${percentEncode(key.name)}`
        : literalOf(values.get(key.name)!, key.datatype!);
  const triples: Triple[] = [['_:root', iriOf(RDF_TYPE), iriOf(DCAT_DATASET)]];
  for (const name of values.keys()) {
    const key = templates.keys.get(name)!;
    const self = nodeOf(key);
    triples.push(['_:root', iriOf(key.predicate), self]);
    // Nodes belong to the row, which is the document; those of an instant to the instant.
    const nodes = key.isTime ? percentEncode(name) : '';
    for (const { subject, predicate, object } of key.rows) {
      const s = subject === null ? self : `_:n${nodes}${subject.slice(1)}`;
      const p = iriOf(predicate);
      if (object.kind === 'constant') triples.push([s, p, iriOf(object.iri)]);
      else if (object.kind === 'node') triples.push([s, p, `_:n${nodes}${object.node.slice(1)}`]);
      else if (object.kind === 'instant') {
        if (time !== undefined) triples.push([s, p, nodeOf(time)]);
      } else if (values.has(object.key)) {
        const cited = templates.keys.get(object.key)!;
        triples.push([
          s,
          p,
          object.kind === 'entity' ? nodeOf(cited) : literalOf(values.get(object.key)!, object.datatype!),
        ]);
      }
    }
  }
  return triples;
}
