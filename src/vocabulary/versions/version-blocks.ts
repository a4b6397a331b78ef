import { createHash, type Hash } from 'node:crypto';

/** One subject in so many begins a block, by its hash: a power of 2. A block of a large vocabulary has some 200 KB. */
const SUBJECTS_A_BLOCK = 256;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const [SPACE, LINE_END] = [0x20, 0x0a] as const;
/** A hash in hex, and the end of its line. */
const LINE_BYTES = 65;
const FIRST_SUBJECT_BYTES = 256;

/**
 * Whether a block begins with a subject, as canonical texts write it. It depends on the subject alone, so that a change of others moves no
 * other block: FNV-1a of 32 bits over its bytes, in which the eight lowest bits of both halves are the same.
 */
export function beginsBlock(written: Uint8Array, start: number, end: number): boolean {
  let hash: number = FNV_OFFSET;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ written[at]!, FNV_PRIME);
  // Its low bits alone are poor.
  return ((hash ^ (hash >>> 16)) & (SUBJECTS_A_BLOCK - 1)) === 0;
}

/** The hashes of blocks, one after another, and the name of the version that they are. */
export class BlockHashes {
  #lines = Buffer.alloc(64 * LINE_BYTES);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** All of them in hex, each in a line: `of` reads them. */
  get bytes(): Uint8Array {
    return this.#lines.subarray(0, this.#count * LINE_BYTES);
  }

  /** Those that `bytes` gave. */
  static of(bytes: Uint8Array): BlockHashes {
    const hashes = new BlockHashes();
    hashes.#lines = Buffer.from(bytes);
    hashes.#count = bytes.length / LINE_BYTES;
    return hashes;
  }

  add(block: Hash): void {
    this.#reserve(1);
    this.#lines.write(`${block.digest('hex')}\n`, this.#count++ * LINE_BYTES, 'latin1');
  }

  /** Adds some of those of others. */
  copy(others: BlockHashes, from: number, to: number): void {
    this.#reserve(to - from);
    others.#lines.copy(this.#lines, this.#count * LINE_BYTES, from * LINE_BYTES, to * LINE_BYTES);
    this.#count += to - from;
  }

  /** SHA-256, in hex, of all of them in hex, each in a line. */
  name(): string {
    return createHash('sha256').update(this.bytes).digest('hex');
  }

  #reserve(count: number): void {
    const needed = (this.#count + count) * LINE_BYTES;
    if (needed <= this.#lines.length) return;
    const lines = Buffer.alloc(Math.max(needed, this.#lines.length * 2));
    this.#lines.copy(lines);
    this.#lines = lines;
  }
}

/** Names the version of a canonical text that comes in pieces of any length. */
export class TextNames {
  readonly #whole = createHash('sha256');
  readonly #blocks = new BlockHashes();
  #block = createHash('sha256');
  /** The subject of the last line, with the space behind it, in memory for all of them: a text has tens of thousands. */
  #subject = new Uint8Array(FIRST_SUBJECT_BYTES);
  #subjectLength = 0;
  #hasText = false;
  /** What came of a line whose end did not. */
  #rest: Uint8Array = new Uint8Array();

  add(piece: Uint8Array): void {
    this.#whole.update(piece);
    const end = piece.lastIndexOf(LINE_END) + 1;
    if (end === 0) {
      this.#rest = this.#withRest(piece);
      return;
    }
    const from = this.#rest.length === 0 ? 0 : piece.indexOf(LINE_END) + 1;
    if (from > 0) this.#addLines(this.#withRest(piece.subarray(0, from)));
    this.#addLines(piece.subarray(from, end));
    this.#rest = new Uint8Array(piece.subarray(end));
  }

  /** What versions are called: the name by blocks, then the one that releases before gave, the hash of the text as a whole. */
  names(): readonly [byBlocks: string, byText: string] {
    if (this.#rest.length > 0) this.#addLines(this.#rest);
    if (this.#hasText) this.#blocks.add(this.#block);
    return [this.#blocks.name(), this.#whole.digest('hex')];
  }

  #withRest(piece: Uint8Array): Uint8Array {
    const joined = new Uint8Array(this.#rest.length + piece.length);
    joined.set(this.#rest);
    joined.set(piece, this.#rest.length);
    return joined;
  }

  #addLines(lines: Uint8Array): void {
    let hashed = 0;
    for (let at = 0; at < lines.length;) {
      if (!this.#hasSubject(lines, at)) {
        const end = lines.indexOf(SPACE, at);
        this.#keepSubject(lines, at, end + 1);
        if (this.#hasText && beginsBlock(lines, at, end)) {
          this.#blocks.add(this.#block.update(lines.subarray(hashed, at)));
          this.#block = createHash('sha256');
          hashed = at;
        }
      }
      this.#hasText = true;
      at = lines.indexOf(LINE_END, at) + 1 || lines.length;
    }
    this.#block.update(lines.subarray(hashed));
  }

  /** Whether the line there has the subject of the one before. */
  #hasSubject(lines: Uint8Array, at: number): boolean {
    const [subject, length] = [this.#subject, this.#subjectLength];
    if (length === 0) return false;
    for (let i = 0; i < length; i++) if (lines[at + i] !== subject[i]) return false;
    return true;
  }

  #keepSubject(lines: Uint8Array, from: number, to: number): void {
    const length = Math.max(0, to - from);
    if (length > this.#subject.length) this.#subject = new Uint8Array(length * 2);
    for (let i = 0; i < length; i++) this.#subject[i] = lines[from + i]!;
    this.#subjectLength = length;
  }
}
