/** Bytes between two places whose characters are counted once. */
const STEP = 4096;

/** Finds the places of bytes of a UTF-8 text in the text as editors count it: in UTF-16 units. */
export class TextPlaces {
  readonly #bytes: Uint8Array;
  /** Units before each step; null where a byte is a unit. */
  readonly #before: Uint32Array | null;

  /** @param units how long the text is as editors count it */
  constructor(bytes: Uint8Array, units: number) {
    this.#bytes = bytes;
    if (bytes.length === units) {
      this.#before = null;
      return;
    }
    this.#before = new Uint32Array(Math.floor(bytes.length / STEP) + 1);
    for (let step = 1; step < this.#before.length; step++)
      this.#before[step] = this.#before[step - 1]! + this.#count((step - 1) * STEP, step * STEP);
  }

  /** The unit that begins at a byte. */
  at(byte: number): number {
    if (this.#before === null) return byte;
    const step = Math.floor(byte / STEP);
    return this.#before[step]! + this.#count(step * STEP, byte);
  }

  /** A unit for each byte that begins a character, two for those beyond the first plane. */
  #count(from: number, to: number): number {
    let units = 0;
    for (let at = from; at < to; at++) {
      const byte = this.#bytes[at]!;
      if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    return units;
  }
}
