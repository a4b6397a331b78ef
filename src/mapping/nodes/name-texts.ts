import { HEX, type States } from './name-hash.ts';

/** Two hexadecimal digits by byte, as two characters of a little-endian text. */
const PAIRS = Uint16Array.from(HEX, (digits) => digits.charCodeAt(0) | (digits.charCodeAt(1) << 8));

/** Bytes of a name as it is written. */
export const NAME_BYTES = 32;

/** Doubles that a name is as it is written: bytes are copied eight at a time so. */
const NAME_DOUBLES = NAME_BYTES / 8;

/** Names as they are written: ASCII, in which no eight bytes are a NaN, so that doubles carry them unchanged. */
export class NameTexts {
  /** `NAME_DOUBLES` for each name. */
  readonly doubles: Float64Array;
  private readonly view: DataView;

  constructor(names: number) {
    this.doubles = new Float64Array(names * NAME_DOUBLES);
    this.view = new DataView(this.doubles.buffer);
  }

  /** Copies a name of other ones. */
  copy(name: number, { doubles }: NameTexts, other: number): void {
    const to = name * NAME_DOUBLES;
    const from = other * NAME_DOUBLES;
    for (let i = 0; i < NAME_DOUBLES; i++) this.doubles[to + i] = doubles[from + i]!;
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

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Copies a name to where it ends. */
export function copyName(view: DataView, end: number, { doubles }: NameTexts, name: number): void {
  const to = end - NAME_BYTES;
  const from = name * NAME_DOUBLES;
  view.setFloat64(to, doubles[from]!, IS_LITTLE_ENDIAN);
  view.setFloat64(to + 8, doubles[from + 1]!, IS_LITTLE_ENDIAN);
  view.setFloat64(to + 16, doubles[from + 2]!, IS_LITTLE_ENDIAN);
  view.setFloat64(to + 24, doubles[from + 3]!, IS_LITTLE_ENDIAN);
}
