import { DCTERMS, OWL, QUDT, RDF, RDF_TYPE, RDFS, SCHEMA_ORG, SKOS } from '../rdf/namespaces.ts';
import type { LinkKind } from './concept.ts';

const OBO = 'http://purl.obolibrary.org/obo/';
const OBO_IN_OWL = 'http://www.geneontology.org/formats/oboInOwl#';
const DC = 'http://purl.org/dc/elements/1.1/';
const SKOS_XL = 'http://www.w3.org/2008/05/skos-xl#';
/** The extensions of RDF Schema with which CIM is described (IEC 61970-501). */
const CIMS = 'http://iec.ch/TC57/1999/rdf-schema-extensions-19990926#';
const BRICK = 'https://brickschema.org/schema/Brick#';

/** What a property of a source says of a concept. `rank` orders properties that say the same: the least comes first. */
export type Meaning =
  | { readonly is: 'label' | 'otherLabel' | 'definition' | 'note'; readonly rank: number }
  | { readonly is: 'notation' | 'unit' | 'quantityKind' | 'datatype' | 'broader' | 'narrower' }
  | { readonly is: 'deprecated' | 'replacement' | 'class' | 'structure' | 'fixed' }
  | { readonly is: 'link'; readonly kind: LinkKind };

const texts = (is: 'label' | 'otherLabel' | 'definition' | 'note', ...iris: string[]): [string, Meaning][] =>
  iris.map((iri, rank) => [iri, { is, rank }]);
const link = (kind: LinkKind, ...iris: string[]): [string, Meaning][] => iris.map((iri) => [iri, { is: 'link', kind }]);
const values = (
  is: Exclude<Meaning['is'], 'label' | 'otherLabel' | 'definition' | 'note' | 'link'>,
  ...iris: string[]
): [string, Meaning][] => iris.map((iri) => [iri, { is }]);

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...texts(
    'label',
    `${SKOS}prefLabel`,
    `${SKOS_XL}prefLabel`,
    `${RDFS}label`,
    `${SCHEMA_ORG}name`,
    `${DCTERMS}title`,
    `${DC}title`,
  ),
  ...texts('otherLabel', `${SKOS}altLabel`, `${SKOS_XL}altLabel`, `${OBO}IAO_0000118`, `${OBO_IN_OWL}hasExactSynonym`),
  ...texts(
    'definition',
    `${SKOS}definition`,
    `${OBO}IAO_0000115`,
    `${QUDT}plainTextDescription`,
    `${DCTERMS}description`,
    `${DC}description`,
    `${SCHEMA_ORG}description`,
    `${RDFS}comment`,
  ),
  ...texts('note', `${SKOS}scopeNote`),
  ...values('notation', `${SKOS}notation`, `${SKOS}hiddenLabel`, `${QUDT}symbol`),
  ...values('quantityKind', `${QUDT}hasQuantityKind`, `${QUDT}quantityKind`),
  ...values('datatype', `${RDFS}range`, `${CIMS}dataType`),
  ...values('fixed', `${CIMS}isFixed`),
  ...values('broader', `${SKOS}broader`, `${RDFS}subClassOf`, `${RDFS}subPropertyOf`),
  ...values('narrower', `${SKOS}narrower`),
  ...values('deprecated', `${OWL}deprecated`, `${QUDT}deprecated`),
  ...values(
    'replacement',
    `${DCTERMS}isReplacedBy`,
    `${OBO}IAO_0100001`,
    `${BRICK}isReplacedBy`,
    `${SCHEMA_ORG}supersededBy`,
  ),
  ...values('class', RDF_TYPE),
  // They tell where a concept stands, which a term says in the hub's own way.
  ...values(
    'structure',
    `${SKOS}inScheme`,
    `${SKOS}topConceptOf`,
    `${SKOS}hasTopConcept`,
    `${SKOS}broaderTransitive`,
    `${SKOS}narrowerTransitive`,
    `${RDFS}isDefinedBy`,
  ),
  ...link(
    'exactMatch',
    `${SKOS}exactMatch`,
    `${QUDT}exactMatch`,
    `${OWL}sameAs`,
    `${OWL}equivalentClass`,
    `${OWL}equivalentProperty`,
  ),
  ...link('closeMatch', `${SKOS}closeMatch`),
  ...link('broadMatch', `${SKOS}broadMatch`),
  ...link('narrowMatch', `${SKOS}narrowMatch`),
  ...link('relatedMatch', `${SKOS}relatedMatch`, `${SKOS}related`),
  ...link('seeAlso', `${RDFS}seeAlso`),
]);

/** Names of properties that state a unit, whatever their namespace: `qudt:hasUnit`, `om:hasUnit`, `schema:unitCode`, `canonical_units` of CF. */
const UNIT_NAMES: ReadonlySet<string> = new Set([
  'unit',
  'units',
  'hasUnit',
  'hasUnits',
  'unitCode',
  'unitText',
  'unitMeasure',
  'unitOfMeasure',
  'isMeasuredIn',
  'isMeasuredInUnit',
  'canonical_units',
  'canonicalUnits',
]);

/** What a property says; null for one that terms have no place for. */
export function meaningOf(property: string): Meaning | null {
  const known = MEANINGS.get(property.replace(/^http:(?=\/\/schema\.org\/)/, 'https:'));
  if (known !== undefined) return known;
  return UNIT_NAMES.has(localName(property)) ? { is: 'unit' } : null;
}

/** Classes whose members are concepts, unless others are asked for. */
export const CONCEPT_CLASSES: readonly string[] = [
  `${SKOS}Concept`,
  `${OWL}Class`,
  `${RDFS}Class`,
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#Property',
  `${OWL}DatatypeProperty`,
  `${QUDT}Unit`,
  `${QUDT}QuantityKind`,
];

/** Classes that say of a thing that it is deprecated (OWL 1, of which OWL 2 keeps them). */
export const DEPRECATED_CLASSES: ReadonlySet<string> = new Set([`${OWL}DeprecatedClass`, `${OWL}DeprecatedProperty`]);

/** Classes of what is of another class, too, which says more of it. */
export const SECONDARY_CLASSES: ReadonlySet<string> = new Set([
  `${OWL}NamedIndividual`,
  ...DEPRECATED_CLASSES,
  ...['Functional', 'InverseFunctional', 'Transitive', 'Symmetric', 'Asymmetric', 'Reflexive', 'Irreflexive'].map(
    (name) => `${OWL}${name}Property`,
  ),
]);

/** What nodes have that are texts: as documentation of SKOS, and as labels of SKOS-XL. */
export const TEXTS_OF_NODES: ReadonlySet<string> = new Set([`${RDF}value`, `${SKOS_XL}literalForm`]);

/** Classes of which blank nodes without a label are expressions (OWL 2 Mapping to RDF §2.1), such as unions. */
export const CLASS_EXPRESSIONS: ReadonlySet<string> = new Set([`${OWL}Class`, `${RDFS}Class`]);

/** The classes of what properties are said of, and lead to, whether they are stated or not (SKOS Reference §4.3 and §8.3, RDF Schema §3.4). */
export const IMPLIED_CLASSES: ReadonlyMap<string, { readonly subject?: string; readonly object?: string }> = new Map([
  ...['broader', 'narrower', 'broaderTransitive', 'narrowerTransitive', 'related'].map(
    (name) => [SKOS + name, { subject: `${SKOS}Concept`, object: `${SKOS}Concept` }] as const,
  ),
  [`${SKOS}topConceptOf`, { subject: `${SKOS}Concept` }],
  [`${SKOS}hasTopConcept`, { object: `${SKOS}Concept` }],
  [`${RDFS}subClassOf`, { subject: `${RDFS}Class`, object: `${RDFS}Class` }],
]);

/** What stands behind the last `#`, `/` or `:` of an IRI, percent-decoded where that is possible. A slash at its end is none. */
export function localName(iri: string): string {
  const whole = iri.endsWith('/') ? iri.slice(0, -1) : iri;
  const name = whole.slice(Math.max(whole.lastIndexOf('#'), whole.lastIndexOf('/'), whole.lastIndexOf(':')) + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
