import type { RowBuffer, Tail } from './row-buffer.ts';
import type { RowNameTexts } from './row-name-texts.ts';
import type { RowNumbers } from './row-numbers.ts';
import type { RowContext } from './row-context.ts';
import type { Leaf, RowShape } from './row-shape.ts';
import type { Element } from '../records/scopes.ts';
import { OBJECT, STRIDE, STRING } from '../json/tape-entry.ts';

/** What `RowTemplate` knows of its rows. */
interface Rows {
  readonly shape: RowShape;
  readonly rowBuffer: RowBuffer;
  readonly numbers: RowNumbers;
  /** Null if nodes have numbers. */
  readonly names: RowNameTexts | null;
  /** Elements of time keys that are described later. */
  readonly deferred: readonly Leaf[];
  /** The items themselves are described later. */
  readonly defersItem: boolean;
  /** What all items have in common. */
  readonly array: Element;
}

/**
 * Copies the rows of scalars that hold no more than one text, their own: most of a long series is that.
 *
 * It does what `RowTemplate.runRows` does for any row, and is written a second time for the sake of speed: the position in the chunk is
 * a local variable, the text is copied four bytes at a time, and hardly any function is called. One loop over an interface would read the
 * position from the sink and call a function at each of these places, in each row. A test compares the two loops.
 */
export class ScalarRowCopier {
  private readonly context: RowContext;
  private readonly rows: Rows;
  private readonly hasText: boolean;
  /** Other arrays that its rows read at their index. */
  private readonly otherArrays: readonly number[];

  private constructor(context: RowContext, rows: Rows) {
    this.context = context;
    this.rows = rows;
    this.hasText = rows.rowBuffer.texts.length > 0;
    const sources = [...rows.shape.leaves, ...rows.numbers.sources];
    this.otherArrays = sources.map(({ array }) => array).filter((array) => array >= 0);
  }

  /** Null for rows that are not that simple. */
  static of(context: RowContext, rows: Rows): ScalarRowCopier | null {
    const { shape, rowBuffer, deferred, defersItem } = rows;
    const isOwn = rowBuffer.texts.every(({ plan, source }) => plan === null && source.array < 0);
    if (rowBuffer.texts.length > 1 || !isOwn || shape.entities.length > 0 || (defersItem && deferred.length > 0))
      return null;
    if (shape.kind >= OBJECT || (shape.kind === STRING && context.writer.escapesTexts)) return null;
    return new ScalarRowCopier(context, rows);
  }

  /** True if the other arrays have one entry for each item. */
  isEven(): boolean {
    return this.otherArrays.every((array) => this.context.document.holdsScalarsOnly(array));
  }

  /**
   * Writes the rows of items that stand right behind one another for as long as they match; answers how many.
   *
   * @param first the first item
   * @param firstIndex its index in its array
   */
  run(first: number, firstIndex: number, count: number): number {
    const { context, hasText } = this;
    const { shape, rowBuffer, deferred, names, numbers, defersItem, array } = this.rows;
    const { sink, instants, values } = context;
    const { entries, bytes, view: input } = context.document;
    const { kind, leaves } = shape;
    const areAllUnique = names === null || names.areAllUnique;
    const end = firstIndex + count;
    let index = firstIndex;
    let { chunk, at: to, view: output } = sink;
    // The tail of a row is written with the head of the next one.
    let tail: Tail = 'written';
    rows: for (let item = first; index < end; index++, item += STRIDE) {
      if (entries[item] !== kind) break;
      for (let i = 0; i < leaves.length; i++) {
        const leaf = leaves[i]!;
        const value = leaf.array < 0 ? item : leaf.array + STRIDE * (index + 1);
        if (entries[value] !== leaf.kind) break rows;
        if (!leaf.isPlain && !values.isVerbatim(leaf.plan, value)) break rows;
        if (leaf.isFirst !== null && instants.isFirst(value) !== leaf.isFirst) break rows;
      }

      if (names !== null) {
        if (!areAllUnique && !names.areUnique(item, index)) break;
        names.next(item, index);
      } else if (!numbers.continues(item, index)) {
        sink.at = to;
        tail = numbers.begin(tail);
        ({ chunk, at: to, view: output } = sink);
      }
      const piece = rowBuffer.bytesOfHead(tail);
      const start = entries[item + 1]!;
      const stop = entries[item + 2]!;
      if (piece.length + stop - start + 4 > chunk.length - to) {
        sink.at = to;
        sink.makeRoom(piece.length);
        ({ chunk, at: to, view: output } = sink);
      }
      chunk.set(piece, to);
      to += piece.length;
      if (names !== null) rowBuffer.nameHead(output, to, tail, names.current, names.last);
      if (hasText && stop - start + 4 <= chunk.length - to && stop + 4 <= bytes.length) {
        // Four bytes at a time; what is written too much is overwritten.
        for (let i = start; i < stop; i += 4) output.setInt32(to + i - start, input.getInt32(i));
        to += stop - start;
      } else if (hasText) {
        sink.at = to;
        sink.copy(start, stop);
        ({ chunk, at: to, view: output } = sink);
      }
      if (names === null) numbers.advance();
      tail = hasText ? 'open' : 'written';
      for (let i = 0; i < deferred.length; i++) context.deferInstant(deferred[i]!.plan, item);
    }
    sink.at = to;
    if (tail === 'open') rowBuffer.writeTail(sink, names?.current ?? null);
    if (defersItem && index > firstIndex) context.deferItems(array.scope, array.plan, firstIndex, index);
    return index - firstIndex;
  }
}
