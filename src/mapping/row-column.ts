import type { RowImage } from './row-image.ts';
import type { RowNameTexts } from './row-name-texts.ts';
import type { RowNumbers } from './row-numbers.ts';
import type { RowContext } from './row-program.ts';
import type { Leaf, RowShape } from './row-shape.ts';
import { OBJECT, STRIDE, STRING } from './tape.ts';

/**
 * Copies the rows of an array of scalars that hold one text each: most of a long series is that. It does what `RowProgram` does for any
 * row, in one loop that calls next to nothing.
 */
export class RowColumn {
  private readonly context: RowContext;
  private readonly shape: RowShape;
  private readonly image: RowImage;
  private readonly numbers: RowNumbers;
  /** Null where nodes have numbers. */
  private readonly names: RowNameTexts | null;
  private readonly left: readonly Leaf[];
  /** Arrays beside the column that its rows read. */
  private readonly besides: readonly number[];

  private constructor(
    context: RowContext,
    shape: RowShape,
    image: RowImage,
    numbers: RowNumbers,
    names: RowNameTexts | null,
    left: readonly Leaf[],
    besides: readonly number[],
  ) {
    this.context = context;
    this.shape = shape;
    this.image = image;
    this.numbers = numbers;
    this.names = names;
    this.left = left;
    this.besides = besides;
  }

  /** Null for rows that are not so simple. */
  static of(
    context: RowContext,
    shape: RowShape,
    image: RowImage,
    numbers: RowNumbers,
    names: RowNameTexts | null,
    left: readonly Leaf[],
  ): RowColumn | null {
    const [text, ...others] = image.texts;
    const { kind, leaves, entities } = shape;
    if (text === undefined || others.length > 0 || text.plan !== null || text.source.array >= 0) return null;
    if (kind >= OBJECT || entities.length > 0 || (kind === STRING && context.writer.escapesTexts)) return null;
    const besides = [...leaves, ...numbers.sources].map(({ array }) => array).filter((array) => array >= 0);
    return new RowColumn(context, shape, image, numbers, names, left, besides);
  }

  /** True for an array that has one entry for each item, as have those beside it. */
  takes(array: number): boolean {
    const { document } = this.context;
    return document.holdsScalarsOnly(array) && this.besides.every((beside) => document.holdsScalarsOnly(beside));
  }

  /** Writes the rows of items from `from` on for as long as they match, up to `end`; answers how many. */
  run(array: number, from: number, end: number): number {
    const { context, image, left, names, numbers } = this;
    const { sink, instants, values } = context;
    const { entries, bytes, view: input } = context.document;
    const { kind, leaves } = this.shape;
    let at = from;
    let { chunk, at: to, view: output } = sink;
    // The end of a row waits for the beginning of the next one.
    let isLastOpen = false;
    rows: for (let item = array + STRIDE * (from + 1); at < end; at++, item += STRIDE) {
      if (entries[item] !== kind) break;
      for (let i = 0; i < leaves.length; i++) {
        const leaf = leaves[i]!;
        const value = leaf.array < 0 ? item : leaf.array + STRIDE * (at + 1);
        if (entries[value] !== leaf.kind) break rows;
        if (!leaf.isPlain && !values.isTakenAsWritten(leaf.plan, value)) break rows;
        if (leaf.isFirst !== null && instants.isFirst(value) !== leaf.isFirst) break rows;
      }

      if (names !== null) {
        if (!names.areUnique(item, at)) break;
        names.next(item, at);
      } else if (!numbers.goesOn(item, at)) {
        sink.at = to;
        isLastOpen = numbers.begin(isLastOpen);
        ({ chunk, at: to, view: output } = sink);
      }
      const first = image.bytesOfFirst(isLastOpen);
      const start = entries[item + 1]!;
      const stop = entries[item + 2]!;
      if (first.length + stop - start + 4 > chunk.length - to) {
        sink.at = to;
        sink.makeRoom(first.length);
        ({ chunk, at: to, view: output } = sink);
      }
      chunk.set(first, to);
      to += first.length;
      if (names !== null) image.nameFirst(output, to, isLastOpen, names.current, names.last);
      // Four bytes at a time, and what that is too much is overwritten.
      if (stop - start + 4 <= chunk.length - to && stop + 4 <= bytes.length) {
        for (let i = start; i < stop; i += 4) output.setInt32(to + i - start, input.getInt32(i));
        to += stop - start;
      } else {
        sink.at = to;
        sink.copy(start, stop);
        ({ chunk, at: to, view: output } = sink);
      }
      if (names === null) numbers.advance();
      isLastOpen = true;
      for (let i = 0; i < left.length; i++) context.leaveInstant(left[i]!.plan, item);
    }
    sink.at = to;
    if (isLastOpen) image.writeLast(sink, names?.current ?? null);
    return at - from;
  }
}
