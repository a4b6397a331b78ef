import type { ByteSink } from './byte-sink.ts';
import type { KeyPlan, Mapping } from './compile.ts';
import type { JsonDocument } from './document.ts';
import type { InstantTable } from './instants.ts';
import type { NodeTable } from './nodes.ts';
import { RowColumn } from './row-column.ts';
import { entryOf, type RowImage } from './row-image.ts';
import { RowNameTexts } from './row-name-texts.ts';
import type { Items } from './row-items.ts';
import type { RowNames } from './row-names.ts';
import { RowNumbers } from './row-numbers.ts';
import type { Leaf, RowShape } from './row-shape.ts';
import type { Sayings } from './sayings.ts';
import type { Element, RecordScope } from './scopes.ts';
import type { ValueReader } from './values.ts';
import type { Writer } from './writer.ts';

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
  /** The same for items of an array, from an index up to another. */
  leaveItems(scope: RecordScope, plan: KeyPlan, from: number, to: number): void;
}

/**
 * What a writer wrote of one item of an array, as bytes with slots. Other items of the same shape differ in nothing but the
 * slots, so that their rows are copies: the same in every format, records as well as values.
 */
export class RowProgram {
  readonly triples: number;
  private readonly context: RowContext;
  private readonly shape: RowShape;
  /** Elements of time keys that are described later. */
  private readonly left: readonly Leaf[];
  /** What all items have in common. */
  private readonly array: Element;
  /** The item itself is described later. */
  private readonly leavesItem: boolean;
  private readonly image: RowImage;
  private readonly numbers: RowNumbers;
  /** Null where nodes have numbers. */
  private readonly names: RowNameTexts | null;
  /** Null where rows are not so simple. */
  private readonly column: RowColumn | null;

  constructor(
    context: RowContext,
    facts: Pick<RowProgram, 'triples'> & {
      readonly nodes: number;
      readonly shape: RowShape;
      readonly left: readonly Leaf[];
      readonly array: Element;
      readonly leavesItem: boolean;
      readonly image: RowImage;
      readonly names: RowNames | null;
    },
  ) {
    this.context = context;
    this.triples = facts.triples;
    const { shape, image, names, left, leavesItem } = facts;
    this.shape = shape;
    this.image = image;
    this.names = names === null ? null : new RowNameTexts(context, names, image);
    this.left = left;
    this.leavesItem = leavesItem;
    this.array = facts.array;
    this.numbers = new RowNumbers(context, image, facts.nodes);
    this.column = RowColumn.of(context, {
      shape,
      image,
      numbers: this.numbers,
      names: this.names,
      left,
      leavesItem,
      array: facts.array,
    });
  }

  /** Writes the rows of items from `from` on for as long as they match; answers how many. */
  run(items: Items, from: number): number {
    const { context, column, triples } = this;
    const end = Math.min(items.length, from + Math.floor((context.maxTriples - context.triples) / triples));
    const even = column === null || !column.isEven() ? 0 : Math.min(items.evenFrom(from), end - from);
    const written =
      even > 0 ? column!.run(items.itemAt(from), items.indexAt(from), even) : this.runRows(items, from, end);
    context.triples += written * triples;
    return written;
  }

  private runRows(items: Items, from: number, end: number): number {
    const { image, names, numbers, shape } = this;
    const { sink } = this.context;
    let at = from;
    // The end of a row waits for the beginning of the next one.
    let isLastOpen = false;
    for (; at < end; at++) {
      const item = items.itemAt(at);
      const index = items.indexAt(at);
      if (!shape.matches(item, index) || (names !== null && !names.areUnique(item, index))) break;
      if (names !== null) names.next(item, index);
      else if (!numbers.goesOn(item, index)) isLastOpen = numbers.begin(isLastOpen);
      sink.bytes(image.bytesOfFirst(isLastOpen));
      if (names !== null) image.nameFirst(sink.view, sink.at, isLastOpen, names.current, names.last);
      this.writeTexts(item, index);
      if (names === null) numbers.advance();
      isLastOpen = image.texts.length > 0;
      this.leave(item, index);
    }
    if (isLastOpen) image.writeLast(sink, names?.current ?? null);
    return at - from;
  }

  private writeTexts(item: number, index: number): void {
    const { context, image, names } = this;
    const { document, values, sink, writer } = context;
    const { entries } = document;
    const { texts } = image;
    for (let i = 0; i < texts.length; i++) {
      if (i > 0) image.writeBetween(sink, i, names?.current ?? null);
      const { plan, source } = texts[i]!;
      const value = entryOf(document, source, item, index);
      if (plan === null) writer.lexical(entries[value + 1]!, entries[value + 2]!);
      else sink.bytes(context.iriBytesOf(values.entityAt(plan, value)));
    }
  }

  /** Leaves to be described what the row cites and does not hold. */
  private leave(item: number, index: number): void {
    const { context, array, left } = this;
    const { entities } = this.shape;
    if (this.leavesItem) context.leaveItems(array.scope, array.plan, index, index + 1);
    for (let i = 0; i < entities.length; i++) {
      const { isSaid, plan, offset, values } = entities[i]!;
      if (!isSaid) context.leaveEntityOf({ ...array, value: item, index }, plan, item + offset, values);
    }
    for (let i = 0; i < left.length; i++)
      context.leaveInstant(left[i]!.plan, entryOf(context.document, left[i]!, item, index));
  }
}
