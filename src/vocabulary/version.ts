import { createHash } from 'node:crypto';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { datatypeOf } from '../rdf/rows.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';

/**
 * The version of a vocabulary: SHA-256, in hex, over its triples in sorted order.
 *
 * IRIs of the hub count relative to its address, so that the same vocabulary has the same version on every hub. There are no
 * blank nodes that could stand in the way of a canonical form.
 */
export function versionOf(triples: readonly Triple[], hub: HubNamespaces): string {
  const lines = triples.map(({ s, p, o }) => `${written(s, hub)} ${writtenIri(p, hub)} ${written(o, hub)}`).toSorted();
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line).update('\n');
  return hash.digest('hex');
}

function written(term: BoundTerm, hub: HubNamespaces): string {
  if (term.type === 'uri') return writtenIri(term.value, hub);
  const text = JSON.stringify(term.value);
  const language = term['xml:lang'];
  return language === undefined ? `${text}^^${writtenIri(datatypeOf(term), hub)}` : `${text}@${language.toLowerCase()}`;
}

function writtenIri(iri: string, hub: HubNamespaces): string {
  return iri.startsWith(`${hub.baseUrl}/`) ? `<${iri.slice(hub.baseUrl.length)}>` : `<${iri}>`;
}
