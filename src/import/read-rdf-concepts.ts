import { append } from '../append.ts';
import { OWL, RDF } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import type { Concept } from './concept.ts';
import {
  byCodePoint,
  conceptOf,
  countOne,
  isText,
  LISTS,
  note,
  noteText,
  nothingSaid,
  type Described,
} from './described.ts';
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

const RDF_VALUE = `${RDF}value`;

/** What relative IRIs are resolved against where nobody says what: concepts of such IRIs are told and left out. */
export const RELATIVE = 'urn:vocabulary-hub:relative:';
/** The reader of RDF/XML and JSON-LD has one of its own. */
const RELATIVE_IRIS = [RELATIVE, 'urn:hub:restored:'];

/** Classes that describe a vocabulary and not what it speaks of. */
const NO_CONCEPTS = new Set([`${OWL}NamedIndividual`]);

/** Collects what triples say of concepts. Of the rest of a graph it keeps nothing but counts. */
export class RdfConcepts {
  readonly #described = new Map<string, Described>();
  readonly #meanings = new Map<string, Meaning | null>();
  /** What nodes have as `rdf:value`, by the keys of the nodes. */
  readonly #values = new Map<string, BoundTerm[]>();
  #files = 0;

  /** The triples that come next are of another file: its blank nodes are others, whatever their labels. */
  startFile(): void {
    this.#files++;
  }

  add({ s, p, o }: Triple): void {
    if (p === RDF_VALUE && o.type === 'literal') append(this.#values, this.#keyOf(s), o);
    if (s.type !== 'uri') return;
    let meaning = this.#meanings.get(p);
    if (meaning === undefined) this.#meanings.set(p, (meaning = meaningOf(p)));
    if (meaning?.is === 'structure') return;
    let described = this.#described.get(s.value);
    if (described === undefined) this.#described.set(s.value, (described = nothingSaid(s.value)));
    if (meaning === null) countOne(described.others, p);
    else if (!isText(meaning)) note(described, meaning, p, o);
    else if (o.type === 'literal') noteText(described, described[LISTS[meaning.is]], meaning.rank, o);
    else
      described.textsOfNodes.push({
        texts: described[LISTS[meaning.is]],
        rank: meaning.rank,
        property: p,
        node: this.#keyOf(o),
      });
  }

  #keyOf({ type, value }: BoundTerm): string {
    return type === 'bnode' ? `_:${value} ${this.#files}` : value;
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
        this.#readNodes(described);
        found.push(conceptOf(described));
        const { others, typed, withoutText, withoutIri } = described;
        for (const [property, count] of others) report.tell('property', iri, { property }, count);
        for (const [property, count] of withoutText) report.tell('without-text', iri, { property }, count);
        for (const [property, count] of withoutIri) report.tell('without-iri', iri, { property }, count);
        for (const [datatype, count] of typed) report.tell('not-plain-text', iri, { detail: datatype }, count);
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

  #readNodes(described: Described): void {
    for (const { texts, rank, property, node } of described.textsOfNodes) {
      const values = this.#values.get(node) ?? [];
      for (const value of values) noteText(described, texts, rank, value);
      if (values.length === 0) countOne(described.withoutText, property);
    }
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

/** What is said to be everything, and so says nothing of a concept. */
export const EVERYTHING: ReadonlySet<string> = new Set([`${OWL}Thing`, `${RDF}Property`, `${OWL}topDataProperty`]);
