import { describeResource, otherNamesOf } from '../describe/descriptions.ts';
import { TermSearch, type TermMatch } from './search.ts';
import { LEAST_BEST_SCORE, TermSuggester, type SuggestableTerm, type TermSuggestion } from './suggest.ts';
import { inSlices, type Rest, type Searcher } from './thread-slices.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

interface FindableTerm extends SuggestableTerm {
  readonly isDeprecated: boolean;
}

/** It may have terms of later versions, too: what it finds is looked up in the version that is searched. */
interface Finder {
  readonly search: TermSearch<FindableTerm>;
  /** Without deprecated terms, which come last. */
  readonly suggester: TermSuggester<FindableTerm>;
  readonly terms: Map<string, FindableTerm>;
}

/** Made when a version is first searched, once. */
const finders = new WeakMap<Vocabulary, Promise<Finder>>();
/** The one that was made last, which gets the terms of a version that has some more. */
let latest: Finder | null = null;
let making: Promise<unknown> = Promise.resolve();

/** Makes the index of a version now, so that no later search waits for it. */
export async function prepareFinding(vocabulary: Vocabulary): Promise<void> {
  await finderOf(vocabulary);
}

/** The terms that a text finds in any language, the best first. */
export function searchTerms(
  vocabulary: Vocabulary,
  text: string,
  most: number,
  searcher: Searcher,
): Promise<TermMatch<Term>[]> {
  return inSlices(searcher, async (rest) => {
    const { search } = await finderOf(vocabulary);
    return foundIn(vocabulary, await search.find(text, most, rest));
  });
}

/** The corrected spelling of a text; null when nothing needs a correction. */
export function didYouMean(vocabulary: Vocabulary, text: string, searcher: Searcher): Promise<string | null> {
  return inSlices(searcher, async (rest) => (await finderOf(vocabulary)).search.didYouMean(text, rest));
}

/** A key of a document and the terms that it may mean, the likeliest first. */
export interface KeySuggestions {
  readonly key: string;
  readonly suggestions: readonly TermSuggestion<Term>[];
}

/**
 * For each key the terms that it may mean, at most so many; a key that is a term means that one.
 *
 * @param units that stand beside the values of the keys, in their order; null or nothing for none
 */
export async function suggestFor(
  vocabulary: Vocabulary,
  keys: readonly string[],
  most: number,
  searcher: Searcher,
  units: readonly (string | null)[] = [],
): Promise<KeySuggestions[]> {
  const found = await findSimilar(vocabulary, keys, most, searcher, units);
  return found.map(({ key, suggestions }) => ({
    key,
    suggestions: (suggestions[0]?.score ?? 0) < LEAST_BEST_SCORE ? [] : suggestions,
  }));
}

/** The same, also where each of the terms is unlikely: those that a name resembles. */
export function findSimilar(
  vocabulary: Vocabulary,
  names: readonly string[],
  most: number,
  searcher: Searcher,
  units: readonly (string | null)[] = [],
): Promise<KeySuggestions[]> {
  return inSlices(searcher, async (rest) => {
    const { suggester } = await finderOf(vocabulary);
    const found: KeySuggestions[] = [];
    for (const [at, key] of names.entries()) {
      const term = vocabulary.terms.get(key);
      const suggestions =
        term === undefined
          ? foundIn(vocabulary, await suggester.suggestFor(key, most, rest, units[at] ?? null))
          : [{ term, score: 1 }];
      found.push({ key, suggestions: suggestions.slice(0, most) });
    }
    return found;
  });
}

function foundIn(
  { terms }: Vocabulary,
  found: ReadonlyArray<{ readonly term: FindableTerm; readonly score: number }>,
): TermMatch<Term>[] {
  return found.flatMap(({ term: { name }, score }) => {
    const term = terms.get(name);
    return term === undefined ? [] : [{ term, score }];
  });
}

function finderOf(vocabulary: Vocabulary): Promise<Finder> {
  let finder = finders.get(vocabulary);
  if (finder === undefined) {
    // One after another: the second may be the first with some terms more.
    finder = making.then(() => inSlices(BUILDER, (rest) => make(vocabulary, rest)));
    making = finder.catch(() => {});
    finders.set(vocabulary, finder);
  }
  return finder;
}

/** Builds for all clients, so that none of them can end it. */
const BUILDER: Searcher = { client: 'the index' };

/** The finder of before with what is new, where nothing else differs; else another one. */
async function make(vocabulary: Vocabulary, rest: Rest): Promise<Finder> {
  const terms: FindableTerm[] = [];
  for (const term of vocabulary.terms.values()) {
    terms.push(findable(term, vocabulary));
    await rest();
  }
  const before = latest;
  const added = before === null ? null : addedTo(before, terms);
  if (before !== null && added !== null) {
    for (const term of added) before.terms.set(term.name, term);
    await before.search.add(added, rest);
    await before.suggester.add(added.filter(isSuggested), rest);
    return before;
  }
  const search = await TermSearch.build(terms, rest);
  const suggester = await TermSuggester.build(terms.filter(isSuggested), search, rest);
  return (latest = { search, suggester, terms: new Map(terms.map((term) => [term.name, term])) });
}

/** The terms that a finder lacks; null where other terms differ, or where the new ones cannot be added. */
function addedTo({ terms: known, suggester }: Finder, terms: readonly FindableTerm[]): FindableTerm[] | null {
  const added = terms.filter(({ name }) => !known.has(name));
  if (terms.length - added.length !== known.size) return null;
  const isSame = terms.every((term) => {
    const before = known.get(term.name);
    return before === undefined || JSON.stringify(before) === JSON.stringify(term);
  });
  return isSame && added.every(({ name }) => suggester.canTake(name)) ? added : null;
}

function findable(term: Term, vocabulary: Vocabulary): FindableTerm {
  const { definitions, created, isDeprecated } = describeResource(vocabulary, term.iri);
  const texts = new Set([term.description, ...definitions.map(({ text }) => text)]);
  return {
    name: term.name,
    label: term.label,
    description: [...texts].join('\n'),
    category: term.category,
    quantityKind: term.quantityKind,
    created,
    alternatives: otherNamesOf(vocabulary, term),
    isDeprecated,
  };
}

function isSuggested({ isDeprecated }: FindableTerm): boolean {
  return !isDeprecated;
}
