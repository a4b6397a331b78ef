import { createHash } from 'node:crypto';
import { escapeTriplesText } from '../../rdf/escape.ts';
import { RDF_LANG_STRING, XSD_STRING, type HubNamespaces } from '../../rdf/namespaces.ts';
import { datatypeOf } from '../../rdf/rows.ts';
import type { BoundTerm } from '../../rdf/rows.ts';
import { TripleLines } from '../../rdf/triple-lines.ts';
import type { Triple } from '../../rdf/triple.ts';

/**
 * Stands for the hub's address in canonical texts, so that the same vocabulary has the same text and the same version on every
 * hub, also on one that moves. Nothing can ever answer there (RFC 2606 §2).
 */
const STAND_IN = 'https://hub.invalid';

/** A pattern of the names of versions, without anchors. */
export const VERSION_NAME = '[0-9a-f]{64}';
const VERSION = new RegExp(`^${VERSION_NAME}$`);

/** Whether a text can be the name of a version, known or not. */
export function isVersionName(text: string): boolean {
  return VERSION.test(text);
}

/** The version of a vocabulary: SHA-256, in hex, of its canonical text. */
export function versionOf(triples: readonly Triple[], hub: HubNamespaces): string {
  return versionOfText(writeCanonical(triples, hub));
}

/** The version of the vocabulary with this canonical text. */
export function versionOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * The triples as canonical N-Triples (RDF 1.2 N-Triples §4), sorted, below an address that stands for the hub's. There are no
 * blank nodes that could stand in the way of a canonical form.
 */
export function writeCanonical(triples: readonly Triple[], hub: HubNamespaces): string {
  const iris = new Map<string, string>();
  const writtenOnce = (iri: string): string => {
    let text = iris.get(iri);
    if (text === undefined) iris.set(iri, (text = writtenIri(iri, hub)));
    return text;
  };
  // Sorted by subject and then within each: to compare whole lines, which begin alike, takes several times as long.
  const bySubject = new Map<string, string[]>();
  for (const { s, p, o } of triples) {
    const subject = `${s.type === 'uri' ? writtenOnce(s.value) : written(s, hub)} `;
    const rest = `${writtenOnce(p)} ${o.type === 'uri' ? writtenOnce(o.value) : written(o, hub)} .\n`;
    const known = bySubject.get(subject);
    if (known === undefined) bySubject.set(subject, [rest]);
    else known.push(rest);
  }
  return [...bySubject.keys()]
    .toSorted()
    .map((subject) => subject + bySubject.get(subject)!.toSorted().join(subject))
    .join('');
}

/** The triples of a canonical text, for this hub's address. @throws Error that names the line when it is not such a text */
export function readCanonical(text: string, hub: HubNamespaces): Triple[] {
  const lines = text.split('\n');
  // Behind the last line end there is nothing.
  if (lines.pop() !== '') throw new Error('The text ends within a line');
  const reader = new TripleLines({ from: STAND_IN, to: hub.baseUrl });
  return lines.map((line, at) => {
    const triple = reader.read(line);
    if (triple === null) throw new Error(`Line ${at + 1} is no canonical triple`);
    return triple;
  });
}

function written(term: BoundTerm, hub: HubNamespaces): string {
  if (term.type === 'uri') return writtenIri(term.value, hub);
  const text = `"${escapeTriplesText(term.value)}"`;
  const datatype = datatypeOf(term);
  // Case has no meaning in a language tag.
  if (datatype === RDF_LANG_STRING) return `${text}@${(term['xml:lang'] ?? '').toLowerCase()}`;
  return datatype === XSD_STRING ? text : `${text}^^${writtenIri(datatype, hub)}`;
}

function writtenIri(iri: string, hub: HubNamespaces): string {
  return iri.startsWith(`${hub.baseUrl}/`) ? `<${STAND_IN}${iri.slice(hub.baseUrl.length)}>` : `<${iri}>`;
}
