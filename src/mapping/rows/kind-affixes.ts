import type { Affixes, Writer } from '../../rdf/write/writer.ts';
import type { LiteralFormTable } from '../rdf-terms/literal-form-table.ts';

/** A key that leaves the datatype to the value. */
const UNTYPED = { datatype: null };

/** What stands around the numbers and booleans of keys without a datatype, by the kind of the value. */
export class KindAffixes {
  private readonly forms: LiteralFormTable;
  private readonly writer: Writer;
  private readonly byKind: Affixes[] = [];

  constructor(forms: LiteralFormTable, writer: Writer) {
    this.forms = forms;
    this.writer = writer;
  }

  /** @param kind of a value whose literal is written: a format declares the prefixes that it used */
  of(kind: number): Affixes {
    return (this.byKind[kind] ??= this.writer.affixes(this.forms.datatypeOf(UNTYPED, kind)));
  }
}
