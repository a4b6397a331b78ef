import type { KeyPlan } from './compile.ts';
import { NAME_BYTES } from './name-hash.ts';

const NAME_WORDS = NAME_BYTES / 4;
const NOTHING = new Uint8Array(0);

/** Where a row finds a value: so many numbers behind its item on the tape, or at its index in another array. */
export interface Source {
  /** -1 for what stands within the item. */
  readonly array: number;
  readonly offset: number;
}

/** What stands between two pieces of a row. */
export type Slot = NodeSlot | ValueSlot;

/** A node that the row introduces, by its number in the row, or the instant of a value. */
export type NodeSlot =
  | { readonly kind: 'node'; readonly index: number }
  | { readonly kind: 'instant'; readonly source: Source };

/** A text of the document: the lexical form of a literal, or the IRI of an entity. */
export type ValueSlot =
  | { readonly kind: 'lexical'; readonly source: Source }
  | { readonly kind: 'entity'; readonly source: Source; readonly plan: KeyPlan };

/** One node wherever it stands in one half of a row. */
class NodePlaces {
  /** The number that the image shows, where nodes have numbers. */
  value = 0;
  /** Behind its last byte, in the image. */
  ends: number[] = [];
}

/**
 * The bytes of a row with its texts left out and its nodes filled in. Another row differs in a few bytes of it, which are
 * overwritten where they stand.
 *
 * What stands behind the last text comes first, so that the end of a row and the beginning of the next one are one piece.
 * That is why a node has places in two halves: those at the end of the row before are still needed when those of the next are
 * filled in.
 */
export class RowImage {
  /** What the rows cite, in the order in which their numbers or names are given. */
  readonly nodes: readonly NodeSlot[];
  /** The texts of a row, in order. */
  readonly texts: readonly ValueSlot[];
  /** The bytes before the first text, those between two, and those behind the last, when there is a text. */
  first = NOTHING;
  between: readonly Uint8Array[] = [];
  last = NOTHING;
  /** `last` and the `first` of the next row. */
  seam = NOTHING;
  private readonly pieces: readonly Uint8Array[];
  private readonly slots: readonly Slot[];
  private readonly isNamed: boolean;
  /** By slot; -1 for a text. */
  private readonly nodeOfSlot: readonly number[];
  /** By node. */
  private readonly early: readonly NodePlaces[];
  private readonly late: readonly NodePlaces[];
  /** By node: the numbers with as many digits as it has, from `low`, below `high`. */
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private image = NOTHING;
  private view = new DataView(NOTHING.buffer);

  /**
   * @param pieces one more than slots, in turn with them
   * @param isNamed nodes have names, and not numbers
   */
  constructor(pieces: readonly Uint8Array[], slots: readonly Slot[], isNamed: boolean) {
    this.pieces = pieces;
    this.slots = slots;
    this.isNamed = isNamed;
    const nodes: NodeSlot[] = [];
    const texts: ValueSlot[] = [];
    this.nodeOfSlot = slots.map((slot) => {
      if (slot.kind === 'lexical' || slot.kind === 'entity') {
        texts.push(slot);
        return -1;
      }
      const known = nodes.findIndex((other) => isSameNode(other, slot));
      return known >= 0 ? known : nodes.push(slot) - 1;
    });
    this.nodes = nodes;
    this.texts = texts;
    this.early = nodes.map(() => new NodePlaces());
    this.late = nodes.map(() => new NodePlaces());
    this.low = new Float64Array(nodes.length);
    this.high = new Float64Array(nodes.length).fill(10);
    this.layOut(new Float64Array(nodes.length));
  }

  /** True where a node's number has as many digits as before. */
  fits(node: number, value: number): boolean {
    return value >= this.low[node]! && value < this.high[node]!;
  }

  /** Fills in the numbers up to the last text; all of them have to fit. */
  setEarlyNumbers(values: Float64Array): void {
    for (let node = 0; node < values.length; node++) this.setNumber(this.early[node]!, values[node]!);
  }

  /** Fills in the numbers behind the last text. */
  setLateNumbers(values: Float64Array): void {
    for (let node = 0; node < values.length; node++) this.setNumber(this.late[node]!, values[node]!);
  }

  /** Overwrites the digits that another number has otherwise: of a number that follows, the last one or two. */
  private setNumber(places: NodePlaces, value: number): void {
    const { image } = this;
    const { ends } = places;
    let old = places.value;
    let next = value;
    for (let back = 1; old !== next; back++) {
      const quotient = (next / 10) | 0;
      const digit = 0x30 + next - quotient * 10;
      for (let i = 0; i < ends.length; i++) image[ends[i]! - back] = digit;
      next = quotient;
      old = (old / 10) | 0;
    }
    places.value = value;
  }

  /** Fills in the names up to the last text: eight words of a little-endian text for each node. */
  setEarlyNames(texts: Int32Array): void {
    for (let node = 0; node < this.early.length; node++) this.setName(this.early[node]!.ends, texts, node);
  }

  /** Fills in the names behind the last text. */
  setLateNames(texts: Int32Array): void {
    for (let node = 0; node < this.late.length; node++) this.setName(this.late[node]!.ends, texts, node);
  }

  private setName(ends: readonly number[], texts: Int32Array, node: number): void {
    const { view } = this;
    const from = node * NAME_WORDS;
    for (let i = 0; i < ends.length; i++) {
      const to = ends[i]! - NAME_BYTES;
      for (let word = 0; word < NAME_WORDS; word++) view.setInt32(to + word * 4, texts[from + word]!, true);
    }
  }

  /** Lays the row out anew for numbers that have more digits than those before, or fewer. */
  layOut(values: Float64Array): void {
    const { pieces, slots, texts, nodeOfSlot } = this;
    for (let node = 0; node < values.length; node++) {
      let high = 10;
      while (high <= values[node]!) high *= 10;
      this.high[node] = high;
      this.low[node] = high === 10 ? 0 : high / 10;
      for (const places of [this.early[node]!, this.late[node]!]) {
        places.value = values[node]!;
        places.ends = [];
      }
    }
    const widths = nodeOfSlot.map((node) => (node < 0 ? 0 : this.isNamed ? NAME_BYTES : digitsBelow(this.high[node]!)));
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0) + widths.reduce((sum, width) => sum + width, 0);
    const lastText = slots.findLastIndex((_, i) => nodeOfSlot[i]! < 0);
    const image = new Uint8Array(length);
    const cuts: number[] = [];
    let at = 0;
    // From behind the last text round to it.
    for (let step = 0; step < pieces.length; step++) {
      const i = (lastText + 1 + step) % pieces.length;
      if (i === 0) cuts.push(at);
      image.set(pieces[i]!, at);
      at += pieces[i]!.length;
      const node = nodeOfSlot[i];
      if (node === undefined) continue;
      if (node < 0) {
        cuts.push(at);
        continue;
      }
      const width = widths[i]!;
      at += width;
      (i > lastText && texts.length > 0 ? this.late : this.early)[node]!.ends.push(at);
      for (let rest = values[node]!, to = at - 1; to >= at - width; to--) {
        image[to] = 0x30 + (rest % 10);
        rest = Math.floor(rest / 10);
      }
    }
    this.image = image;
    this.view = new DataView(image.buffer);
    if (texts.length === 0) {
      this.first = image;
      return;
    }
    const [begin, ...ends] = cuts as [number, ...number[]];
    this.last = image.subarray(0, begin);
    this.first = image.subarray(begin, ends[0]!);
    this.seam = image.subarray(0, ends[0]!);
    this.between = ends.slice(1).map((end, i) => image.subarray(ends[i]!, end));
  }
}

/** The digits of numbers below a power of ten. */
function digitsBelow(power: number): number {
  let digits = 0;
  for (let rest = power; rest > 1; rest /= 10) digits++;
  return digits;
}

function isSameNode(one: NodeSlot, other: NodeSlot): boolean {
  if (one.kind === 'node') return other.kind === 'node' && one.index === other.index;
  return (
    other.kind === 'instant' && one.source.array === other.source.array && one.source.offset === other.source.offset
  );
}
