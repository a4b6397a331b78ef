import { decodeAscii } from '../../rdf/utf8.ts';
import type { JsonDocument } from '../json/document.ts';
import { CODED, OBJECT, STRING, UNUSUAL } from '../json/tape-entry.ts';
import { inferredDatatype, type Datatype } from '../rdf-terms/datatypes.ts';
import { BARE, INSTEAD, MOST_REPAIRED, REPAIRED, UNFIT, type Verdict } from '../rdf-terms/verdict.ts';
import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import { SpelledTexts } from './spelled-texts.ts';

/**
 * How the literal of a scalar is written. Scalars whose forms have one `bodyOf` make literals that differ in their texts alone: they
 * have the same datatype, the same delimiters in the same format, and both raise the warning or neither does.
 */
export type LiteralForm = number;

/** In place of a form: only its text tells, and that has to be made first. */
export const SPELLED_OUT: LiteralForm = -1;
/** In place of a form by kind: it depends on the value. */
export const BY_VALUE: LiteralForm = -2;
/** In place of a form by kind: no literal. */
export const NO_LITERAL: LiteralForm = -3;

const IS_REPAIRED = 1;
const IS_BARE = 2;
const WARNS = 4;
/** The escapes of a string are spelled out, and formats escape the text anew. */
const IS_SPELLED = 8;
/** Bits of a form above which the datatype's number stands. */
const DATATYPE_SHIFT = 4;

/** Kinds of entries and verdicts, rounded up. */
const KINDS = 16;
const VERDICTS = 16;

/** The form but for where the text comes from. */
export function bodyOf(form: LiteralForm): LiteralForm {
  return form & ~(IS_REPAIRED | IS_SPELLED);
}

/** True if the text of the literal is another than the scalar's. */
export function isRepaired(form: LiteralForm): boolean {
  return (form & IS_REPAIRED) !== 0;
}

/** True if the text of the literal is that of `LiteralForms.spelled`. */
export function isSpelled(form: LiteralForm): boolean {
  return (form & IS_SPELLED) !== 0;
}

/** True if the value does not fit the datatype of its key, of which each value warns. */
export function warnsOfMismatch(form: LiteralForm): boolean {
  return (form & WARNS) !== 0;
}

/** Tells how the scalars of a document are written as literals, without making texts of them (`mapping.md §5`). */
export class LiteralForms {
  readonly spelled: SpelledTexts;
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly tellsBare: boolean;
  private readonly inferred: Datatype[] = [];
  private readonly datatypes: Datatype[] = [];
  /** By key: the forms by kind, and behind them those by kind and verdict, once they were asked for. */
  private readonly tables: Int32Array[] = [];

  /**
   * @param forXml characters that XML cannot hold are replaced
   * @param tellsBare the format writes some lexical forms without quotes
   */
  constructor(document: JsonDocument, mapping: Mapping, forXml: boolean, tellsBare: boolean) {
    this.document = document;
    this.spelled = new SpelledTexts(document, forXml);
    this.mapping = mapping;
    this.tellsBare = tellsBare;
  }

  /** The form of a scalar of a key; `SPELLED_OUT` for a string with escapes that is more than text, or of which something is replaced. */
  formOf(plan: KeyPlan, value: number): LiteralForm {
    const { entries, bytes } = this.document;
    const kind = entries[value]!;
    const table = this.byKind(plan);
    const form = table[kind]!;
    if (form !== BY_VALUE) return form;
    if (kind === STRING && (entries[value + 3]! & (CODED | UNUSUAL)) !== 0) return this.formOfSpelled(plan, value);
    const datatype = plan.datatype ?? this.inferredOf(kind);
    const verdict = datatype.verdictOf(kind, bytes, entries[value + 1]!, entries[value + 2]!);
    const place = KINDS + kind * VERDICTS + verdict;
    const known = table[place]!;
    return known === NO_LITERAL ? (table[place] = this.combine(datatype, verdict, kind)) : known;
  }

  private formOfSpelled(plan: KeyPlan, value: number): LiteralForm {
    const { spelled } = this;
    if (!spelled.isWhole(value)) return SPELLED_OUT;
    const datatype = this.datatypeOf(plan, STRING);
    const verdict = datatype.verdictOf(STRING, spelled.bytes, 0, spelled.spell(value));
    if (verdict !== UNFIT && !datatype.takesAnyText) return SPELLED_OUT;
    return this.combine(datatype, verdict, STRING) | IS_REPAIRED | IS_SPELLED;
  }

  /** The form of a text that was spelled out. */
  formOfText(plan: KeyPlan, text: Uint8Array): LiteralForm {
    const datatype = this.datatypeOf(plan, STRING);
    return this.combine(datatype, datatype.verdictOf(STRING, text, 0, text.length), STRING);
  }

  /** The forms of the scalars of a key by kind of the tape: `BY_VALUE` and `NO_LITERAL` are among them. */
  byKind(plan: KeyPlan): Int32Array {
    return (this.tables[plan.id] ??= this.makeTable(plan));
  }

  /** The datatype of the literals of a form. */
  datatypeOfForm(form: LiteralForm): Datatype {
    return this.datatypes[form >> DATATYPE_SHIFT]!;
  }

  /**
   * Writes the text of a literal whose form is repaired; answers where it ends.
   *
   * @param out has room from `at` on for `MOST_REPAIRED` bytes more than the value has
   */
  repair(plan: KeyPlan, value: number, out: Uint8Array, at: number): number {
    const { entries, bytes } = this.document;
    const kind = entries[value]!;
    const datatype = plan.datatype ?? this.inferredOf(kind);
    return datatype.repair(kind, bytes, entries[value + 1]!, entries[value + 2]!, out, at);
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
    return decodeAscii(out, 0, this.datatypeOf(plan, STRING).repair(STRING, text, 0, text.length, out, 0));
  }

  private makeTable(plan: KeyPlan): Int32Array {
    const table = new Int32Array(KINDS * (VERDICTS + 1)).fill(NO_LITERAL);
    for (let kind = 1; kind < OBJECT; kind++) {
      const datatype = this.datatypeOf(plan, kind);
      const verdict = datatype.verdictOfKind(kind);
      table[kind] = verdict === null || kind === STRING ? BY_VALUE : this.combine(datatype, verdict, kind);
    }
    return table;
  }

  private combine(asked: Datatype, verdict: Verdict, kind: number): LiteralForm {
    const inferred = this.inferredOf(kind);
    if (verdict === UNFIT) return this.number(inferred, inferred.verdictOfKind(kind)!, WARNS);
    if ((verdict & INSTEAD) === 0) return this.number(asked, verdict, 0);
    return this.number(this.mapping.datatypes.get(asked.instead!), verdict, WARNS);
  }

  private number(datatype: Datatype, verdict: Verdict, warns: number): LiteralForm {
    this.datatypes[datatype.id] = datatype;
    const isBare = this.tellsBare && (verdict & BARE) !== 0;
    const form = (datatype.id << DATATYPE_SHIFT) | warns | (isBare ? IS_BARE : 0);
    return (verdict & REPAIRED) === 0 ? form : form | IS_REPAIRED;
  }

  private datatypeOf(plan: KeyPlan, kind: number): Datatype {
    return plan.datatype ?? this.inferredOf(kind);
  }

  private inferredOf(kind: number): Datatype {
    return (this.inferred[kind] ??= this.mapping.datatypes.get(inferredDatatype(kind)));
  }
}
