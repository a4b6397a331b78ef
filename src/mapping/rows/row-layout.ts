import { NO_BYTES } from '../../rdf/utf8.ts';
import { ZERO } from '../bytes/ascii.ts';
import { NAME_BYTES } from '../nodes/name-texts.ts';
import { digitsOf, NodePlaces } from './node-places.ts';
import type { CutRow } from './row-slots.ts';

/** A stretch of a row without texts. */
export class Stretch {
  readonly bytes: Uint8Array;
  /** Nodes that stand in it, and how many bytes before its end their names end; in turn. */
  readonly names: number[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** The same without some bytes of its beginning and its end, in which no names stand. */
  trim(start: number, end: number): Stretch {
    const { bytes, names } = this;
    const trimmed = new Stretch(bytes.subarray(start, bytes.length - end));
    for (let i = 0; i < names.length; i += 2) trimmed.names.push(names[i]!, names[i + 1]! - end);
    return trimmed;
  }
}

const EMPTY = new Stretch(NO_BYTES);

/** What the layouts of one row have in common. */
export interface RowPieces {
  readonly row: CutRow;
  /** The node in a slot; -1 for a text. */
  readonly nodeOfSlot: readonly number[];
  /** Nodes have names, and not numbers. */
  readonly isNamed: boolean;
  /** By node: how much larger its number is in the next row, if all numbers continue. */
  readonly steps: readonly number[];
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
  /** Head, between and tail without what stands around literals that may be others; null until a row asks for them. */
  cores: readonly Stretch[] | null = null;
  readonly bodyPlaces: NodePlaces;
  readonly tailPlaces: NodePlaces;
  /** By node: numbers have as many digits as there is room for from `low` on, below `high`. */
  readonly low: number[] = [];
  readonly high: number[] = [];
  /** Where the last digits of all numbers stand, and the step of each. */
  readonly digits: number[] = [];
  readonly digitSteps: number[] = [];

  /** @param values the numbers that are shown */
  constructor(pieces: RowPieces, values: Int32Array) {
    const widths: number[] = [];
    for (let node = 0; node < values.length; node++) {
      const digits = digitsOf(values[node]!);
      this.high.push(10 ** digits);
      this.low.push(digits === 1 ? 0 : 10 ** (digits - 1));
      widths.push(pieces.isNamed ? NAME_BYTES : digits);
    }
    const { bytes, cuts, bodyEnds, tailEnds } = placeRow(pieces, values, widths);
    this.bytes = bytes;
    this.bodyPlaces = new NodePlaces(values, bodyEnds);
    this.tailPlaces = new NodePlaces(values, tailEnds);
    const nodeEnds = pieces.isNamed ? bodyEnds : null;
    if (!pieces.isNamed) {
      this.listDigits(bodyEnds, pieces.steps);
      this.listDigits(tailEnds, pieces.steps);
    }
    if (cuts.length === 1) {
      this.head = cutStretch(bytes, 0, bytes.length, nodeEnds);
      this.between = [];
      this.tail = this.boundary = EMPTY;
      return;
    }
    this.tail = cutStretch(bytes, 0, cuts[0]!, pieces.isNamed ? tailEnds : null);
    this.head = cutStretch(bytes, cuts[0]!, cuts[1]!, nodeEnds);
    this.boundary = new Stretch(bytes.subarray(0, cuts[1]));
    const between: Stretch[] = [];
    for (let text = 2; text < cuts.length; text++)
      between.push(cutStretch(bytes, cuts[text - 1]!, cuts[text]!, nodeEnds));
    this.between = between;
  }

  private listDigits(ends: readonly (readonly number[])[], steps: readonly number[]): void {
    for (let node = 0; node < ends.length; node++) {
      for (const end of ends[node]!) {
        this.digits.push(end - 1);
        this.digitSteps.push(steps[node]!);
      }
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

/** @param nodeEnds by node: behind the names that may stand in it; null where nodes have numbers */
function cutStretch(
  bytes: Uint8Array,
  start: number,
  end: number,
  nodeEnds: readonly (readonly number[])[] | null,
): Stretch {
  const stretch = new Stretch(bytes.subarray(start, end));
  if (nodeEnds === null) return stretch;
  for (let node = 0; node < nodeEnds.length; node++)
    for (const nodeEnd of nodeEnds[node]!)
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
 * Puts what stands between the slots of a row one behind the other, with room for its nodes.
 *
 * @param numbers of the nodes, shown where nodes have no names
 * @param widths by node
 */
function placeRow({ row, nodeOfSlot }: RowPieces, numbers: Int32Array, widths: readonly number[]): PlacedRow {
  const { starts, ends } = row;
  const pieces = nodeOfSlot.length + 1;
  let size = row.bytes.length;
  let lastText = -1;
  for (let slot = 0; slot < nodeOfSlot.length; slot++) {
    const node = nodeOfSlot[slot]!;
    size += (node < 0 ? 0 : widths[node]!) - ends[slot]! + starts[slot]!;
    if (node < 0) lastText = slot;
  }
  const bytes = new Uint8Array(size);
  const cuts: number[] = [];
  const bodyEnds: number[][] = widths.map(() => []);
  const tailEnds: number[][] = widths.map(() => []);
  let at = 0;
  for (let step = 0, piece = lastText + 1; step < pieces; step++, piece = piece + 1 === pieces ? 0 : piece + 1) {
    if (piece === 0) cuts.push(at);
    const end = piece < nodeOfSlot.length ? starts[piece]! : row.bytes.length;
    for (let from = piece === 0 ? 0 : ends[piece - 1]!; from < end; from++) bytes[at++] = row.bytes[from]!;
    if (piece === nodeOfSlot.length) continue;
    const node = nodeOfSlot[piece]!;
    if (node < 0) {
      cuts.push(at);
      continue;
    }
    at += widths[node]!;
    const isInTail = lastText >= 0 && piece > lastText;
    (isInTail ? tailEnds : bodyEnds)[node]!.push(at);
    let rest = numbers[node]!;
    for (let to = at - 1; to >= at - widths[node]!; to--) {
      const quotient = (rest / 10) | 0;
      bytes[to] = ZERO + rest - quotient * 10;
      rest = quotient;
    }
  }
  return { bytes, cuts, bodyEnds, tailEnds };
}
