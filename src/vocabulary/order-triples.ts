import { DCTERMS, QUDT, RDF, RDFS, SKOS, VANN } from '../rdf/namespaces.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';

/** What people want to read first of a resource, of a template row all; other properties follow by IRI. */
const FIRST_PROPERTIES = [
  `${RDF}type`,
  `${DCTERMS}title`,
  `${DCTERMS}description`,
  `${RDFS}label`,
  `${SKOS}prefLabel`,
  `${SKOS}altLabel`,
  `${SKOS}hiddenLabel`,
  `${SKOS}notation`,
  `${SKOS}definition`,
  `${RDFS}comment`,
  `${SKOS}example`,
  `${QUDT}hasQuantityKind`,
  `${QUDT}hasUnit`,
  `${SKOS}broader`,
  `${VANN}preferredNamespacePrefix`,
  `${VANN}preferredNamespaceUri`,
];
const FIRST_PROPERTIES_OF_THE_HUB = ['datatype', 'key', 'position', 'subject', 'predicate', 'object'];

/**
 * The triples in the one order in which they are written: by subject, what stands at one address together (a term, its tokens, its
 * rows by number), then by property and by object. The same graph has the same text, however it came into the store.
 */
export function orderTriples(triples: readonly Triple[], hub: HubNamespaces): Triple[] {
  const first = [...FIRST_PROPERTIES, ...FIRST_PROPERTIES_OF_THE_HUB.map((name) => hub.ontology + name)];
  const ranks = new Map(first.map((property, rank) => [property, `0${String(rank).padStart(2, '0')}`]));
  // A vocabulary has several triples of each subject, whose keys are made and compared once.
  const subjects = new Map<string, string>();
  const bySubject = new Map<string, Keyed[]>();
  for (const triple of triples) {
    const { s, p, o } = triple;
    let subject = subjects.get(s.value);
    if (subject === undefined) subjects.set(s.value, (subject = subjectKeyOf(s)));
    const keyed = { key: `${ranks.get(p) ?? `1${p}`}\u0000${objectKeyOf(o)}`, triple };
    const known = bySubject.get(subject);
    if (known === undefined) bySubject.set(subject, [keyed]);
    else known.push(keyed);
  }
  return [...bySubject.keys()].toSorted().flatMap((subject) =>
    bySubject
      .get(subject)!
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ triple }) => triple),
  );
}

interface Keyed {
  readonly key: string;
  readonly triple: Triple;
}

function subjectKeyOf({ type, value }: BoundTerm): string {
  const [address, fragment = ''] = value.split('#', 2) as [string, string?];
  // Row 10 comes behind row 9.
  const numbered = fragment.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
  return [type === 'bnode' ? '1' : '0', address, numbered].join('\u0000');
}

function objectKeyOf({ type, value, datatype, 'xml:lang': language }: BoundTerm): string {
  // English first, which every text has.
  const rank = language === 'en' ? '0' : '1';
  return [type, rank, language ?? '', value, datatype ?? ''].join('\u0001');
}
