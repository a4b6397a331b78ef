import { append } from '../append.ts';
import { excerpt } from '../mapping/json/text.ts';
import { OWL, RDF, RDF_TYPE } from '../rdf/namespaces.ts';
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
import {
  CLASS_EXPRESSIONS,
  CONCEPT_CLASSES,
  IMPLIED_CLASSES,
  meaningOf,
  SECONDARY_CLASSES,
  TEXTS_OF_NODES,
  type Meaning,
} from './source-properties.ts';

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
export const RELATIVE = 'relative://vocabulary-hub/';

/** What individuals are of beside the class that says what they are. */
const INDIVIDUAL = `${OWL}NamedIndividual`;

/** Collects what triples say of concepts. Of the rest of a graph it keeps nothing but counts. */
export class RdfConcepts {
  readonly #described = new Map<string, Described>();
  readonly #meanings = new Map<string, Meaning | null>();
  /** The texts that nodes are, by the keys of the nodes. */
  readonly #values = new Map<string, BoundTerm[]>();
  /** Of things that state no class: one that a property implies, by the keys of the things. */
  readonly #implied = new Map<string, string>();
  /** Of blank nodes no more is kept than tells whether they would be concepts: files have many that are none. */
  readonly #classesOfBlanks = new Map<string, string[]>();
  readonly #labelsOfBlanks = new Map<string, string>();
  #files = 0;

  /** The triples that come next are of another file: its blank nodes are others, whatever their labels. */
  startFile(): void {
    this.#files++;
  }

  add({ s, p, o }: Triple): void {
    if (TEXTS_OF_NODES.has(p) && o.type === 'literal') append(this.#values, this.#keyOf(s), o);
    const implied = IMPLIED_CLASSES.get(p);
    if (implied?.subject !== undefined) this.#implied.set(this.#keyOf(s), implied.subject);
    if (implied?.object !== undefined && o.type === 'uri') this.#implied.set(o.value, implied.object);
    let meaning = this.#meanings.get(p);
    if (meaning === undefined) this.#meanings.set(p, (meaning = meaningOf(p)));
    if (s.type !== 'uri') return this.#addToBlank(this.#keyOf(s), p, meaning, o);
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

  #addToBlank(key: string, property: string, meaning: Meaning | null, { type, value }: BoundTerm): void {
    if (property === RDF_TYPE) append(this.#classesOfBlanks, key, value);
    else if (meaning?.is === 'label' && type === 'literal' && !this.#labelsOfBlanks.has(key))
      this.#labelsOfBlanks.set(key, value);
  }

  #keyOf({ type, value }: BoundTerm): string {
    return type === 'bnode' ? `_:${value} ${this.#files}` : value;
  }

  /** The concepts in order of their IRIs. What is none, and properties for which terms have no place, are told to the report. */
  list({ classes = CONCEPT_CLASSES, namespace, below }: ConceptChoice, report: ImportReport): Concept[] {
    for (const [iri, { concept, narrower }] of this.#described)
      for (const other of narrower) {
        const known = this.#described.get(other);
        if (known === undefined) concept.links.push({ kind: 'narrowMatch', iri: other });
        else known.concept.broader.push(iri);
      }
    const wanted = new Set(classes);
    const texts = this.#textsOfOthers();
    const isBelow = below === undefined ? null : this.#idsBelow(below);
    const found: Concept[] = [];
    for (const iri of [...this.#described.keys()].toSorted(byCodePoint)) {
      const described = this.#described.get(iri)!;
      const known = this.#classesOf(iri, described.classes);
      if (known.length === 0) {
        if (described.labels.length > 0) report.tell('no-class', iri);
      } else if (!known.some((one) => wanted.has(one))) {
        const detail = known.find((one) => !SECONDARY_CLASSES.has(one)) ?? known[0]!;
        if (!texts.has(iri)) report.tell('class-not-taken', iri, { detail });
      } else if (iri.startsWith(RELATIVE)) {
        report.tell('iri-not-absolute', iri.slice(RELATIVE.length));
      } else if ((namespace !== undefined && !iri.startsWith(namespace)) || isBelow?.has(iri) === false) {
        report.tell('not-asked-for', iri);
      } else {
        this.#readNodes(described);
        this.#readMeasures(described);
        found.push(conceptOf(described));
        const { others, typed, withoutText, withoutIri } = described;
        for (const [property, count] of others) report.tell('property', iri, { property }, count);
        for (const [property, count] of withoutText) report.tell('without-text', iri, { property }, count);
        for (const [property, count] of withoutIri) report.tell('without-iri', iri, { property }, count);
        for (const [datatype, count] of typed) report.tell('not-plain-text', iri, { detail: datatype }, count);
      }
    }
    this.#tellBlanks(wanted, report);
    return found;
  }

  /** In order. What has no class but that of an individual is what a property implies, where one does. */
  #classesOf(key: string, stated: readonly string[]): readonly string[] {
    const implied = this.#implied.get(key);
    if (implied !== undefined && stated.every((one) => one === INDIVIDUAL)) return [...stated, implied];
    return stated.toSorted(byCodePoint);
  }

  #tellBlanks(wanted: ReadonlySet<string>, report: ImportReport): void {
    for (const key of new Set([...this.#classesOfBlanks.keys(), ...this.#labelsOfBlanks.keys()])) {
      const known = this.#classesOf(key, this.#classesOfBlanks.get(key) ?? []);
      const label = this.#labelsOfBlanks.get(key);
      const isConcept = known.some((one) => wanted.has(one) && (label !== undefined || !CLASS_EXPRESSIONS.has(one)));
      if (isConcept) report.tell('blank-node', label === undefined ? '[]' : JSON.stringify(excerpt(label)));
    }
  }

  /** Keys of nodes that are texts of other things, such as labels of SKOS-XL. */
  #textsOfOthers(): Set<string> {
    const cited = [...this.#described.values()].flatMap(({ textsOfNodes }) => textsOfNodes.map(({ node }) => node));
    return new Set(cited.filter((node) => this.#values.has(node)));
  }

  #readNodes(described: Described): void {
    for (const { texts, rank, property, node } of described.textsOfNodes) {
      const values = this.#values.get(node) ?? [];
      for (const value of values) noteText(described, texts, rank, value);
      if (values.length === 0) countOne(described.withoutText, property);
    }
  }

  /** Datatypes of CIM that have a unit: attributes of their classes tell it, and what their values are. */
  #readMeasures({ concept: { datatypes, units } }: Described): void {
    for (const [at, iri] of datatypes.entries()) {
      const [value, unit, multiplier] = ['value', 'unit', 'multiplier'].map((name) =>
        this.#described.get(`${iri}.${name}`),
      );
      const [primitive] = value?.concept.datatypes ?? [];
      if (primitive === undefined) continue;
      datatypes[at] = primitive;
      const symbol = nameOfFixed(unit).replaceAll('Per', '/');
      if (symbol !== '') units.push(nameOfFixed(multiplier) + symbol);
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

/** The symbol of a unit or multiplier of CIM, also where it stands as one of an enumeration; empty for `none`. */
function nameOfFixed(described: Described | undefined): string {
  return (described?.fixed ?? '').replace(/^.*[.#]/, '').replace(/^none$/, '');
}

/** What is said to be everything, and so says nothing of a concept. */
export const EVERYTHING: ReadonlySet<string> = new Set([`${OWL}Thing`, `${RDF}Property`, `${OWL}topDataProperty`]);
