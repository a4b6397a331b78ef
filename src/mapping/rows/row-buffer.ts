import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import { copyName, type NameTexts } from '../nodes/name-texts.ts';
import { isSameNode, type NodeSlot, type Slot, type ValueSlot } from './row-slots.ts';
import { addWithCarry, NO_PLACES, NodePlaces } from './node-places.ts';
import { layOutRow } from './row-layout.ts';

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

/** Whether the tail of the row before is written, or waits to be written together with the head of the next row. */
export type Tail = 'written' | 'open';

/**
 * The bytes of a row with its texts left out and its nodes filled in. Another row differs in a few bytes of it.
 *
 * Three rows of Turtle, a value each, with its unit and its instant. `1.5`, `2.5` and `3.5` are texts, copied from the document; the
 * digits behind `_:b` are those of nodes, which stand in the buffer:
 *
 *     , [ qudt:unit _:b98 ; ex:value "1.5" ; time:hasTime _:b3 ]
 *     , [ qudt:unit _:b99 ; ex:value "2.5" ; time:hasTime _:b4 ]
 *     , [ qudt:unit _:b100 ; ex:value "3.5" ; time:hasTime _:b5 ]
 *     |----------- head -----------|text|-------- tail --------|
 *
 * - A row with more texts has a stretch `between` two of them; a row without texts is all head.
 * - The tail of a row and the head of the next one are written as one stretch, the `boundary`: the buffer holds the tail first. Between
 *   two rows the tail is 'open'. It shows the nodes of the row before, the head already those of the next row, so a node has places
 *   in the body (head and between) and places in the tail.
 * - From row to row each number is larger by the same step. Then digits are added to where they stand (`showSteps`), and how often that
 *   was is noted as `pendingSteps`, to be settled before a number is looked at. Where a number does not continue, the row is shown anew
 *   (`showHead`, `showNext`). Where it has more digits than before (`_:b100`), the row is laid out anew (`layOut`).
 * - Names all have one length. They are put into the copy that was written, and the buffer keeps no names.
 */
export class RowBuffer {
  /** What the rows cite, in the order in which their numbers or names are given. */
  readonly nodes: readonly NodeSlot[];
  /** The texts of a row, in order. */
  readonly texts: readonly ValueSlot[];
  /** Up to the first text, between two, and behind the last, if there is a text. */
  private head = EMPTY;
  private between: readonly Stretch[] = [];
  private tail = EMPTY;
  /** The tail, and the head of the next row. */
  private boundary = EMPTY;
  private readonly pieces: readonly Uint8Array[];
  private readonly isNamed: boolean;
  /** By slot; -1 for a text. */
  private readonly nodeOfSlot: readonly number[];
  private bodyPlaces = NO_PLACES;
  private tailPlaces = NO_PLACES;
  /** By node: the numbers with as many digits as it has, from `low`, below `high`. */
  private readonly low: Int32Array;
  private readonly high: Int32Array;
  /** By node: how much larger its number is in the next row, if all numbers continue. */
  private readonly steps: Int32Array;
  /** Where the last digits of all numbers stand, and the step of each. */
  private digits = new Int32Array(0);
  private digitSteps = new Int32Array(0);
  /** How often all numbers made a step that `bodyPlaces` and `tailPlaces` do not know of. */
  private pendingSteps = 0;
  private bytes: Uint8Array = NOTHING;

  /**
   * @param pieces one more than slots, in turn with them
   * @param isNamed nodes have names, and not numbers
   * @param nodesOfRow how many nodes a row introduces
   */
  constructor(pieces: readonly Uint8Array[], slots: readonly Slot[], isNamed: boolean, nodesOfRow: number) {
    this.pieces = pieces;
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
    // Where nodes have numbers, the first row tells how many digits they have.
    if (isNamed || nodes.length === 0) this.layOut(new Int32Array(nodes.length));
  }

  /** True if all numbers have as many digits as there is room for. */
  fits(values: Int32Array): boolean {
    const { low, high } = this;
    for (let node = 0; node < values.length; node++)
      if (values[node]! < low[node]! || values[node]! >= high[node]!) return false;
    return true;
  }

  /** Gives the next row its numbers, which have to fit. */
  showHead(values: Int32Array): void {
    this.settle();
    for (let node = 0; node < values.length; node++) this.bodyPlaces.show(this.bytes, node, values[node]!);
  }

  /**
   * Once a row is written up to its tail: the tail gets its numbers, and the next row those that it has if they continue. It is done
   * that early because copying bytes right after they were overwritten costs more than the copy.
   *
   * @returns how many rows may make a step then: there is room for the numbers of one more
   */
  showNext(values: Int32Array): number {
    const { bodyPlaces, tailPlaces, high, steps, bytes } = this;
    this.settle();
    let rows = Infinity;
    for (let node = 0; node < values.length; node++) {
      const value = values[node]!;
      const step = steps[node]!;
      tailPlaces.show(bytes, node, value);
      if (value + step < high[node]!) bodyPlaces.show(bytes, node, value + step);
      rows = Math.min(rows, Math.floor((high[node]! - 1 - value) / step) - 1);
    }
    return rows;
  }

  /** Does the same for a row whose numbers continue those of the row before: each is a step more. */
  showSteps(): void {
    const { bytes, digits, digitSteps } = this;
    for (let i = 0; i < digits.length; i++) {
      const at = digits[i]!;
      const digit = bytes[at]! + digitSteps[i]!;
      if (digit <= NINE) bytes[at] = digit;
      else addWithCarry(bytes, at, digitSteps[i]!);
    }
    this.pendingSteps++;
  }

  /** Notes the pending steps where numbers are shown. */
  private settle(): void {
    const { bodyPlaces, tailPlaces, steps, pendingSteps } = this;
    this.pendingSteps = 0;
    for (let node = 0; node < steps.length; node++) {
      bodyPlaces.shown[node]! += pendingSteps * steps[node]!;
      tailPlaces.shown[node]! += pendingSteps * steps[node]!;
    }
  }

  /** What stands before the first text of a row, and before it the tail of the row before, if that is open. */
  bytesOfHead(tail: Tail): Uint8Array {
    return tail === 'open' ? this.boundary.bytes : this.head.bytes;
  }

  /** Puts names into a copy of `bytesOfHead` that ends at `end`. */
  nameHead(view: DataView, end: number, tail: Tail, names: NameTexts, lastNames: NameTexts): void {
    if (tail === 'open') setNames(view, this.tail, end - this.head.bytes.length, lastNames);
    setNames(view, this.head, end, names);
  }

  /** What stands before a text that is not the first. */
  bytesBetween(text: number): Uint8Array {
    return this.between[text - 1]!.bytes;
  }

  /** Puts names into a copy of `bytesBetween` that ends at `end`. */
  nameBetween(view: DataView, end: number, text: number, names: NameTexts): void {
    setNames(view, this.between[text - 1]!, end, names);
  }

  /** Writes the tail. */
  writeTail(sink: ByteSink, names: NameTexts | null): void {
    writeStretch(sink, this.tail, names);
  }

  /** Lays the row out anew for numbers that have more digits than those before, or fewer. */
  layOut(values: Int32Array): void {
    for (let node = 0; node < values.length; node++) {
      let high = 10;
      while (high <= values[node]!) high *= 10;
      this.high[node] = Math.min(high, MAX_NUMBER);
      this.low[node] = high === 10 ? 0 : high / 10;
    }
    const { bytes, cuts, bodyEnds, tailEnds } = layOutRow(this.pieces, this.nodeOfSlot, values, this.isNamed);
    this.bytes = bytes;
    this.pendingSteps = 0;
    this.bodyPlaces = new NodePlaces(values, bodyEnds);
    this.tailPlaces = new NodePlaces(values, tailEnds);
    if (!this.isNamed) this.listDigits();
    if (this.texts.length === 0) {
      this.head = this.stretch(0, bytes.length, this.bodyPlaces);
      return;
    }
    const [tailEnd, ...textStarts] = cuts as [number, ...number[]];
    this.tail = this.stretch(0, tailEnd, this.tailPlaces);
    this.head = this.stretch(tailEnd, textStarts[0]!, this.bodyPlaces);
    this.boundary = new Stretch(bytes.subarray(0, textStarts[0]!));
    this.between = textStarts.slice(1).map((end, i) => this.stretch(textStarts[i]!, end, this.bodyPlaces));
  }

  private listDigits(): void {
    const { bodyPlaces, tailPlaces, steps } = this;
    const inBody = bodyPlaces.ends.length;
    this.digits = new Int32Array(inBody + tailPlaces.ends.length);
    this.digits.set(bodyPlaces.ends);
    this.digits.set(tailPlaces.ends, inBody);
    this.digitSteps = new Int32Array(this.digits.length);
    for (let i = 0; i < this.digits.length; i++) this.digits[i]!--;
    for (let node = 0; node < steps.length; node++) {
      this.digitSteps.fill(steps[node]!, bodyPlaces.startOf(node), bodyPlaces.startOf(node + 1));
      this.digitSteps.fill(steps[node]!, inBody + tailPlaces.startOf(node), inBody + tailPlaces.startOf(node + 1));
    }
  }

  private stretch(start: number, end: number, places: NodePlaces): Stretch {
    const stretch = new Stretch(this.bytes.subarray(start, end));
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
