import type { TermRange } from '../../mapping/lexicon/lexicon.ts';
import type { PrefixedNames } from '../../rdf/prefixed-names.ts';
import { asBoolean } from '../../rdf/rows.ts';
import { GrowingNumbers } from '../growing-numbers.ts';
import type { TermList } from '../term-list.ts';
import type { Category, NodeTemplate, TemplateRow, Term } from '../vocabulary.ts';

/** What stands for no number. */
export const NONE = 0xffffffff;
/** Prefixed names that are kept: properties, classes and datatypes stand again and again. */
const MOST_KEPT = 4096;

/** What is said of each term, as numbers of RDF terms, `NONE` for what is not said; then where its rows begin and end. */
const FIELDS = [
  'name',
  'label',
  'definition',
  'datatype',
  'category',
  'unit',
  'kind',
  'example',
  'smallest',
  'largest',
  'deprecated',
  'replacement',
  'firstRow',
  'endOfRows',
] as const;
type TermField = (typeof FIELDS)[number];
const PLACES = Object.fromEntries(FIELDS.map((field, place) => [field, place])) as Readonly<Record<TermField, number>>;

/** How the object of a row is written: before the text that its number stands for. */
const SIGNS = ['', '?', '$', '@'] as const;
export type Sign = (typeof SIGNS)[number];

/** What numbers of RDF terms stand for. Its texts are made when they are asked for. */
export class NumberedTexts {
  readonly #terms: TermList;
  readonly #names: PrefixedNames;
  readonly #prefixed = new Map<number, string | null>();

  constructor(terms: TermList, names: PrefixedNames) {
    this.#terms = terms;
    this.#names = names;
  }

  /** A text that few things have in common. */
  text(number: number): string {
    return this.#terms.text(number);
  }

  /** A text that many do. */
  shared(number: number): string {
    return this.#terms.at(number).value;
  }

  isTrue(number: number): boolean {
    return asBoolean(this.#terms.at(number), 'deprecated');
  }

  /** The prefixed name of an IRI; null for one in no registered namespace. */
  prefixed(number: number): string | null {
    let known = this.#prefixed.get(number);
    if (known === undefined) {
      known = this.#names.find(this.text(number));
      if (this.#prefixed.size === MOST_KEPT) this.#prefixed.clear();
      this.#prefixed.set(number, known);
    }
    return known;
  }
}

/** Rows of templates, 8 bytes each. */
export class NumberedRows {
  readonly #texts: NumberedTexts;
  readonly #predicates: GrowingNumbers;
  /** Numbers with the place of their sign in two bits. */
  readonly #objects: GrowingNumbers;

  constructor(texts: NumberedTexts, expected: number) {
    this.#texts = texts;
    this.#predicates = new GrowingNumbers(expected);
    this.#objects = new GrowingNumbers(expected);
  }

  get length(): number {
    return this.#predicates.length;
  }

  /** @param object without a sign an IRI in a registered namespace, else the name of a node or of a term */
  add(predicate: number, sign: Sign, object: number): void {
    this.#predicates.push(predicate);
    this.#objects.push(object * SIGNS.length + SIGNS.indexOf(sign));
  }

  /** Those from a place to another one, as people read them. */
  read(subject: string, first: number, end: number): TemplateRow[] {
    return Array.from({ length: end - first }, (_, at) => ({
      subject,
      predicate: this.#texts.prefixed(this.#predicates.at(first + at))!,
      object: this.#objectAt(first + at),
    }));
  }

  #objectAt(place: number): string {
    const signed = this.#objects.at(place);
    const sign = SIGNS[signed % SIGNS.length]!;
    const number = Math.floor(signed / SIGNS.length);
    return sign === '' ? this.#texts.prefixed(number)! : sign + this.#texts.text(number);
  }
}

/** The template of a node. */
export class NumberedTemplate implements NodeTemplate {
  readonly #rows: NumberedRows;
  readonly #name: string;
  readonly #first: number;
  readonly #end: number;

  /** @param name without the `?` */
  constructor(rows: NumberedRows, name: string, first: number, end: number) {
    this.#rows = rows;
    this.#name = name;
    this.#first = first;
    this.#end = end;
  }

  read(): TemplateRow[] {
    return this.#rows.read(`?${this.#name}`, this.#first, this.#end);
  }
}

/** What is said of terms, 56 bytes of each. */
export class NumberedTerms {
  readonly texts: NumberedTexts;
  readonly rows: NumberedRows;
  readonly vocabularyIri: string;
  readonly #numbers: Uint32Array;

  constructor(texts: NumberedTexts, rows: NumberedRows, vocabularyIri: string, count: number) {
    this.texts = texts;
    this.rows = rows;
    this.vocabularyIri = vocabularyIri;
    this.#numbers = new Uint32Array(count * FIELDS.length);
  }

  get(at: number, field: TermField): number {
    return this.#numbers[at * FIELDS.length + PLACES[field]]!;
  }

  put(at: number, numbers: Readonly<Record<TermField, number>>): void {
    for (const [place, field] of FIELDS.entries()) this.#numbers[at * FIELDS.length + place] = numbers[field];
  }

  text(at: number, field: TermField): string | null {
    const number = this.get(at, field);
    return number === NONE ? null : this.texts.text(number);
  }

  shared(at: number, field: TermField): string | null {
    const number = this.get(at, field);
    return number === NONE ? null : this.texts.shared(number);
  }
}

/**
 * A term that holds nothing but its name: what else it is it reads of numbers, each time that it is asked. A term whose texts are objects
 * takes a kilobyte that the collector of garbage walks again and again.
 */
export class NumberedTerm implements Term {
  readonly name: string;
  readonly #of: NumberedTerms;
  readonly #at: number;

  constructor(name: string, of: NumberedTerms, at: number) {
    this.name = name;
    this.#of = of;
    this.#at = at;
  }

  get iri(): string {
    return this.#of.vocabularyIri + encodeURIComponent(this.name);
  }

  get label(): string {
    return this.#of.text(this.#at, 'label')!;
  }

  get description(): string {
    return this.#of.text(this.#at, 'definition')!;
  }

  get datatype(): string {
    return this.#of.texts.prefixed(this.#of.get(this.#at, 'datatype'))!;
  }

  get datatypeIri(): string {
    return this.#of.shared(this.#at, 'datatype')!;
  }

  get category(): string {
    return this.#of.shared(this.#at, 'category')!;
  }

  get unit(): string | null {
    return this.#of.shared(this.#at, 'unit');
  }

  get quantityKind(): string | null {
    return this.#of.shared(this.#at, 'kind');
  }

  get example(): string | null {
    return this.#of.text(this.#at, 'example');
  }

  get range(): TermRange | null {
    const [smallest, largest] = [this.#of.text(this.#at, 'smallest'), this.#of.text(this.#at, 'largest')];
    return smallest === null && largest === null ? null : { smallest, largest };
  }

  get deprecated(): boolean {
    const said = this.#of.get(this.#at, 'deprecated');
    return said !== NONE && this.#of.texts.isTrue(said);
  }

  get replacedBy(): string | null {
    return this.#of.text(this.#at, 'replacement');
  }

  get hasTemplate(): boolean {
    return this.#of.get(this.#at, 'firstRow') < this.#of.get(this.#at, 'endOfRows');
  }

  get rows(): readonly TemplateRow[] {
    return this.#of.rows.read(this.name, this.#of.get(this.#at, 'firstRow'), this.#of.get(this.#at, 'endOfRows'));
  }
}

/** A category that holds nothing but its name, as a term does. */
export class NumberedCategory implements Category {
  readonly name: string;
  readonly #texts: NumberedTexts;
  readonly #iri: number;
  readonly #label: number;
  readonly #definition: number;

  constructor(
    name: string,
    texts: NumberedTexts,
    { iri, label, definition }: Readonly<Record<'iri' | 'label' | 'definition', number>>,
  ) {
    this.name = name;
    this.#texts = texts;
    this.#iri = iri;
    this.#label = label;
    this.#definition = definition;
  }

  get iri(): string {
    return this.#texts.text(this.#iri);
  }

  get label(): string {
    return this.#texts.text(this.#label);
  }

  get description(): string {
    return this.#texts.text(this.#definition);
  }
}
