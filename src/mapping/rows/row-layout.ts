import { NAME_BYTES } from '../nodes/name-texts.ts';
import { digitsOf, NodePlaces } from './node-places.ts';

const ZERO = 0x30;
/** Nodes have no larger numbers: there are fewer of them than triples. */
const MAX_NUMBER = 0x7fffffff;

/** A stretch of a row without texts. */
export class Stretch {
  readonly bytes: Uint8Array;
  /** Nodes that stand in it, and how many bytes before its end their names end; in turn. */
  readonly names: number[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

const EMPTY = new Stretch(new Uint8Array(0));

/** What the layouts of one row have in common. */
export interface RowPieces {
  /** One more than slots, in turn with them. */
  readonly pieces: readonly Uint8Array[];
  /** The node in a slot; -1 for a text. */
  readonly nodeOfSlot: readonly number[];
  /** Nodes have names, and not numbers. */
  readonly isNamed: boolean;
  /** By node: how much larger its number is in the next row, if all numbers continue. */
  readonly steps: Int32Array;
}

/** The bytes of a row with room for numbers of so many digits each, and what stands where in them. */
export class RowLayout {
  readonly bytes: Uint8Array;
  /** Up to the first text, between two, and behind the last, if there is a text. */
  readonly head: Stretch;
  readonly between: readonly Stretch[];
  readonly tail: Stretch;
  /** The tail, and the head of the next row. */
  readonly boundary: Stretch;
  readonly bodyPlaces: NodePlaces;
  readonly tailPlaces: NodePlaces;
  /** By node: numbers have as many digits as there is room for from `low` on, below `high`. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Where the last digits of all numbers stand, and the step of each. */
  readonly digits: Int32Array;
  readonly digitSteps: Int32Array;

  /** @param values the numbers that are shown */
  constructor({ pieces, nodeOfSlot, isNamed, steps }: RowPieces, values: Int32Array) {
    this.high = values.map((value) => Math.min(10 ** digitsOf(value), MAX_NUMBER));
    this.low = values.map((value) => (value < 10 ? 0 : 10 ** (digitsOf(value) - 1)));
    const { bytes, cuts, bodyEnds, tailEnds } = placeRow(pieces, nodeOfSlot, values, isNamed);
    this.bytes = bytes;
    this.bodyPlaces = new NodePlaces(values, bodyEnds);
    this.tailPlaces = new NodePlaces(values, tailEnds);
    this.digits = new Int32Array(this.bodyPlaces.ends.length + this.tailPlaces.ends.length);
    this.digitSteps = new Int32Array(this.digits.length);
    if (!isNamed) this.listDigits(steps);
    const stretch = (start: number, end: number, places: NodePlaces): Stretch =>
      cutStretch(bytes, start, end, isNamed ? places : null, values.length);
    if (cuts.length === 1) {
      this.head = stretch(0, bytes.length, this.bodyPlaces);
      this.between = [];
      this.tail = this.boundary = EMPTY;
      return;
    }
    const [tailEnd, ...textStarts] = cuts as [number, ...number[]];
    this.tail = stretch(0, tailEnd, this.tailPlaces);
    this.head = stretch(tailEnd, textStarts[0]!, this.bodyPlaces);
    this.boundary = new Stretch(bytes.subarray(0, textStarts[0]!));
    this.between = textStarts.slice(1).map((end, i) => stretch(textStarts[i]!, end, this.bodyPlaces));
  }

  private listDigits(steps: Int32Array): void {
    const { bodyPlaces, tailPlaces, digits, digitSteps } = this;
    const inBody = bodyPlaces.ends.length;
    digits.set(bodyPlaces.ends);
    digits.set(tailPlaces.ends, inBody);
    for (let i = 0; i < digits.length; i++) digits[i]!--;
    for (let node = 0; node < steps.length; node++) {
      digitSteps.fill(steps[node]!, bodyPlaces.startOf(node), bodyPlaces.startOf(node + 1));
      digitSteps.fill(steps[node]!, inBody + tailPlaces.startOf(node), inBody + tailPlaces.startOf(node + 1));
    }
  }

  /** True if all numbers have as many digits as there is room for. */
  fits(values: Int32Array): boolean {
    const { low, high } = this;
    for (let node = 0; node < values.length; node++)
      if (values[node]! < low[node]! || values[node]! >= high[node]!) return false;
    return true;
  }
}

/** @param places of the names in it; null where nodes have numbers */
function cutStretch(bytes: Uint8Array, start: number, end: number, places: NodePlaces | null, nodes: number): Stretch {
  const stretch = new Stretch(bytes.subarray(start, end));
  if (places === null) return stretch;
  for (let node = 0; node < nodes; node++)
    for (const nodeEnd of places.endsOf(node))
      if (nodeEnd > start && nodeEnd <= end) stretch.names.push(node, end - nodeEnd);
  return stretch;
}

/** The bytes of a row as `RowBuffer` holds them: from behind the last text round to it. */
interface PlacedRow {
  readonly bytes: Uint8Array;
  /** Where the tail ends and the head begins, if there is a text, then where each text stands. */
  readonly cuts: readonly number[];
  /** By node: behind its places up to the last text, and behind those in the tail. */
  readonly bodyEnds: readonly (readonly number[])[];
  readonly tailEnds: readonly (readonly number[])[];
}

/**
 * Puts the pieces of a row one behind the other, with room for its nodes.
 *
 * @param pieces one more than slots, in turn with them
 * @param nodeOfSlot the node in a slot; -1 for a text
 * @param numbers of the nodes, shown where nodes have no names
 */
function placeRow(
  pieces: readonly Uint8Array[],
  nodeOfSlot: readonly number[],
  numbers: Int32Array,
  isNamed: boolean,
): PlacedRow {
  const widths = nodeOfSlot.map((node) => (node < 0 ? 0 : isNamed ? NAME_BYTES : digitsOf(numbers[node]!)));
  let size = 0;
  for (const width of widths) size += width;
  for (const { length } of pieces) size += length;
  const bytes = new Uint8Array(size);
  const lastText = nodeOfSlot.lastIndexOf(-1);
  const cuts: number[] = [];
  const bodyEnds: number[][] = [];
  const tailEnds: number[][] = [];
  for (let node = 0; node < numbers.length; node++) {
    bodyEnds.push([]);
    tailEnds.push([]);
  }
  let at = 0;
  for (let step = 0; step < pieces.length; step++) {
    const i = (lastText + 1 + step) % pieces.length;
    if (i === 0) cuts.push(at);
    bytes.set(pieces[i]!, at);
    at += pieces[i]!.length;
    const node = nodeOfSlot[i];
    if (node === undefined) continue;
    if (node < 0) {
      cuts.push(at);
      continue;
    }
    const start = at;
    at += widths[i]!;
    const isInTail = lastText >= 0 && i > lastText;
    (isInTail ? tailEnds : bodyEnds)[node]!.push(at);
    let rest = numbers[node]!;
    for (let to = at - 1; to >= start; to--) {
      bytes[to] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    }
  }
  return { bytes, cuts, bodyEnds, tailEnds };
}
