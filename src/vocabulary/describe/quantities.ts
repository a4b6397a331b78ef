import { hubNamespaces, QUDT, RDF_TYPE, SKOS, XSD_STRING, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { BoundTerm } from '../../rdf/rows.ts';
import { describeResource, findText } from './descriptions.ts';
import { doAtOnce, type Steps } from '../steps.ts';
import { findTermByIri } from '../terms.ts';
import type { TripleTable } from '../triple-table.ts';
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

/** What is found out about the quantities and facets of a vocabulary, as far as somebody asked. */
interface Quantities {
  readonly table: TripleTable;
  readonly hub: HubNamespaces;
  readonly facets: readonly Facet[];
  /** By the number of its IRI. */
  readonly values: ReadonlyMap<number, FacetValue>;
  /** By the number of its IRI; each has one object, however often it is asked for. */
  readonly quantities: Map<number, Quantity | null>;
  /** By the IRI of a term. */
  readonly ofTerms: Map<string, Measured>;
  /** The same things once, by their numbers: many terms have them in common. */
  readonly measured: Map<string, Measured>;
}

/** What a term measures. */
interface Measured {
  readonly quantity: Quantity | null;
  readonly facets: readonly FacetValue[];
}

const NOTATION = `${SKOS}notation`;
const IN_SCHEME = `${SKOS}inScheme`;
const HAS_KIND = `${QUDT}hasQuantityKind`;

const gathered = new WeakMap<Vocabulary, Quantities>();

/** The quantity of this name; null when there is none. */
export function findQuantity(vocabulary: Vocabulary, name: string): Quantity | null {
  const { table, hub } = quantitiesOf(vocabulary);
  // A store may say of a plain text that it is one.
  const notations = [undefined, XSD_STRING].map((datatype): BoundTerm => ({
    type: 'literal',
    value: name,
    ...(datatype === undefined ? {} : { datatype }),
  }));
  for (const place of table.placesCitingBy(NOTATION, notations))
    if (isQuantity(table, place, hub)) return findQuantityByIri(vocabulary, table.subjectAt(place).value);
  return null;
}

/** The quantity of this IRI; null when there is none. */
export function findQuantityByIri(vocabulary: Vocabulary, iri: string): Quantity | null {
  const found = quantitiesOf(vocabulary);
  const number = found.table.numberOf({ type: 'uri', value: iri });
  return number === undefined ? null : quantityAt(vocabulary, found, number);
}

/** The quantity that a term measures in its unit; null for a term without one. */
export function quantityOfTerm(vocabulary: Vocabulary, { iri }: Term): Quantity | null {
  return measuredBy(vocabulary, iri).quantity;
}

/** Every facet with its values, by name. */
export function listFacets(vocabulary: Vocabulary): readonly Facet[] {
  return quantitiesOf(vocabulary).facets;
}

/** What a term is in each respect that applies to it. */
export function facetsOfTerm(vocabulary: Vocabulary, { iri }: Term): readonly FacetValue[] {
  return measuredBy(vocabulary, iri).facets;
}

/**
 * What a term measures, without a quantity being read: the number of the quantity's IRI in the table, null for none, and the IRIs of its
 * values of facets.
 */
export function measuresByNumber(
  vocabulary: Vocabulary,
): (term: Term) => { readonly quantity: number | null; readonly facets: readonly string[] } {
  const { table, hub, values } = quantitiesOf(vocabulary);
  // Each that terms cite is looked at once: a pass over all triples would hold the thread.
  const known = new Map<number, boolean>();
  const isOne = (number: number): boolean => {
    let is = known.get(number);
    if (is === undefined) {
      const place = table.placeOf(number);
      known.set(number, (is = place !== undefined && isQuantity(table, place, hub)));
    }
    return is;
  };
  return ({ iri }) => {
    const place = table.placeOfIri(iri);
    if (place === undefined) return { quantity: null, facets: [] };
    const named = table.objectsAt(place, `${hub.ontology}quantity`).filter(isOne);
    const facets = table.objectsAt(place, `${hub.ontology}facet`).flatMap((number) => values.get(number)?.iri ?? []);
    return { quantity: named.at(-1) ?? null, facets };
  };
}

/** The terms that have a value of a facet, by its IRI. They are found while they are walked: there may be as many as there are. */
export function* termsOfFacetValue(vocabulary: Vocabulary, value: string): Generator<Term> {
  const { table, hub } = quantitiesOf(vocabulary);
  for (const place of table.placesCitingBy(`${hub.ontology}facet`, [{ type: 'uri', value }])) {
    const term = findTermByIri(vocabulary, table.subjectAt(place).value);
    if (term !== null) yield term;
  }
}

/** How requests name a value of a facet: `direction/import`. */
export function pathOf({ facet, name }: FacetValue): string {
  return `${facet.name}/${name}`;
}

/** Reads the facets, of which a vocabulary may have thousands of values, in steps; who asks before their end reads them at once. */
export function* prepareFacets(vocabulary: Vocabulary): Steps {
  if (gathered.has(vocabulary)) return;
  const found = yield* gather(vocabulary);
  // What somebody read meanwhile stays, as each value is one object.
  if (!gathered.has(vocabulary)) gathered.set(vocabulary, found);
}

function quantitiesOf(vocabulary: Vocabulary): Quantities {
  let quantities = gathered.get(vocabulary);
  if (quantities === undefined) gathered.set(vocabulary, (quantities = doAtOnce(gather(vocabulary))));
  return quantities;
}

/** Reads the facets. Quantities are as many as terms: each is read when somebody asks for it. */
function* gather(vocabulary: Vocabulary): Steps<Quantities> {
  const { triples: table } = vocabulary;
  const hub = hubNamespaces(vocabulary.lexicon.vocabularyIri.replace(/vocabulary\/$/, ''));
  const facets = new Map<string, Facet & { readonly values: FacetValue[] }>();
  const instancesOf = (kind: string): Generator<number> =>
    table.placesCitingBy(RDF_TYPE, [{ type: 'uri', value: hub.ontology + kind }]);
  for (const place of instancesOf('Facet')) {
    yield;
    const { value } = table.subjectAt(place);
    facets.set(value, { ...conceptAt(vocabulary, value), values: [] });
  }
  const values = new Map<number, FacetValue>();
  for (const place of instancesOf('FacetValue')) {
    yield;
    for (const { value: scheme } of table.valuesAt(place, IN_SCHEME)) {
      const facet = facets.get(scheme);
      if (facet === undefined) continue;
      const value = { ...conceptAt(vocabulary, table.subjectAt(place).value), facet };
      facet.values.push(value);
      values.set(table.columns.subject[place]!, value);
    }
  }
  for (const facet of facets.values()) facet.values.sort(byName);
  return {
    table,
    hub,
    facets: [...facets.values()].toSorted(byName),
    values,
    quantities: new Map(),
    ofTerms: new Map(),
    measured: new Map(),
  };
}

function conceptAt(vocabulary: Vocabulary, iri: string): Concept {
  const { labels, definitions } = describeResource(vocabulary, iri);
  const [label, definition] = [labels, definitions].map((texts) => findText(texts, ['en'])?.text);
  const name = vocabulary.triples.values(iri, NOTATION).at(-1)?.value ?? iri;
  return { name, iri, label: label ?? name, description: definition ?? '' };
}

function measuredBy(vocabulary: Vocabulary, term: string): Measured {
  const found = quantitiesOf(vocabulary);
  let measured = found.ofTerms.get(term);
  if (measured === undefined) found.ofTerms.set(term, (measured = readMeasured(vocabulary, found, term)));
  return measured;
}

function readMeasured(vocabulary: Vocabulary, found: Quantities, term: string): Measured {
  const { table, hub } = found;
  const place = table.placeOfIri(term);
  const [facets, quantities] = ['facet', 'quantity'].map((name) =>
    place === undefined ? [] : table.objectsAt(place, hub.ontology + name),
  ) as [number[], number[]];
  const key = `${facets.join(' ')}|${quantities.join(' ')}`;
  let measured = found.measured.get(key);
  if (measured === undefined) {
    const known = quantities.map((number) => quantityAt(vocabulary, found, number)).filter((one) => one !== null);
    measured = { quantity: known.at(-1) ?? null, facets: facetsFor(found, facets) };
    found.measured.set(key, measured);
  }
  return measured;
}

function facetsFor({ values }: Quantities, numbers: readonly number[]): FacetValue[] {
  return numbers.flatMap((number) => values.get(number) ?? []).toSorted(byFacet);
}

/** The quantity whose IRI has this number; null for what is none. */
function quantityAt(vocabulary: Vocabulary, found: Quantities, number: number): Quantity | null {
  let quantity = found.quantities.get(number);
  if (quantity === undefined) {
    const place = found.table.placeOf(number);
    const isOne = place !== undefined && isQuantity(found.table, place, found.hub);
    quantity = isOne ? readQuantity(vocabulary, found, place) : null;
    found.quantities.set(number, quantity);
  }
  return quantity;
}

function isQuantity(table: TripleTable, place: number, { ontology }: HubNamespaces): boolean {
  return table.valuesAt(place, RDF_TYPE).some(({ value }) => value === `${ontology}Quantity`);
}

function readQuantity(vocabulary: Vocabulary, found: Quantities, place: number): Quantity {
  const { table, hub } = found;
  const { value: iri } = table.subjectAt(place);
  let variants: readonly Term[] | null = null;
  const readVariants = (): readonly Term[] => {
    const places = table.placesCitingBy(`${hub.ontology}quantity`, [{ type: 'uri', value: iri }]);
    const terms = Array.from(places, (citing) => findTermByIri(vocabulary, table.subjectAt(citing).value));
    return terms.filter((term) => term !== null).toSorted(byName);
  };
  return {
    ...conceptAt(vocabulary, iri),
    quantityKind: table.valuesAt(place, HAS_KIND).at(-1)?.value ?? null,
    pattern: table.valuesAt(place, `${hub.ontology}pattern`).at(-1)?.value ?? null,
    facets: facetsFor(found, table.objectsAt(place, `${hub.ontology}facet`)),
    // Read when somebody asks for them: what measures the quantity is told by what cites it.
    get variants() {
      return (variants ??= readVariants());
    },
  };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function byFacet(a: FacetValue, b: FacetValue): number {
  return byName(a.facet === b.facet ? a : a.facet, a.facet === b.facet ? b : b.facet);
}
