/** Reads the numbers of LevelDB's files one after another: seven bits a byte, the lowest first. @throws RangeError at the end */
export class VarintReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes.readUInt8(this.#at++);
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  /** So many bytes. */
  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('It ends within bytes that it announced');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
