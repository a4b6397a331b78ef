import { append } from '../../append.ts';
import { DCTERMS, OWL, QUDT, RDF_TYPE, SCHEMA_ORG, SKOS, VANN } from '../../rdf/namespaces.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import {
  asBoolean,
  asDecimal,
  asInteger,
  asIri,
  asText,
  decodeSolutions,
  optional,
  type BoundTerm,
  type DecodedRow,
  type RowShape,
} from '../../rdf/rows.ts';
import type { TripleTable } from '../triple-table.ts';
import { NONE } from './numbered-terms.ts';

const TERM_SHAPE = {
  name: asText,
  term: asIri,
  category: asText,
  datatype: asIri,
  unit: optional(asIri),
  kind: optional(asIri),
  example: optional(asText),
  smallest: optional(asDecimal),
  largest: optional(asDecimal),
  deprecated: optional(asBoolean),
  replacement: optional(asIri),
  label: asText,
  definition: asText,
};
const CATEGORY_SHAPE = { name: asText, category: asIri, label: asText, definition: asText };
export const PREFIX_ROW = { prefix: asText, namespace: asIri };
export const SOURCE_ROW = { source: asIri, name: asText, file: asText };

/** Numbers of what something is said to be; `NONE` for what is not said. */
type Numbers<Shape> = Readonly<Record<keyof Shape, number>>;
export type TermNumbers = Numbers<typeof TERM_SHAPE>;
export type CategoryNumbers = Numbers<typeof CATEGORY_SHAPE>;
export type NodeNumbers = Readonly<Record<'node' | 'name', number>>;
/** A token with its sign, and the number of the IRI of its term. */
export interface TokenNumbers {
  readonly token: number;
  readonly sign: '$' | '@';
  readonly term: number;
}

/** Variables whose values are texts in several languages. */
const IN_LANGUAGES: ReadonlySet<string> = new Set(['label', 'definition']);
const OPTIONAL: ReadonlySet<string> = new Set([
  'unit',
  'kind',
  'example',
  'smallest',
  'largest',
  'deprecated',
  'replacement',
]);

/** A row of a template. What is no number of something else is the number of a term. */
export interface NumberedRow {
  /** Among the subjects. */
  readonly place: number;
  readonly subject: number;
  readonly position: number;
  readonly predicate: number;
  readonly object: number;
}

/**
 * What a vocabulary says of its terms, categories, prefixes and templates, as rows: one for each combination of values, so that what
 * is said twice is two rows, and none for what lacks a value that is not optional. Rows of numbers stand in the order of their subjects
 * in the table, which is the same on all hubs; others are ordered by their values, as their shapes list them.
 *
 * @throws RowError, where a row is asked for, when a value is none of its kind
 */
export class VocabularyRows {
  readonly #hub: HubNamespaces;
  readonly #triples: TripleTable;
  /** Places of subjects by the IRI of their type. */
  readonly #instances = new Map<string, number[]>();

  constructor(triples: TripleTable, hub: HubNamespaces) {
    this.#hub = hub;
    this.#triples = triples;
    const lists = new Map<number, number[]>();
    for (let place = 0; place < triples.subjectCount; place++)
      for (const type of triples.objectsAt(place, RDF_TYPE)) append(lists, type, place);
    for (const [number, places] of lists) {
      const { type, value } = triples.terms.at(number);
      if (type === 'uri') this.#instances.set(value, places);
    }
  }

  /** IRIs of the terms as they are declared, whether or not they have all that a term needs; sorted. */
  declaredTerms(): string[] {
    return this.#instancesOf('Term')
      .map((term) => asIri(this.#triples.subjectAt(term), 'term'))
      .toSorted();
  }

  /** Of texts in several languages, the English ones. */
  terms(): Generator<TermNumbers> {
    return this.#numbersOf('Term', TERM_SHAPE, 'term', {
      [`${SKOS}notation`]: 'name',
      [`${SKOS}prefLabel`]: 'label',
      [`${SKOS}definition`]: 'definition',
      [`${this.#hub.ontology}datatype`]: 'datatype',
      [`${SKOS}broader`]: 'category',
      [`${QUDT}hasUnit`]: 'unit',
      [`${QUDT}hasQuantityKind`]: 'kind',
      [`${SKOS}example`]: 'example',
      [`${SCHEMA_ORG}minValue`]: 'smallest',
      [`${SCHEMA_ORG}maxValue`]: 'largest',
      [`${OWL}deprecated`]: 'deprecated',
      [`${DCTERMS}isReplacedBy`]: 'replacement',
    });
  }

  /** The same of categories. */
  categories(): Generator<CategoryNumbers> {
    return this.#numbersOf('Category', CATEGORY_SHAPE, 'category', {
      [`${SKOS}notation`]: 'name',
      [`${SKOS}prefLabel`]: 'label',
      [`${SKOS}definition`]: 'definition',
    });
  }

  prefixes(): DecodedRow<typeof PREFIX_ROW>[] {
    return this.#rowsOf('Prefix', PREFIX_ROW, (declaration) => ({
      prefix: this.#values(declaration, `${VANN}preferredNamespacePrefix`),
      namespace: this.#values(declaration, `${VANN}preferredNamespaceUri`),
    }));
  }

  /** Sources of data, each with its file. */
  sources(): DecodedRow<typeof SOURCE_ROW>[] {
    return this.#rowsOf('Source', SOURCE_ROW, (source) => ({
      source: [this.#triples.subjectAt(source)],
      name: this.#values(source, `${SKOS}notation`),
      file: this.#values(source, `${this.#hub.ontology}sourceFile`),
    }));
  }

  /** The nodes that templates introduce. */
  *nodes(): Generator<NodeNumbers> {
    for (const place of this.#instancesOf('TemplateNode'))
      for (const name of this.#triples.objectsAt(place, `${SKOS}notation`)) {
        asText(this.#triples.terms.at(name), 'name');
        yield { node: this.#subject(place, 'node'), name };
      }
  }

  /** The rows of all templates, whose terms stay numbers: there are several for each term, and most of what they cite stands again and again. */
  templateRows(): NumberedRow[] {
    const [subject, position, predicate, object] = ['subject', 'position', 'predicate', 'object'].map(
      (name) => this.#hub.ontology + name,
    ) as [string, string, string, string];
    const positions = new Map<number, number>();
    const positionOf = (number: number): number => {
      let known = positions.get(number);
      if (known === undefined) positions.set(number, (known = asInteger(this.#triples.terms.at(number), 'position')));
      return known;
    };
    const rows: NumberedRow[] = [];
    for (const place of this.#instancesOf('TemplateRow')) {
      const objectsOf = (property: string): number[] => this.#triples.objectsAt(place, property);
      const [subjects, positioned, predicates, objects] = [subject, position, predicate, object].map(objectsOf) as [
        number[],
        number[],
        number[],
        number[],
      ];
      for (const of of subjects)
        for (const at of positioned)
          for (const by of predicates)
            for (const cited of objects)
              rows.push({ place, subject: of, position: positionOf(at), predicate: by, object: cited });
    }
    return rows;
  }

  /** The tokens `$key` and `@key`. */
  *tokens(): Generator<TokenNumbers> {
    for (const [kind, sign] of [
      ['EntityToken', '@'],
      ['ValueToken', '$'],
    ] as const)
      for (const place of this.#instancesOf(kind))
        for (const term of this.#triples.objectsAt(place, `${this.#hub.ontology}key`)) {
          asIri(this.#triples.terms.at(term), 'term');
          yield { token: this.#subject(place, 'token'), sign, term };
        }
  }

  /** The number of the subject at a place, which is an IRI. */
  #subject(place: number, variable: string): number {
    asIri(this.#triples.subjectAt(place), variable);
    return this.#triples.columns.subject[place]!;
  }

  /** What the instances of a kind are said to be, in one pass over the triples of each. @param own the variable of the instance itself */
  *#numbersOf<S extends RowShape>(
    kind: string,
    shape: S,
    own: string,
    properties: Readonly<Record<string, string>>,
  ): Generator<Numbers<S>> {
    const { columns, terms } = this.#triples;
    const variables = columns.properties.map((property) => properties[property]);
    for (const place of this.#instancesOf(kind)) {
      const found = new Map<string, number[]>([[own, [columns.subject[place]!]]]);
      for (let i = columns.starts[place]!; i < columns.starts[place + 1]!; i++) {
        const variable = variables[columns.property[i]!];
        const object = columns.object[i]!;
        if (variable === undefined || (IN_LANGUAGES.has(variable) && !isEnglish(terms.at(object)))) continue;
        for (const number of variable === 'category' ? this.#notationsOf(object) : [object])
          append(found, variable, number);
      }
      yield* this.#combinations(found, shape);
    }
  }

  /** Each combination of one number for each variable; none where one lacks that is not optional. */
  #combinations<S extends RowShape>(found: ReadonlyMap<string, readonly number[]>, shape: S): Numbers<S>[] {
    const variables = Object.keys(shape);
    const unsaid = variables.filter((variable) => !found.has(variable));
    if (unsaid.some((variable) => !OPTIONAL.has(variable))) return [];
    for (const [variable, numbers] of found)
      for (const number of numbers) shape[variable]!(this.#triples.terms.at(number), variable);
    let rows: Record<string, number>[] = [{}];
    for (const variable of variables) {
      const numbers = found.get(variable) ?? [NONE];
      if (numbers.length === 1) for (const row of rows) row[variable] = numbers[0]!;
      else rows = rows.flatMap((row) => numbers.map((number) => ({ ...row, [variable]: number })));
    }
    return rows as Numbers<S>[];
  }

  /** The names of what has a number. */
  #notationsOf(number: number): number[] {
    const place = this.#triples.placeOf(number);
    return place === undefined ? [] : this.#triples.objectsAt(place, `${SKOS}notation`);
  }

  #rowsOf<S extends RowShape>(
    kind: string,
    shape: S,
    valuesOf: (place: number) => { readonly [V in keyof S]: readonly (BoundTerm | undefined)[] },
  ): DecodedRow<S>[] {
    const variables = Object.keys(shape);
    const solutions = this.#instancesOf(kind).flatMap((place) => combinations(variables, valuesOf(place)));
    return decodeSolutions(
      solutions.toSorted((a, b) => compare(variables, a, b)),
      shape,
    );
  }

  #instancesOf(kind: string): readonly number[] {
    return this.#instances.get(this.#hub.ontology + kind) ?? [];
  }

  #values(place: number, property: string): readonly BoundTerm[] {
    return this.#triples.valuesAt(place, property);
  }
}

type Row = Readonly<Record<string, BoundTerm | undefined>>;

/** Each combination of one value for each variable. */
function combinations(
  variables: readonly string[],
  values: Readonly<Record<string, readonly (BoundTerm | undefined)[]>>,
): Row[] {
  let rows: Row[] = [{}];
  for (const variable of variables) {
    const found = values[variable]!;
    rows =
      found.length === 1
        ? rows.map((row) => Object.assign(row, { [variable]: found[0] }))
        : rows.flatMap((row) => found.map((value) => ({ ...row, [variable]: value })));
  }
  return rows;
}

function compare(variables: readonly string[], a: Row, b: Row): number {
  for (const variable of variables) {
    const [one, other] = [a[variable]?.value ?? '', b[variable]?.value ?? ''];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** Case has no meaning in a language tag. */
function isEnglish(term: BoundTerm): boolean {
  return term['xml:lang']?.toLowerCase() === 'en';
}
