import { TripleLineWriter, type Moved } from '../../rdf/triple-lines.ts';
import type { TermColumns } from '../term-columns.ts';
import type { TermList } from '../term-list.ts';
import { copy, copyEscaped, ESCAPE_BYTES, IS_ODD, plainBytes } from './escaped-bytes.ts';

const [QUOTE, IRI_END, BACKSLASH] = [0x22, 0x3e, 0x5c] as const;
/** Bytes from here begin characters that strings order otherwise than their bytes, or that may be escaped. */
const FIRST_OF_ODD = 0xee;
const FIRST_OF_LATER = 0x80;

/** What stands around the text of a kind of terms. */
interface Frame {
  readonly isIri: boolean;
  readonly isLiteral: boolean;
  readonly before: Uint8Array;
  readonly behind: Uint8Array;
  readonly behindText: string;
}

/** Where the text of a term is; one object for all that are looked at. */
interface View {
  frame: Frame;
  texts: Uint8Array;
  start: number;
  end: number;
}

/** Terms that lie together, by numbers from the first one. */
interface Part extends Omit<TermColumns, 'kinds'> {
  readonly first: number;
  /** By the numbers of kinds. */
  readonly frames: readonly Frame[];
}

/** The terms of a table as canonical N-Triples have them, copied from their bytes: as strings they would be garbage several times as long. */
export class CanonicalTerms {
  readonly #terms: TermList;
  readonly #parts: readonly Part[];
  readonly #writer: TripleLineWriter;
  readonly #from: Uint8Array;
  readonly #to: Uint8Array;
  readonly #one: View = emptyView();
  readonly #other: View = emptyView();

  constructor(terms: TermList, moved: Moved) {
    this.#terms = terms;
    this.#writer = new TripleLineWriter(moved);
    this.#from = plainBytes(`${moved.from}/`);
    this.#to = plainBytes(`${moved.to}/`);
    let first = 0;
    this.#parts = terms.parts.map((columns) => {
      const { texts, ends, kindsOfTerms } = columns;
      const frames = columns.kinds.map((kind) => this.#frameOf(kind));
      const part = {
        first,
        texts: new Uint8Array(texts.buffer, texts.byteOffset, texts.length),
        ends,
        kindsOfTerms,
        frames,
      };
      first += ends.length;
      return part;
    });
  }

  /** No term is longer as it is written. */
  mostBytes(number: number): number {
    const { frame, start, end } = this.#look(number, this.#one);
    const { before, behind, isLiteral } = frame;
    return before.length + (end - start) * (isLiteral ? ESCAPE_BYTES : 1) + this.#to.length + behind.length;
  }

  /** Returns where what is written ends. */
  write(number: number, to: Uint8Array, at: number): number {
    const { frame, texts, start, end } = this.#look(number, this.#one);
    let place = copy(frame.before, 0, frame.before.length, to, at);
    if (frame.isLiteral) place = copyEscaped(texts, start, end, to, place);
    else if (frame.isIri && this.#isMoved(texts, start, end)) {
      place = copy(this.#to, 0, this.#to.length, to, place);
      place = copy(texts, start + this.#from.length, end, to, place);
    } else place = copy(texts, start, end, to, place);
    return copy(frame.behind, 0, frame.behind.length, to, place);
  }

  /** Whether a term comes before another one, as their written forms are compared as strings. */
  isBefore(number: number, otherNumber: number): boolean {
    const one = this.#look(number, this.#one);
    const other = this.#look(otherNumber, this.#other);
    if (one.frame !== other.frame && !(one.frame.isLiteral && other.frame.isLiteral))
      return this.#isBeforeAsText(number, otherNumber);
    let [at, otherAt] = [one.start, other.start];
    while (at < one.end && otherAt < other.end && one.texts[at] === other.texts[otherAt]) {
      at++;
      otherAt++;
    }
    const [isOver, isOtherOver] = [at === one.end, otherAt === other.end];
    if (isOver && isOtherOver) return one.frame.behindText < other.frame.behindText;
    const byte = isOver ? -1 : one.texts[at]!;
    const otherByte = isOtherOver ? -1 : other.texts[otherAt]!;
    // IRIs that differ in their beginning may be moved, one of them.
    const isWithinMoved = one.frame.isIri && at - one.start < this.#from.length;
    if (isWithinMoved || isOdd(one, at, byte) || isOdd(other, otherAt, otherByte))
      return this.#isBeforeAsText(number, otherNumber);
    return rankOf(byte, one.frame) < rankOf(otherByte, other.frame);
  }

  #isBeforeAsText(number: number, other: number): boolean {
    return this.#writer.term(this.#terms.at(number)) < this.#writer.term(this.#terms.at(other));
  }

  #frameOf(kind: TermColumns['kinds'][number]): Frame {
    const [before, behind] =
      kind.type === 'uri'
        ? ['<', '>']
        : kind.type === 'bnode'
          ? ['_:', '']
          : ['"', this.#writer.term({ ...kind, value: '' }).slice(1)];
    return {
      isIri: kind.type === 'uri',
      isLiteral: kind.type === 'literal',
      before: plainBytes(before),
      behind: plainBytes(behind),
      behindText: behind,
    };
  }

  #look(number: number, view: View): View {
    let at = this.#parts.length - 1;
    while (at > 0 && number < this.#parts[at]!.first) at--;
    const { first, texts, ends, kindsOfTerms, frames } = this.#parts[at]!;
    const place = number - first;
    view.frame = frames[kindsOfTerms[place]!]!;
    view.texts = texts;
    view.start = place === 0 ? 0 : ends[place - 1]!;
    view.end = ends[place]!;
    return view;
  }

  #isMoved(texts: Uint8Array, start: number, end: number): boolean {
    const from = this.#from;
    if (end - start < from.length) return false;
    for (let i = 0; i < from.length; i++) if (texts[start + i] !== from[i]) return false;
    return true;
  }
}

function emptyView(): View {
  const frame = { isIri: false, isLiteral: false, before: new Uint8Array(), behind: new Uint8Array(), behindText: '' };
  return { frame, texts: new Uint8Array(), start: 0, end: 0 };
}

/** By what a term is ordered where it differs from another one: what stands there when it is written. */
function rankOf(byte: number, { isLiteral, isIri }: Frame): number {
  if (byte < 0) return isIri ? IRI_END : isLiteral ? QUOTE : -1;
  return isLiteral && IS_ODD[byte] === 1 ? BACKSLASH : byte;
}

/** Whether the bytes alone do not tell how strings are ordered here. */
function isOdd({ frame, texts, start }: View, at: number, byte: number): boolean {
  if (byte < 0) return false;
  if (byte < FIRST_OF_LATER) return frame.isLiteral && IS_ODD[byte] === 1;
  let first = at;
  while (first > start && (texts[first]! & 0xc0) === FIRST_OF_LATER) first--;
  return texts[first]! >= FIRST_OF_ODD;
}
