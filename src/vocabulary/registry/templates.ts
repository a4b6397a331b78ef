import type { Template } from '../../mapping/lexicon/lexicon.ts';
import type { BoundTerm } from '../../rdf/rows.ts';
import type { PrefixedNames } from '../../rdf/prefixed-names.ts';
import { refuse } from '../refuse.ts';
import type { TemplateRow } from '../vocabulary.ts';
import { groupBy } from '../../group-by.ts';

/** A template row as the store has it. */
interface StoredRow {
  readonly row: string;
  /** IRI of a term or of a node. */
  readonly subject: string;
  readonly position: number;
  readonly predicate: string;
  readonly object: BoundTerm;
}

interface TemplateParts {
  readonly rows: readonly StoredRow[];
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
  const bySubject = groupBy(parts.rows, (row) => row.subject);
  const terms = new Map<string, readonly TemplateRow[]>();
  for (const [subject, stored] of bySubject) {
    const name = parts.terms.get(subject);
    if (name !== undefined) terms.set(name, rowsOf(name, stored, parts));
    else if (!parts.nodes.has(subject))
      refuse(`the row ${stored[0]?.row} describes ${subject}, which is neither a term nor a node`);
  }

  const nodes = new Map<string, readonly TemplateRow[]>();
  const definedBy = new Map<string, string>();
  for (const [node, name] of parts.nodes) {
    const rows = rowsOf(`?${name}`, bySubject.get(node) ?? [], parts);
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

function rowsOf(subject: string, stored: readonly StoredRow[], parts: TemplateParts): TemplateRow[] {
  const ordered = stored.toSorted((a, b) => a.position - b.position || (a.row < b.row ? -1 : 1));
  return ordered.map((row) => ({
    subject,
    predicate: prefixed(row.predicate, row, parts),
    object: objectOf(row, parts),
  }));
}

function objectOf(row: StoredRow, parts: TemplateParts): string {
  const { type, value } = row.object;
  if (type !== 'uri') refuse(`the row ${row.row} has an object that is no IRI; templates have no literals`);
  const node = parts.nodes.get(value);
  return node === undefined ? (parts.tokens.get(value) ?? prefixed(value, row, parts)) : `?${node}`;
}

function prefixed(iri: string, row: StoredRow, parts: TemplateParts): string {
  return parts.names.find(iri) ?? refuse(`the row ${row.row} cites ${iri}, which is in no registered namespace`);
}

function sameTemplate(one: readonly TemplateRow[], other: readonly TemplateRow[]): boolean {
  const written = (rows: readonly TemplateRow[]) =>
    new Set(rows.map((row) => JSON.stringify([row.predicate, row.object])));
  const [ones, others] = [written(one), written(other)];
  return ones.size === others.size && [...ones].every((row) => others.has(row));
}

/** The first term whose template leads to a node, for messages. */
function introducer(node: string, parts: TemplateParts): string {
  const seen = new Set<string>();
  for (let sought = [node]; sought.length > 0;) {
    const citing = parts.rows.filter((row) => sought.includes(row.object.value)).map((row) => row.subject);
    const names = citing.flatMap((subject) => parts.terms.get(subject) ?? []).toSorted();
    if (names[0] !== undefined) return names[0];
    sought = citing.filter((subject) => !seen.has(subject));
    for (const subject of sought) seen.add(subject);
  }
  return 'no term';
}
