import { TripleLineWriter, type Moved } from '../../rdf/triple-lines.ts';
import type { TripleTable } from '../triple-table.ts';

const PIECE_BYTES = 256 * 1024;
/** The two spaces, the point with a space before it and the line end. */
const LINE_BYTES = 5;
/** Of so few triples insertion is the quickest way to order. */
const FEW = 32;
const [SPACE, POINT, LINE_END] = [0x20, 0x2e, 0x0a] as const;

/**
 * The triples as lines of canonical N-Triples, sorted, in UTF-8. Each term is written once, and lines are put together of bytes: as strings they
 * would be three times as much garbage as text.
 *
 * @param moved where IRIs are written below another address
 * @returns pieces of whole lines, each of which holds only until the next one is asked for
 */
export function* canonicalBytes(table: TripleTable, moved: Moved): Generator<Uint8Array> {
  const { properties, subject, starts, property, object } = table.columns;
  const writer = new TripleLineWriter(moved);
  const texts = Array.from(table.terms, (term) => writer.term(term));
  const names = properties.map((name) => writer.iri(name));
  const written = new WrittenTexts(texts);
  const writtenNames = new WrittenTexts(names);
  const ranks = ranksOf(names);
  const isBefore = (a: number, b: number): boolean => {
    const [rank, other] = [ranks[property[a]!]!, ranks[property[b]!]!];
    return rank === other ? texts[object[a]!]! < texts[object[b]!]! : rank < other;
  };
  // Nearly in this order already.
  const places = Array.from(subject.keys()).sort((a, b) => (texts[subject[a]!]! < texts[subject[b]!]! ? -1 : 1));
  const largest = places.reduce((most, place) => Math.max(most, starts[place + 1]! - starts[place]!), 0);
  const ordered = new Uint32Array(largest);
  let piece = new Uint8Array(PIECE_BYTES);
  let at = 0;
  for (const place of places) {
    const subjectNumber = subject[place]!;
    const count = order(ordered, starts[place]!, starts[place + 1]!, isBefore);
    for (let i = 0; i < count; i++) {
      const triple = ordered[i]!;
      const [name, objectNumber] = [property[triple]!, object[triple]!];
      const length =
        written.lengthOf(subjectNumber) + writtenNames.lengthOf(name) + written.lengthOf(objectNumber) + LINE_BYTES;
      if (at + length > piece.length) {
        if (at > 0) yield piece.subarray(0, at);
        at = 0;
        if (length > piece.length) piece = new Uint8Array(length);
      }
      at = written.copy(subjectNumber, piece, at);
      piece[at++] = SPACE;
      at = writtenNames.copy(name, piece, at);
      piece[at++] = SPACE;
      at = written.copy(objectNumber, piece, at);
      piece[at++] = SPACE;
      piece[at++] = POINT;
      piece[at++] = LINE_END;
    }
  }
  if (at > 0) yield piece.subarray(0, at);
}

/** Texts in UTF-8, one behind the other. */
class WrittenTexts {
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;

  constructor(texts: readonly string[]) {
    this.#starts = new Uint32Array(texts.length + 1);
    let length = 0;
    for (const [number, text] of texts.entries()) this.#starts[number + 1] = length += Buffer.byteLength(text);
    this.#bytes = Buffer.allocUnsafeSlow(length);
    for (const [number, text] of texts.entries()) this.#bytes.write(text, this.#starts[number]!);
  }

  lengthOf(number: number): number {
    return this.#starts[number + 1]! - this.#starts[number]!;
  }

  /** Returns where the copy ends. Most are of 20 to 80 bytes, for which a call of the engine takes longer than this. */
  copy(number: number, to: Uint8Array, at: number): number {
    const bytes = this.#bytes;
    const end = this.#starts[number + 1]!;
    let place = at;
    for (let i = this.#starts[number]!; i < end; i++) to[place++] = bytes[i]!;
    return place;
  }
}

/** The place of each name among all. */
function ranksOf(names: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(names.length);
  const sorted = Array.from(names.keys()).sort((a, b) => (names[a]! < names[b]! ? -1 : 1));
  for (const [rank, number] of sorted.entries()) ranks[number] = rank;
  return ranks;
}

/** Writes the numbers from one to another into `to`, in order, and returns how many they are. */
function order(to: Uint32Array, from: number, end: number, isBefore: (a: number, b: number) => boolean): number {
  const count = end - from;
  if (count > FEW) {
    const numbers = Array.from({ length: count }, (_, i) => from + i).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    to.set(numbers);
    return count;
  }
  for (let i = 0; i < count; i++) {
    let place = i;
    for (; place > 0 && isBefore(from + i, to[place - 1]!); place--) to[place] = to[place - 1]!;
    to[place] = from + i;
  }
  return count;
}
