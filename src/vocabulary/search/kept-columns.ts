import type { Rest } from '../thread-slices.ts';

/** Numbers side by side, as they are in memory. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;
/** What a column is made by. */
type ColumnKind<Kept extends Column> = new (buffer: ArrayBuffer) => Kept;

/** Texts that are cut out of one in some milliseconds. */
const TEXTS_BETWEEN_RESTS = 2 ** 14;

/** Something as columns, which follow each other in the order in which `ColumnReader` takes them. */
export class ColumnWriter {
  readonly columns: Column[] = [];

  /** @param column that does not change until it is written: who changes it gives a copy */
  put(column: Column): void {
    this.columns.push(column);
  }

  /** @param texts without lone surrogates */
  putTexts(texts: readonly string[]): void {
    this.put(Uint32Array.from(texts, ({ length }) => length));
    this.put(new TextEncoder().encode(texts.join('')));
  }
}

/** Reads what `ColumnWriter` wrote. */
export class ColumnReader {
  readonly #columns: readonly Column[];
  #next = 0;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  /** The next column, which is the reader's own. @throws Error where none of this kind stands next */
  take<Kept extends Column>(kind: ColumnKind<Kept>): Kept {
    const column = this.#columns[this.#next++];
    if (column instanceof kind) return column;
    throw new Error(`Column ${this.#next} of an index is no ${kind.name}.`);
  }

  /** The next texts. @throws Error as `take` */
  async takeTexts(rest: Rest): Promise<string[]> {
    const lengths = this.take(Uint32Array);
    const all = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.take(Uint8Array));
    const texts = new Array<string>(lengths.length);
    for (let [at, from] = [0, 0]; at < lengths.length; at++) {
      if (at % TEXTS_BETWEEN_RESTS === 0) await rest();
      const to = from + lengths[at]!;
      texts[at] = all.slice(from, to);
      from = to;
    }
    return texts;
  }
}
