import { decodeAscii } from '../../rdf/utf8.ts';
import type { JsonDocument } from '../json/document.ts';
import { CODED, STRING, UNUSUAL } from '../json/tape-entry.ts';
import { BY_VALUE, IS_REPAIRED, IS_SPELLED, SPELLED_OUT, type LiteralForm } from '../rdf-terms/literal-form.ts';
import type { LiteralFormTable } from '../rdf-terms/literal-form-table.ts';
import { MOST_REPAIRED, UNFIT } from '../rdf-terms/verdict.ts';
import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import { SpelledTexts } from './spelled-texts.ts';

/** Tells how the scalars of a document are written as literals, without making texts of them (`mapping.md §5`). */
export class LiteralForms {
  readonly spelled: SpelledTexts;
  /** By key, kind and verdict. */
  readonly table: LiteralFormTable;
  private readonly document: JsonDocument;

  /**
   * @param forXml characters that XML cannot hold are replaced
   * @param tellsBare the format writes some lexical forms without quotes
   */
  constructor(document: JsonDocument, mapping: Mapping, forXml: boolean, tellsBare: boolean) {
    this.document = document;
    this.spelled = new SpelledTexts(document, forXml);
    this.table = tellsBare ? mapping.forms.bare : mapping.forms.quoted;
  }

  /** The form of a scalar of a key; `SPELLED_OUT` for a string with escapes that is more than text, or of which something is replaced. */
  formOf(plan: KeyPlan, value: number): LiteralForm {
    const { entries, bytes } = this.document;
    const kind = entries[value]!;
    const form = this.table.byKind(plan)[kind]!;
    if (form !== BY_VALUE) return form;
    if (kind === STRING && (entries[value + 3]! & (CODED | UNUSUAL)) !== 0) return this.formOfSpelled(plan, value);
    const verdict = this.table.datatypeOf(plan, kind).verdictOf(kind, bytes, entries[value + 1]!, entries[value + 2]!);
    return this.table.byVerdict(plan, kind, verdict);
  }

  private formOfSpelled(plan: KeyPlan, value: number): LiteralForm {
    const { spelled } = this;
    if (!spelled.isWhole(value)) return SPELLED_OUT;
    const datatype = this.table.datatypeOf(plan, STRING);
    const verdict = datatype.verdictOf(STRING, spelled.bytes, 0, spelled.spell(value));
    if (verdict !== UNFIT && !datatype.takesAnyText) return SPELLED_OUT;
    return this.table.byVerdict(plan, STRING, verdict) | IS_REPAIRED | IS_SPELLED;
  }

  /** The form of a text that was spelled out. */
  formOfText(plan: KeyPlan, text: Uint8Array): LiteralForm {
    const verdict = this.table.datatypeOf(plan, STRING).verdictOf(STRING, text, 0, text.length);
    return this.table.byVerdict(plan, STRING, verdict);
  }

  /**
   * Writes the text of a literal whose form is repaired; answers where it ends.
   *
   * @param out has room from `at` on for `MOST_REPAIRED` bytes more than the value has
   */
  repair(plan: KeyPlan, value: number, out: Uint8Array, at: number): number {
    const { entries, bytes } = this.document;
    const kind = entries[value]!;
    return this.table.datatypeOf(plan, kind).repair(kind, bytes, entries[value + 1]!, entries[value + 2]!, out, at);
  }

  /** The text of a literal whose form is repaired. */
  repairedText(plan: KeyPlan, value: number): string {
    const { entries } = this.document;
    const out = new Uint8Array(entries[value + 2]! - entries[value + 1]! + MOST_REPAIRED);
    return decodeAscii(out, 0, this.repair(plan, value, out, 0));
  }

  /** The same for a text that was spelled out. */
  repairedSpelling(plan: KeyPlan, text: Uint8Array): string {
    const out = new Uint8Array(text.length + MOST_REPAIRED);
    return decodeAscii(out, 0, this.table.datatypeOf(plan, STRING).repair(STRING, text, 0, text.length, out, 0));
  }
}
