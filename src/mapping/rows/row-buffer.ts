import { MAX_LAYOUTS, MAX_LAYOUTS_BYTES } from './limits.ts';
import { NINE } from '../bytes/ascii.ts';
import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import { copyName, type NameTexts } from '../nodes/name-texts.ts';
import { nodeKey, type CutRow, type NodeSlot, type ValueSlot } from './row-slots.ts';
import { addWithCarry } from './node-places.ts';
import { RowLayout, type RowPieces, type Stretch } from './row-layout.ts';

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
  private readonly row: RowPieces;
  private readonly layouts: RowLayout[] = [];
  /** Of the row at hand. */
  private layout!: RowLayout;
  /** How often all numbers made a step that the places of the layout do not know of. */
  private pendingSteps = 0;

  /**
   * @param isNamed nodes have names, and not numbers
   * @param nodesOfRow how many nodes a row introduces
   */
  constructor(row: CutRow, isNamed: boolean, nodesOfRow: number) {
    const nodes: NodeSlot[] = [];
    const texts: ValueSlot[] = [];
    const nodeOfSlot: number[] = [];
    const places = new Map<string, number>();
    for (const slot of row.slots) {
      if (slot.kind === 'text') {
        texts.push(slot);
        nodeOfSlot.push(-1);
        continue;
      }
      const key = nodeKey(slot);
      const node = places.get(key) ?? nodes.push(slot) - 1;
      places.set(key, node);
      nodeOfSlot.push(node);
    }
    this.nodes = nodes;
    this.texts = texts;
    const steps = nodes.map(({ kind }) => (kind === 'node' ? nodesOfRow : 1));
    this.row = { row, nodeOfSlot, isNamed, steps };
    // Where nodes have numbers, the first row tells how many digits they have.
    if (isNamed || nodes.length === 0) this.layOut(new Int32Array(nodes.length));
  }

  /** True if all numbers have as many digits as there is room for. */
  fits(values: Int32Array): boolean {
    return this.layouts.length > 0 && this.layout.fits(values);
  }

  /** Gives the next row its numbers, which have to fit. */
  showHead(values: Int32Array): void {
    this.settle();
    const { bodyPlaces, bytes } = this.layout;
    for (let node = 0; node < values.length; node++) bodyPlaces.show(bytes, node, values[node]!);
  }

  /**
   * Once a row is written up to its tail: the tail gets its numbers, and the next row those that it has if they continue. It is done
   * that early because copying bytes right after they were overwritten costs more than the copy.
   *
   * @returns how many rows may make a step then: there is room for the numbers of one more
   */
  showNext(values: Int32Array): number {
    const { bodyPlaces, tailPlaces, high, bytes } = this.layout;
    const { steps } = this.row;
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
    const { bytes, digits, digitSteps } = this.layout;
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
    const { pendingSteps } = this;
    if (pendingSteps === 0) return;
    const { bodyPlaces, tailPlaces } = this.layout;
    const { steps } = this.row;
    this.pendingSteps = 0;
    for (let node = 0; node < steps.length; node++) {
      bodyPlaces.shown[node]! += pendingSteps * steps[node]!;
      tailPlaces.shown[node]! += pendingSteps * steps[node]!;
    }
  }

  /** What stands before the first text of a row, and before it the tail of the row before, if that is open. */
  bytesOfHead(tail: Tail): Uint8Array {
    return tail === 'open' ? this.layout.boundary.bytes : this.layout.head.bytes;
  }

  /** Puts names into a copy of `bytesOfHead` that ends at `end`. */
  nameHead(view: DataView, end: number, tail: Tail, names: NameTexts, lastNames: NameTexts): void {
    const { head } = this.layout;
    if (tail === 'open') setNames(view, this.layout.tail, end - head.bytes.length, lastNames);
    setNames(view, head, end, names);
  }

  /** What stands before a text that is not the first. */
  bytesBetween(text: number): Uint8Array {
    return this.layout.between[text - 1]!.bytes;
  }

  /** Puts names into a copy of `bytesBetween` that ends at `end`. */
  nameBetween(view: DataView, end: number, text: number, names: NameTexts): void {
    setNames(view, this.layout.between[text - 1]!, end, names);
  }

  /** Writes the tail. */
  writeTail(sink: ByteSink, names: NameTexts | null): void {
    writeStretch(sink, this.layout.tail, names);
  }

  /** Writes what stands before a text, or behind the last one, but for what stands around literals that may be others. */
  writeCore(sink: ByteSink, text: number, names: NameTexts | null): void {
    const { layout, texts } = this;
    layout.cores ??= [layout.head, ...layout.between, layout.tail].map((stretch, i) =>
      stretch.trim(texts[i - 1]?.around?.after.length ?? 0, texts[i]?.around?.before.length ?? 0),
    );
    writeStretch(sink, layout.cores[text]!, names);
  }

  /** Lays the row out for numbers that have more digits than those before, or fewer. */
  layOut(values: Int32Array): void {
    this.settle();
    const known = this.layouts.find((layout) => layout.fits(values));
    this.layout = known ?? new RowLayout(this.row, values);
    if (known !== undefined) return this.showHead(values);
    const most = Math.floor(MAX_LAYOUTS_BYTES / this.layout.bytes.length);
    if (this.layouts.length >= Math.max(1, Math.min(most, MAX_LAYOUTS))) this.layouts.shift();
    this.layouts.push(this.layout);
  }
}

function writeStretch(sink: ByteSink, stretch: Stretch, names: NameTexts | null): void {
  // Names are put into it afterwards: it has to stand in one chunk.
  sink.makeRoom(stretch.bytes.length);
  sink.bytes(stretch.bytes);
  if (names !== null) setNames(sink.view, stretch, sink.at, names);
}

/** Puts names into the copy of a stretch that ends at `end`. */
function setNames(view: DataView, { names }: Stretch, end: number, texts: NameTexts): void {
  for (let i = 0; i < names.length; i += 2) copyName(view, end - names[i + 1]!, texts, names[i]!);
}
