import type { RowContext } from './row-context.ts';
import { ScalarRowCopier } from './scalar-row-copier.ts';
import type { RowBuffer, Tail } from './row-buffer.ts';
import { entryOf } from './row-sources.ts';
import { RowNameTexts } from './row-name-texts.ts';
import type { Items } from './row-items.ts';
import type { RowNames } from './row-names.ts';
import type { DeferralOf } from './row-recorder.ts';
import { RowNumbers } from './row-numbers.ts';
import type { Leaf, RowShape } from './row-shape.ts';
import type { Element } from '../records/scopes.ts';

/** What a row cites and leaves to be described later. */
export type Deferral = DeferralOf<Leaf>;

/**
 * What a writer wrote of one item of an array, as bytes with slots. Other items of the same shape differ in nothing but the
 * slots, so that their rows are copies: the same in every format, records as well as values.
 */
export class RowTemplate {
  readonly triples: number;
  private readonly context: RowContext;
  private readonly shape: RowShape;
  /** In the order in which it is described. */
  private readonly deferrals: readonly Deferral[];
  /** What all items have in common. */
  private readonly array: Element;
  private readonly rowBuffer: RowBuffer;
  private readonly numbers: RowNumbers;
  /** Null if nodes have numbers. */
  private readonly names: RowNameTexts | null;
  /** Null if rows are not that simple. */
  private readonly scalarCopier: ScalarRowCopier | null;

  constructor(
    context: RowContext,
    facts: Pick<RowTemplate, 'triples'> & {
      readonly nodes: number;
      readonly shape: RowShape;
      readonly deferrals: readonly Deferral[];
      readonly array: Element;
      readonly rowBuffer: RowBuffer;
      readonly names: RowNames | null;
    },
  ) {
    this.context = context;
    this.triples = facts.triples;
    const { shape, rowBuffer, names, deferrals } = facts;
    this.shape = shape;
    this.rowBuffer = rowBuffer;
    this.names = names === null ? null : new RowNameTexts(context, names, rowBuffer);
    this.deferrals = deferrals;
    this.array = facts.array;
    this.numbers = new RowNumbers(context, rowBuffer, facts.nodes);
    this.scalarCopier = ScalarRowCopier.of(context, {
      shape,
      rowBuffer,
      numbers: this.numbers,
      names: this.names,
      deferred: deferrals.flatMap((deferral) => (deferral.kind === 'instant' ? [deferral.instant] : [])),
      defersItem: deferrals.some(({ kind }) => kind === 'item'),
      array: facts.array,
    });
  }

  /** Writes the rows of items from `from` on for as long as they match; answers how many. */
  run(items: Items, from: number): number {
    const { context, scalarCopier, triples } = this;
    const end = Math.min(items.length, from + Math.floor((context.maxTriples - context.triples) / triples));
    const even = scalarCopier === null || !scalarCopier.isEven() ? 0 : Math.min(items.evenFrom(from), end - from);
    const written =
      even > 0 ? scalarCopier!.run(items.itemAt(from), items.indexAt(from), even) : this.runRows(items, from, end);
    context.triples += written * triples;
    context.copiedRows += written;
    return written;
  }

  /** `ScalarRowCopier.run` does the same for rows of one kind; a test compares the two. */
  private runRows(items: Items, from: number, end: number): number {
    const { rowBuffer, names, numbers, shape } = this;
    const { sink } = this.context;
    let at = from;
    // The tail of a row is written with the head of the next one.
    let tail: Tail = 'written';
    for (; at < end; at++) {
      const item = items.itemAt(at);
      const index = items.indexAt(at);
      if (!shape.matches(item, index) || (names !== null && !names.areUnique(item, index))) break;
      if (names !== null) names.next(item, index);
      else if (!numbers.continues(item, index)) tail = numbers.begin(tail);
      sink.bytes(rowBuffer.bytesOfHead(tail));
      if (names !== null) rowBuffer.nameHead(sink.view, sink.at, tail, names.current, names.last);
      this.writeTexts(item, index);
      if (names === null) numbers.advance();
      tail = rowBuffer.texts.length > 0 ? 'open' : 'written';
      this.defer(item, index);
    }
    if (tail === 'open') rowBuffer.writeTail(sink, names?.current ?? null);
    return at - from;
  }

  private writeTexts(item: number, index: number): void {
    const { context, rowBuffer, names } = this;
    const { document, values, sink, writer } = context;
    const { entries } = document;
    const { texts } = rowBuffer;
    for (let i = 0; i < texts.length; i++) {
      if (i > 0) rowBuffer.writeBetween(sink, i, names?.current ?? null);
      const { plan, source } = texts[i]!;
      const value = entryOf(document, source, item, index);
      if (plan === null) writer.lexical(entries[value + 1]!, entries[value + 2]!);
      else sink.bytes(context.iriBytesOf(values.entityAt(plan, value)));
    }
  }

  /** Leaves to be described what the row cites and does not hold. */
  private defer(item: number, index: number): void {
    const { context, array, deferrals } = this;
    for (let i = 0; i < deferrals.length; i++) {
      const deferral = deferrals[i]!;
      switch (deferral.kind) {
        case 'item':
          context.deferItems(array.scope, array.plan, index, index + 1);
          break;
        case 'instant':
          context.deferInstant(deferral.instant.plan, entryOf(context.document, deferral.instant, item, index));
          break;
        case 'entity': {
          const { plan, offset, values } = this.shape.entities[deferral.entity]!;
          context.deferEntityOf({ ...array, value: item, index }, plan, item + offset, values);
        }
      }
    }
  }
}
