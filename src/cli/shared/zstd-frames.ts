/** Bytes of the fields of a frame header by the bits that say so (RFC 8878 §3.1.1.1.1). */
const DICTIONARY_ID_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];

/** What comes next, and how many bytes of it have to be seen together. */
type Part = 'magic' | 'skipped size' | 'descriptor' | 'block header';

const PART_BYTES: Readonly<Record<Part, number>> = {
  magic: 4,
  'skipped size': 4,
  descriptor: 1,
  'block header': 3,
};

/** Follows the frames of an archive of zstd without decompressing them, and so knows whether it ends where a frame does. */
export class ZstdFrames {
  #part: Part = 'magic';
  readonly #seen: number[] = [];
  /** Bytes that stand before the next part. */
  #skip = 0;
  #hasChecksum = false;

  /** All bytes so far are whole frames. */
  get areWhole(): boolean {
    return this.#part === 'magic' && this.#seen.length === 0 && this.#skip === 0;
  }

  /** Takes the next bytes of the archive. Those that are no zstd are left to the decoder. */
  follow(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const skipped = Math.min(this.#skip, bytes.length - at);
      this.#skip -= skipped;
      at += skipped;
      while (at < bytes.length && this.#skip === 0) {
        this.#seen.push(bytes[at++]!);
        if (this.#seen.length === PART_BYTES[this.#part]) this.#read(this.#seen.splice(0));
      }
    }
  }

  #read(bytes: readonly number[]): void {
    const number = bytes.reduce((sum, byte, i) => sum + byte * 2 ** (8 * i), 0);
    switch (this.#part) {
      case 'magic':
        this.#part = bytes[1] === 0x2a ? 'skipped size' : 'descriptor';
        break;
      case 'skipped size':
        this.#skip = number;
        this.#part = 'magic';
        break;
      case 'descriptor':
        this.#skip = headerBytesBehind(number);
        this.#hasChecksum = (number & 4) !== 0;
        this.#part = 'block header';
        break;
      case 'block header': {
        const [isLast, isRepeated] = [(number & 1) === 1, ((number >> 1) & 3) === 1];
        this.#skip = isRepeated ? 1 : number >> 3;
        if (isLast && this.#hasChecksum) this.#skip += 4;
        if (isLast) this.#part = 'magic';
      }
    }
  }
}

function headerBytesBehind(descriptor: number): number {
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const contentSize = sizeFlag === 0 && isSingleSegment ? 1 : CONTENT_SIZE_BYTES[sizeFlag]!;
  return (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 3]! + contentSize;
}
