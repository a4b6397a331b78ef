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

export const TERM_ROW = {
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
export const CATEGORY_ROW = { name: asText, category: asIri, label: asText, definition: asText };
export const PREFIX_ROW = { prefix: asText, namespace: asIri };
const NODE_ROW = { name: asText, node: asIri };
export const SOURCE_ROW = { source: asIri, name: asText, file: asText };
export const TOKEN_ROW = { token: asIri, kind: asIri, term: asIri };

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
 * is said twice is two rows, and none for what lacks a value that is not optional. Rows are ordered by their values, as their
 * shapes list them.
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
  terms(): DecodedRow<typeof TERM_ROW>[] {
    return this.#rowsOf('Term', TERM_ROW, (term) => ({
      term: [this.#triples.subjectAt(term)],
      name: this.#values(term, `${SKOS}notation`),
      label: this.#values(term, `${SKOS}prefLabel`).filter(isEnglish),
      definition: this.#values(term, `${SKOS}definition`).filter(isEnglish),
      datatype: this.#values(term, `${this.#hub.ontology}datatype`),
      category: this.#notationsOf(term, `${SKOS}broader`),
      unit: orUnbound(this.#values(term, `${QUDT}hasUnit`)),
      kind: orUnbound(this.#values(term, `${QUDT}hasQuantityKind`)),
      example: orUnbound(this.#values(term, `${SKOS}example`)),
      smallest: orUnbound(this.#values(term, `${SCHEMA_ORG}minValue`)),
      largest: orUnbound(this.#values(term, `${SCHEMA_ORG}maxValue`)),
      deprecated: orUnbound(this.#values(term, `${OWL}deprecated`)),
      replacement: orUnbound(this.#values(term, `${DCTERMS}isReplacedBy`)),
    }));
  }

  /** The same of categories. */
  categories(): DecodedRow<typeof CATEGORY_ROW>[] {
    return this.#rowsOf('Category', CATEGORY_ROW, (category) => ({
      category: [this.#triples.subjectAt(category)],
      name: this.#values(category, `${SKOS}notation`),
      label: this.#values(category, `${SKOS}prefLabel`).filter(isEnglish),
      definition: this.#values(category, `${SKOS}definition`).filter(isEnglish),
    }));
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
  nodes(): DecodedRow<typeof NODE_ROW>[] {
    return this.#rowsOf('TemplateNode', NODE_ROW, (node) => ({
      node: [this.#triples.subjectAt(node)],
      name: this.#values(node, `${SKOS}notation`),
    }));
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

  /** The tokens `$key` and `@key` with their kinds and the IRIs of their terms. */
  tokens(): DecodedRow<typeof TOKEN_ROW>[] {
    return ['EntityToken', 'ValueToken'].flatMap((kind) =>
      this.#rowsOf(kind, TOKEN_ROW, (token) => ({
        token: [this.#triples.subjectAt(token)],
        kind: [{ type: 'uri', value: this.#hub.ontology + kind }],
        term: this.#values(token, `${this.#hub.ontology}key`),
      })),
    );
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

  /** The names of what a subject's property leads to. */
  #notationsOf(place: number, property: string): readonly BoundTerm[] {
    return this.#triples.objectsAt(place, property).flatMap((object) => {
      const found = this.#triples.placeOf(object);
      return found === undefined ? [] : this.#values(found, `${SKOS}notation`);
    });
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

function orUnbound(values: readonly BoundTerm[]): readonly (BoundTerm | undefined)[] {
  return values.length === 0 ? [undefined] : values;
}

/** Case has no meaning in a language tag. */
function isEnglish(term: BoundTerm): boolean {
  return term['xml:lang']?.toLowerCase() === 'en';
}
