const ZERO = 0x30;

/** Where the nodes stand in the body or in the tail of a row, and the numbers that are shown there. */
export class NodePlaces {
  /** By node: the number. */
  readonly shown: number[] = [];
  /** By node: where its places begin in `ends`; those of the next one end them. */
  private readonly from: number[] = [0];
  /** Behind the last byte of each place. */
  readonly ends: number[] = [];

  /** @param endsOf the places of each node */
  constructor(values: ArrayLike<number>, endsOf: readonly (readonly number[])[]) {
    for (let node = 0; node < endsOf.length; node++) {
      this.shown.push(values[node]!);
      const places = endsOf[node]!;
      for (let i = 0; i < places.length; i++) this.ends.push(places[i]!);
      this.from.push(this.ends.length);
    }
  }

  /** Overwrites the digits that another number has otherwise: of a number that follows, the last one or two. */
  show(rowBuffer: Uint8Array, node: number, value: number): void {
    const { shown, ends } = this;
    const start = this.from[node]!;
    const end = this.from[node + 1]!;
    let old = shown[node]!;
    shown[node] = value;
    if (start === end) return;
    let rest = value;
    for (let back = 1; old !== rest; back++) {
      const quotient = (rest / 10) | 0;
      const digit = ZERO + rest - quotient * 10;
      for (let i = start; i < end; i++) rowBuffer[ends[i]! - back] = digit;
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
