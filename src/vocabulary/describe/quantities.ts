import { hubNamespaces, QUDT, RDF_TYPE, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { describeResource, findText } from './descriptions.ts';
import { findTermByIri } from '../terms.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

/** What has an address, a name and texts of its own. */
interface Concept {
  readonly name: string;
  readonly iri: string;
  /** English. */
  readonly label: string;
  /** English. */
  readonly description: string;
}

/** A respect in which quantities are alike or differ, as the direction of a flow. */
export interface Facet extends Concept {
  /** By name. */
  readonly values: readonly FacetValue[];
}

/** What a quantity is in one respect. */
export interface FacetValue extends Concept {
  readonly facet: Facet;
}

/** What terms measure that differ in their unit alone. */
export interface Quantity extends Concept {
  /** IRI of the quantity kind; null for none. */
  readonly quantityKind: string | null;
  /** The pattern of the templates of its terms; null for none. */
  readonly pattern: string | null;
  readonly facets: readonly FacetValue[];
  /** Its terms, by name. */
  readonly variants: readonly Term[];
}

interface Quantities {
  readonly facets: readonly Facet[];
  readonly byName: ReadonlyMap<string, Quantity>;
  /** By the IRI of a term. */
  readonly ofTerms: ReadonlyMap<string, Quantity>;
  /** By the IRI of a term. */
  readonly facetsOfTerms: ReadonlyMap<string, readonly FacetValue[]>;
}

const NOTATION = `${SKOS}notation`;
const IN_SCHEME = `${SKOS}inScheme`;
const HAS_KIND = `${QUDT}hasQuantityKind`;

const gathered = new WeakMap<Vocabulary, Quantities>();

/** Every quantity, by name. */
export function listQuantities(vocabulary: Vocabulary): Iterable<Quantity> {
  return quantitiesOf(vocabulary).byName.values();
}

/** The quantity of this name; null when there is none. */
export function findQuantity(vocabulary: Vocabulary, name: string): Quantity | null {
  return quantitiesOf(vocabulary).byName.get(name) ?? null;
}

/** The quantity that a term measures in its unit; null for a term without one. */
export function quantityOfTerm(vocabulary: Vocabulary, { iri }: Term): Quantity | null {
  return quantitiesOf(vocabulary).ofTerms.get(iri) ?? null;
}

/** Every facet with its values, by name. */
export function listFacets(vocabulary: Vocabulary): readonly Facet[] {
  return quantitiesOf(vocabulary).facets;
}

/** What a term is in each respect that applies to it. */
export function facetsOfTerm(vocabulary: Vocabulary, { iri }: Term): readonly FacetValue[] {
  return quantitiesOf(vocabulary).facetsOfTerms.get(iri) ?? [];
}

/** How requests name a value of a facet: `direction/import`. */
export function pathOf({ facet, name }: FacetValue): string {
  return `${facet.name}/${name}`;
}

function quantitiesOf(vocabulary: Vocabulary): Quantities {
  let quantities = gathered.get(vocabulary);
  if (quantities === undefined) gathered.set(vocabulary, (quantities = gather(vocabulary)));
  return quantities;
}

/** Gathers once per version; the triples are in memory. */
function gather(vocabulary: Vocabulary): Quantities {
  const hub = hubNamespaces(vocabulary.lexicon.vocabularyIri.replace(/vocabulary\/$/, ''));
  const said = readStatements(vocabulary.triples, hub);
  const concept = (iri: string): Concept => {
    const { labels, definitions } = describeResource(vocabulary, iri);
    const [label, definition] = [labels, definitions].map((texts) => findText(texts, ['en'])?.text);
    const name = said.names.get(iri) ?? iri;
    return { name, iri, label: label ?? name, description: definition ?? '' };
  };
  const valueByIri = new Map<string, FacetValue>();
  const facets = said.facets.map((iri): Facet => {
    const values: FacetValue[] = [];
    const facet: Facet = { ...concept(iri), values };
    for (const value of said.valuesOfFacets.get(iri) ?? []) values.push({ ...concept(value), facet });
    for (const value of values.sort(byName)) valueByIri.set(value.iri, value);
    return facet;
  });
  const facetsOf = (iri: string): readonly FacetValue[] =>
    (said.facetsOf.get(iri) ?? []).flatMap((value) => valueByIri.get(value) ?? []).toSorted(byFacet);
  const quantities = said.quantities.map((iri): Quantity => ({
    ...concept(iri),
    quantityKind: said.kinds.get(iri) ?? null,
    pattern: said.patterns.get(iri) ?? null,
    facets: facetsOf(iri),
    variants: (said.termsOf.get(iri) ?? []).flatMap((term) => findTermByIri(vocabulary, term) ?? []).toSorted(byName),
  }));
  return {
    facets: facets.toSorted(byName),
    byName: new Map(quantities.toSorted(byName).map((quantity) => [quantity.name, quantity])),
    ofTerms: new Map(quantities.flatMap((quantity) => quantity.variants.map(({ iri }) => [iri, quantity] as const))),
    facetsOfTerms: new Map(Array.from(said.facetsOf.keys(), (iri) => [iri, facetsOf(iri)])),
  };
}

interface Statements {
  readonly facets: string[];
  readonly quantities: string[];
  /** What follows is by IRI. */
  readonly names: Map<string, string>;
  readonly kinds: Map<string, string>;
  readonly patterns: Map<string, string>;
  readonly valuesOfFacets: Map<string, string[]>;
  readonly facetsOf: Map<string, string[]>;
  readonly termsOf: Map<string, string[]>;
}

function readStatements(triples: Iterable<Triple>, { ontology }: HubNamespaces): Statements {
  const said: Statements = {
    facets: [],
    quantities: [],
    names: new Map(),
    kinds: new Map(),
    patterns: new Map(),
    valuesOfFacets: new Map(),
    facetsOf: new Map(),
    termsOf: new Map(),
  };
  const [facetClass, quantityClass, valueClass] = ['Facet', 'Quantity', 'FacetValue'].map((name) => ontology + name);
  const [facet, quantity, pattern] = ['facet', 'quantity', 'pattern'].map((name) => ontology + name);
  // Of the triples of a subject, its types come first.
  let concept = '';
  for (const { s, p, o } of triples) {
    if (p === RDF_TYPE) {
      if (o.value === facetClass) said.facets.push(s.value);
      else if (o.value === quantityClass) said.quantities.push(s.value);
      else if (o.value !== valueClass) continue;
      concept = s.value;
    } else if (p === facet) append(said.facetsOf, s.value, o.value);
    else if (p === quantity) append(said.termsOf, o.value, s.value);
    else if (s.value !== concept) continue;
    else if (p === NOTATION) said.names.set(concept, o.value);
    else if (p === IN_SCHEME) append(said.valuesOfFacets, o.value, concept);
    else if (p === HAS_KIND) said.kinds.set(concept, o.value);
    else if (p === pattern) said.patterns.set(concept, o.value);
  }
  return said;
}

function append(lists: Map<string, string[]>, key: string, item: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function byFacet(a: FacetValue, b: FacetValue): number {
  return byName(a.facet === b.facet ? a : a.facet, a.facet === b.facet ? b : b.facet);
}
