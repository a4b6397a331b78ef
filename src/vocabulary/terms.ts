import type { Category, Prefix, TemplateRow, Term, Vocabulary } from './vocabulary.ts';

/** A part of a list of terms, in order of their names. */
export interface TermPage {
  readonly terms: readonly Term[];
  /** How many terms the whole list has. */
  readonly total: number;
  /** More terms follow the last one of this page. */
  readonly hasNext: boolean;
}

export interface TermFilter {
  /** Only terms of the category of this name; one that does not exist gives an empty list. */
  readonly category?: string;
  /** At most this many; all when left out. */
  readonly first?: number;
  /** Only terms whose names come after this one, which need not exist (any more). */
  readonly after?: string;
}

/** The term of this name; null when it does not exist. */
export function findTerm(vocabulary: Vocabulary, name: string): Term | null {
  return vocabulary.terms.get(name) ?? null;
}

/** The term with this IRI, which says its name; null when there is none. */
export function findTermByIri({ terms, lexicon }: Vocabulary, iri: string): Term | null {
  const name = iri.startsWith(lexicon.vocabularyIri) ? decoded(iri.slice(lexicon.vocabularyIri.length)) : null;
  const term = name === null ? undefined : terms.get(name);
  return term?.iri === iri ? term : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Terms in order of their names, a page of them when `first` is given. */
export function listTerms(vocabulary: Vocabulary, filter: TermFilter = {}): TermPage {
  const { category, first, after } = filter;
  const all = [...vocabulary.terms.values()].filter((term) => category === undefined || term.category === category);
  const rest = after === undefined ? all : all.filter((term) => term.name > after);
  const terms = first === undefined ? rest : rest.slice(0, Math.max(0, first));
  return { terms, total: all.length, hasNext: terms.length < rest.length };
}

/** Every category, by name. */
export function listCategories(vocabulary: Vocabulary): readonly Category[] {
  return vocabulary.categories;
}

/** Every registered prefix, by name. */
export function listPrefixes(vocabulary: Vocabulary): readonly Prefix[] {
  return vocabulary.prefixes;
}

/**
 * The rows of a term's template, then those of the nodes it introduces and of the nodes that these introduce, each node once in
 * order of first appearance. Empty for a name that is not a term, and for a term without semantics.
 */
export function listTemplateRows(vocabulary: Vocabulary, name: string): TemplateRow[] {
  const rows = [...(findTerm(vocabulary, name)?.rows ?? [])];
  const introduced = new Set<string>();
  // The list grows while it is walked, which is what follows nodes of nodes.
  for (const { object } of rows) {
    if (!object.startsWith('?') || introduced.has(object)) continue;
    introduced.add(object);
    rows.push(...(vocabulary.nodes.get(object.slice(1)) ?? []));
  }
  return rows;
}

/** A row of a template with the term that it belongs to. */
export interface SemanticsRow extends TemplateRow {
  /** The term's name. */
  readonly parameter: string;
}

/** The rows of `listTemplateRows`, each with the term's name. */
export function listSemanticsRows(vocabulary: Vocabulary, name: string): SemanticsRow[] {
  return listTemplateRows(vocabulary, name).map((row) => ({ parameter: name, ...row }));
}

/** What stands behind the dash of a term's name; null without one. */
export function unitOfName(name: string): string | null {
  const dash = name.indexOf('-');
  return dash === -1 ? null : name.slice(dash + 1);
}
