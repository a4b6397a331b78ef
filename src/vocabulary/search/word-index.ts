// One thing, though long: postings, how they are put in order, and how they are scored.
import { GrowingNumbers } from '../growing-numbers.ts';
import type { ColumnReader, ColumnWriter } from './kept-columns.ts';
import { SortedWords, type NearWord } from './sorted-words.ts';
import type { Rest } from '../thread-slices.ts';

/** What is looked for besides the word itself. */
export interface WordOptions {
  /** Words that begin with it count, too. */
  readonly isBeginning: boolean;
  /** How many letters may be wrong. */
  readonly mostWrong: number;
}

/** Of Okapi's BM25+ (Lv, Zhai 2011): how soon repetition says nothing more, how much the length counts, and what one occurrence is worth. */
const BM25 = { k: 1.2, b: 0.7, d: 0.5 };
/** How much a word counts that another one begins, and one with letters wrong; with the distance it becomes less. */
const WEIGHT = { beginning: 0.375, wrong: 0.45 };
const WEIGHT_OF_A_LETTER = 0.3;

/** What one field may tell of one word is known for so many occurrences in so many words; rarer is computed each time. */
const [KNOWN_OCCURRENCES, KNOWN_LENGTHS] = [8, 256];
/** New postings are put in order among the others when they are more than this share of them. */
const SHARE_OF_NEW = 1 / 16;
/** What a posting has room for. */
const MOST_OCCURRENCES = 0xffff;
/** Postings that are worked on at a time. */
const PIECE = 64 * 1024;

/**
 * Which words stand where in documents with several fields: for each word and field the documents that have it, and how often. Documents are
 * numbers that count up from 0. A posting takes six bytes.
 */
export class WordIndex {
  #words = new SortedWords();
  /** How much each field counts. */
  readonly #boosts: readonly number[];
  /** By field the different words of each document. */
  #lengths: readonly GrowingNumbers[];
  #averages: Float64Array;
  #count = 0;
  /** Where the postings of each slot, a field of a word, begin in the two columns. */
  #starts = new Uint32Array(1);
  #documents = new Uint32Array(0);
  #occurrences = new Uint16Array(0);
  /** Of those that are not in the columns: slot, document and occurrences, one posting after another. */
  #added = new GrowingNumbers();
  /** The same in twos, by slot, where there are few; null when they were not looked through. */
  #addedBySlot: Map<number, number[]> | null = new Map();
  /** By field, kept until its mean length is another one. */
  readonly #frequencies: Frequencies[] = [];

  /** @param boosts how much each field counts */
  constructor(boosts: readonly number[]) {
    this.#boosts = boosts;
    this.#averages = new Float64Array(boosts.length);
    this.#lengths = boosts.map(() => new GrowingNumbers());
  }

  /** What `write` wrote of an index with the same boosts. @throws Error where something else is read */
  static async read(boosts: readonly number[], from: ColumnReader, rest: Rest): Promise<WordIndex> {
    const index = new WordIndex(boosts);
    index.#words = await SortedWords.read(from, rest);
    index.#lengths = boosts.map(() => GrowingNumbers.of(from.take(Uint32Array)));
    index.#averages = from.take(Float64Array);
    index.#count = index.#lengths[0]!.length;
    index.#starts = from.take(Uint32Array);
    index.#documents = from.take(Uint32Array);
    index.#occurrences = from.take(Uint16Array);
    index.#added = GrowingNumbers.of(from.take(Uint32Array));
    index.#addedBySlot = index.#groupAdded();
    return index;
  }

  write(to: ColumnWriter): void {
    this.#words.write(to);
    for (const lengths of this.#lengths) to.put(lengths.all);
    to.put(this.#averages.slice());
    for (const column of [this.#starts, this.#documents, this.#occurrences, this.#added.all]) to.put(column);
  }

  /** The number of a word, counted up from 0; undefined for one that no document has. */
  numberOf(word: string): number | undefined {
    return this.#words.numberOf(word);
  }

  /** How many documents there are. */
  get count(): number {
    return this.#count;
  }

  /** Adds a document. @param fields the words of each field; null for a field that it lacks, which has no length */
  add(fields: ReadonlyArray<readonly string[] | null>): void {
    const document = this.#count++;
    const occurrences = new Map<number, number>();
    for (const [field, words] of fields.entries()) {
      occurrences.clear();
      for (const word of words ?? []) {
        const number = this.#words.add(word);
        occurrences.set(number, (occurrences.get(number) ?? 0) + 1);
      }
      this.#lengths[field]!.push(occurrences.size);
      // A mean over documents, in which fields that are lacking leave the mean as it is.
      if (words !== null)
        this.#averages[field] = (this.#averages[field]! * document + occurrences.size) / (document + 1);
      for (const [number, times] of occurrences) {
        this.#added.push(this.#slotOf(number, field));
        this.#added.push(document);
        this.#added.push(Math.min(times, MOST_OCCURRENCES));
      }
    }
    this.#addedBySlot = null;
  }

  /** Puts what was added in order, so that it is found quickly; to be called after the last of many. */
  async arrange(rest: Rest): Promise<void> {
    const isMuch = this.#added.length / 3 > this.#documents.length * SHARE_OF_NEW;
    if (isMuch) await this.#merge(rest);
    this.#addedBySlot = this.#groupAdded();
    await this.#words.arrange(rest);
  }

  /** Whether some word begins with this. */
  hasBeginning(text: string): boolean {
    return this.#words.beginningWith(text).length > 0;
  }

  /** The words that are at most so many letters away from a text. */
  wordsNear(text: string, most: number): Array<{ readonly word: string; readonly distance: number }> {
    return this.#words.near(text, most).map(({ number, distance }) => ({ word: this.#words.word(number), distance }));
  }

  /**
   * Adds to the score of each document how well it has a word; 0 stays where it has nothing like it.
   *
   * @param scores by document
   * @param fields how many of the first fields count; all unless given
   */
  score(
    word: string,
    { isBeginning, mostWrong }: WordOptions,
    scores: Float64Array,
    fields = this.#boosts.length,
  ): void {
    const number = this.#words.numberOf(word);
    if (number !== undefined) this.#scoreWord(number, 1, scores, fields);
    const longer = isBeginning ? this.#words.beginningWith(word) : [];
    for (const other of longer) {
      const { length } = this.#words.word(other);
      const distance = length - word.length;
      if (distance === 0) continue;
      this.#scoreWord(other, (WEIGHT.beginning * length) / (length + WEIGHT_OF_A_LETTER * distance), scores, fields);
    }
    for (const { number: other, distance } of this.#wrong(word, mostWrong)) {
      const known = this.#words.word(other);
      if (distance === 0 || (isBeginning && known.startsWith(word))) continue;
      this.#scoreWord(other, (WEIGHT.wrong * known.length) / (known.length + distance), scores, fields);
    }
  }

  #wrong(word: string, most: number): readonly NearWord[] {
    return most === 0 ? [] : this.#words.near(word, most);
  }

  #scoreWord(word: number, weight: number, scores: Float64Array, fields: number): void {
    for (let field = 0; field < fields; field++) {
      const slot = this.#slotOf(word, field);
      const [from, to] = [
        this.#starts[slot] ?? this.#documents.length,
        this.#starts[slot + 1] ?? this.#documents.length,
      ];
      const added = (this.#addedBySlot ??= this.#groupAdded()).get(slot) ?? [];
      const matching = to - from + added.length / 2;
      if (matching === 0) continue;
      const rarity = Math.log(1 + (this.#count - matching + 0.5) / (matching + 0.5));
      const weightOfField = weight * this.#boosts[field]!;
      const telling = {
        frequencies: this.#frequenciesOf(field),
        lengths: this.#lengths[field]!.all,
        weight: weightOfField,
        rarity,
      };
      addScores(this.#documents.subarray(from, to), this.#occurrences.subarray(from, to), telling, scores);
      if (added.length === 0) continue;
      const [addedDocuments, addedOccurrences] = [0, 1].map((odd) => added.filter((_, at) => at % 2 === odd));
      addScores(Uint32Array.from(addedDocuments!), Uint16Array.from(addedOccurrences!), telling, scores);
    }
  }

  #frequenciesOf(field: number): Frequencies {
    const average = this.#averages[field]!;
    const known = this.#frequencies[field];
    return known?.average === average ? known : (this.#frequencies[field] = new Frequencies(average));
  }

  #slotOf(word: number, field: number): number {
    return word * this.#boosts.length + field;
  }

  #groupAdded(): Map<number, number[]> {
    const bySlot = new Map<number, number[]>();
    const added = this.#added.all;
    for (let at = 0; at < added.length; at += 3) {
      const [slot, document, occurrences] = [added[at]!, added[at + 1]!, added[at + 2]!];
      const known = bySlot.get(slot);
      if (known === undefined) bySlot.set(slot, [document, occurrences]);
      else known.push(document, occurrences);
    }
    return bySlot;
  }

  /** Makes the two columns anew, with what was added: postings are counted, and then put where they belong, in two passes. */
  async #merge(rest: Rest): Promise<void> {
    const slots = this.#words.count * this.#boosts.length;
    const [starts, documents, occurrences, added] = [this.#starts, this.#documents, this.#occurrences, this.#added.all];
    const merged = new Uint32Array(slots + 1);
    for (let slot = 0; slot + 1 < starts.length; slot++) merged[slot + 1] = starts[slot + 1]! - starts[slot]!;
    for (let at = 0; at < added.length; at += 3) merged[added[at]! + 1]!++;
    for (let slot = 0; slot < slots; slot++) merged[slot + 1]! += merged[slot]!;
    const ends = merged.slice();
    const mergedDocuments = new Uint32Array(merged[slots]!);
    const mergedOccurrences = new Uint16Array(merged[slots]!);
    for (let slot = 0; slot + 1 < starts.length; slot++) {
      const [from, to] = [starts[slot]!, starts[slot + 1]!];
      mergedDocuments.set(documents.subarray(from, to), ends[slot]);
      mergedOccurrences.set(occurrences.subarray(from, to), ends[slot]);
      ends[slot] = ends[slot]! + to - from;
    }
    for (let at = 0; at < added.length; at += 3) {
      if (at % (3 * PIECE) === 0) await rest();
      const place = ends[added[at]!]!++;
      mergedDocuments[place] = added[at + 1]!;
      mergedOccurrences[place] = added[at + 2]!;
    }
    this.#starts = merged;
    this.#documents = mergedDocuments;
    this.#occurrences = mergedOccurrences;
    this.#added = new GrowingNumbers();
  }
}

/** What the postings of a field of a word tell. */
interface Telling {
  readonly frequencies: Frequencies;
  /** Of the field, by document. */
  readonly lengths: Uint32Array;
  readonly weight: number;
  readonly rarity: number;
}

/** A function of its own, in which the engine holds what it reads: a word that all documents have has as many postings in each field. */
function addScores(
  documents: Uint32Array,
  occurrences: Uint16Array,
  { frequencies, lengths, weight, rarity }: Telling,
  scores: Float64Array,
): void {
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at]!;
    const frequency = frequencies.of(occurrences[at]!, lengths[document]!);
    scores[document] = scores[document]! + weight * (rarity * (BM25.d + frequency));
  }
}

/** What occurrences in a field of some length are worth, by how long the field is in the mean. */
class Frequencies {
  readonly average: number;
  /** NaN until it is asked for. */
  readonly #known = new Float64Array(KNOWN_OCCURRENCES * KNOWN_LENGTHS).fill(NaN);

  constructor(average: number) {
    this.average = average;
  }

  of(occurrences: number, length: number): number {
    if (occurrences >= KNOWN_OCCURRENCES || length >= KNOWN_LENGTHS) return this.#compute(occurrences, length);
    const place = occurrences * KNOWN_LENGTHS + length;
    const known = this.#known[place]!;
    return Number.isNaN(known) ? (this.#known[place] = this.#compute(occurrences, length)) : known;
  }

  #compute(occurrences: number, length: number): number {
    const { k, b } = BM25;
    return (occurrences * (k + 1)) / (occurrences + k * (1 - b + (b * length) / this.average));
  }
}
