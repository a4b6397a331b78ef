import { encodeText } from '../../rdf/utf8.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import { escapeTriplesText } from '../../rdf/escape.ts';
import type { Literal } from '../rdf-terms/graph-terms.ts';

/** A set of literals that makes no text of the document's numbers. */
export class LiteralSet {
  private readonly table: ByteTable;

  constructor(document: Uint8Array) {
    this.table = new ByteTable(document);
  }

  /** Adds a literal; false when an equal one is there. */
  add({ datatype, text, start, end }: Literal): boolean {
    const { table } = this;
    const { size } = table;
    return (
      (text === null
        ? table.add(datatype.id, start, end)
        : table.addCopy(datatype.id, encodeText(escapeTriplesText(text)))) === size
    );
  }
}
