import { append } from '../append.ts';
import { OWL, RDF } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { emptyConcept, type Concept, type ConceptText } from './concept.ts';
import type { ImportReport } from './import-report.ts';
import { CONCEPT_CLASSES, meaningOf, type Meaning } from './source-properties.ts';

/** Which of the things that a graph describes are concepts. */
export interface ConceptChoice {
  /** IRIs of classes whose members are; undefined are those of SKOS, OWL, RDF Schema and QUDT. */
  readonly classes?: readonly string[] | undefined;
  /** IRIs have to begin with it. */
  readonly namespace?: string | undefined;
  /** What has to be broader, directly or not. */
  readonly below?: string | undefined;
}

/** What relative IRIs are resolved against where nobody says what: concepts of such IRIs are told and left out. */
export const RELATIVE = 'urn:vocabulary-hub:relative:';
/** The reader of RDF/XML and JSON-LD has one of its own. */
const RELATIVE_IRIS = [RELATIVE, 'urn:hub:restored:'];

/** Classes that describe a vocabulary and not what it speaks of. */
const NO_CONCEPTS = new Set([`${OWL}NamedIndividual`]);

/** A text with the rank of its property: the least comes first. */
interface RankedText extends ConceptText {
  readonly rank: number;
}

interface Described {
  readonly concept: Concept;
  readonly classes: string[];
  readonly narrower: string[];
  readonly labels: RankedText[];
  readonly otherLabels: RankedText[];
  readonly definitions: RankedText[];
  readonly notes: RankedText[];
  /** How often properties were met for which terms have no place, by IRI. */
  readonly others: Map<string, number>;
  /** How often texts were met that are no plain ones, such as LaTeX, by the IRI of the datatype. */
  readonly typed: Map<string, number>;
}

/** Collects what triples say of concepts. Of the rest of a graph it keeps nothing but counts. */
export class RdfConcepts {
  readonly #described = new Map<string, Described>();
  readonly #meanings = new Map<string, Meaning | null>();

  add({ s, p, o }: Triple): void {
    if (s.type !== 'uri') return;
    let meaning = this.#meanings.get(p);
    if (meaning === undefined) this.#meanings.set(p, (meaning = meaningOf(p)));
    if (meaning?.is === 'structure') return;
    let described = this.#described.get(s.value);
    if (described === undefined) this.#described.set(s.value, (described = nothingSaid(s.value)));
    if (meaning === null) countOne(described.others, p);
    else note(described, meaning, o);
  }

  /** The concepts in order of their IRIs. What is none, and properties for which terms have no place, are told to the report. */
  list({ classes = CONCEPT_CLASSES, namespace, below }: ConceptChoice, report: ImportReport): Concept[] {
    for (const [iri, { narrower }] of this.#described)
      for (const other of narrower) this.#described.get(other)?.concept.broader.push(iri);
    const wanted = new Set(classes);
    const isBelow = below === undefined ? null : this.#idsBelow(below);
    const found: Concept[] = [];
    for (const iri of [...this.#described.keys()].toSorted(byCodePoint)) {
      const described = this.#described.get(iri)!;
      const known = described.classes.filter((one) => !NO_CONCEPTS.has(one));
      if (known.length === 0) continue;
      if (!known.some((one) => wanted.has(one))) {
        report.tell('class-not-taken', iri, { detail: known.toSorted(byCodePoint)[0]! });
      } else if (RELATIVE_IRIS.some((base) => iri.startsWith(base))) {
        report.tell('iri-not-absolute', iri);
      } else if ((namespace !== undefined && !iri.startsWith(namespace)) || isBelow?.has(iri) === false) {
        report.tell('not-asked-for', iri);
      } else {
        found.push(conceptOf(described));
        for (const [property, count] of described.others) report.tell('property', iri, { property }, count);
        for (const [datatype, count] of described.typed)
          report.tell('not-plain-text', iri, { detail: datatype }, count);
      }
    }
    return found;
  }

  /** The classes that the graph's things are of, with how many are: what to ask for where none is a concept. */
  classes(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { classes } of this.#described.values()) for (const one of classes) countOne(counts, one);
    return new Map([...counts].toSorted(([, a], [, b]) => b - a));
  }

  #idsBelow(top: string): Set<string> {
    const narrower = new Map<string, string[]>();
    for (const [iri, { concept }] of this.#described)
      for (const broader of concept.broader) append(narrower, broader, iri);
    const found = new Set<string>();
    const open = [top];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const iri of narrower.get(next) ?? []) {
        if (found.has(iri)) continue;
        found.add(iri);
        open.push(iri);
      }
    }
    return found;
  }
}

function nothingSaid(iri: string): Described {
  return {
    concept: emptyConcept(iri, iri),
    classes: [],
    narrower: [],
    labels: [],
    otherLabels: [],
    definitions: [],
    notes: [],
    others: new Map(),
    typed: new Map(),
  };
}

function note(described: Described, meaning: Meaning, object: BoundTerm): void {
  const { concept } = described;
  const { value } = object;
  switch (meaning.is) {
    case 'label':
      return noteText(described, described.labels, meaning.rank, object);
    case 'otherLabel':
      return noteText(described, described.otherLabels, meaning.rank, object);
    case 'definition':
      return noteText(described, described.definitions, meaning.rank, object);
    case 'note':
      return noteText(described, described.notes, meaning.rank, object);
    case 'deprecated':
      concept.isDeprecated ||= value === 'true' || value === '1';
      return;
    case 'notation':
      return void concept.notations.push(value);
    case 'unit':
      return object.type === 'bnode' ? undefined : void concept.units.push(value);
    case 'class':
      return object.type === 'uri' ? void described.classes.push(value) : undefined;
    case 'link':
      if (object.type !== 'bnode') concept.links.push({ kind: meaning.kind, iri: value });
      return;
    default:
      // Restrictions of OWL are blank nodes; a range that is a class says nothing of literals.
      if (object.type !== 'uri') return;
      listOf(described, meaning.is).push(value);
  }
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

function noteText(
  { typed }: Described,
  texts: RankedText[],
  rank: number,
  { type, value, datatype, 'xml:lang': language = '' }: BoundTerm,
): void {
  if (type !== 'literal') return;
  if (datatype === undefined) texts.push({ rank, text: value, language: language.toLowerCase() });
  else countOne(typed, datatype);
}

function countOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The concept with its texts in order: those of the best property first, then by text, whatever the order of the file. */
function conceptOf({ concept, labels, otherLabels, definitions, notes }: Described): Concept {
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
    datatypes: sorted(concept.datatypes),
    broader: sorted(concept.broader),
    replacements: sorted(concept.replacements),
  };
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What is said to be everything, and so says nothing of a concept. */
export const EVERYTHING: ReadonlySet<string> = new Set([`${OWL}Thing`, `${RDF}Property`, `${OWL}topDataProperty`]);
