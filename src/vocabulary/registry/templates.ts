import type { Template } from '../../mapping/lexicon/lexicon.ts';
import { refuse } from '../refuse.ts';
import type { TripleTable } from '../triple-table.ts';
import type { TemplateRow } from '../vocabulary.ts';
import { NumberedRows, NumberedTemplate, type NumberedTexts, type Sign } from './numbered-terms.ts';
import type { NumberedRow } from './vocabulary-rows.ts';
import { groupBy } from '../../group-by.ts';

interface TemplateParts {
  readonly table: TripleTable;
  readonly rows: readonly NumberedRow[];
  /** Names of terms by the numbers of their IRIs. */
  readonly terms: ReadonlyMap<number, string>;
  /** Numbers of the names of nodes, without `?`, by those of their IRIs. */
  readonly nodes: ReadonlyMap<number, number>;
  /** The sign of each token and the number of the name of its term, by the number of its IRI. */
  readonly tokens: ReadonlyMap<number, readonly [sign: '$' | '@', name: number]>;
  readonly texts: NumberedTexts;
}

export interface Templates {
  /** All of them; those of one subject stand together, in the order of their positions. */
  readonly rows: NumberedRows;
  /** Where those of each term that has some begin and end, by the number of its IRI. */
  readonly terms: ReadonlyMap<number, readonly [first: number, end: number]>;
  /** By the name of each node, without `?`; a node without rows has an empty template. */
  readonly nodes: ReadonlyMap<string, NumberedTemplate>;
}

/**
 * The templates that rows of the store amount to, each in the order of its positions.
 *
 * @throws HubError `registry-unavailable` when a row cannot be expressed as a SemanticsRow, or when two terms introduce nodes of one
 *   name that have different templates (`docs/vocabulary.md`, the shapes)
 */
export function readTemplates(parts: TemplateParts): Templates {
  const { rows, texts } = parts;
  const writer = new RowWriter(parts);
  const bySubject = groupBy(rows, (row) => row.subject);
  const terms = new Map<number, readonly [number, number]>();
  for (const [subject, ofSubject] of bySubject) {
    if (parts.terms.has(subject)) terms.set(subject, writer.write(ofSubject));
    else if (!parts.nodes.has(subject))
      refuse(
        `the row ${rowIri(ofSubject[0]!, parts)} describes ${iriOf(subject, ofSubject[0]!, parts)}, which is neither a term nor a node`,
      );
  }

  const nodes = new Map<string, NumberedTemplate>();
  const definedBy = new Map<string, number>();
  for (const [node, nameNumber] of parts.nodes) {
    const name = texts.text(nameNumber);
    const template = new NumberedTemplate(writer.written, name, ...writer.write(bySubject.get(node) ?? []));
    const other = definedBy.get(name);
    if (other !== undefined && !sameTemplate(nodes.get(name)!.read(), template.read())) {
      const [first, second] = [introducer(other, parts), introducer(node, parts)];
      refuse(`the node ?${name} has one template where ${first} introduces it and another where ${second} does`);
    }
    nodes.set(name, template);
    definedBy.set(name, node);
  }
  return { rows: writer.written, terms, nodes };
}

/** A template as the mapping takes it: objects grouped by predicate, in order of first appearance. */
export function asTemplate(rows: readonly TemplateRow[]): Template {
  return [...groupBy(rows, (row) => row.predicate)].map(([predicate, group]) => [
    predicate,
    group.map((row) => row.object),
  ]);
}

/** Writes rows as numbers of what people read, all of which is checked. */
class RowWriter {
  readonly written: NumberedRows;
  readonly #parts: TemplateParts;

  constructor(parts: TemplateParts) {
    this.#parts = parts;
    this.written = new NumberedRows(parts.texts, parts.rows.length);
  }

  /** Writes the rows of one subject in the order of their positions. Returns where they begin and end. */
  write(rows: readonly NumberedRow[]): readonly [first: number, end: number] {
    const first = this.written.length;
    for (const row of rows.toSorted((a, b) => a.position - b.position || this.#compare(a, b))) {
      iriOf(row.predicate, row, this.#parts);
      this.#requirePrefixed(row.predicate, row);
      this.written.add(row.predicate, ...this.#objectOf(row));
    }
    return [first, this.written.length];
  }

  #compare(a: NumberedRow, b: NumberedRow): number {
    return a.place === b.place ? 0 : rowIri(a, this.#parts) < rowIri(b, this.#parts) ? -1 : 1;
  }

  #objectOf(row: NumberedRow): readonly [sign: Sign, number: number] {
    const { object } = row;
    const node = this.#parts.nodes.get(object);
    if (node !== undefined) return ['?', node];
    const token = this.#parts.tokens.get(object);
    if (token !== undefined) return token;
    if (this.#parts.table.terms.at(object).type !== 'uri')
      refuse(`the row ${rowIri(row, this.#parts)} has an object that is no IRI; templates have no literals`);
    this.#requirePrefixed(object, row);
    return ['', object];
  }

  #requirePrefixed(iri: number, row: NumberedRow): void {
    if (this.#parts.texts.prefixed(iri) !== null) return;
    const { value } = this.#parts.table.terms.at(iri);
    refuse(`the row ${rowIri(row, this.#parts)} cites ${value}, which is in no registered namespace`);
  }
}

function rowIri({ place }: NumberedRow, { table }: TemplateParts): string {
  return table.subjectAt(place).value;
}

function iriOf(number: number, row: NumberedRow, { table }: TemplateParts): string {
  const { type, value } = table.terms.at(number);
  return type === 'uri'
    ? value
    : refuse(`the row ${table.subjectAt(row.place).value} cites ${JSON.stringify(value)}, which is no IRI`);
}

function sameTemplate(one: readonly TemplateRow[], other: readonly TemplateRow[]): boolean {
  const written = (rows: readonly TemplateRow[]) =>
    new Set(rows.map((row) => JSON.stringify([row.predicate, row.object])));
  const [ones, others] = [written(one), written(other)];
  return ones.size === others.size && [...ones].every((row) => others.has(row));
}

/** The first term whose template leads to a node, for messages. @param node the number of its IRI */
function introducer(node: number, { rows, terms }: TemplateParts): string {
  const seen = new Set<number>();
  for (let sought = new Set([node]); sought.size > 0;) {
    const citing = rows.filter(({ object }) => sought.has(object)).map(({ subject }) => subject);
    const [first] = citing.flatMap((subject) => terms.get(subject) ?? []).toSorted();
    if (first !== undefined) return first;
    sought = new Set(citing.filter((subject) => !seen.has(subject)));
    for (const subject of sought) seen.add(subject);
  }
  return 'no term';
}
