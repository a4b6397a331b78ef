const ZERO = 0x30;

/** Where the nodes stand in the body or in the tail of a row, and the numbers that are shown there. */
export class NodePlaces {
  /** By node: the number. */
  readonly shown: number[];
  /** By node: behind the last byte of each of its places. */
  private readonly ends: readonly (readonly number[])[];

  constructor(values: ArrayLike<number>, ends: readonly (readonly number[])[]) {
    this.shown = Array.from(values);
    this.ends = ends;
  }

  /** Overwrites the digits that another number has otherwise: of a number that follows, the last one or two. */
  show(rowBuffer: Uint8Array, node: number, value: number): void {
    const { shown } = this;
    const ends = this.ends[node]!;
    let old = shown[node]!;
    shown[node] = value;
    if (ends.length === 0) return;
    let rest = value;
    for (let back = 1; old !== rest; back++) {
      const quotient = (rest / 10) | 0;
      const digit = ZERO + rest - quotient * 10;
      for (let i = 0; i < ends.length; i++) rowBuffer[ends[i]! - back] = digit;
      rest = quotient;
      old = (old / 10) | 0;
    }
  }
}

/** Adds to a number in decimal digits, the last of which is given; it has as many digits afterwards. */
export function addWithCarry(rowBuffer: Uint8Array, lastDigit: number, step: number): void {
  let carry = step;
  for (let at = lastDigit; carry > 0; at--) {
    const sum = rowBuffer[at]! - ZERO + carry;
    carry = (sum / 10) | 0;
    rowBuffer[at] = ZERO + sum - carry * 10;
  }
}

/** How many digits a number has. */
export function digitsOf(value: number): number {
  let digits = 1;
  for (let bound = 10; bound <= value; bound *= 10) digits++;
  return digits;
}
