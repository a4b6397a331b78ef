import { describeResource, otherNamesOf } from '../describe/descriptions.ts';
import { TermSearch, type TermMatch } from './search.ts';
import { TermSuggester, type SuggestableTerm, type TermSuggestion } from './suggest.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

interface FindableTerm extends SuggestableTerm {
  readonly found: Term;
}

interface Finder {
  readonly search: TermSearch<FindableTerm>;
  readonly suggester: TermSuggester<FindableTerm>;
}

/** Built when a version is first searched, once. */
const finders = new WeakMap<Vocabulary, Finder>();

/** Builds the index of a version now, so that no later search waits for it. */
export function prepareFinding(vocabulary: Vocabulary): void {
  finderOf(vocabulary);
}

/** The terms that a text finds in any language, the best first. */
export function searchTerms(vocabulary: Vocabulary, text: string, most: number): TermMatch<Term>[] {
  return finderOf(vocabulary)
    .search.find(text, most)
    .map(({ term, score }) => ({ term: toTerm(term), score }));
}

/** The corrected spelling of a text; null when nothing needs a correction. */
export function didYouMean(vocabulary: Vocabulary, text: string): string | null {
  return finderOf(vocabulary).search.didYouMean(text);
}

/** A key of a document and the terms that it may mean, the likeliest first. */
export interface KeySuggestions {
  readonly key: string;
  readonly suggestions: readonly TermSuggestion<Term>[];
}

/** For each key the terms that it may mean, at most so many; a key that is a term means that one. */
export function suggestFor(vocabulary: Vocabulary, keys: readonly string[], most: number): KeySuggestions[] {
  return keys.map((key) => {
    const term = vocabulary.terms.get(key);
    const suggestions = term === undefined ? suggest(vocabulary, key, most) : [{ term, score: 1 }].slice(0, most);
    return { key, suggestions };
  });
}

function suggest(vocabulary: Vocabulary, key: string, most: number): TermSuggestion<Term>[] {
  return finderOf(vocabulary)
    .suggester.suggestFor(key, most)
    .map(({ term, score }) => ({ term: toTerm(term), score }));
}

function toTerm({ found }: FindableTerm): Term {
  return found;
}

function finderOf(vocabulary: Vocabulary): Finder {
  let finder = finders.get(vocabulary);
  if (finder === undefined) finders.set(vocabulary, (finder = buildFinder(vocabulary)));
  return finder;
}

function buildFinder(vocabulary: Vocabulary): Finder {
  const terms = Array.from(vocabulary.terms.values(), (term): FindableTerm => {
    const { definitions } = describeResource(vocabulary, term.iri);
    const texts = new Set([term.description, ...definitions.map(({ text }) => text)]);
    return {
      name: term.name,
      label: term.label,
      description: [...texts].join('\n'),
      category: term.category,
      quantityKind: term.quantityKind,
      alternatives: otherNamesOf(vocabulary, term),
      found: term,
    };
  });
  const search = new TermSearch(terms);
  // Deprecated terms come last.
  const suggested = terms.filter(({ found }) => !describeResource(vocabulary, found.iri).isDeprecated);
  return { search, suggester: new TermSuggester(suggested, search) };
}
