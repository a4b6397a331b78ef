import { percentEncode } from '../../rdf/iri.ts';
import { ncNameStart } from '../../rdf/xml-names.ts';

/**
 * A key of a source as it is written: one whose end XML cannot name gets an end that it can, as nobody can rename a key of a source for
 * RDF/XML. The IRI of a predicate ends in its key, percent-encoded (`mapping.md §2`).
 */
export function writtenKey(key: string): string {
  return ncNameStart(percentEncode(key)) >= 0 ? key : `${key}_`;
}
