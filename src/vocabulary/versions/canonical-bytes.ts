import type { Moved } from '../../rdf/triple-lines.ts';
import { TripleLineWriter } from '../../rdf/triple-lines.ts';
import type { Steps } from '../steps.ts';
import type { TripleTable } from '../triple-table.ts';
import { CanonicalTerms } from './canonical-terms.ts';
import { plainBytes } from './escaped-bytes.ts';
import { beginsBlock } from './version-blocks.ts';

const PIECE_BYTES = 256 * 1024;
/** The two spaces, the point with a space before it and the line end. */
const LINE_BYTES = 5;
/** Of so few triples insertion is the quickest way to order. */
const FEW = 32;
const [SPACE, POINT, LINE_END] = [0x20, 0x2e, 0x0a] as const;
/** So many subjects are put in order, and merged, in a step. */
const RUN = 1024;
/** Terms whose place in the piece is remembered, a power of 2: subjects, types and units stand again and again. */
const REMEMBERED = 4096;

/**
 * The triples of a table as lines of canonical N-Triples, sorted, in UTF-8. Bytes are copied: as strings the lines would be three times as much
 * garbage as text.
 */
export class CanonicalText {
  readonly #table: TripleTable;
  readonly #terms: CanonicalTerms;
  readonly #names: readonly Uint8Array[];
  /** The place of each property among all, by its number. */
  readonly #ranks: Uint32Array;
  readonly #writer: PieceWriter;
  /** A subject as it is written. */
  #subject = new Uint8Array(1024);

  /** @param moved where IRIs are written below another address */
  constructor(table: TripleTable, moved: Moved) {
    this.#table = table;
    this.#terms = new CanonicalTerms(table.terms, moved);
    const writer = new TripleLineWriter(moved);
    const names = table.columns.properties.map((name) => writer.iri(name));
    this.#names = names.map(plainBytes);
    this.#ranks = ranksOf(names);
    this.#writer = new PieceWriter(this.#terms, this.#names);
  }

  /** The subjects in the order of their lines, as numbers of terms. */
  *subjects(): Steps<Uint32Array> {
    return yield* sorted(this.#table.columns.subject, (one, other) => this.isBefore(one, other));
  }

  /** The place of the first of these subjects that does not come before one. */
  placeAmong(subjects: Uint32Array, subject: number): number {
    let [low, high] = [0, subjects.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.isBefore(subjects[middle]!, subject)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether a block of the text begins with the lines of a subject. */
  beginsBlock(subject: number): boolean {
    const most = this.#terms.mostBytes(subject);
    if (most > this.#subject.length) this.#subject = new Uint8Array(most);
    return beginsBlock(this.#subject, 0, this.#terms.write(subject, this.#subject, 0));
  }

  /**
   * The lines of subjects, as pieces of whole lines, each of which holds only until the next one is asked for. One walk at a time: all write
   * into one memory.
   *
   * @param subjects as `subjects()` has them
   * @param first the place of the first one that is written
   * @param last the place behind the last one
   */
  *pieces(subjects: Uint32Array, first = 0, last = subjects.length): Generator<Uint8Array> {
    const { starts, property, object } = this.#table.columns;
    const writer = this.#writer;
    writer.begin(0);
    const isBefore = (a: number, b: number): boolean => {
      const [rank, other] = [this.#ranks[property[a]!]!, this.#ranks[property[b]!]!];
      return rank === other ? this.isBefore(object[a]!, object[b]!) : rank < other;
    };
    let ordered = new Uint32Array(FEW);
    for (let at = first; at < last; at++) {
      const subject = subjects[at]!;
      const place = this.#table.placeOf(subject)!;
      const [from, end] = [starts[place]!, starts[place + 1]!];
      if (end - from > ordered.length) ordered = new Uint32Array(end - from);
      order(ordered, from, end, isBefore);
      for (let i = 0; i < end - from; i++) {
        const triple = ordered[i]!;
        const most = writer.mostBytes(subject, property[triple]!, object[triple]!);
        if (!writer.hasRoomFor(most)) {
          if (writer.bytes.length > 0) yield writer.bytes;
          writer.begin(most);
        }
        writer.line(subject, property[triple]!, object[triple]!);
      }
    }
    if (writer.bytes.length > 0) yield writer.bytes;
  }

  /** Whether the lines of a subject come before those of another one. */
  isBefore(one: number, other: number): boolean {
    return this.#terms.isBefore(one, other);
  }
}

/** Writes lines into one piece after another. What stands in the piece already is copied from there, which takes a tenth of the time. */
class PieceWriter {
  readonly #terms: CanonicalTerms;
  readonly #names: readonly Uint8Array[];
  #piece = new Uint8Array(PIECE_BYTES);
  #at = 0;
  /** Of the terms that were written last, their numbers, and where they stand; -1 for none. */
  readonly #numbers = new Int32Array(REMEMBERED).fill(-1);
  readonly #starts = new Uint32Array(REMEMBERED);
  readonly #ends = new Uint32Array(REMEMBERED);
  /** Where names of properties stand; -1 for nowhere. */
  readonly #nameStarts: Int32Array;

  constructor(terms: CanonicalTerms, names: readonly Uint8Array[]) {
    this.#terms = terms;
    this.#names = names;
    this.#nameStarts = new Int32Array(names.length).fill(-1);
  }

  get bytes(): Uint8Array {
    return this.#piece.subarray(0, this.#at);
  }

  hasRoomFor(bytes: number): boolean {
    return this.#at + bytes <= this.#piece.length;
  }

  /** Begins a piece that has room for so many bytes. */
  begin(bytes: number): void {
    if (bytes > this.#piece.length) this.#piece = new Uint8Array(bytes);
    this.#at = 0;
    this.#numbers.fill(-1);
    this.#nameStarts.fill(-1);
  }

  mostBytes(subject: number, property: number, object: number): number {
    return this.#terms.mostBytes(subject) + this.#names[property]!.length + this.#terms.mostBytes(object) + LINE_BYTES;
  }

  line(subject: number, property: number, object: number): void {
    this.#writeTerm(subject);
    this.#piece[this.#at++] = SPACE;
    this.#writeName(property);
    this.#piece[this.#at++] = SPACE;
    this.#writeTerm(object);
    this.#piece[this.#at++] = SPACE;
    this.#piece[this.#at++] = POINT;
    this.#piece[this.#at++] = LINE_END;
  }

  #writeTerm(number: number): void {
    const slot = number & (REMEMBERED - 1);
    if (this.#numbers[slot] === number) {
      const [start, end] = [this.#starts[slot]!, this.#ends[slot]!];
      this.#piece.copyWithin(this.#at, start, end);
      this.#at += end - start;
      return;
    }
    this.#numbers[slot] = number;
    this.#starts[slot] = this.#at;
    this.#ends[slot] = this.#at = this.#terms.write(number, this.#piece, this.#at);
  }

  #writeName(property: number): void {
    const { length } = this.#names[property]!;
    const start = this.#nameStarts[property]!;
    if (start >= 0) this.#piece.copyWithin(this.#at, start, start + length);
    else this.#piece.set(this.#names[property]!, (this.#nameStarts[property] = this.#at));
    this.#at += length;
  }
}

/** Numbers in order. They nearly are: neighbouring runs are merged where the one does not end before the other begins. */
function* sorted(numbers: Uint32Array, isBefore: (one: number, other: number) => boolean): Steps<Uint32Array> {
  let from = numbers.slice();
  let to = new Uint32Array(numbers.length);
  for (let start = 0; start < from.length; start += RUN) {
    const run = from.subarray(start, start + RUN);
    run.set(Array.from(run).sort((one, other) => (isBefore(one, other) ? -1 : 1)));
    yield;
  }
  for (let run = RUN; run < from.length; run *= 2) {
    for (let start = 0; start < from.length; start += 2 * run) {
      const [middle, end] = [Math.min(start + run, from.length), Math.min(start + 2 * run, from.length)];
      let [left, right] = [start, middle];
      const isOrdered = middle === end || isBefore(from[middle - 1]!, from[middle]!);
      for (let at = start; at < end; at++) {
        const isLeft = left < middle && (isOrdered || right === end || !isBefore(from[right]!, from[left]!));
        to[at] = from[isLeft ? left++ : right++]!;
        if (at % RUN === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The place of each name among all. */
function ranksOf(names: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(names.length);
  const sorted = Array.from(names.keys()).sort((a, b) => (names[a]! < names[b]! ? -1 : 1));
  for (const [rank, number] of sorted.entries()) ranks[number] = rank;
  return ranks;
}

/** Writes the numbers from one to another into `to`, in order. */
function order(to: Uint32Array, from: number, end: number, isBefore: (a: number, b: number) => boolean): void {
  const count = end - from;
  if (count > FEW) {
    to.set(Array.from({ length: count }, (_, i) => from + i).sort((a, b) => (isBefore(a, b) ? -1 : 1)));
    return;
  }
  for (let i = 0; i < count; i++) {
    let place = i;
    for (; place > 0 && isBefore(from + i, to[place - 1]!); place--) to[place] = to[place - 1]!;
    to[place] = from + i;
  }
}
