// One thing, though long: postings in columns, how they are put in order, and how words are scored by them.
import { GrowingNumbers } from '../growing-numbers.ts';
import type { DocumentScores } from './document-scores.ts';
import type { ColumnReader, ColumnWriter } from './kept-columns.ts';
import {
  addScores,
  bestOfDocuments,
  Frequencies,
  groupBySlot,
  Rarities,
  type Field,
  type Postings,
  type SlotPostings,
} from './postings.ts';
import { MOST_LETTERS, SortedWords, type NearWord } from './sorted-words.ts';
import type { Rest } from '../thread-slices.ts';

/** What is looked for besides the word itself. */
export interface WordOptions {
  /** Words that begin with it count, too. */
  readonly isBeginning: boolean;
  /** How many letters may be wrong. */
  readonly mostWrong: number;
}

/** How much a word counts that another one begins, and one with letters wrong; with the distance it becomes less. */
const WEIGHT = { beginning: 0.375, wrong: 0.45 };
const WEIGHT_OF_A_LETTER = 0.3;

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
  /** By the number of a word its place in the columns, which goes by the alphabet, so that words that begin alike are read in one pass. Those that came later have none. */
  #ranks = new Uint32Array(0);
  /** By place and field where the postings of a word begin in the two columns. */
  #starts = new Uint32Array(1);
  #documents = new Uint32Array(0);
  #occurrences = new Uint16Array(0);
  /** Of those that are not in the columns: slot, document and occurrences, one posting after another. */
  #added = new GrowingNumbers();
  /** The same by slot, where there are few; null when they were not looked through. */
  #addedBySlot: SlotPostings | null = null;
  /** By field, kept until its mean length is another one. */
  readonly #frequencies: Frequencies[] = [];
  /** Kept until documents come. */
  #rarities = new Rarities(0);

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
    index.#ranks = from.take(Uint32Array);
    index.#starts = from.take(Uint32Array);
    index.#documents = from.take(Uint32Array);
    index.#occurrences = from.take(Uint16Array);
    index.#added = GrowingNumbers.of(from.take(Uint32Array));
    index.#groupAdded();
    return index;
  }

  write(to: ColumnWriter): void {
    this.#words.write(to);
    for (const lengths of this.#lengths) to.put(lengths.all);
    to.put(this.#averages.slice());
    for (const column of [this.#ranks, this.#starts, this.#documents, this.#occurrences, this.#added.all])
      to.put(column);
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
    await this.#words.arrange(rest);
    const isMuch = this.#added.length / 3 > this.#documents.length * SHARE_OF_NEW;
    if (isMuch) await this.#merge(rest);
    this.#addedBySlot = null;
    this.#groupAdded();
  }

  #groupAdded(): SlotPostings {
    return (this.#addedBySlot ??= groupBySlot(this.#added.all, this.#words.count, this.#boosts.length));
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
   * @param fields how many of the first fields count; all unless given
   */
  score(
    word: string,
    { isBeginning, mostWrong }: WordOptions,
    scores: DocumentScores,
    fields = this.#boosts.length,
  ): void {
    const told = this.#boosts.slice(0, fields).map((boost, field) => ({
      boost,
      frequencies: this.#frequenciesOf(field),
      lengths: this.#lengths[field]!.all,
    }));
    const sources: Sources = {
      fields: told,
      postings: { documents: this.#documents, occurrences: this.#occurrences },
      added: this.#groupAdded(),
      rarities: this.#rarities.count === this.#count ? this.#rarities : (this.#rarities = new Rarities(this.#count)),
    };
    const number = this.#words.numberOf(word);
    if (number !== undefined) this.#scoreWord(number, 1, sources, scores);
    if (isBeginning) this.#scoreLonger(word, sources, scores);
    for (const { number: other, distance } of this.#wrong(word, mostWrong)) {
      const known = this.#words.word(other);
      if (distance === 0 || (isBeginning && known.startsWith(word))) continue;
      this.#scoreWord(other, (WEIGHT.wrong * known.length) / (known.length + distance), sources, scores);
    }
  }

  /** The best score of the documents that have exactly this word in one of the first fields; 0 where none has. */
  bestScore(word: string, { scores }: DocumentScores, fields: number): number {
    const number = this.#words.numberOf(word);
    if (number === undefined) return 0;
    const added = this.#groupAdded();
    let best = 0;
    for (let field = 0; field < fields; field++) {
      const { from, to } = this.#merged(number, field);
      best = Math.max(best, bestOfDocuments(scores, this.#documents, from, to));
      const more = added.ranges.get(this.#slotOf(number, field));
      if (more !== undefined)
        best = Math.max(best, bestOfDocuments(scores, added.postings.documents, more.from, more.to));
    }
    return best;
  }

  #wrong(word: string, most: number): readonly NearWord[] {
    return most === 0 ? [] : this.#words.near(word, most);
  }

  /** Scores the longer words that begin with this one, of which there may be as many as there are documents: nothing is made for one of them. */
  #scoreLonger(word: string, sources: Sources, scores: DocumentScores): void {
    const { numbers, lengths } = this.#words.lengthsOfBeginningWith(word);
    const weights = new Float64Array(MOST_LETTERS);
    for (let length = word.length; length < MOST_LETTERS; length++) weights[length] = weightOfLonger(word, length);
    // The word itself stands before those that are longer.
    let at = numbers.length > 0 && this.#words.word(numbers[0]!) === word ? 1 : 0;
    for (;;) {
      at = this.#scorePlain(numbers, lengths, weights, at, sources, scores);
      if (at === numbers.length) return;
      const other = numbers[at++]!;
      this.#scoreWord(other, weightOfLonger(word, this.#words.word(other).length), sources, scores);
    }
  }

  /**
   * A function of its own, in which the engine holds what it reads. It stops before a very long word, and before one that has postings beside the columns.
   *
   * @param weights by length
   * @returns where it stopped
   */
  #scorePlain(
    numbers: Uint32Array,
    lengths: Uint8Array,
    weights: Float64Array,
    first: number,
    { fields, postings, added, rarities }: Sources,
    scores: DocumentScores,
  ): number {
    const [starts, ranks, words, width] = [this.#starts, this.#ranks, added.words, this.#boosts.length];
    let at = first;
    for (; at < numbers.length; at++) {
      const [number, length] = [numbers[at]!, lengths[at]!];
      if (number >= ranks.length || length === MOST_LETTERS || (words !== null && words[number] === 1)) break;
      const slot = ranks[number]! * width;
      let from = starts[slot]!;
      for (let field = 0; field < fields.length; field++) {
        const to = starts[slot + field + 1]!;
        if (to === from) continue;
        addScores(postings, from, to, fields[field]!, weights[length]!, rarities.of(to - from), scores);
        from = to;
      }
    }
    return at;
  }

  #scoreWord(word: number, weight: number, sources: Sources, scores: DocumentScores): void {
    const { fields, postings, added, rarities } = sources;
    for (let field = 0; field < fields.length; field++) {
      const { from, to } = this.#merged(word, field);
      const more = added.words === null ? undefined : added.ranges.get(this.#slotOf(word, field));
      const matching = to - from + (more === undefined ? 0 : more.to - more.from);
      if (matching === 0) continue;
      addScores(postings, from, to, fields[field]!, weight, rarities.of(matching), scores);
      if (more !== undefined)
        addScores(added.postings, more.from, more.to, fields[field]!, weight, rarities.of(matching), scores);
    }
  }

  /** Where the postings of a word and a field stand in the columns; a word that came later has none. */
  #merged(word: number, field: number): { readonly from: number; readonly to: number } {
    const rank = this.#ranks[word];
    if (rank === undefined) return { from: 0, to: 0 };
    const slot = rank * this.#boosts.length + field;
    return { from: this.#starts[slot]!, to: this.#starts[slot + 1]! };
  }

  #frequenciesOf(field: number): Frequencies {
    const average = this.#averages[field]!;
    const known = this.#frequencies[field];
    return known?.average === average ? known : (this.#frequencies[field] = new Frequencies(average));
  }

  #slotOf(word: number, field: number): number {
    return word * this.#boosts.length + field;
  }

  /** Makes the two columns anew, with what was added: postings are counted, and then put where they belong, in two passes. */
  async #merge(rest: Rest): Promise<void> {
    const width = this.#boosts.length;
    const ranks = ranksOf(this.#words.inOrder);
    const slots = ranks.length * width;
    const [known, starts, documents, occurrences] = [this.#ranks, this.#starts, this.#documents, this.#occurrences];
    const added = this.#added.all;
    const slotOf = (addedSlot: number): number => ranks[Math.floor(addedSlot / width)]! * width + (addedSlot % width);
    const merged = new Uint32Array(slots + 1);
    for (let word = 0; word < known.length; word++)
      for (let field = 0; field < width; field++) {
        const from = known[word]! * width + field;
        merged[ranks[word]! * width + field + 1] = starts[from + 1]! - starts[from]!;
      }
    for (let at = 0; at < added.length; at += 3) merged[slotOf(added[at]!) + 1]!++;
    for (let slot = 0; slot < slots; slot++) merged[slot + 1]! += merged[slot]!;
    const ends = merged.slice();
    const mergedDocuments = new Uint32Array(merged[slots]!);
    const mergedOccurrences = new Uint16Array(merged[slots]!);
    for (let word = 0; word < known.length; word++)
      for (let field = 0; field < width; field++) {
        const [from, to] = [starts[known[word]! * width + field]!, starts[known[word]! * width + field + 1]!];
        const slot = ranks[word]! * width + field;
        mergedDocuments.set(documents.subarray(from, to), ends[slot]);
        mergedOccurrences.set(occurrences.subarray(from, to), ends[slot]);
        ends[slot] = ends[slot]! + to - from;
      }
    for (let at = 0; at < added.length; at += 3) {
      if (at % (3 * PIECE) === 0) await rest();
      const place = ends[slotOf(added[at]!)]!++;
      mergedDocuments[place] = added[at + 1]!;
      mergedOccurrences[place] = added[at + 2]!;
    }
    this.#ranks = ranks;
    this.#starts = merged;
    this.#documents = mergedDocuments;
    this.#occurrences = mergedOccurrences;
    this.#added = new GrowingNumbers();
  }
}

/** How much a word of this length counts that begins with a searched one. */
function weightOfLonger(word: string, length: number): number {
  return (WEIGHT.beginning * length) / (length + WEIGHT_OF_A_LETTER * (length - word.length));
}

/** By number its place among numbers, each of which is there once. */
function ranksOf(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const ranks = new Uint32Array(numbers.length);
  for (let rank = 0; rank < numbers.length; rank++) ranks[numbers[rank]!] = rank;
  return ranks;
}

/** What words are scored by. */
interface Sources {
  readonly fields: readonly Field[];
  readonly postings: Postings;
  readonly added: SlotPostings;
  readonly rarities: Rarities;
}
