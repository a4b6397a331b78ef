import { DCTERMS, QUDT, RDF, RDFS, SKOS, VANN, type HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { sortInSteps } from './sort-with-rests.ts';
import type { Steps } from './steps.ts';
import type { TermList } from './term-list.ts';

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

/** Puts triples of one subject in order: by property, then by object. */
export class TripleOrder {
  readonly #property: Uint32Array;
  readonly #object: Uint32Array;
  readonly #ranks: Uint32Array;
  readonly #terms: TermList;
  readonly #hub: HubNamespaces;
  /** Of the objects that were compared. */
  readonly #keys = new Map<number, string>();

  constructor(property: Uint32Array, object: Uint32Array, ranks: Uint32Array, terms: TermList, hub: HubNamespaces) {
    this.#property = property;
    this.#object = object;
    this.#ranks = ranks;
    this.#terms = terms;
    this.#hub = hub;
  }

  sorted(triples: Uint32Array): number[] {
    this.#keys.clear();
    return Array.from(triples).sort((a, b) => this.#compare(a, b));
  }

  /** The same in steps, for many triples. */
  *sortedInSteps(triples: Uint32Array): Steps<number[]> {
    this.#keys.clear();
    return yield* sortInSteps(Array.from(triples), (a, b) => this.#compare(a, b));
  }

  #compare(a: number, b: number): number {
    const byProperty = this.#ranks[this.#property[a]!]! - this.#ranks[this.#property[b]!]!;
    if (byProperty !== 0) return byProperty;
    const [one, other] = [this.#object[a]!, this.#object[b]!];
    if (one === other) return 0;
    return this.#keyOf(one) < this.#keyOf(other) ? -1 : 1;
  }

  #keyOf(object: number): string {
    let key = this.#keys.get(object);
    if (key === undefined) this.#keys.set(object, (key = orderedKeyOf(this.#terms.at(object), this.#hub)));
    return key;
  }
}

/** The triples of one subject that are in either of two lists, which are in order, each once and in that order. */
export function* mergedTriples(
  one: readonly Triple[],
  other: readonly Triple[],
  hub: HubNamespaces,
): Generator<Triple> {
  const properties = [...new Set([...one, ...other].map(({ p }) => p))];
  const ranks = ranksOf(properties, hub);
  const rankOf = new Map(properties.map((property, id) => [property, ranks[id]!]));
  const compare = (a: Triple, b: Triple): number => {
    if (a.p !== b.p) return rankOf.get(a.p)! - rankOf.get(b.p)!;
    const [key, otherKey] = [orderedKeyOf(a.o, hub), orderedKeyOf(b.o, hub)];
    return key === otherKey ? 0 : key < otherKey ? -1 : 1;
  };
  let at = 0;
  for (const triple of one) {
    let order = 1;
    while (at < other.length && (order = compare(other[at]!, triple)) < 0) yield other[at++]!;
    if (order === 0) at++;
    yield triple;
  }
  for (; at < other.length; at++) yield other[at]!;
}

/** What is of others comes last. */
function orderedKeyOf(object: BoundTerm, hub: HubNamespaces): string {
  return (isOfOthers(object, hub) ? '1' : '0') + objectKeyOf(object);
}

/** The rank of each property, by its number. */
export function ranksOf(properties: readonly string[], hub: HubNamespaces): Uint32Array {
  const first = [...FIRST_PROPERTIES, ...FIRST_PROPERTIES_OF_THE_HUB.map((name) => hub.ontology + name)];
  const places = new Map(first.map((property, place) => [property, place]));
  const ranked = properties.map((property, id) => ({ id, property, place: places.get(property) ?? first.length }));
  const isOwn = (property: string): boolean => property.startsWith(`${hub.baseUrl}/`);
  ranked.sort(
    (a, b) =>
      a.place - b.place || Number(isOwn(b.property)) - Number(isOwn(a.property)) || (a.property < b.property ? -1 : 1),
  );
  const ranks = new Uint32Array(properties.length);
  for (const [rank, { id }] of ranked.entries()) ranks[id] = rank;
  return ranks;
}

/** A text by which subjects are ordered. */
export function subjectKeyOf(term: BoundTerm, hub: HubNamespaces): string {
  const [address, fragment = ''] = term.value.split('#', 2) as [string, string?];
  // Row 10 comes behind row 9.
  const numbered = fragment.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
  return [term.type === 'bnode' ? '2' : isOfOthers(term, hub) ? '1' : '0', address, numbered].join('\u0000');
}

function isOfOthers({ type, value }: BoundTerm, { baseUrl }: HubNamespaces): boolean {
  return type === 'uri' && !(value.startsWith(baseUrl) && value[baseUrl.length] === '/');
}

/** A text that two terms have in common when they are the same. */
export function keyOfTerm(term: BoundTerm): string {
  return term.type === 'uri' ? term.value : objectKeyOf(term);
}

function objectKeyOf({ type, value, datatype, 'xml:lang': language }: BoundTerm): string {
  // English first, which every text has.
  const rank = language === 'en' ? '0' : '1';
  return `${type}\u0001${rank}\u0001${language ?? ''}\u0001${value}\u0001${datatype ?? ''}`;
}
