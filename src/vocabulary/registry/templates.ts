import type { Template } from '../../mapping/lexicon/lexicon.ts';
import type { PrefixedNames } from '../../rdf/prefixed-names.ts';
import { refuse } from '../refuse.ts';
import type { TripleTable } from '../triple-table.ts';
import type { TemplateRow } from '../vocabulary.ts';
import type { NumberedRow } from './vocabulary-rows.ts';
import { groupBy } from '../../group-by.ts';

interface TemplateParts {
  readonly table: TripleTable;
  readonly rows: readonly NumberedRow[];
  /** Names of terms by IRI. */
  readonly terms: ReadonlyMap<string, string>;
  /** Names of nodes, without `?`, by IRI. */
  readonly nodes: ReadonlyMap<string, string>;
  /** Tokens as they are written (`$key`, `@key`), by IRI. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly names: PrefixedNames;
}

export interface Templates {
  /** Rows of each term that has some, by the term's name. */
  readonly terms: ReadonlyMap<string, readonly TemplateRow[]>;
  /** Rows of each node, by its name without `?`; a node without rows has an empty list. */
  readonly nodes: ReadonlyMap<string, readonly TemplateRow[]>;
}

/**
 * The templates that rows of the store amount to, each in the order of its positions.
 *
 * @throws HubError `registry-unavailable` when a row cannot be expressed as a SemanticsRow, or when two terms introduce nodes of one
 *   name that have different templates (`docs/vocabulary.md`, the shapes)
 */
export function readTemplates(parts: TemplateParts): Templates {
  const writer = new RowWriter(parts);
  const bySubject = new Map(
    Array.from(
      groupBy(parts.rows, (row) => row.subject),
      ([subject, rows]) => [iriOf(subject, rows[0]!, parts), rows],
    ),
  );
  const terms = new Map<string, readonly TemplateRow[]>();
  for (const [subject, rows] of bySubject) {
    const name = parts.terms.get(subject);
    if (name !== undefined) terms.set(name, writer.write(name, rows));
    else if (!parts.nodes.has(subject))
      refuse(`the row ${rowIri(rows[0]!, parts)} describes ${subject}, which is neither a term nor a node`);
  }

  const nodes = new Map<string, readonly TemplateRow[]>();
  const definedBy = new Map<string, string>();
  for (const [node, name] of parts.nodes) {
    const rows = writer.write(`?${name}`, bySubject.get(node) ?? []);
    const other = definedBy.get(name);
    if (other !== undefined && !sameTemplate(nodes.get(name) ?? [], rows)) {
      const [first, second] = [introducer(other, parts), introducer(node, parts)];
      refuse(`the node ?${name} has one template where ${first} introduces it and another where ${second} does`);
    }
    nodes.set(name, rows);
    definedBy.set(name, node);
  }
  return { terms, nodes };
}

/** A template as the mapping takes it: objects grouped by predicate, in order of first appearance. */
export function asTemplate(rows: readonly TemplateRow[]): Template {
  return [...groupBy(rows, (row) => row.predicate)].map(([predicate, group]) => [
    predicate,
    group.map((row) => row.object),
  ]);
}

/** Writes rows as people read them. What stands in many of them is one text. */
class RowWriter {
  readonly #parts: TemplateParts;
  /** By the numbers of terms. */
  readonly #predicates = new Map<number, string>();
  readonly #objects = new Map<number, string>();

  constructor(parts: TemplateParts) {
    this.#parts = parts;
  }

  /** The rows of one subject in the order of their positions. */
  write(subject: string, rows: readonly NumberedRow[]): TemplateRow[] {
    return rows
      .toSorted((a, b) => a.position - b.position || this.#compare(a, b))
      .map((row) => ({ subject, predicate: this.#predicateOf(row), object: this.#objectOf(row) }));
  }

  #compare(a: NumberedRow, b: NumberedRow): number {
    return a.place === b.place ? 0 : rowIri(a, this.#parts) < rowIri(b, this.#parts) ? -1 : 1;
  }

  #predicateOf(row: NumberedRow): string {
    let written = this.#predicates.get(row.predicate);
    if (written === undefined)
      this.#predicates.set(row.predicate, (written = this.#prefixed(iriOf(row.predicate, row, this.#parts), row)));
    return written;
  }

  #objectOf(row: NumberedRow): string {
    let written = this.#objects.get(row.object);
    if (written === undefined) {
      const { type, value } = this.#parts.table.terms.at(row.object);
      if (type !== 'uri')
        refuse(`the row ${rowIri(row, this.#parts)} has an object that is no IRI; templates have no literals`);
      const node = this.#parts.nodes.get(value);
      written = node === undefined ? (this.#parts.tokens.get(value) ?? this.#prefixed(value, row)) : `?${node}`;
      this.#objects.set(row.object, written);
    }
    return written;
  }

  #prefixed(iri: string, row: NumberedRow): string {
    const written = this.#parts.names.find(iri);
    return written ?? refuse(`the row ${rowIri(row, this.#parts)} cites ${iri}, which is in no registered namespace`);
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

/** The first term whose template leads to a node, for messages. */
function introducer(node: string, parts: TemplateParts): string {
  const { table, terms } = parts;
  const seen = new Set<string>();
  for (let sought = [node]; sought.length > 0;) {
    const numbers = new Set(sought.map((value) => table.numberOf({ type: 'uri', value })));
    const citing = parts.rows.filter((row) => numbers.has(row.object)).map((row) => iriOf(row.subject, row, parts));
    const names = citing.flatMap((subject) => terms.get(subject) ?? []).toSorted();
    if (names[0] !== undefined) return names[0];
    sought = citing.filter((subject) => !seen.has(subject));
    for (const subject of sought) seen.add(subject);
  }
  return 'no term';
}
