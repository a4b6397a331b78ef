// One thing, though long: the ways to a term that a key may mean, in the order in which they count.
import { GrowingNumbers } from '../growing-numbers.ts';
import { unitOfName } from '../terms.ts';
import { PLACES_BETWEEN_RESTS, TERMS_BETWEEN_RESTS, type Rest } from '../thread-slices.ts';
import { NAMED, type Named } from './exact-names.ts';
import { isOfOtherQuantity, unitsOfQuantity } from './quantity-words.ts';
import type { ColumnReader, ColumnWriter } from './kept-columns.ts';
import { namesOf, type SearchableTerm, type TermSearch } from './search.ts';
import { LikenessToKey } from './likeness-to-key.ts';
import { NameWords } from './name-words.ts';
import { UnitsInKeys, type KeyParts } from './units-in-keys.ts';
import { bestOf, type RememberedScores } from './word-scores.ts';
import { spellingOf } from './words.ts';

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
/** How much a term fits a key that says another quantity: `HydroPower` is no energy. */
const OTHER_QUANTITY_FIT = 0.6;
/** Units that few terms have, and the one whose quantities are theirs, too. */
const SAME_QUANTITIES: ReadonlyMap<string, string> = new Map([['degF', 'degC']]);
/** A shorter word alone has to be one that terms have. */
const VAGUE_LENGTH = 5;
/** What a key says that does not say of what: `max` alone may be that of any quantity. */
const STATISTIC = /^(?:min|max|minimum|maximum|mean|average|avg|median|total|sum)$/;

interface SoughtKey extends KeyParts {
  /** The units of the quantity that its words say, where it says no unit itself. */
  readonly quantityUnits: RegExp | null;
  /** It decides also between terms that the key names exactly. */
  readonly unitBeside: string | null;
  readonly likeness: LikenessToKey;
  /** How each term is named by it as it is written, by the number of the term in the search. */
  readonly kinds: Named['kinds'];
}

/** Finds the terms that keys of foreign documents may mean: units in the key count, separators and case don't. */
export class TermSuggester<Found extends SuggestableTerm> {
  readonly #search: TermSearch<Found>;
  readonly #units: UnitsInKeys;
  /** By number, in which they were added. */
  readonly #terms: Found[] = [];
  readonly #numbers = new Map<string, number>();
  /** By the number that the search has of a term the one that it has here, counted from 1; 0 for what is not suggested. */
  #ofSearched = new GrowingNumbers();
  /** By number the unit of the name, by its place among all units, counted from 1; 0 for none. */
  #unitNumbers = new GrowingNumbers();
  readonly #unitPlaces: ReadonlyMap<string, number>;
  /** The words of their names, by the same numbers. */
  readonly #names: NameWords;
  /** Quantity kinds of the terms that have a unit. */
  readonly #kinds = new Map<string, Set<string>>();
  /** By number the terms that were the first with their unit and quantity kind. */
  readonly #firstsOfKinds = new GrowingNumbers();

  /** @param units of the terms that will be added */
  constructor(units: UnitsInKeys, search: TermSearch<Found>, names = new NameWords()) {
    this.#search = search;
    this.#units = units;
    this.#unitPlaces = new Map(Array.from(units.written, (unit, at) => [unit, at + 1]));
    this.#names = names;
  }

  /** @param terms the ones that may be suggested, all of which the search knows */
  static async build<Found extends SuggestableTerm>(
    terms: readonly Found[],
    search: TermSearch<Found>,
    rest: Rest,
  ): Promise<TermSuggester<Found>> {
    const suggester = new TermSuggester(UnitsInKeys.of(terms.map(({ name }) => name)), search);
    for (const term of terms) {
      suggester.add(term);
      await rest();
    }
    await suggester.arrange(rest);
    return suggester;
  }

  /** What `write` wrote of a suggester of the terms of this search. @throws Error where something else is read */
  static async read<Found extends SuggestableTerm>(
    from: ColumnReader,
    search: TermSearch<Found>,
    rest: Rest,
  ): Promise<TermSuggester<Found>> {
    const units = new UnitsInKeys(new Set(await from.takeTexts(rest)));
    const suggester = new TermSuggester<Found>(units, search, await NameWords.read(from, rest));
    suggester.#unitNumbers = GrowingNumbers.of(from.take(Uint32Array));
    suggester.#ofSearched = GrowingNumbers.of(from.take(Uint32Array));
    for (let searched = 0; searched < search.count; searched++) {
      if (searched % TERMS_BETWEEN_RESTS === 0) await rest();
      const number = suggester.#numberOf(searched);
      if (number === null) continue;
      const term = search.termAt(searched);
      suggester.#terms[number] = term;
      suggester.#numbers.set(term.name, number);
    }
    for (const number of from.take(Uint32Array)) suggester.#noteKind(number);
    return suggester;
  }

  /** Writes all but the terms, in numbers of the search. */
  write(to: ColumnWriter): void {
    to.putTexts([...this.#units.written]);
    this.#names.write(to);
    for (const numbers of [this.#unitNumbers, this.#ofSearched, this.#firstsOfKinds]) to.put(numbers.all);
  }

  /** Whether a term of this name can be added: with a new unit, keys and names are taken apart in another way. */
  canTake(name: string): boolean {
    const unit = unitOfName(name);
    return unit === null || this.#units.has(unit);
  }

  /** Adds a term of another name than those that it has, which the search knows. */
  add(term: Found): void {
    const names = namesOf(term).map((name) => this.#units.read(name).words);
    const number = this.#terms.push(term) - 1;
    this.#numbers.set(term.name, number);
    this.#names.add(names);
    const unit = unitOfName(term.name);
    this.#unitNumbers.push(unit === null ? 0 : this.#unitPlaces.get(unit)!);
    this.#noteKind(number);
  }

  /** Notes the quantity kind of a term that has a unit. */
  #noteKind(number: number): void {
    const { name, quantityKind } = this.#terms[number]!;
    const unit = unitOfName(name);
    if (unit === null || quantityKind == null) return;
    const kinds = this.#kinds.get(unit) ?? new Set();
    if (kinds.has(quantityKind)) return;
    this.#kinds.set(unit, kinds.add(quantityKind));
    this.#firstsOfKinds.push(number);
  }

  /** Puts what was added in order; to be called after the last of many, when the search has all of them. */
  async arrange(rest: Rest): Promise<void> {
    for (let searched = this.#ofSearched.length; searched < this.#search.count; searched++)
      this.#ofSearched.push((this.#numbers.get(this.#search.nameAt(searched)) ?? -1) + 1);
    await this.#names.arrange(rest);
  }

  /**
   * The terms that a key may mean, the likeliest first, of equal ones the oldest, kelvins last, then the shortest name; empty when nothing comes near.
   *
   * @param beside the unit that stands beside the value; one in the key counts more
   * @param scores what words of keys before found
   */
  async suggestFor(
    key: string,
    most: number,
    rest: Rest,
    beside: string | null = null,
    scores?: RememberedScores,
  ): Promise<TermSuggestion<Found>[]> {
    const { shown, written, unit, unitBeside } = this.#read(key, beside);
    if (written.length === 0 || written.length > MAX_KEY_WORDS) return [];
    const words = written.flatMap((word) => this.#names.compounds.split(word));
    // A short word that no term has begins others by chance, as `null` begins `Nullsystem`.
    if (unit === null && words.length === 1 && words[0]!.length < VAGUE_LENGTH && !this.#names.has(words[0]!))
      return [];
    const shownAs = this.#search.named(shown);
    if (unit === null && shownAs.owners.length === 0 && words.every((word) => STATISTIC.test(word))) return [];
    const longer = words.flatMap((word) => this.#names.compounds.endingWith(word));
    const found = await this.#search.findAny([...words, ...longer].join(' '), CANDIDATES, rest, scores);
    const sought: SoughtKey = {
      words,
      unit,
      quantityUnits: unit === null ? unitsOfQuantity(words) : null,
      unitBeside,
      likeness: new LikenessToKey(words, this.#names, this.#terms.length),
      kinds: shownAs.kinds,
    };
    const suggested = new Map<Found, number>();
    const suggest = (term: Found, score: number): void =>
      void suggested.set(term, Math.max(score, suggested.get(term) ?? 0));
    const withoutUnit = written.join('') === spellingOf(shown) ? [] : this.#search.named(written.join(' ')).owners;
    const named = shownAs.owners.concat(withoutUnit.filter((number) => shownAs.kinds[number] === NAMED.not));
    const likeliest = named.length > CANDIDATES ? await this.#likeliestOf(named, sought, rest) : named;
    for (const searched of new Set([...likeliest, ...found])) {
      const candidate = this.#numberOf(searched);
      if (candidate === null) continue;
      const term = this.#terms[candidate]!;
      suggest(term, this.#scoreOf(candidate, sought.kinds[searched]!, sought));
      // What a data set calls a quantity in one unit, another one may call it in the unit of the key.
      const variant = unit === null ? undefined : this.#numbers.get(nameInUnit(term.name, unit));
      if (variant !== undefined && variant !== candidate)
        suggest(this.#terms[variant]!, rounded(sought.likeness.to(candidate) * UNIT_FIT.same));
      await rest();
    }
    return Array.from(suggested, ([term, score]) => ({ term, score }))
      .filter(({ score }) => score >= LEAST_SCORE)
      .toSorted((a, b) => b.score - a.score || inOrder(a.term, b.term))
      .slice(0, most);
  }

  /** The unit that a key, or what stands beside its value, names; null for none. */
  unitSaid(key: string, beside: string | null): string | null {
    return this.#read(key, beside).unit;
  }

  #read(key: string, beside: string | null) {
    const shown = key.slice(0, MAX_KEY_CHARACTERS);
    const { words: written, unit: unitInKey } = this.#units.read(shown);
    const unitBeside =
      unitInKey === null && beside !== null ? this.#units.named(beside.slice(0, MAX_KEY_CHARACTERS)) : null;
    return { shown, written, unit: unitInKey ?? unitBeside, unitBeside };
  }

  /**
   * Of terms that a key names exactly, which are more than are compared closely, those that may come first: such a name says little, and
   * the unit decides, then age and length. Texts of theirs are not read.
   *
   * @param named numbers of the search, as those that are returned
   */
  async #likeliestOf(named: readonly number[], key: SoughtKey, rest: Rest): Promise<number[]> {
    const fits = [null, ...this.#unitPlaces.keys()].map((own) =>
      this.#unitFit(own, key.unit, () => [...(this.#kinds.get(own!) ?? [])]),
    );
    const scores = new Float64Array(named.length);
    for (let from = 0; from < named.length; from += PLACES_BETWEEN_RESTS) {
      await rest();
      this.#scoreNamed(named, from, Math.min(from + PLACES_BETWEEN_RESTS, named.length), key, fits, scores);
    }
    const termOf = (searched: number): Found => this.#terms[this.#numberOf(searched)!]!;
    const isBefore = (a: number, b: number): boolean => {
      if (scores[a] !== scores[b]) return scores[a]! > scores[b]!;
      const [one, other] = [named[a]!, named[b]!];
      return (this.#search.compareAges(one, other) || inOrder(termOf(one), termOf(other))) < 0;
    };
    await rest();
    return bestOf(scores, CANDIDATES, isBefore).map((at) => named[at]!);
  }

  /** A function of its own, which the engine compiles: one that waits is not, while it runs. What is not suggested has a score of 0. */
  #scoreNamed(
    named: readonly number[],
    from: number,
    to: number,
    key: SoughtKey,
    fits: readonly number[],
    scores: Float64Array,
  ): void {
    for (let at = from; at < to; at++) {
      const searched = named[at]!;
      const candidate = this.#numberOf(searched);
      if (candidate === null) continue;
      const fit = fits[this.#unitNumbers.at(candidate)]!;
      scores[at] = scoreOfKind(key.kinds[searched]!, key.unitBeside === null ? 1 : fit) ?? MAX_LIKENESS * fit;
    }
  }

  #scoreOf(candidate: number, kind: number, key: SoughtKey): number {
    const term = this.#terms[candidate]!;
    const own = unitOfName(term.name);
    const fitOf = (unit: string | null): number =>
      this.#unitFit(own, unit, () => (term.quantityKind == null ? [] : [term.quantityKind]));
    const named = scoreOfKind(kind, key.unitBeside === null ? 1 : fitOf(key.unitBeside));
    if (named !== null) return named;
    const isOther = own !== null && key.quantityUnits !== null && isOfOtherQuantity(own, key.quantityUnits);
    return rounded(key.likeness.to(candidate) * fitOf(key.unit) * (isOther ? OTHER_QUANTITY_FIT : 1));
  }

  /** The number of a term here, by that of the search; null for one that is not suggested. */
  #numberOf(searched: number): number | null {
    // A term may have come to the search that did not come here yet.
    const number = searched < this.#ofSearched.length ? this.#ofSearched.at(searched) : 0;
    return number === 0 ? null : number - 1;
  }

  /**
   * @param own the unit of a term
   * @param kindsOf the quantity kinds of that term
   */
  #unitFit(own: string | null, unit: string | null, kindsOf: () => readonly string[]): number {
    if (unit === null) return own === null ? UNIT_FIT.none : UNIT_FIT.onlyTerm;
    if (own === unit) return UNIT_FIT.same;
    if (own === null) return UNIT_FIT.onlyKey;
    const kinds = this.#kinds.get(SAME_QUANTITIES.get(unit) ?? unit);
    return kindsOf().some((kind) => kinds?.has(kind) === true) ? UNIT_FIT.convertible : UNIT_FIT.other;
  }
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

/** The score of what is named so; null of what is not. @param fit how much its unit fits that beside the value */
function scoreOfKind(kind: number, fit: number): number | null {
  if (kind < NAMED.spelling) return null;
  return (kind > NAMED.spelling ? 1 : SPELLING_SCORE) * fit;
}

/** Of equal scores: the oldest come first, kelvins last, in which devices seldom tell temperatures, then the shortest names. */
function inOrder(
  { created: one = '', name }: SuggestableTerm,
  { created: other = '', name: otherName }: SuggestableTerm,
): number {
  if (one !== other) return one < other ? -1 : 1;
  const kelvins = Number(unitOfName(name) === 'K') - Number(unitOfName(otherName) === 'K');
  if (kelvins !== 0) return kelvins;
  return name.length - otherName.length || (name < otherName ? -1 : 1);
}
