import { RDFS } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import { emptyConcept, type Concept, type ConceptText } from './concept.ts';
import { DEPRECATED_CLASSES, type Meaning } from './source-properties.ts';

/** A text with the rank of its property: the least comes first. */
interface RankedText extends ConceptText {
  readonly rank: number;
}

/** A text that a node has: `rdf:value` of documentation of SKOS (SKOS Reference §7.4), `skosxl:literalForm` of labels (§B.2). */
interface TextOfNode {
  readonly texts: RankedText[];
  readonly rank: number;
  /** By which the text is said, and the key of the node. */
  readonly property: string;
  readonly node: string;
}

/** What a graph says of one thing. */
export interface Described {
  readonly concept: Concept;
  readonly classes: string[];
  readonly narrower: string[];
  /** The one value that an attribute of CIM has. */
  fixed: string | null;
  readonly labels: RankedText[];
  readonly otherLabels: RankedText[];
  readonly definitions: RankedText[];
  readonly notes: RankedText[];
  /** How often properties were met for which terms have no place, by IRI. */
  readonly others: Map<string, number>;
  /** How often texts were met that are no plain ones, such as LaTeX, by the IRI of the datatype. */
  readonly typed: Map<string, number>;
  readonly textsOfNodes: TextOfNode[];
  /** How often something without a text was met where terms have texts, by the IRI of the property. */
  readonly withoutText: Map<string, number>;
  /** How often something without an IRI was met where terms have IRIs, by the IRI of the property. */
  readonly withoutIri: Map<string, number>;
}

export function nothingSaid(iri: string): Described {
  return {
    concept: emptyConcept(iri, iri),
    classes: [],
    narrower: [],
    fixed: null,
    labels: [],
    otherLabels: [],
    definitions: [],
    notes: [],
    others: new Map(),
    typed: new Map(),
    textsOfNodes: [],
    withoutText: new Map(),
    withoutIri: new Map(),
  };
}

/** The datatype of all literals, which says nothing of these. */
const ANY_LITERAL = `${RDFS}Literal`;

/** Where texts of a meaning are collected. */
export const LISTS = { label: 'labels', otherLabel: 'otherLabels', definition: 'definitions', note: 'notes' } as const;
type TextMeaning = Extract<Meaning, { readonly rank: number }>;

export function isText(meaning: Meaning): meaning is TextMeaning {
  return Object.hasOwn(LISTS, meaning.is);
}

export function note(
  described: Described,
  meaning: Exclude<Meaning, TextMeaning>,
  property: string,
  { type, value }: BoundTerm,
): void {
  const { concept } = described;
  switch (meaning.is) {
    case 'deprecated':
      if (type === 'literal') concept.deprecations.push(value);
      else countOne(described.withoutText, property);
      return;
    case 'fixed':
      described.fixed = value;
      return;
    case 'notation':
      if (type === 'literal') concept.notations.push(value);
      else countOne(described.withoutText, property);
      return;
    case 'unit':
      if (type !== 'bnode') return void concept.units.push(value);
      break;
    case 'class':
      if (DEPRECATED_CLASSES.has(value)) concept.deprecations.push('true');
      if (type === 'uri') return void described.classes.push(value);
      break;
    case 'link':
      if (type !== 'bnode') return void concept.links.push({ kind: meaning.kind, iri: value });
      break;
    default:
      // Restrictions of OWL are blank nodes; a range that is a class says nothing of literals.
      if (type === 'uri') return void listOf(described, meaning.is).push(value);
  }
  countOne(described.withoutIri, property);
}

function listOf(
  { concept, narrower }: Described,
  is: 'quantityKind' | 'datatype' | 'broader' | 'narrower' | 'replacement' | 'structure',
): string[] {
  switch (is) {
    case 'quantityKind':
      return concept.quantityKinds;
    case 'datatype':
      return concept.datatypes;
    case 'broader':
      return concept.broader;
    case 'replacement':
      return concept.replacements;
    default:
      return narrower;
  }
}

export function noteText(
  { typed }: Described,
  texts: RankedText[],
  rank: number,
  { value, datatype, 'xml:lang': language = '' }: BoundTerm,
): void {
  if (datatype === undefined) texts.push({ rank, text: value, language: language.toLowerCase() });
  else countOne(typed, datatype);
}

export function countOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The concept with its texts in order: those of the best property first, then by text, whatever the order of the file. */
export function conceptOf({ concept, labels, otherLabels, definitions, notes }: Described): Concept {
  const inOrder = (texts: readonly RankedText[]): ConceptText[] =>
    texts
      .toSorted((a, b) => a.rank - b.rank || byCodePoint(a.text, b.text))
      .map(({ text, language }) => ({ text, language }));
  const sorted = (values: readonly string[]): string[] => [...new Set(values)].toSorted(byCodePoint);
  return {
    ...concept,
    labels: inOrder(labels),
    otherLabels: inOrder(otherLabels),
    definitions: inOrder(definitions),
    notes: inOrder(notes),
    notations: sorted(concept.notations),
    units: sorted(concept.units),
    quantityKinds: sorted(concept.quantityKinds),
    datatypes: sorted(concept.datatypes.filter((one) => one !== ANY_LITERAL)),
    broader: sorted(concept.broader),
    replacements: sorted(concept.replacements),
    deprecations: sorted(concept.deprecations),
  };
}

export function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
