import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import { copyName, NAME_BYTES, type NameTexts } from '../nodes/name-texts.ts';
import { isSameNode, type NodeSlot, type Slot, type ValueSlot } from './row-slots.ts';
import { addWithCarry, digitsOf, NO_PLACES, NodePlaces } from './node-places.ts';

/** Nodes have no larger numbers: there are fewer of them than triples. */
const MAX_NUMBER = 0x7fffffff;
const NINE = 0x39;
const NOTHING = new Uint8Array(0);

/** A stretch of a row without texts. */
class Stretch {
  readonly bytes: Uint8Array;
  /** Nodes that stand in it, and how many bytes before its end their names end; in turn. */
  readonly names: number[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

const EMPTY = new Stretch(NOTHING);

/**
 * The bytes of a row with its texts left out and its nodes filled in. Another row differs in a few bytes of it. Numbers are
 * overwritten where they stand, names in the copy.
 *
 * What stands behind the last text comes first, so that the end of a row and the beginning of the next one are one stretch.
 * That is why a node has places in two halves: those at the end of the row before are still needed when those of the next are
 * filled in.
 */
export class RowBuffer {
  /** What the rows cite, in the order in which their numbers or names are given. */
  readonly nodes: readonly NodeSlot[];
  /** The texts of a row, in order. */
  readonly texts: readonly ValueSlot[];
  /** Up to the first text, between two, and behind the last, when there is a text. */
  private first = EMPTY;
  private between: readonly Stretch[] = [];
  private last = EMPTY;
  /** `last` and the `first` of the next row. */
  private boundary = EMPTY;
  private readonly pieces: readonly Uint8Array[];
  private readonly slots: readonly Slot[];
  private readonly isNamed: boolean;
  /** By slot; -1 for a text. */
  private readonly nodeOfSlot: readonly number[];
  private early = NO_PLACES;
  private late = NO_PLACES;
  /** By node: the numbers with as many digits as it has, from `low`, below `high`. */
  private readonly low: Int32Array;
  private readonly high: Int32Array;
  /** By node: what its number is more in the next row, if all goes on. */
  private readonly steps: Int32Array;
  /** Where the last digits of all numbers stand, and the step of each. */
  private digits = new Int32Array(0);
  private digitSteps = new Int32Array(0);
  /** How often all numbers made a step that is not noted where they are shown. */
  private pendingSteps = 0;
  private rowBuffer = NOTHING;

  /**
   * @param pieces one more than slots, in turn with them
   * @param isNamed nodes have names, and not numbers
   * @param nodesOfRow how many nodes a row introduces
   */
  constructor(pieces: readonly Uint8Array[], slots: readonly Slot[], isNamed: boolean, nodesOfRow: number) {
    this.pieces = pieces;
    this.slots = slots;
    this.isNamed = isNamed;
    const nodes: NodeSlot[] = [];
    const texts: ValueSlot[] = [];
    this.nodeOfSlot = slots.map((slot) => {
      if (slot.kind === 'text') {
        texts.push(slot);
        return -1;
      }
      const known = nodes.findIndex((other) => isSameNode(other, slot));
      return known >= 0 ? known : nodes.push(slot) - 1;
    });
    this.nodes = nodes;
    this.texts = texts;
    this.steps = Int32Array.from(nodes, ({ kind }) => (kind === 'node' ? nodesOfRow : 1));
    this.low = new Int32Array(nodes.length);
    this.high = new Int32Array(nodes.length);
    this.layOut(new Int32Array(nodes.length));
  }

  /** True where all numbers have as many digits as there is room for. */
  fits(values: Int32Array): boolean {
    const { low, high } = this;
    return values.every((value, node) => value >= low[node]! && value < high[node]!);
  }

  /** Gives the next row its numbers, which have to fit. */
  showFirst(values: Int32Array): void {
    this.settle();
    for (let node = 0; node < values.length; node++) this.early.show(this.rowBuffer, node, values[node]!);
  }

  /**
   * Once a row is written up to its end: that gets its numbers, and the next row those that it has if all goes on. To copy bytes right
   * after they were overwritten costs more than the copy.
   *
   * @returns how many rows may make a step then, if all goes on: there is room for the numbers of one more
   */
  showNext(values: Int32Array): number {
    const { early, late, high, steps, rowBuffer: image } = this;
    this.settle();
    let rows = Infinity;
    for (let node = 0; node < values.length; node++) {
      const value = values[node]!;
      const step = steps[node]!;
      late.show(image, node, value);
      if (value + step < high[node]!) early.show(image, node, value + step);
      rows = Math.min(rows, Math.floor((high[node]! - 1 - value) / step) - 1);
    }
    return rows;
  }

  /** Does the same for a row that went on from the one before: each number is a step more. */
  showSteps(): void {
    const { rowBuffer: image, digits, digitSteps } = this;
    for (let i = 0; i < digits.length; i++) {
      const at = digits[i]!;
      const digit = image[at]! + digitSteps[i]!;
      if (digit <= NINE) image[at] = digit;
      else addWithCarry(image, at, digitSteps[i]!);
    }
    this.pendingSteps++;
  }

  /** Notes the steps that the numbers made since. */
  private settle(): void {
    const { early, late, steps, pendingSteps: unsettled } = this;
    this.pendingSteps = 0;
    for (let node = 0; node < steps.length; node++) {
      early.shown[node]! += unsettled * steps[node]!;
      late.shown[node]! += unsettled * steps[node]!;
    }
  }

  /** What stands before the first text of a row, and before it the end of the row before, when that waits. */
  bytesOfFirst(isLastOpen: boolean): Uint8Array {
    return isLastOpen ? this.boundary.bytes : this.first.bytes;
  }

  /** Puts names into a copy of `bytesOfFirst` that ends at `end`. */
  nameFirst(view: DataView, end: number, isLastOpen: boolean, names: NameTexts, lastNames: NameTexts): void {
    if (isLastOpen) setNames(view, this.last, end - this.first.bytes.length, lastNames);
    setNames(view, this.first, end, names);
  }

  /** Writes what stands before a text that is not the first; names are null where nodes have numbers. */
  writeBetween(sink: ByteSink, text: number, names: NameTexts | null): void {
    writeStretch(sink, this.between[text - 1]!, names);
  }

  /** Writes what stands behind the last text. */
  writeLast(sink: ByteSink, names: NameTexts | null): void {
    writeStretch(sink, this.last, names);
  }

  /** Lays the row out anew for numbers that have more digits than those before, or fewer. */
  layOut(values: Int32Array): void {
    const { pieces, slots, texts, nodeOfSlot } = this;
    for (let node = 0; node < values.length; node++) {
      let high = 10;
      while (high <= values[node]!) high *= 10;
      this.high[node] = Math.min(high, MAX_NUMBER);
      this.low[node] = high === 10 ? 0 : high / 10;
    }
    const early: number[][] = Array.from(values, () => []);
    const late: number[][] = Array.from(values, () => []);
    const widths = nodeOfSlot.map((node) => (node < 0 ? 0 : this.isNamed ? NAME_BYTES : digitsOf(values[node]!)));
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0) + widths.reduce((sum, width) => sum + width, 0);
    const lastText = slots.findLastIndex((_, i) => nodeOfSlot[i]! < 0);
    const rowBuffer = new Uint8Array(length);
    const cuts: number[] = [];
    let at = 0;
    // From behind the last text round to it.
    for (let step = 0; step < pieces.length; step++) {
      const i = (lastText + 1 + step) % pieces.length;
      if (i === 0) cuts.push(at);
      rowBuffer.set(pieces[i]!, at);
      at += pieces[i]!.length;
      const node = nodeOfSlot[i];
      if (node === undefined) continue;
      if (node < 0) {
        cuts.push(at);
        continue;
      }
      const width = widths[i]!;
      at += width;
      (i > lastText && texts.length > 0 ? late : early)[node]!.push(at);
      for (let rest = values[node]!, to = at - 1; to >= at - width; to--) {
        rowBuffer[to] = 0x30 + (rest % 10);
        rest = Math.floor(rest / 10);
      }
    }
    this.rowBuffer = rowBuffer;
    this.pendingSteps = 0;
    this.early = new NodePlaces(values, early);
    this.late = new NodePlaces(values, late);
    const lastDigits = [...early.entries(), ...late.entries()].flatMap(([node, ends]) =>
      ends.map((end) => ({ digit: end - 1, step: this.steps[node]! })),
    );
    this.digits = Int32Array.from(lastDigits, ({ digit }) => digit);
    this.digitSteps = Int32Array.from(lastDigits, ({ step }) => step);
    if (texts.length === 0) {
      this.first = this.stretch(0, length, this.early);
      return;
    }
    const [begin, ...ends] = cuts as [number, ...number[]];
    this.last = this.stretch(0, begin, this.late);
    this.first = this.stretch(begin, ends[0]!, this.early);
    this.boundary = new Stretch(rowBuffer.subarray(0, ends[0]!));
    this.between = ends.slice(1).map((end, i) => this.stretch(ends[i]!, end, this.early));
  }

  private stretch(start: number, end: number, places: NodePlaces): Stretch {
    const stretch = new Stretch(this.rowBuffer.subarray(start, end));
    if (!this.isNamed) return stretch;
    for (let node = 0; node < this.nodes.length; node++)
      for (const nodeEnd of places.endsOf(node))
        if (nodeEnd > start && nodeEnd <= end) stretch.names.push(node, end - nodeEnd);
    return stretch;
  }
}

function writeStretch(sink: ByteSink, stretch: Stretch, names: NameTexts | null): void {
  sink.bytes(stretch.bytes);
  if (names !== null) setNames(sink.view, stretch, sink.at, names);
}

/** Puts names into the copy of a stretch that ends at `end`. */
function setNames(view: DataView, { names }: Stretch, end: number, texts: NameTexts): void {
  for (let i = 0; i < names.length; i += 2) copyName(view, end - names[i + 1]!, texts, names[i]!);
}
