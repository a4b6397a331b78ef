import type { TermKind } from '../term-columns.ts';
import { copy, copyEscaped, ESCAPE_BYTES, plainBytes } from './escaped-bytes.ts';
import { layOut, type WrittenTable } from './table-bytes.ts';

const PIECE_BYTES = 256 * 1024;
/** What stands around the three terms of a line. */
const LINE_BYTES = 5;
const [SPACE, POINT, LINE_END] = [0x20, 0x2e, 0x0a] as const;

/**
 * The triples of a table that `writeTable` wrote, as N-Triples in UTF-8, in its order. Bytes are copied: neither terms nor strings are made, so that
 * it takes no memory besides.
 *
 * @returns pieces of whole lines, each of which holds only until the next one is asked for
 * @throws Error for what is no such table
 */
export function* linesOfTable(written: Uint8Array): Generator<Uint8Array> {
  const table = layOut(written);
  if (table === null) throw new Error('It is no table that this release wrote');
  const { subject, starts, property, object } = table;
  const terms = new TermWriter(table);
  const names = table.properties.map((name) => plainBytes(`<${name}>`));
  let piece = new Uint8Array(PIECE_BYTES);
  let at = 0;
  for (const [place, subjectNumber] of subject.entries()) {
    for (let i = starts[place]!; i < starts[place + 1]!; i++) {
      const [name, objectNumber] = [names[property[i]!]!, object[i]!];
      const most = terms.mostBytes(subjectNumber) + name.length + terms.mostBytes(objectNumber) + LINE_BYTES;
      if (at + most > piece.length) {
        if (at > 0) yield piece.subarray(0, at);
        at = 0;
        if (most > piece.length) piece = new Uint8Array(most);
      }
      at = terms.write(subjectNumber, piece, at);
      piece[at++] = SPACE;
      at = copy(name, 0, name.length, piece, at);
      piece[at++] = SPACE;
      at = terms.write(objectNumber, piece, at);
      piece[at++] = SPACE;
      piece[at++] = POINT;
      piece[at++] = LINE_END;
    }
  }
  if (at > 0) yield piece.subarray(0, at);
}

class TermWriter {
  readonly #table: WrittenTable;
  /** What stands before and behind the text of each kind. */
  readonly #frames: ReadonlyArray<{
    readonly before: Uint8Array;
    readonly behind: Uint8Array;
    readonly isLiteral: boolean;
  }>;

  constructor(table: WrittenTable) {
    this.#table = table;
    this.#frames = table.kinds.map((kind) => {
      const [before, behind] = frameOf(kind);
      return { before: plainBytes(before), behind: plainBytes(behind), isLiteral: kind.type === 'literal' };
    });
  }

  mostBytes(number: number): number {
    const { ends, kindsOfTerms } = this.#table;
    const { before, behind, isLiteral } = this.#frames[kindsOfTerms[number]!]!;
    const length = ends[number]! - (ends[number - 1] ?? 0);
    return before.length + (isLiteral ? length * ESCAPE_BYTES : length) + behind.length;
  }

  /** Returns where what is written ends. */
  write(number: number, to: Uint8Array, at: number): number {
    const { ends, kindsOfTerms, texts } = this.#table;
    const { before, behind, isLiteral } = this.#frames[kindsOfTerms[number]!]!;
    const [start, end] = [ends[number - 1] ?? 0, ends[number]!];
    let place = copy(before, 0, before.length, to, at);
    place = isLiteral ? copyEscaped(texts, start, end, to, place) : copy(texts, start, end, to, place);
    return copy(behind, 0, behind.length, to, place);
  }
}

function frameOf({ type, datatype, 'xml:lang': language }: TermKind): [before: string, behind: string] {
  if (type === 'uri') return ['<', '>'];
  if (type === 'bnode') return ['_:', ''];
  if (language !== undefined) return ['"', `"@${language}`];
  return ['"', datatype === undefined ? '"' : `"^^<${datatype}>`];
}
