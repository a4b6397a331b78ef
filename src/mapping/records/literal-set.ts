import { encodeText } from '../../rdf/utf8.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import { escapeTriplesText } from '../../rdf/escape.ts';
import type { Datatype } from '../rdf-terms/datatypes.ts';
import type { Literal } from '../rdf-terms/graph-terms.ts';

/** A set of literals that makes no text of the document's numbers. */
export class LiteralSet {
  private readonly table: ByteTable;

  /** @param expected about how many there will be */
  constructor(document: Uint8Array, expected = 0) {
    this.table = new ByteTable(document);
    this.table.clear(expected);
  }

  /** Forgets all of them; about so many others come. */
  clear(expected: number): void {
    this.table.clear(expected);
  }

  /** Adds a literal; false when an equal one is there. */
  add({ datatype, text, start, end }: Literal): boolean {
    if (text === null) return this.addBytes(datatype, start, end);
    const { table } = this;
    const { size } = table;
    return table.addCopy(datatype.id, encodeText(escapeTriplesText(text))) === size;
  }

  /** Adds a literal whose lexical form stands in the document; false when an equal one is there. */
  addBytes({ id }: Datatype, start: number, end: number): boolean {
    const { table } = this;
    const { size } = table;
    return table.add(id, start, end) === size;
  }
}
