import type { ByteSink } from './byte-sink.ts';
import type { KeyPlan, Mapping } from './compile.ts';
import type { JsonDocument } from './document.ts';
import type { InstantTable } from './instants.ts';
import { NAME_BYTES, renderState } from './name-hash.ts';
import type { NodeTable } from './nodes.ts';
import type { RowImage, Source } from './row-image.ts';
import type { RowNames } from './row-names.ts';
import type { Sayings } from './sayings.ts';
import type { Element, RecordScope } from './scopes.ts';
import { KEY, OBJECT, STRIDE } from './tape.ts';
import type { ValueReader } from './values.ts';
import type { Writer } from './writer.ts';

const NAME_WORDS = NAME_BYTES / 4;

/** What rows are made of, one after the other. */
export interface Items {
  readonly length: number;
  /** The value of an item; -1 for one that is written the long way. */
  itemAt(at: number): number;
  /** Its index in its array; -1 for what stands in none together. */
  indexAt(at: number): number;
}

/** What the walk over a document lends to the rows of its arrays. */
export interface RowContext {
  /** How many were written so far. */
  triples: number;
  readonly maxTriples: number;
  readonly document: JsonDocument;
  readonly mapping: Mapping;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
  readonly values: ValueReader;
  readonly sayings: Sayings;
  readonly sink: ByteSink;
  readonly writer: Writer;
  /** The IRI of an entity by its number, as it is written. */
  iriBytesOf(entity: number): Uint8Array;
  /** Leaves an instant to be described once its surroundings are written. */
  leaveInstant(plan: KeyPlan, value: number): void;
  /** The same for an entity that is a member of a record, of which more is to be said. */
  leaveEntityOf(record: Element, plan: KeyPlan, value: number, cited: ArrayLike<number>): void;
  /** The same for an item of an array. */
  leaveItem(scope: RecordScope, plan: KeyPlan, value: number, index: number): void;
}

/** An entity of a row, its values so many numbers behind the row's element. */
export interface SaidEntity {
  readonly isSaid: boolean;
  readonly plan: KeyPlan;
  readonly offset: number;
  /** Values elsewhere in the document stand for themselves. */
  readonly cited: readonly { readonly value: number; readonly isWithin: boolean }[];
  /** `cited` of the row at hand. */
  readonly values: Int32Array;
}

/** A value that a row is made of, and what has to hold so that a copy says the same of it. */
export interface Leaf extends Source {
  readonly plan: KeyPlan;
  readonly kind: number;
  /** Its kind says that it is written as it stands. */
  readonly isPlain: boolean;
  /** The element describes its instant; null for what is no time. */
  readonly isFirst: boolean | null;
}

/**
 * What a writer wrote of one item of an array, as bytes with slots. Other items of the same shape differ in nothing but the
 * slots, so that their rows are copies: the same in every format, records as well as values.
 */
export class RowProgram {
  readonly triples: number;
  private readonly context: RowContext;
  /** Nodes that the row introduces. */
  private readonly nodes: number;
  /** Of each entry of the element: the kind, and the key or the number of members. */
  private readonly shape: Int32Array;
  private readonly leaves: readonly Leaf[];
  private readonly entities: readonly SaidEntity[];
  /** Elements of time keys that are described later. */
  private readonly left: readonly Leaf[];
  /** What all items have in common. */
  private readonly array: Element;
  /** The item itself is described later. */
  private readonly leavesItem: boolean;
  private readonly image: RowImage;
  /** Null where nodes have numbers. */
  private readonly names: RowNames | null;
  /** The numbers of the row at hand, by node of the image. */
  private readonly values: Float64Array;
  /** The names of the row at hand, as text. */
  private readonly nameTexts: Int32Array;

  constructor(
    context: RowContext,
    facts: Pick<RowProgram, 'triples'> & {
      readonly nodes: number;
      readonly shape: Int32Array;
      readonly leaves: readonly Leaf[];
      readonly entities: readonly SaidEntity[];
      readonly left: readonly Leaf[];
      readonly array: Element;
      readonly leavesItem: boolean;
      readonly image: RowImage;
      readonly names: RowNames | null;
    },
  ) {
    this.context = context;
    this.triples = facts.triples;
    this.nodes = facts.nodes;
    this.shape = facts.shape;
    this.leaves = facts.leaves;
    this.entities = facts.entities;
    this.left = facts.left;
    this.array = facts.array;
    this.leavesItem = facts.leavesItem;
    this.image = facts.image;
    this.names = facts.names;
    this.values = new Float64Array(facts.image.nodes.length);
    this.nameTexts = new Int32Array(facts.image.nodes.length * NAME_WORDS);
  }

  /** True where the item makes the same row but for the slots. */
  matches(item: number, index: number): boolean {
    const { document, instants, values } = this.context;
    const { entries } = document;
    const { shape, leaves, entities } = this;
    for (let i = 0, entry = item; i < shape.length; i += 2, entry += STRIDE) {
      const kind = entries[entry]!;
      if (kind !== shape[i]) return false;
      if (kind >= OBJECT && entries[kind === KEY ? entry + 3 : entry + 2] !== shape[i + 1]) return false;
    }
    for (let i = 0; i < leaves.length; i++) {
      const leaf = leaves[i]!;
      const value = leaf.array < 0 ? item + leaf.offset : document.itemAt(leaf.array, index);
      if (leaf.array >= 0 && entries[value] !== leaf.kind) return false;
      if (!leaf.isPlain && !values.isTakenAsWritten(leaf.plan, value)) return false;
      if (leaf.isFirst !== null && instants.isFirst(value) !== leaf.isFirst) return false;
    }
    for (let i = 0; i < entities.length; i++) {
      const { isSaid, plan, offset, cited, values } = entities[i]!;
      for (let j = 0; j < cited.length; j++) values[j] = cited[j]!.isWithin ? cited[j]!.value + item : cited[j]!.value;
      if (this.context.sayings.has(plan, item + offset, values) !== isSaid) return false;
    }
    return this.names === null || this.names.areUnique(item, index);
  }

  /** Writes the rows of items from `from` on for as long as they match; answers how many. */
  run(items: Items, from: number): number {
    const { context, image, names, triples } = this;
    const { sink } = context;
    const end = Math.min(items.length, from + Math.floor((context.maxTriples - context.triples) / triples));
    const hasTexts = image.texts.length > 0;
    let at = from;
    // The end of a row waits for the beginning of the next one.
    let isLastOpen = false;
    for (; at < end; at++) {
      const item = items.itemAt(at);
      const index = items.indexAt(at);
      if (!this.matches(item, index)) break;
      if (names === null && !this.numberNodes(item, index)) {
        if (isLastOpen) sink.bytes(image.last);
        isLastOpen = false;
        image.layOut(this.values);
      }
      if (names === null) image.setEarlyNumbers(this.values);
      else {
        this.nameNodes(names, item, index);
        image.setEarlyNames(this.nameTexts);
      }
      sink.bytes(isLastOpen ? image.seam : image.first);
      if (hasTexts) {
        if (names === null) image.setLateNumbers(this.values);
        else image.setLateNames(this.nameTexts);
        this.writeTexts(item, index);
        isLastOpen = true;
      }
      if (this.leavesItem) context.leaveItem(this.array.scope, this.array.plan, item, index);
      for (let i = 0; i < this.entities.length; i++) {
        const { isSaid, plan, offset, values } = this.entities[i]!;
        if (!isSaid) context.leaveEntityOf({ ...this.array, value: item, index }, plan, item + offset, values);
      }
      for (let i = 0; i < this.left.length; i++) {
        const leaf = this.left[i]!;
        context.leaveInstant(leaf.plan, entryOf(context.document, leaf, item, index));
      }
    }
    if (isLastOpen) sink.bytes(image.last);
    context.triples += (at - from) * triples;
    return at - from;
  }

  private writeTexts(item: number, index: number): void {
    const { document, values, sink, writer } = this.context;
    const { entries } = document;
    const { texts, between } = this.image;
    for (let i = 0; i < texts.length; i++) {
      if (i > 0) sink.bytes(between[i - 1]!);
      const slot = texts[i]!;
      const value = entryOf(document, slot.source, item, index);
      if (slot.kind === 'lexical') writer.lexical(entries[value + 1]!, entries[value + 2]!);
      else sink.bytes(this.context.iriBytesOf(values.entityAt(slot.plan, value)));
    }
  }

  /** Numbers the nodes of a row, into `values`; false where one has more digits than the image has room for, or fewer. */
  private numberNodes(item: number, index: number): boolean {
    const { document, instants, nodes } = this.context;
    const { image, values } = this;
    const firstNode = nodes.reserve(this.nodes);
    let fits = true;
    for (let i = 0; i < values.length; i++) {
      const slot = image.nodes[i]!;
      const number =
        slot.kind === 'node' ? firstNode + slot.index : instants.numberAt(entryOf(document, slot.source, item, index));
      values[i] = number;
      fits = fits && image.fits(i, number);
    }
    return fits;
  }

  /** Names the nodes of a row, into `nameTexts`. */
  private nameNodes(names: RowNames, item: number, index: number): void {
    const { document, instants, nodes } = this.context;
    const { nameTexts } = this;
    const slots = this.image.nodes;
    names.name(item, index);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      if (slot.kind === 'node') renderState(names.states, slot.index * 4, nameTexts, i * NAME_WORDS);
      else {
        const instant = instants.numberAt(entryOf(document, slot.source, item, index));
        renderState(nodes.names!.ofInstants, instant * 4, nameTexts, i * NAME_WORDS);
      }
    }
  }
}

function entryOf(document: JsonDocument, source: Source, item: number, index: number): number {
  return source.array < 0 ? item + source.offset : document.itemAt(source.array, index);
}
