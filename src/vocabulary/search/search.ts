// One thing, though long: an index, how texts are put into it, and how they are found.
import { TERMS_BETWEEN_RESTS, type Rest } from '../thread-slices.ts';
import { GrowingNumbers } from '../growing-numbers.ts';
import { ExactNames, NAMED, type Named, type OwnName } from './exact-names.ts';
import type { ColumnReader, ColumnWriter } from './kept-columns.ts';
import { DocumentScores, type FoundDocuments } from './document-scores.ts';
import { NumberedValues } from './numbered-values.ts';
import { WordIndex, type WordOptions } from './word-index.ts';
import { bestOf, MOST_WORDS, WordScores, type RememberedScores } from './word-scores.ts';
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
export const MAX_SEARCHED_CHARACTERS = 200;
const MAX_WORDS = Math.min(12, MOST_WORDS);
/** Searches at a time whose memory is used again. */
const MOST_SPARE = 2;
/** Texts whose corrections are kept. */
const MAX_CORRECTED = 256;

/** Added to the score of what is named exactly so, so that it stands before all that merely has the words; by the numbers of `NAMED`. */
const BONUSES = [0, 2000, 3000, 3000, 3500, 4000];
const BONUS_OF_OLDEST = 400;
/** By the same numbers the first one that has the same bonus. */
const FIRST_OF_BONUS = BONUSES.map((bonus) => BONUSES.indexOf(bonus));

/** How much a match counts: of a name, a label, other names, a definition and a category, in this order. */
const BOOSTS = [4, 2, 2, 1, 1];
/** The first of these fields are names. */
const NAME_FIELDS = 3;

/**
 * Finds terms by words of their names, labels, other names, definitions and category: also by beginnings of words, and with letters
 * wrong; case and accents do not count.
 */
export class TermSearch<Found extends SearchableTerm> {
  /** By number: the documents of the index. */
  readonly #terms: Found[] = [];
  #index = new WordIndex(BOOSTS);
  /** What the terms are called, with the unit and without it. */
  #names = new ExactNames();
  /** By number when it was created, as the number of a date. */
  #created = new GrowingNumbers();
  #dates = new NumberedValues();
  /** How many names have a word, by its number in the index. */
  #namesWith = new GrowingNumbers();
  /** What `didYouMean` found last: a search asks for it, and then who shows what was found. */
  readonly #corrected = new Map<string, string | null>();
  /** Memory of searches that are done: a megabyte and more for each would be garbage. */
  readonly #spare: WordScores[] = [];

  /** The index of these terms. */
  static async build<Found extends SearchableTerm>(terms: Iterable<Found>, rest: Rest): Promise<TermSearch<Found>> {
    const search = new TermSearch<Found>();
    for (const term of terms) {
      search.add(term);
      await rest();
    }
    await search.arrange(rest);
    return search;
  }

  /**
   * What `write` wrote.
   *
   * @param termAt the term that was added as a number, and the date when it was created
   * @throws Error where something else is read
   */
  static async read<Found extends SearchableTerm>(
    from: ColumnReader,
    termAt: (number: number, created: string) => Found,
    rest: Rest,
  ): Promise<TermSearch<Found>> {
    const search = new TermSearch<Found>();
    search.#index = await WordIndex.read(BOOSTS, from, rest);
    search.#names = ExactNames.read(from, search.#index.count);
    search.#created = GrowingNumbers.of(from.take(Uint32Array));
    search.#dates = new NumberedValues(await from.takeTexts(rest));
    search.#namesWith = GrowingNumbers.of(from.take(Uint32Array));
    for (let number = 0; number < search.#index.count; number++) {
      if (number % TERMS_BETWEEN_RESTS === 0) await rest();
      search.#terms.push(termAt(number, search.#dates.list[search.#created.at(number)]!));
    }
    return search;
  }

  /** Writes all but the terms. */
  write(to: ColumnWriter): void {
    this.#index.write(to);
    this.#names.write(to);
    to.put(this.#created.all);
    to.putTexts(this.#dates.list);
    to.put(this.#namesWith.all.slice());
  }

  /** Adds a term of another name than those that it has. What it is searched by is read now. */
  add(term: Found): void {
    const { name, label, alternatives, description, category, created = '' } = term;
    this.#terms.push(term);
    this.#created.push(this.#dates.add(created));
    const names: OwnName[] = [];
    const stems: OwnName[] = [];
    const wordsOfNames: string[] = [];
    const wordsOfName = (each: string, kind: number, kindOfStem: number): string[] => {
      const words = wordsOf(each);
      names.push({ text: each, spelling: words.join(''), kind });
      const stem = withoutUnit(each);
      if (stem !== each)
        stems.push({
          text: stem,
          spelling: spellingOf(stem),
          kind: kindOfStem,
        });
      for (const word of words) wordsOfNames.push(word);
      return words;
    };
    this.#index.add([
      wordsOfName(name, NAMED.name, NAMED.stem),
      label === undefined ? null : wordsOfName(label, NAMED.otherName, NAMED.stem),
      alternatives?.flatMap((each) => wordsOfName(each, NAMED.otherName, NAMED.otherStem)) ?? null,
      wordsOf(description),
      category === undefined ? null : wordsOf(category),
    ]);
    for (const word of wordsOfNames) this.#countName(this.#index.numberOf(word)!);
    this.#names.add([...names, ...stems]);
  }

  #countName(word: number): void {
    while (this.#namesWith.length <= word) this.#namesWith.push(0);
    this.#namesWith.countUp(word);
  }

  /** How many names have a word. */
  #namesHaving(word: string): number {
    const number = this.#index.numberOf(word);
    // A word may have come behind the last one that a name has.
    return number === undefined || number >= this.#namesWith.length ? 0 : this.#namesWith.at(number);
  }

  /** Puts what was added in order; to be called after the last of many. */
  async arrange(rest: Rest): Promise<void> {
    await this.#index.arrange(rest);
    this.#corrected.clear();
  }

  /**
   * The terms that a text matches in all its words, else in some; the best first, equal ones by name. What is named exactly so comes
   * first: by its name, then by another of its names or its label without the unit, then by another name without its unit, the oldest of them first; also when its words have to be corrected.
   */
  async find(text: string, most: number, rest: Rest): Promise<TermMatch<Found>[]> {
    const found = await this.findAll(text, rest);
    return this.#best(found, most).map((at) => ({
      term: this.#terms[found.documents[at]!]!,
      score: found.scores[at]!,
    }));
  }

  /** All terms that `find` finds, by the numbers in which they were added, with their scores. */
  async findAll(text: string, rest: Rest): Promise<FoundDocuments> {
    let named = this.named(text.slice(0, MAX_SEARCHED_CHARACTERS).trim());
    if (named.owners.length === 0) named = this.named((await this.didYouMean(text, rest)) ?? '');
    await rest();
    return this.#searchWords(searchedWords(text), rest, (found) =>
      found.take(false, (scores) => this.#addBonuses(named, scores)),
    );
  }

  /** Numbers of the terms that have any of the words, the best first. */
  async findAny(text: string, most: number, rest: Rest, remembered?: RememberedScores): Promise<number[]> {
    const found = await this.#searchWords(searchedWords(text), rest, (scores) => scores.take(true), remembered);
    return this.#best(found, most).map((at) => found.documents[at]!);
  }

  /** The terms that are named exactly so, in any spelling, with or without their units; by the numbers in which they were added. */
  named(text: string): Named {
    return this.#names.find(text.slice(0, MAX_SEARCHED_CHARACTERS));
  }

  /** The text with words that no term has replaced by the nearest ones that some have; null when nothing needs a correction. */
  async didYouMean(text: string, rest: Rest): Promise<string | null> {
    const words = searchedWords(text);
    const key = words.join(' ');
    const known = this.#corrected.get(key);
    if (known !== undefined) return known;
    const count = this.#terms.length;
    const corrected = await this.#correct(words, rest);
    if (this.#corrected.size === MAX_CORRECTED) this.#corrected.clear();
    // Terms may have come meanwhile.
    if (this.#terms.length === count) this.#corrected.set(key, corrected);
    return corrected;
  }

  async #correct(words: readonly string[], rest: Rest): Promise<string | null> {
    const mended: (string | null)[] = [];
    for (const word of words) {
      mended.push(this.#isKnown(word) ? word : this.#nearestWord(word));
      await rest();
    }
    if (mended.every((word, index) => word === null || word === words[index])) return null;
    const suggested = mended.map((word, index) => word ?? words[index]!);
    return (await this.#searchWords(suggested, rest, (found) => found.hasAll())) ? suggested.join(' ') : null;
  }

  /** What is taken of what each word finds by itself. The words come one after another: all of them at once would hold the thread. */
  async #searchWords<Taken>(
    words: readonly string[],
    rest: Rest,
    take: (found: WordScores) => Taken,
    remembered?: RememberedScores,
  ): Promise<Taken> {
    const found = this.#takeSpare();
    try {
      for (const word of words) {
        const score = (scores: DocumentScores): void => this.#index.score(word, optionsFor(word), scores);
        found.add(word, score, remembered);
        await rest();
      }
      return take(found);
    } finally {
      // Of a search that was broken off, too.
      found.clear();
      if (this.#spare.length < MOST_SPARE) this.#spare.push(found);
    }
  }

  #takeSpare(): WordScores {
    const spare = this.#spare.pop();
    return spare?.count === this.#index.count ? spare : new WordScores(this.#index.count);
  }

  /** The term that was added as this number. */
  termAt(number: number): Found {
    return this.#terms[number]!;
  }

  /** The name of the term that was added as this number. */
  nameAt(number: number): string {
    return this.#terms[number]!.name;
  }

  /** How many terms there are. */
  get count(): number {
    return this.#terms.length;
  }

  /** Places among what was found, the best first. */
  #best({ documents, scores }: FoundDocuments, most: number): number[] {
    const nameAt = (at: number): string => this.nameAt(documents[at]!);
    const isBefore = (a: number, b: number): boolean =>
      scores[a] === scores[b] ? nameAt(a) < nameAt(b) : scores[a]! > scores[b]!;
    return bestOf(scores, most, isBefore);
  }

  /** What is named exactly so counts more, the oldest of what is named in the same way most. */
  #addBonuses({ kinds, owners }: Named, scores: DocumentScores): void {
    const oldest = new Int32Array(BONUSES.length).fill(-1);
    for (const number of owners) {
      const first = FIRST_OF_BONUS[kinds[number]!]!;
      const [known, created] = [oldest[first]!, this.#created.at(number)];
      if (known === -1 || this.#compareDates(created, known) < 0) oldest[first] = created;
    }
    for (const number of owners) {
      const kind = kinds[number]!;
      const isOldest = this.#created.at(number) === oldest[FIRST_OF_BONUS[kind]!];
      scores.add(number, BONUSES[kind]!);
      if (isOldest) scores.add(number, BONUS_OF_OLDEST);
    }
  }

  /** Less than 0 where the term that was added as the one number is older, more where the other one is. */
  compareAges(one: number, other: number): number {
    return this.#compareDates(this.#created.at(one), this.#created.at(other));
  }

  #compareDates(one: number, other: number): number {
    return one === other ? 0 : this.#dates.list[one]! < this.#dates.list[other]! ? -1 : 1;
  }

  #isKnown(word: string): boolean {
    return word.length <= EXACT_LENGTH || this.#namesHaving(word) > 0 || this.#index.hasBeginning(word);
  }

  #nearestWord(word: string): string | null {
    const most = Math.min(MAX_WRONG_LETTERS, Math.max(1, Math.round(word.length * MENDABLE_SHARE)));
    let nearest: string[] = [];
    let least = { distance: most, names: 0 };
    for (const { word: known } of this.#index.wordsNear(word, most)) {
      const names = this.#namesHaving(known);
      if (names === 0 || known.length <= EXACT_LENGTH) continue;
      const distance = editDistance(word, known, most);
      if (distance > least.distance || (distance === least.distance && names < least.names)) continue;
      if (distance < least.distance || names > least.names) nearest = [];
      nearest.push(known);
      least = { distance, names };
    }
    return nearest.length > 1 ? this.#bestOfWords(nearest, word, most) : (nearest[0] ?? null);
  }

  /** Of several words that are equally near and equally common, the one whose best term has most of what is near. */
  #bestOfWords(nearest: readonly string[], word: string, most: number): string {
    const near = new DocumentScores(this.#index.count);
    this.#index.score(word, { isBeginning: false, mostWrong: most }, near, NAME_FIELDS);
    const bestWith = (one: string): number => this.#index.bestScore(one, near, NAME_FIELDS);
    return nearest.map((one) => ({ one, best: bestWith(one) })).toSorted((a, b) => b.best - a.best)[0]!.one;
  }
}

/** What a term is called, its name first. */
export function namesOf({ name, label, alternatives = [] }: SearchableTerm): string[] {
  return [name, ...(label === undefined ? [] : [label]), ...alternatives];
}

function optionsFor(word: string): WordOptions {
  return {
    isBeginning: word.length > 1,
    mostWrong: word.length > EXACT_LENGTH ? Math.min(MAX_WRONG_LETTERS, Math.round(word.length * FUZZINESS)) : 0,
  };
}

/** The words of a text that are searched for. */
function searchedWords(text: string): string[] {
  return wordsOf(text.slice(0, MAX_SEARCHED_CHARACTERS)).slice(0, MAX_WORDS);
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
