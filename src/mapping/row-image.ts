import type { KeyPlan } from './compile.ts';
import { NAME_BYTES } from './name-hash.ts';

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

/** Bytes up to a text of the row; null for those behind the last. */
interface Part {
  readonly bytes: Uint8Array;
  readonly slot: ValueSlot | null;
}

/** One node wherever it stands in a row. */
class NodePlaces {
  readonly slot: NodeSlot;
  /** The number that the image shows, where nodes have numbers. */
  value = 0;
  /** The numbers with as many digits: from `low`, below `high`. */
  low = 0;
  high = 10;
  /** Behind its last byte, in the image. */
  ends: number[] = [];

  constructor(slot: NodeSlot) {
    this.slot = slot;
  }
}

/**
 * The bytes of a row with its texts left out and its nodes filled in. Another row differs in a few bytes of it, which are
 * overwritten where they stand.
 */
export class RowImage {
  readonly nodes: readonly NodePlaces[];
  parts: readonly Part[] = [];
  private readonly pieces: readonly Uint8Array[];
  private readonly slots: readonly Slot[];
  private readonly isNamed: boolean;
  /** By slot; null for a text. */
  private readonly nodeOfSlot: (NodePlaces | null)[];
  private image = new Uint8Array(0);
  private view = new DataView(this.image.buffer);

  /**
   * @param pieces one more than slots, in turn with them
   * @param isNamed nodes have names, and not numbers
   */
  constructor(pieces: readonly Uint8Array[], slots: readonly Slot[], isNamed: boolean) {
    this.pieces = pieces;
    this.slots = slots;
    this.isNamed = isNamed;
    const nodes: NodePlaces[] = [];
    this.nodeOfSlot = slots.map((slot) => {
      if (slot.kind === 'lexical' || slot.kind === 'entity') return null;
      const known = nodes.find((other) => isSameNode(other.slot, slot));
      if (known !== undefined) return known;
      nodes.push(new NodePlaces(slot));
      return nodes.at(-1)!;
    });
    this.nodes = nodes;
    this.layOut();
  }

  /** Overwrites the digits that another number has otherwise: of a number that follows, the last one or two. False when it does not fit. */
  setNumber(node: NodePlaces, value: number): boolean {
    if (value < node.low || value >= node.high) {
      node.value = value;
      return false;
    }
    const { image } = this;
    const { ends } = node;
    let old = node.value;
    let next = value;
    for (let back = 1; old !== next; back++) {
      const quotient = (next / 10) | 0;
      const digit = 0x30 + next - quotient * 10;
      for (let i = 0; i < ends.length; i++) image[ends[i]! - back] = digit;
      next = quotient;
      old = (old / 10) | 0;
    }
    node.value = value;
    return true;
  }

  /** Overwrites a name: its text as little-endian words. */
  setName(node: NodePlaces, text: Int32Array): void {
    const { view } = this;
    const { ends } = node;
    for (let i = 0; i < ends.length; i++) {
      let to = ends[i]! - NAME_BYTES;
      for (let word = 0; word < NAME_BYTES / 4; word++, to += 4) view.setInt32(to, text[word]!, true);
    }
  }

  /** Lays the row out anew: numbers have more digits than before, or fewer. */
  layOut(): void {
    const { pieces, slots, nodes, nodeOfSlot } = this;
    let length = 0;
    for (const piece of pieces) length += piece.length;
    for (const node of nodes) {
      node.high = 10;
      while (node.high <= node.value) node.high *= 10;
      node.low = node.high === 10 ? 0 : node.high / 10;
      node.ends = [];
    }
    for (const node of nodeOfSlot) if (node !== null) length += this.widthOf(node);
    const image = new Uint8Array(length);
    const parts: Part[] = [];
    let at = 0;
    let from = 0;
    for (let i = 0; i < pieces.length; i++) {
      image.set(pieces[i]!, at);
      at += pieces[i]!.length;
      const slot = slots[i];
      if (slot === undefined) break;
      if (slot.kind === 'lexical' || slot.kind === 'entity') {
        parts.push({ bytes: image.subarray(from, at), slot });
        from = at;
        continue;
      }
      const node = nodeOfSlot[i]!;
      const width = this.widthOf(node);
      at += width;
      node.ends.push(at);
      for (let rest = node.value, to = at - 1; to >= at - width; to--) {
        image[to] = 0x30 + (rest % 10);
        rest = Math.floor(rest / 10);
      }
    }
    parts.push({ bytes: image.subarray(from, at), slot: null });
    this.image = image;
    this.view = new DataView(image.buffer);
    this.parts = parts;
  }

  private widthOf(node: NodePlaces): number {
    if (this.isNamed) return NAME_BYTES;
    let digits = 0;
    for (let rest = node.high; rest > 1; rest /= 10) digits++;
    return digits;
  }
}

function isSameNode(one: NodeSlot, other: NodeSlot): boolean {
  if (one.kind === 'node') return other.kind === 'node' && one.index === other.index;
  return (
    other.kind === 'instant' && one.source.array === other.source.array && one.source.offset === other.source.offset
  );
}
