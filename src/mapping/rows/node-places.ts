const ZERO = 0x30;

/** Where the nodes stand in the body or in the tail of a row, and the numbers that are shown there. */
export class NodePlaces {
  /** By node: the number. */
  readonly shown: Int32Array;
  /** By node: where its places begin in `ends`; those of the next one end them. */
  private readonly from: Int32Array;
  /** Behind the last byte of each place. */
  readonly ends: Int32Array;

  /** @param endsOf the places of each node */
  constructor(values: Int32Array, endsOf: readonly (readonly number[])[]) {
    this.shown = values.slice();
    this.from = new Int32Array(values.length + 1);
    for (let node = 0; node < endsOf.length; node++) this.from[node + 1] = this.from[node]! + endsOf[node]!.length;
    this.ends = new Int32Array(this.from[endsOf.length]!);
    for (let node = 0; node < endsOf.length; node++) this.ends.set(endsOf[node]!, this.from[node]);
  }

  /** Where the places of a node begin in `ends`. */
  startOf(node: number): number {
    return this.from[node]!;
  }

  endsOf(node: number): Int32Array {
    return this.ends.subarray(this.from[node], this.from[node + 1]);
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
