import { SHORT_TEXT } from './limits.ts';
import { copyEights } from '../../rdf/utf8.ts';
import type { RowContext } from './row-context.ts';
import type { RowBuffer, Tail } from './row-buffer.ts';
import { RowNameTexts } from './row-name-texts.ts';
import type { Items } from './row-items.ts';
import type { RowNames } from './row-names.ts';
import type { DeferralOf } from './row-recorder.ts';
import { RowNumbers } from './row-numbers.ts';
import type { Leaf, RowShape } from './row-shape.ts';
import type { ValueSlot } from './row-slots.ts';
import { writeText } from './write-text.ts';
import { MOST_REPAIRED } from '../rdf-terms/verdict.ts';
import { isRepaired, isSpelled } from '../rdf-terms/literal-form.ts';
import type { EntityPlace } from '../records/entity-occurrences.ts';
import type { Element } from '../records/scopes.ts';
import type { KeyPlan } from '../semantic/mapping.ts';

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
  /** By deferral: where its entities stand. */
  private readonly places: readonly (EntityPlace | null)[];
  /** What all items have in common. */
  private readonly array: Element;
  private readonly rowBuffer: RowBuffer;
  private readonly numbers: RowNumbers;
  /** Null if nodes have numbers. */
  private readonly names: RowNameTexts | null;
  /** The values that do not fit the datatypes of their keys. */
  private readonly warning: readonly Leaf[];

  constructor(
    context: RowContext,
    facts: Pick<RowTemplate, 'triples'> & {
      readonly nodes: number;
      readonly shape: RowShape;
      readonly deferrals: readonly Deferral[];
      readonly array: Element;
      readonly rowBuffer: RowBuffer;
      readonly names: RowNames | null;
      readonly warning: readonly Leaf[];
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
    this.warning = facts.warning;
    this.places = deferrals.map((deferral) =>
      'entity' in deferral ? { plan: shape.entities[deferral.entity]!.plan, owner: facts.array } : null,
    );
  }

  /**
   * Writes the rows of items from `from` on for as long as they match; answers how many.
   *
   * The position in the chunk is a local variable, and is put into the sink where something else writes: most rows are written without.
   */
  run(items: Items, from: number): number {
    const { context, rowBuffer, names, numbers, shape, triples } = this;
    const { sink, document, values, emitter } = context;
    const { forms } = values;
    const { entries, bytes, view: input } = document;
    const { texts } = rowBuffer;
    const hasMore = this.deferrals.length > 0 || this.warning.length > 0;
    const areAllAlike = names === null || names.areAllAlike;
    const end = Math.min(items.length, from + Math.floor((emitter.maxTriples - emitter.triples) / triples));
    let { chunk, at: to, view: output } = sink;
    let at = from;
    // The tail of a row is written with the head of the next one.
    let tail: Tail = 'written';
    for (; at < end; at++) {
      const item = items.valueAt(at);
      const index = items.indexAt(at);
      if (item < 0 || !shape.matches(item, index) || !(areAllAlike || names!.isAlike(item, index))) break;
      if (names !== null) names.next(item, index);
      else if (!numbers.continues(item, index)) {
        sink.at = to;
        tail = numbers.begin(tail);
        ({ chunk, at: to, view: output } = sink);
      }
      if (shape.isVaried) {
        sink.at = to;
        this.writeVaried(item, index, tail);
        ({ chunk, at: to, view: output } = sink);
        tail = 'written';
        if (hasMore) this.finish(item, index);
        continue;
      }
      let piece = rowBuffer.bytesOfHead(tail);
      for (let i = 0; ; i++) {
        if (piece.length > chunk.length - to) {
          sink.at = to;
          sink.makeRoom(piece.length);
          ({ chunk, at: to, view: output } = sink);
        }
        chunk.set(piece, to);
        to += piece.length;
        if (names !== null) {
          if (i === 0) rowBuffer.nameHead(output, to, tail, names.current, names.last);
          else rowBuffer.nameBetween(output, to, i, names.current);
        }
        if (i === texts.length) break;
        const { leaf, isSafe } = texts[i]!;
        const value = leaf.source.valueIn(document, item, index);
        const start = entries[value + 1]!;
        const length = entries[value + 2]! - start;
        const isPlain = isSafe && !isSpelled(leaf.form);
        if (length > SHORT_TEXT || length + MOST_REPAIRED > chunk.length - to || !isPlain) {
          sink.at = to;
          this.writeText(texts[i]!, value);
          ({ chunk, at: to, view: output } = sink);
        } else if (isRepaired(leaf.form)) to = forms.repair(leaf.plan, value, chunk, to);
        else if (start + SHORT_TEXT <= bytes.length) {
          copyEights(output, to, input, start, length);
          to += length;
        } else for (let from = start; from < start + length; from++) chunk[to++] = bytes[from]!;
        if (i + 1 === texts.length) break;
        piece = rowBuffer.bytesBetween(i + 1);
      }
      if (names === null) numbers.advance();
      tail = texts.length > 0 ? 'open' : 'written';
      if (hasMore) this.finish(item, index);
    }
    sink.at = to;
    if (tail === 'open') rowBuffer.writeTail(sink, names?.current ?? null);
    emitter.triples += (at - from) * triples;
    context.copiedRows += at - from;
    return at - from;
  }

  /** Writes a row whose literals have other forms than those of the recorded one: what stands around each is written with it. */
  private writeVaried(item: number, index: number, tail: Tail): void {
    const { context, rowBuffer, names, numbers } = this;
    const { sink, document, affixes } = context;
    const { texts } = rowBuffer;
    const current = names === null ? null : names.current;
    if (tail === 'open') rowBuffer.writeTail(sink, names === null ? null : names.last);
    for (let i = 0; i < texts.length; i++) {
      const { leaf, around } = texts[i]!;
      const value = leaf.source.valueIn(document, item, index);
      rowBuffer.writeCore(sink, i, current);
      if (around === null) {
        this.writeText(texts[i]!, value);
        continue;
      }
      const { before, after } = affixes.of(leaf.plan, value);
      sink.bytes(before);
      this.writeText(texts[i]!, value);
      sink.bytes(after);
    }
    if (names === null) numbers.advance();
    rowBuffer.writeCore(sink, texts.length, current);
  }

  private writeText({ leaf, isEntity, isSafe }: ValueSlot, value: number): void {
    const { context } = this;
    const { document, entityCopier } = context;
    if (isEntity) entityCopier.write(leaf.plan, value);
    else if (leaf.source.offset >= 0) writeText(context, leaf.plan, value, leaf.form, isSafe);
    else entityCopier.writeEncoded(document.entries[value + 1]!, document.entries[value + 2]!);
  }

  /** Of an item; members of one record have a key each. */
  private planOf(item: number): KeyPlan {
    const { document, mapping } = this.context;
    const key = document.keyOfValue(item);
    return key < 0 ? this.array.plan : mapping.plans.of(key);
  }

  /** Leaves to be described what a row cites and does not hold, and warns of its values. */
  private finish(item: number, index: number): void {
    const { context, array, deferrals, warning } = this;
    for (let i = 0; i < warning.length; i++)
      context.values.warnOfMismatch(warning[i]!.plan, warning[i]!.source.valueIn(context.document, item, index));
    for (let i = 0; i < deferrals.length; i++) {
      const deferral = deferrals[i]!;
      switch (deferral.kind) {
        case 'item':
          if (index >= 0) context.deferred.addItems(array.scope, array.plan, index, index + 1);
          else context.deferred.addUnindexed({ ...array, plan: this.planOf(item), value: item, position: -1 });
          break;
        case 'instant':
          context.deferred.addInstant(
            deferral.instant.plan,
            deferral.instant.source.valueIn(context.document, item, index),
          );
          break;
        default: {
          const { offset, values } = this.shape.entities[deferral.entity]!;
          const isHeld = deferral.kind !== 'entity';
          context.entities.noteOfCopy(this.places[i]!, item + offset, item, index, values, isHeld);
        }
      }
    }
  }
}
