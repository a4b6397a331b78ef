import { Turns } from '../../turns.ts';
import { describeResource, otherNamesOf } from '../describe/descriptions.ts';
import { TermSearch, type TermMatch } from './search.ts';
import { LEAST_BEST_SCORE, TermSuggester, type SuggestableTerm, type TermSuggestion } from './suggest.ts';
import { inSlices, type Rest, type Searcher } from '../thread-slices.ts';
import { findTermByIri } from '../terms.ts';
import { columnsOf } from './list-columns.ts';
import { placeScores } from './place-scores.ts';
import { RememberedScores } from './word-scores.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

/** It may have terms of later versions, too: what it finds is looked up in the version that is searched. */
interface Finder {
  readonly search: TermSearch<FindableTerm>;
  /** Without deprecated terms, which come last. */
  readonly suggester: TermSuggester<FindableTerm>;
  readonly latest: LatestVersion;
}

/** The version that an index was brought to: names of its terms are read there. */
interface LatestVersion {
  vocabulary: Vocabulary;
}

/** A term as it is found. It holds no texts: an index reads them once. */
class FindableTerm implements SuggestableTerm {
  readonly name: string;
  readonly created: string;
  readonly isDeprecated: boolean;
  readonly #latest: LatestVersion;

  constructor({ name, iri }: Term, latest: LatestVersion) {
    this.name = name;
    ({ created: this.created, isDeprecated: this.isDeprecated } = describeResource(latest.vocabulary, iri));
    this.#latest = latest;
  }

  get label(): string {
    return this.#term.label;
  }

  get description(): string {
    const { definitions } = describeResource(this.#latest.vocabulary, this.#term.iri);
    return [...new Set([this.#term.description, ...definitions.map(({ text }) => text)])].join('\n');
  }

  get category(): string {
    return this.#term.category;
  }

  get quantityKind(): string | null {
    return this.#term.quantityKind;
  }

  get alternatives(): string[] {
    return otherNamesOf(this.#latest.vocabulary, this.#term);
  }

  get #term(): Term {
    return this.#latest.vocabulary.terms.get(this.name)!;
  }

  /** Whether another one is found by the same and counts the same. */
  isLike(other: FindableTerm): boolean {
    return JSON.stringify(this.#texts()) === JSON.stringify(other.#texts());
  }

  #texts(): unknown[] {
    const { label, description, category, quantityKind, created, alternatives, isDeprecated } = this;
    return [label, description, category, quantityKind, created, alternatives, isDeprecated];
  }
}

/** Made when a version is first searched, once. */
const finders = new WeakMap<Vocabulary, Promise<Finder>>();
/** The one that was made last, which gets the terms of a version that has some more. */
let latest: Finder | null = null;
const making = new Turns();

/** Makes the index of a version now, and what its terms are listed by, so that no later search waits for it. */
export async function prepareFinding(vocabulary: Vocabulary): Promise<void> {
  await finderOf(vocabulary);
  await columnsOf(vocabulary);
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

/** How well a text finds each term, by its place among all names; 0 for those that it does not find. */
export function scoreTerms(vocabulary: Vocabulary, text: string, searcher: Searcher): Promise<Float64Array> {
  return inSlices(searcher, async (rest) => {
    const finder = await finderOf(vocabulary);
    const found = await finder.search.scoresOf(text, rest);
    await rest();
    return placeScores(found, vocabulary, finder.search);
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
  /** The key, or what stands beside its value, names a unit; a key that is a term says what its unit is, too. */
  readonly saysUnit: boolean;
  /** The unit that the key says, as names of terms have it; null for none, and where the key is a term. */
  readonly unit: string | null;
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
  return found.map((each) =>
    (each.suggestions[0]?.score ?? 0) < LEAST_BEST_SCORE ? { ...each, suggestions: [] } : each,
  );
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
    const remembered = new RememberedScores();
    for (const [at, key] of names.entries()) {
      const term = vocabulary.terms.get(key);
      const beside = units[at] ?? null;
      const suggestions =
        term === undefined
          ? foundIn(vocabulary, await suggester.suggestFor(key, most, rest, beside, remembered))
          : [{ term, score: 1 }];
      const unit = term === undefined ? suggester.unitSaid(key, beside) : null;
      const saysUnit = term !== undefined || unit !== null;
      found.push({ key, suggestions: suggestions.slice(0, most), saysUnit, unit });
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
    finder = making.take(() => inSlices(BUILDER, (rest) => make(vocabulary, rest)));
    finders.set(vocabulary, finder);
  }
  return finder;
}

/** Builds for all clients, so that none of them can end it. */
const BUILDER: Searcher = { client: 'the index' };

/** The finder of before with what is new, where nothing else differs; else another one. */
async function make(vocabulary: Vocabulary, rest: Rest): Promise<Finder> {
  const before = latest;
  const added = before === null ? null : await addedTo(before, vocabulary, rest);
  if (before !== null && added !== null) {
    before.latest.vocabulary = vocabulary;
    await addTo(before, added, rest);
    return before;
  }
  const terms = [...vocabulary.terms.values()];
  const suggested = terms.filter(({ deprecated }) => !deprecated).map(({ name }) => name);
  const search = new TermSearch<FindableTerm>();
  const finder: Finder = { search, suggester: new TermSuggester(suggested, search), latest: { vocabulary } };
  await addTo(finder, terms, rest);
  return (latest = finder);
}

/** Adds each term to both, one after another: what it is found by is read of the vocabulary, and is at hand for the second. */
async function addTo({ search, suggester, latest: own }: Finder, terms: readonly Term[], rest: Rest): Promise<void> {
  for (const term of terms) {
    const findable = new FindableTerm(term, own);
    search.add(findable);
    if (!findable.isDeprecated) suggester.add(findable);
    await rest();
  }
  await search.arrange(rest);
  await suggester.arrange(rest);
}

/** The terms that a finder lacks; null where other terms differ, or where the new ones cannot be added. */
async function addedTo({ latest: own, suggester }: Finder, vocabulary: Vocabulary, rest: Rest): Promise<Term[] | null> {
  const known = own.vocabulary;
  const added = termsThatCame(known, vocabulary) ?? (await termsLackingIn(known, vocabulary, rest));
  return added?.every(({ name }) => suggester.canTake(name)) === true ? added : null;
}

/** Of a version that came of another one by triples, the terms that these added; null where something else may differ. */
function termsThatCame(before: Vocabulary, vocabulary: Vocabulary): Term[] | null {
  if (vocabulary.cameOf?.version !== before.version) return null;
  const subjects = new Set(vocabulary.cameOf.added.map(({ s }) => s.value));
  const touched = Array.from(subjects, (iri) => findTermByIri(vocabulary, iri)).filter((term) => term !== null);
  const areNew = touched.every(({ name }) => !before.terms.has(name));
  return areNew && vocabulary.terms.size === before.terms.size + touched.length ? touched : null;
}

/** The terms that a version lacks; null where it has others, or where one is found by something else in the other version. */
async function termsLackingIn(before: Vocabulary, vocabulary: Vocabulary, rest: Rest): Promise<Term[] | null> {
  const terms = [...vocabulary.terms.values()];
  const added = terms.filter(({ name }) => !before.terms.has(name));
  if (terms.length - added.length !== before.terms.size) return null;
  for (const term of before.terms.values()) {
    const [then, now] = [
      new FindableTerm(term, { vocabulary: before }),
      new FindableTerm(vocabulary.terms.get(term.name)!, { vocabulary }),
    ];
    if (!then.isLike(now)) return null;
    await rest();
  }
  return added;
}
