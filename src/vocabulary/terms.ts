import { groupBy } from '../group-by.ts';
import { SKOS } from '../rdf/namespaces.ts';
import type { Category, Prefix, TemplateRow, Term, Vocabulary } from './vocabulary.ts';

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

/** All that a term is, as an object of its own: a term may read it each time that it is asked. */
export function copyOfTerm(term: Term): Term {
  const { name, iri, label, description, datatype, datatypeIri, category, unit, quantityKind, example } = term;
  const { range, deprecated, replacedBy, hasTemplate, rows } = term;
  const said = { name, iri, label, description, datatype, datatypeIri, category, unit, quantityKind, example };
  return { ...said, range, deprecated, replacedBy, hasTemplate, rows };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const NUMERIC: ReadonlySet<string> = new Set(['xsd:double', 'xsd:decimal', 'xsd:integer']);

/** Whether values of a term are numbers. */
export function isNumeric({ datatype }: Pick<Term, 'datatype'>): boolean {
  return NUMERIC.has(datatype);
}

/** By vocabulary, each made when somebody asks for it. */
const lists = new WeakMap<Vocabulary, readonly Term[]>();
/** The same of the terms of each category, by its name. */
const listsOfCategories = new WeakMap<Vocabulary, ReadonlyMap<string, readonly Term[]>>();

/** All terms in order of their names, or those of the category of a name, which may have none. */
export function listTerms(vocabulary: Vocabulary, category: string | null = null): readonly Term[] {
  let all = lists.get(vocabulary);
  if (all === undefined) lists.set(vocabulary, (all = [...vocabulary.terms.values()]));
  if (category === null) return all;
  let ofCategories = listsOfCategories.get(vocabulary);
  if (ofCategories === undefined) {
    // The names that there are already: those that terms read are texts of their own.
    ofCategories = groupBy(all, (term) => findCategory(vocabulary, term.category)?.name ?? term.category);
    listsOfCategories.set(vocabulary, ofCategories);
  }
  return ofCategories.get(category) ?? [];
}

/** The terms that have this name, or this name and a unit behind a dash; in order of their names, and at most so many. */
export function termsOfStem(vocabulary: Vocabulary, stem: string, most = Infinity): Term[] {
  const all = listTerms(vocabulary);
  const found = [vocabulary.terms.get(stem)].filter((term) => term !== undefined);
  const begin = `${stem}-`;
  for (let at = firstNotBefore(all, begin); found.length < most && all[at]?.name.startsWith(begin) === true; at++)
    found.push(all[at]!);
  return found;
}

/** The place of the first, of what is in order of its names, whose name does not come before this one. */
export function firstNotBefore(named: ReadonlyArray<{ readonly name: string }>, name: string): number {
  let [low, high] = [0, named.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (named[middle]!.name < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Every category, by name. */
export function listCategories(vocabulary: Vocabulary): readonly Category[] {
  return vocabulary.categories;
}

/** The category of a name. */
export function findCategory({ categories }: Vocabulary, name: string): Category | null {
  const found = categories[firstNotBefore(categories, name)];
  return found?.name === name ? found : null;
}

/** The category of this IRI; null when there is none. */
export function findCategoryByIri(vocabulary: Vocabulary, iri: string): Category | null {
  for (const { value } of vocabulary.triples.values(iri, `${SKOS}notation`)) {
    const category = findCategory(vocabulary, value);
    if (category?.iri === iri) return category;
  }
  return null;
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
