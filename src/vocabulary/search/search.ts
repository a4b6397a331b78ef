// One thing, though long: an index, how texts are put into it, and how they are found.
import MiniSearch from 'minisearch';
import type { Rest } from './thread-slices.ts';
import { editDistance, spellingOf, wordsOf } from './words.ts';

/** What people look for a term by; a `Term` of the vocabulary is one. */
export interface SearchableTerm {
  readonly name: string;
  /** Definitions, of every language that has one. */
  readonly description: string;
  readonly label?: string;
  readonly category?: string;
  readonly datatype?: string;
  readonly unit?: string | null;
  /** Other names: of other languages, of data sets. */
  readonly alternatives?: readonly string[];
  /** `YYYY-MM-DD`; of terms that are named alike the oldest come first, which have the units that most people use. */
  readonly created?: string;
}

/** A term that was found. */
export interface TermMatch<Found extends SearchableTerm> {
  readonly term: Found;
  /** The larger the better; it compares matches of one search. */
  readonly score: number;
}

/** Words of fewer letters are not corrected. */
const EXACT_LENGTH = 3;
/** Share of a word's letters that may be wrong, and how many at most. */
const FUZZINESS = 0.2;
const MAX_WRONG_LETTERS = 2;
/** Share of letters that may be wrong in a word that no term has; more than usual, because such a word finds nothing as it is. */
const MENDABLE_SHARE = 0.3;
/** What of a text is searched for; the rest can only be an attack, or a document. */
const MAX_CHARACTERS = 200;
const MAX_WORDS = 12;

/** Added to the score of what is named exactly so, so that it stands before all that merely has the words. */
const BONUS = { name: 4000, otherName: 3500, spelling: 3000, stem: 2000, oldest: 400 };

/** Where a match comes from, and so how much it counts. */
const NAME_FIELDS = ['name', 'label', 'alternatives'];
const BOOST = { name: 4, label: 2, alternatives: 2 };

/**
 * Finds terms by words of their names, labels, other names, definitions and category: also by beginnings of words, and with letters
 * wrong; case and accents do not count.
 */
export class TermSearch<Found extends SearchableTerm> {
  readonly #byName = new Map<string, Found>();
  readonly #index: MiniSearch<Found>;
  /** Names of terms by what is the same in all spellings of one of their names. */
  readonly #bySpelling = new Map<string, Set<string>>();
  /** The same without their units. */
  readonly #byStem = new Map<string, Set<string>>();
  /** How many names have a word. */
  readonly #words = new Map<string, number>();

  private constructor() {
    this.#index = new MiniSearch<Found>({
      idField: 'name',
      fields: [...NAME_FIELDS, 'description', 'category'],
      tokenize: wordsOf,
      processTerm: (word) => word,
      // A list would be joined by commas otherwise, which are part of some names.
      stringifyField: (value) => (Array.isArray(value) ? value.join('\n') : String(value)),
      searchOptions: {
        boost: BOOST,
        prefix: (word) => word.length > 1,
        fuzzy: (word) => (word.length > EXACT_LENGTH ? FUZZINESS : false),
        maxFuzzy: MAX_WRONG_LETTERS,
        combineWith: 'AND',
      },
    });
  }

  /** The index of these terms. */
  static async build<Found extends SearchableTerm>(terms: Iterable<Found>, rest: Rest): Promise<TermSearch<Found>> {
    const search = new TermSearch<Found>();
    await search.add(terms, rest);
    return search;
  }

  /** Adds terms of other names than those that it has. */
  async add(terms: Iterable<Found>, rest: Rest): Promise<void> {
    for (const term of terms) {
      this.#byName.set(term.name, term);
      this.#index.add(term);
      this.#addNames(term);
      await rest();
    }
  }

  /**
   * The terms that a text matches in all its words, else in some; the best first, equal ones by name. What is named exactly so comes
   * first: by its name, then by another of its names or its label without the unit, then by another name without its unit, the oldest of them first; also when its words have to be corrected.
   */
  async find(text: string, most: number, rest: Rest): Promise<TermMatch<Found>[]> {
    const found = await this.#searchWords(searchedWords(text), rest);
    const all = combine(found, 'all');
    const scores = all.size > 0 ? all : combine(found, 'any');
    let exact = this.#findExact(text.slice(0, MAX_CHARACTERS).trim());
    if (exact.size === 0) exact = this.#findExact((await this.didYouMean(text, rest)) ?? '');
    for (const [name, bonus] of exact) {
      const isOldest = ![...exact].some(([other, same]) => same === bonus && this.#isOlder(other, name));
      scores.set(name, (scores.get(name) ?? 0) + bonus + (isOldest ? BONUS.oldest : 0));
    }
    return this.#best(scores, most);
  }

  /** The terms that have any of the words, the best first. */
  async findAny(text: string, most: number, rest: Rest): Promise<TermMatch<Found>[]> {
    return this.#best(combine(await this.#searchWords(searchedWords(text), rest), 'any'), most);
  }

  /** Names of the terms that are named exactly so, in any spelling, with or without their units. */
  namedExactly(text: string): string[] {
    return [...this.#findExact(text.slice(0, MAX_CHARACTERS).trim()).keys()];
  }

  /** The text with words that no term has replaced by the nearest ones that some have; null when nothing needs a correction. */
  async didYouMean(text: string, rest: Rest): Promise<string | null> {
    const words = searchedWords(text);
    const mended: (string | null)[] = [];
    for (const word of words) {
      mended.push(this.#isKnown(word) ? word : this.#nearestWord(word));
      await rest();
    }
    if (mended.every((word, index) => word === null || word === words[index])) return null;
    const suggested = mended.map((word, index) => word ?? words[index]!);
    const found = await this.#searchWords(suggested, rest);
    return combine(found, 'all').size > 0 ? suggested.join(' ') : null;
  }

  /** What each word finds by itself. The index would search all of them at once, which takes 20 ms. */
  async #searchWords(words: readonly string[], rest: Rest): Promise<FoundByWord[]> {
    const found: FoundByWord[] = [];
    for (const word of words) {
      const results = this.#index.search(word);
      found.push({ word, scores: new Map(results.map(({ id, score }) => [id as string, score])) });
      await rest();
    }
    return found;
  }

  #best(scores: ReadonlyMap<string, number>, most: number): TermMatch<Found>[] {
    return Array.from(scores, ([name, score]) => ({ term: this.#byName.get(name)!, score }))
      .toSorted((a, b) => b.score - a.score || (a.term.name < b.term.name ? -1 : 1))
      .slice(0, most);
  }

  #isOlder(name: string, than: string): boolean {
    return (this.#byName.get(name)!.created ?? '') < (this.#byName.get(than)!.created ?? '');
  }

  #addNames({ name, label, alternatives = [] }: Found): void {
    for (const each of [name, ...(label === undefined ? [] : [label]), ...alternatives]) {
      put(this.#bySpelling, spellingOf(each), name);
      put(this.#byStem, spellingOf(withoutUnit(each)), name);
      for (const word of wordsOf(each)) this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
    }
  }

  #findExact(text: string): Map<string, number> {
    const found = new Map<string, number>();
    const spelling = spellingOf(text);
    if (spelling === '') return found;
    for (const name of this.#byStem.get(spelling) ?? []) {
      const ownNames = [name, this.#byName.get(name)!.label ?? name];
      const isOwn = ownNames.some((own) => spellingOf(withoutUnit(own)) === spelling);
      found.set(name, isOwn ? BONUS.spelling : BONUS.stem);
    }
    for (const name of this.#bySpelling.get(spelling) ?? []) {
      const { alternatives = [], label } = this.#byName.get(name)!;
      // Case separates "W" from "w" where both are names.
      const isLiteral = label === text || alternatives.includes(text);
      found.set(name, BONUS.spelling + (isLiteral ? 1 : 0) * 500);
    }
    if (this.#byName.has(text)) found.set(text, BONUS.name);
    return found;
  }

  #isKnown(word: string): boolean {
    return (
      word.length <= EXACT_LENGTH ||
      this.#words.has(word) ||
      this.#index.search(word, { fuzzy: false, prefix: true }).length > 0
    );
  }

  #nearestWord(word: string): string | null {
    const most = Math.min(MAX_WRONG_LETTERS, Math.max(1, Math.round(word.length * MENDABLE_SHARE)));
    const found = this.#index.search(word, { fields: NAME_FIELDS, prefix: false, fuzzy: most });
    let nearest: string | null = null;
    let least = most + 1;
    for (const known of new Set(found.flatMap(({ terms }) => terms))) {
      if (known.length <= EXACT_LENGTH) continue;
      const distance = editDistance(word, known, most);
      const isCommoner = nearest === null || (this.#words.get(known) ?? 0) > (this.#words.get(nearest) ?? 0);
      if (distance < least || (distance === least && distance <= most && isCommoner)) {
        nearest = known;
        least = distance;
      }
    }
    return nearest;
  }
}

interface FoundByWord {
  readonly word: string;
  /** Scores by names of terms. */
  readonly scores: ReadonlyMap<string, number>;
}

/**
 * The scores of the terms that all of the words find, or any of them: as MiniSearch combines words, which is their sum times the
 * number of different words.
 */
function combine(found: readonly FoundByWord[], which: 'all' | 'any'): Map<string, number> {
  const sums = new Map<string, { score: number; readonly words: Set<string>; times: number }>();
  for (const { word, scores } of found) {
    for (const [name, score] of scores) {
      const sum = sums.get(name);
      if (sum === undefined) sums.set(name, { score, words: new Set([word]), times: 1 });
      else {
        sum.score += score;
        sum.words.add(word);
        sum.times++;
      }
    }
  }
  const combined = [...sums].filter(([, { times }]) => which === 'any' || times === found.length);
  return new Map(combined.map(([name, { score, words }]) => [name, score * words.size]));
}

/** The words of a text that are searched for. */
function searchedWords(text: string): string[] {
  return wordsOf(text.slice(0, MAX_CHARACTERS)).slice(0, MAX_WORDS);
}

/** A name without the unit that stands behind it: `active_power-kW`, `Active power (kW)`. */
function withoutUnit(name: string): string {
  const dash = name.lastIndexOf('-');
  const dashed = dash !== -1 && !/\s/u.test(name.slice(dash)) ? name.slice(0, dash) : name;
  const open = Math.max(name.lastIndexOf('('), name.lastIndexOf('['));
  const inside = /[)\]]$/u.test(name) && open !== -1 ? name.slice(open + 1, -1) : null;
  const bracketed = inside === null || /[()[\]]/u.test(inside) ? name : name.slice(0, open).trimEnd();
  return dashed.length < bracketed.length ? dashed : bracketed;
}

function put(names: Map<string, Set<string>>, key: string, name: string): void {
  if (key === '') return;
  const known = names.get(key);
  if (known === undefined) names.set(key, new Set([name]));
  else known.add(name);
}
