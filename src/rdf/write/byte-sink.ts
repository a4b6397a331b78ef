import { unfilledMemory } from '../unfilled-memory.ts';
import { copyEights, encodeInto, encodeText, NO_BYTES } from '../utf8.ts';
import type { LiteralTerm, NodeTerm, PredicateTerm } from './terms.ts';

/** Bytes of a chunk, but for one in which a long row is recorded, or a long piece of one is written. Larger chunks were seen to be slower: text is flattened expensively. */
const CHUNK_BYTES = 64 * 1024;

/** The first chunk is small, as most documents are; each next one is larger. */
const FIRST_CHUNK_BYTES = 4 * 1024;
/** Bytes up to which a loop beats a call into `set`, byte by byte and eight at a time. */
const SHORT_PIECE = 16;
const SHORT_COPY = 128;
/** Characters up to which a loop beats a call into an encoder: IRIs are no longer. */
const SHORT_TEXT = 120;

/** Bytes that were written for one row, and where in them stands what another row has otherwise. */
export interface RecordedRow {
  readonly bytes: Uint8Array;
  readonly slots: ReadonlyArray<{
    readonly holds: NodeTerm | LiteralTerm | PredicateTerm;
    readonly start: number;
    readonly end: number;
  }>;
}

/**
 * Takes a chunk of output. It is the taker's to keep, and never touched again, unless the answer is `true`: then the bytes are used,
 * and others may be written over them.
 */
export type TakeChunk = (chunk: Uint8Array) => unknown;

/** Collects output in chunks and hands each over when it is full. */
export class ByteSink {
  /** The document, of which pieces are copied. */
  input: Uint8Array;
  private inputView: DataView;
  private readonly write: TakeChunk;
  /** A chunk that was given back, with its view. */
  private spare: Uint8Array | null = null;
  private spareView: DataView | null = null;
  /** The chunk at hand, and where its next byte goes. Loops that write small pieces may fill it by themselves up to its end. */
  chunk: Uint8Array;
  at = 0;
  /** How often a chunk was handed over: what was written before is not there any more. */
  flushes = 0;
  private chunkView: DataView | null = null;
  private capacity: number;
  private recorded: { holds: RecordedRow['slots'][number]['holds']; start: number; end: number }[] | null = null;
  private recordedFrom = 0;
  private mostRecorded = 0;
  /** The predicate of which a recording tells where the end of its IRI stands, and the bytes of that end. */
  private watched: PredicateTerm | null = null;
  private watchedBytes = 0;

  constructor(input: Uint8Array, write: TakeChunk) {
    this.input = input;
    this.inputView = new DataView(input.buffer, input.byteOffset, input.byteLength);
    this.write = write;
    this.capacity = FIRST_CHUNK_BYTES;
    this.chunk = new Uint8Array(this.capacity);
  }

  /** Goes on with another document. */
  attach(input: Uint8Array, view: DataView): void {
    this.input = input;
    this.inputView = view;
    // What could not be written stays out of the next output.
    this.at = 0;
  }

  /** Of the chunk at hand, to write several bytes at once. */
  get view(): DataView {
    return (this.chunkView ??= new DataView(this.chunk.buffer));
  }

  bytes(bytes: Uint8Array): void {
    const { length } = bytes;
    if (length > this.capacity - this.at) {
      if (length > CHUNK_BYTES && !this.records(length)) return this.writeThrough(bytes);
      this.renew(length);
    }
    const { chunk } = this;
    let to = this.at;
    if (length < SHORT_PIECE) for (let from = 0; from < length; from++) chunk[to++] = bytes[from]!;
    else {
      chunk.set(bytes, to);
      to += length;
    }
    this.at = to;
  }

  /** Hands over a piece that is longer than a chunk. */
  private writeThrough(bytes: Uint8Array): void {
    this.flush();
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES) this.write(bytes.slice(from, from + CHUNK_BYTES));
  }

  /** Writes bytes of the document. */
  copy(start: number, end: number): void {
    const length = end - start;
    if (length > SHORT_COPY || length + 8 > this.capacity - this.at || end + 8 > this.input.length)
      return this.bytes(this.input.subarray(start, end));
    copyEights(this.view, this.at, this.inputView, start, length);
    this.at += length;
  }

  /** Writes the bytes of a `paddedView`. */
  padded(view: DataView): void {
    const length = view.byteLength - 8;
    if (length > SHORT_COPY || length + 8 > this.capacity - this.at)
      return this.bytes(new Uint8Array(view.buffer, 0, length));
    copyEights(this.view, this.at, view, 0, length);
    this.at += length;
  }

  /** Writes once more what stands in the chunk at hand. */
  repeat(start: number, end: number): void {
    const length = end - start;
    const { view, chunk, at } = this;
    if (length + 8 > this.capacity - at) return this.bytes(chunk.slice(start, end));
    copyEights(view, at, view, start, length);
    this.at = at + length;
  }

  byte(byte: number): void {
    if (this.at === this.capacity) this.renew(1);
    this.chunk[this.at++] = byte;
  }

  text(text: string): void {
    if (text.length <= SHORT_TEXT && this.ascii(text)) return;
    // A character takes three bytes at most.
    if (text.length * 3 > CHUNK_BYTES) return this.bytes(encodeText(text));
    this.makeRoom(text.length * 3);
    this.at += encodeInto(text, this.chunk.subarray(this.at));
  }

  /** Writes a short text that is ASCII; false leaves any other as it is. */
  private ascii(text: string): boolean {
    const { length } = text;
    this.makeRoom(length);
    const { chunk, at } = this;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return false;
      chunk[at + i] = code;
    }
    this.at = at + length;
    return true;
  }

  /** A number from 0 in decimal digits. */
  integer(value: number): void {
    this.makeRoom(16);
    let digits = 1;
    for (let bound = 10; bound <= value; bound *= 10) digits++;
    let rest = value;
    for (let to = this.at + digits - 1; to >= this.at; to--) {
      this.chunk[to] = 0x30 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.at += digits;
  }

  /**
   * Begins to record what is written.
   *
   * @param mostBytes of more, nothing is recorded
   * @param watched is in another row another predicate, whose IRI differs in its last bytes
   * @param watchedBytes how many these are
   */
  startRecording(mostBytes: number, watched: PredicateTerm | null = null, watchedBytes = 0): void {
    // A chunk grows for one recording, and is handed over before the next one.
    if (this.at >= CHUNK_BYTES) this.renew(1);
    this.mostRecorded = mostBytes;
    this.watched = watched;
    this.watchedBytes = watchedBytes;
    this.recorded = [];
    this.recordedFrom = this.at;
  }

  /** Ends the recording; null when it was too long. */
  stopRecording(): RecordedRow | null {
    const { recorded, recordedFrom } = this;
    this.recorded = null;
    if (recorded === null) return null;
    return { bytes: this.chunk.slice(recordedFrom, this.at), slots: recorded };
  }

  get isRecording(): boolean {
    return this.recorded !== null;
  }

  /** Tells a recording that the bytes up to `endSlot` are the number of a node or the lexical form of a literal. */
  startSlot(holds: NodeTerm | LiteralTerm): void {
    const at = this.at - this.recordedFrom;
    this.recorded?.push({ holds, start: at, end: at });
  }

  /** Tells a recording that the name of a predicate ended so many bytes ago. */
  notePredicate(predicate: PredicateTerm, bytesAgo: number): void {
    if (this.watched !== predicate) return;
    const end = this.at - bytesAgo - this.recordedFrom;
    this.recorded?.push({ holds: predicate, start: end - this.watchedBytes, end });
  }

  endSlot(): void {
    if (this.recorded !== null) this.recorded[this.recorded.length - 1]!.end = this.at - this.recordedFrom;
  }

  /** Hands over what is left. */
  flush(): void {
    // What is recorded has to stand in one chunk.
    this.recorded = null;
    if (this.at > 0 && this.write(this.chunk.subarray(0, this.at)) === true && this.chunk.length <= CHUNK_BYTES) {
      this.spare = this.chunk;
      this.spareView = this.chunkView;
    }
    this.flushes++;
    this.chunk = NO_BYTES;
    this.chunkView = null;
    this.capacity = 0;
    this.at = 0;
  }

  /** Sees to it that the chunk has room for a piece. */
  makeRoom(bytes: number): void {
    if (bytes > this.capacity - this.at) this.renew(bytes);
  }

  /** Makes room for so many bytes: in a new chunk, or a longer one while a recording has to stand in one. */
  private renew(bytes: number): void {
    if (this.records(bytes)) return this.grow(bytes);
    let capacity = Math.max(this.capacity * 4, FIRST_CHUNK_BYTES);
    while (capacity < bytes) capacity *= 4;
    this.flush();
    const length = Math.max(bytes, Math.min(capacity, CHUNK_BYTES));
    if (this.spare !== null && this.spare.length >= length) {
      this.chunk = this.spare;
      this.chunkView = this.spareView;
    } else this.chunk = new Uint8Array(unfilledMemory(length));
    this.spare = null;
    this.spareView = null;
    this.capacity = this.chunk.length;
  }

  /** True while so many bytes more are recorded. */
  private records(bytes: number): boolean {
    return this.recorded !== null && this.at - this.recordedFrom + bytes <= this.mostRecorded;
  }

  private grow(bytes: number): void {
    const longer = new Uint8Array(unfilledMemory(Math.max(this.capacity * 2, this.at + bytes)));
    longer.set(this.chunk.subarray(0, this.at));
    this.chunk = longer;
    this.chunkView = null;
    this.capacity = longer.length;
  }
}
