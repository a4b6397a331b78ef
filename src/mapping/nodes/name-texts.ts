import { copyEights, decodeAscii } from '../../rdf/utf8.ts';
import type { States } from './name-hash.ts';

/** Two hexadecimal digits by byte, as two characters of a little-endian text. */
const PAIRS = Uint16Array.from({ length: 256 }, (_, byte) => {
  const digits = byte.toString(16).padStart(2, '0');
  return digits.charCodeAt(0) | (digits.charCodeAt(1) << 8);
});

/** Bytes of a name as it is written. */
export const NAME_BYTES = 32;

/** Names as they are written, in ASCII. */
export class NameTexts {
  /** `NAME_BYTES` for each name. */
  readonly view: DataView;

  constructor(names: number) {
    this.view = new DataView(new ArrayBuffer(names * NAME_BYTES));
  }

  /** Copies a name of other ones. */
  copy(name: number, others: NameTexts, other: number): void {
    copyName(this.view, (name + 1) * NAME_BYTES, others, other);
  }

  /** Writes a state in hexadecimal digits. */
  render(name: number, states: States, at: number): void {
    let to = name * NAME_BYTES;
    for (let i = at; i < at + 4; i++, to += 8) {
      const word = states[i]!;
      this.view.setInt32(to, PAIRS[word >>> 24]! | (PAIRS[(word >>> 16) & 0xff]! << 16), true);
      this.view.setInt32(to + 4, PAIRS[(word >>> 8) & 0xff]! | (PAIRS[word & 0xff]! << 16), true);
    }
  }
}

const oneName = new NameTexts(1);
const bytesOfOne = new Uint8Array(oneName.view.buffer);

/** A state in hexadecimal digits, as a text of one piece: one that is put together of texts costs three times as much once it is read. */
export function nameOfState(states: States, at: number): string {
  oneName.render(0, states, at);
  return decodeAscii(bytesOfOne, 0, NAME_BYTES);
}

/** Copies a name to where it ends. */
export function copyName(to: DataView, end: number, { view }: NameTexts, name: number): void {
  copyEights(to, end - NAME_BYTES, view, name * NAME_BYTES, NAME_BYTES);
}
