// One thing, though long: the ways to a term that a key may mean, in the order in which they count.
import { namesOf, type SearchableTerm, type TermSearch } from './search.ts';
import type { Rest } from '../thread-slices.ts';
import { UnitsInKeys, type KeyParts } from './units-in-keys.ts';
import { unitOfName } from '../terms.ts';
import { CompoundWords } from './compound-words.ts';
import { WordLists } from './word-lists.ts';
import { editDistance, spellingOf } from './words.ts';

/** A term that a key may mean. */
export interface TermSuggestion<Found extends SearchableTerm> {
  readonly term: Found;
  /** From 0 to 1, rounded to thousandths; 1 is one of the term's names, from 0.995 on it is spelt otherwise. */
  readonly score: number;
}

/** What is needed besides a searchable term. */
export interface SuggestableTerm extends SearchableTerm {
  readonly quantityKind?: string | null;
}

/** Longest key that is considered; a longer one is not a name. */
const MAX_KEY_CHARACTERS = 100;
const MAX_KEY_WORDS = 8;
/** Terms that are compared closely. */
const CANDIDATES = 128;
/** What is one of a term's names in another spelling, and what merely has the same words; 1 is one of its names. */
const SPELLING_SCORE = 0.995;
const MAX_LIKENESS = 0.99;
/** If the likeliest term has a lower score, the key means something else. */
export const LEAST_BEST_SCORE = 0.6;
/** Suggestions below this score are dropped. */
const LEAST_SCORE = 0.3;

/** How much a term's unit fits the unit of a key. */
const UNIT_FIT = { same: 1, none: 1, onlyTerm: 0.95, convertible: 0.7, onlyKey: 0.5, other: 0.35 };
/** A word that begins another one or ends it, or that is it with a letter wrong. */
const LIKENESS = { beginning: 0.8, ending: 0.8, knownEnding: 0.6, misspelt: 0.85 };
/** A shorter word alone has to be one that terms have. */
const VAGUE_LENGTH = 5;
/** A shorter word ends others by chance. */
const ENDING_LENGTH = 6;

/** A word that no term has weighs as one that so many of the terms have: one in 32. */
const UNKNOWN_SHARE = 32;
/** A shorter word says less: its letters agree by chance. */
const TELLING_LENGTH = 3;

interface SoughtKey extends KeyParts {
  /** It decides also between terms that the key names exactly. */
  readonly unitBeside: string | null;
  readonly written: string;
  /** How alike two words are, from 0 to 1. */
  readonly compare: (word: string, other: string) => number;
  /** How much a word says. */
  readonly weigh: (word: string) => number;
  /** Names of the terms that have it as a name in some spelling. */
  readonly spelt: ReadonlySet<string>;
}

/** Finds the terms that keys of foreign documents may mean: units in the key count, separators and case don't. */
export class TermSuggester<Found extends SuggestableTerm> {
  readonly #search: TermSearch<Found>;
  readonly #units: UnitsInKeys;
  /** By number, in which they were added. */
  readonly #terms: Found[] = [];
  readonly #numbers = new Map<string, number>();
  /** The words of their names, by the same numbers. */
  readonly #names = new WordLists();
  /** In how many terms a word stands: a rare word says more. */
  readonly #frequency = new Map<string, number>();
  readonly #compounds = new CompoundWords();
  /** Quantity kinds of the terms that have a unit. */
  readonly #kinds = new Map<string, Set<string>>();

  private constructor(names: readonly string[], search: TermSearch<Found>) {
    this.#search = search;
    this.#units = new UnitsInKeys(names);
  }

  /** @param terms the ones that may be suggested, all of which the search knows */
  static async build<Found extends SuggestableTerm>(
    terms: readonly Found[],
    search: TermSearch<Found>,
    rest: Rest,
  ): Promise<TermSuggester<Found>> {
    const suggester = new TermSuggester(
      terms.map(({ name }) => name),
      search,
    );
    await suggester.add(terms, rest);
    return suggester;
  }

  /** Whether a term of this name can be added: with a new unit, keys and names are taken apart in another way. */
  canTake(name: string): boolean {
    const unit = unitOfName(name);
    return unit === null || this.#units.has(unit);
  }

  /** Adds terms of other names than those that it has, which the search knows. */
  async add(terms: readonly Found[], rest: Rest): Promise<void> {
    for (const term of terms) {
      this.#add(term);
      await rest();
    }
  }

  #add(term: Found): void {
    const names = namesOf(term).map((name) => this.#units.read(name).words);
    this.#numbers.set(term.name, this.#terms.push(term) - 1);
    this.#names.add(names);
    for (const word of new Set(names.flat())) {
      this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1);
      this.#compounds.add(word);
    }
    const unit = unitOfName(term.name);
    if (unit === null || term.quantityKind == null) return;
    this.#kinds.set(unit, (this.#kinds.get(unit) ?? new Set()).add(term.quantityKind));
  }

  /**
   * The terms that a key may mean, the likeliest first, of equal ones the oldest, then the shortest name; empty when nothing comes near.
   *
   * @param beside the unit that stands beside the value; one in the key counts more
   */
  async suggestFor(
    key: string,
    most: number,
    rest: Rest,
    beside: string | null = null,
  ): Promise<TermSuggestion<Found>[]> {
    const { shown, written, unit, unitBeside } = this.#read(key, beside);
    if (written.length === 0 || written.length > MAX_KEY_WORDS) return [];
    const words = written.flatMap((word) => this.#compounds.split(word));
    // A short word that no term has begins others by chance, as `null` begins `Nullsystem`.
    if (unit === null && words.length === 1 && words[0]!.length < VAGUE_LENGTH && !this.#frequency.has(words[0]!))
      return [];
    const longer = words.flatMap((word) => this.#compounds.endingWith(word));
    const found = await this.#search.findAny([...words, ...longer].join(' '), CANDIDATES, rest);
    const sought = {
      words,
      unit,
      unitBeside,
      written: shown,
      compare: this.#wordComparer(),
      weigh: remembered((word) => this.#weight(word)),
      spelt: this.#search.spelt(spellingOf(shown)),
    };
    const suggested = new Map<Found, number>();
    const suggest = (term: Found, score: number): void =>
      void suggested.set(term, Math.max(score, suggested.get(term) ?? 0));
    const named = [...this.#search.namedExactly(shown), ...this.#search.namedExactly(written.join(' '))];
    for (const name of new Set([...named, ...found.map(({ term }) => term.name)])) {
      const candidate = this.#numbers.get(name);
      if (candidate === undefined) continue;
      suggest(this.#terms[candidate]!, this.#scoreOf(candidate, sought));
      // What a data set calls a quantity in one unit, another one may call it in the unit of the key.
      const variant = unit === null ? undefined : this.#numbers.get(nameInUnit(name, unit));
      if (variant !== undefined && variant !== candidate)
        suggest(this.#terms[variant]!, rounded(this.#bestLikeness(candidate, sought) * UNIT_FIT.same));
      await rest();
    }
    return Array.from(suggested, ([term, score]) => ({ term, score }))
      .filter(({ score }) => score >= LEAST_SCORE)
      .toSorted((a, b) => b.score - a.score || byAge(a.term, b.term) || byLengthAndName(a.term.name, b.term.name))
      .slice(0, most);
  }

  /** Whether a key, or what stands beside its value, names a unit that terms have. */
  saysUnit(key: string, beside: string | null): boolean {
    return this.#read(key, beside).unit !== null;
  }

  #read(key: string, beside: string | null) {
    const shown = key.slice(0, MAX_KEY_CHARACTERS);
    const { words: written, unit: unitInKey } = this.#units.read(shown);
    const unitBeside =
      unitInKey === null && beside !== null ? this.#units.named(beside.slice(0, MAX_KEY_CHARACTERS)) : null;
    return { shown, written, unit: unitInKey ?? unitBeside, unitBeside };
  }

  #scoreOf(candidate: number, key: SoughtKey): number {
    const term = this.#terms[candidate]!;
    const named = key.unitBeside === null ? 1 : this.#unitFit(term, key.unitBeside);
    if (key.spelt.has(term.name)) return namesOf(term).includes(key.written) ? named : SPELLING_SCORE * named;
    return rounded(this.#bestLikeness(candidate, key) * this.#unitFit(term, key.unit));
  }

  #bestLikeness(candidate: number, key: SoughtKey): number {
    return Math.max(...this.#names.at(candidate).map((words) => this.#likeness(key, words)));
  }

  /** Dice's coefficient over words, each weighted by how rare it is. */
  #likeness({ words: sought, compare, weigh }: SoughtKey, words: readonly string[]): number {
    let shared = 0;
    let total = words.reduce((sum, word) => sum + weigh(word), 0);
    const left = [...words];
    for (const word of sought) {
      let best = 0;
      let at = -1;
      for (const [index, other] of left.entries()) {
        const alike = compare(word, other);
        if (alike > best) [best, at] = [alike, index];
      }
      total += at === -1 ? this.#weight(word, true) : weigh(word);
      if (at === -1) continue;
      shared += best * (weigh(word) + weigh(left[at]!));
      left.splice(at, 1);
    }
    return shared / total;
  }

  /** @param isLacking the name has no such word: how few other terms have it does not make that worse than if none had */
  #weight(word: string, isLacking = false): number {
    const ofUnknown = this.#terms.length / UNKNOWN_SHARE;
    const frequency = this.#frequency.get(word) ?? ofUnknown;
    const rarity = Math.log(1 + this.#terms.length / (1 + (isLacking ? Math.max(frequency, ofUnknown) : frequency)));
    return rarity * Math.min(1, word.length / TELLING_LENGTH);
  }

  #unitFit(term: Found, unit: string | null): number {
    const own = unitOfName(term.name);
    if (unit === null) return own === null ? UNIT_FIT.none : UNIT_FIT.onlyTerm;
    if (own === unit) return UNIT_FIT.same;
    if (own === null) return UNIT_FIT.onlyKey;
    return term.quantityKind != null && this.#kinds.get(unit)?.has(term.quantityKind) === true
      ? UNIT_FIT.convertible
      : UNIT_FIT.other;
  }

  /** Compares each pair of words once: names share most of their words. */
  #wordComparer(): SoughtKey['compare'] {
    // By the word of the key, then by that of a name: a text for each pair would be garbage for the collector.
    const ofWord = remembered((word) => remembered((other) => this.#likenessOfWords(word, other)));
    return (word, other) => ofWord(word)(other);
  }

  #likenessOfWords(one: string, other: string): number {
    if (one === other) return 1;
    const shorter = Math.min(one.length, other.length);
    if (shorter < 3) return 0;
    if (one.startsWith(other) || other.startsWith(one)) return LIKENESS.beginning;
    if (shorter >= ENDING_LENGTH && (one.endsWith(other) || other.endsWith(one)))
      return this.#frequency.has(one) ? LIKENESS.knownEnding : LIKENESS.ending;
    // A word that names have is not misspelt: `lower` does not stand for `power`. Of two short words a letter differs by chance.
    if (shorter === 3 || (one.length === 4 && other.length === 4) || this.#frequency.has(one)) return 0;
    const most = shorter > 6 ? 2 : 1;
    return editDistance(one, other, most) <= most ? LIKENESS.misspelt : 0;
  }
}

/** The same function, which computes what a word gives once. */
function remembered<Value>(compute: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, Value>();
  return (word) => {
    let value = known.get(word);
    if (value === undefined) known.set(word, (value = compute(word)));
    return value;
  };
}

/** The score of what merely has the words. */
function rounded(likeness: number): number {
  return Math.round(likeness * MAX_LIKENESS * 1000) / 1000;
}

/** The name of the variant in another unit; that of a term without a unit stays. */
function nameInUnit(name: string, unit: string): string {
  const own = unitOfName(name);
  return own === null ? name : name.slice(0, -own.length) + unit;
}

function byAge({ created: one = '' }: SuggestableTerm, { created: other = '' }: SuggestableTerm): number {
  return one < other ? -1 : Number(one > other);
}

function byLengthAndName(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
