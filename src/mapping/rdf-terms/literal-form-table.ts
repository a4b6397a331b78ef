import { KINDS, VERDICTS } from './literal-form.ts';
import { OBJECT, STRING } from '../json/tape-entry.ts';
import { inferredDatatype, type Datatype, type DatatypeTable } from './datatypes.ts';
import { BARE, INSTEAD, REPAIRED, UNFIT, type Verdict } from './verdict.ts';
import { BY_VALUE, NO_LITERAL, IS_REPAIRED, IS_BARE, WARNS, DATATYPE_SHIFT, type LiteralForm } from './literal-form.ts';

/** A key, as far as the forms of its literals depend on it: keys of one datatype have the same. */
interface Typed {
  /** Null leaves it to the value. */
  readonly datatype: Datatype | null;
}

/** The forms of the literals of one mapping, by datatype, kind of the value and verdict: what documents with the same keys share. */
export class LiteralFormTable {
  private readonly known: DatatypeTable;
  private readonly tellsBare: boolean;
  private readonly inferred: Datatype[] = [];
  /** By id, those that are in a form. */
  private readonly datatypes: Datatype[] = [];
  /** By id of the datatype: the forms by kind, and behind them those by kind and verdict, once they were asked for. */
  private readonly forms: Int32Array[] = [];
  /** The same of keys that leave it to the value. */
  private untyped: Int32Array | null = null;

  /** @param tellsBare the format writes some lexical forms without quotes */
  constructor(datatypes: DatatypeTable, tellsBare: boolean) {
    this.known = datatypes;
    this.tellsBare = tellsBare;
  }

  /** The forms of the scalars of a key by kind of the tape: `BY_VALUE` and `NO_LITERAL` are among them. */
  byKind(key: Typed): Int32Array {
    return key.datatype === null
      ? (this.untyped ??= this.makeForms(key))
      : (this.forms[key.datatype.id] ??= this.makeForms(key));
  }

  /** The form of a scalar of a key, of which the key's datatype gave a verdict. */
  byVerdict(key: Typed, kind: number, verdict: Verdict): LiteralForm {
    const forms = this.byKind(key);
    const place = KINDS + kind * VERDICTS + verdict;
    const form = forms[place]!;
    return form === NO_LITERAL ? (forms[place] = this.combine(this.datatypeOf(key, kind), verdict, kind)) : form;
  }

  /** The datatype of the literals of a form. */
  datatypeOfForm(form: LiteralForm): Datatype {
    return this.datatypes[form >> DATATYPE_SHIFT]!;
  }

  /** The datatype that a scalar of a key is to have. */
  datatypeOf(key: Typed, kind: number): Datatype {
    return key.datatype ?? this.inferredOf(kind);
  }

  private makeForms(key: Typed): Int32Array {
    const forms = new Int32Array(KINDS * (VERDICTS + 1)).fill(NO_LITERAL);
    for (let kind = 1; kind < OBJECT; kind++) {
      const datatype = this.datatypeOf(key, kind);
      const verdict = datatype.verdictOfKind(kind);
      forms[kind] = verdict === null || kind === STRING ? BY_VALUE : this.combine(datatype, verdict, kind);
    }
    return forms;
  }

  private combine(asked: Datatype, verdict: Verdict, kind: number): LiteralForm {
    const inferred = this.inferredOf(kind);
    if (verdict === UNFIT) return this.number(inferred, inferred.verdictOfKind(kind)!, WARNS);
    if ((verdict & INSTEAD) === 0) return this.number(asked, verdict, 0);
    return this.number(this.known.get(asked.instead!), verdict, WARNS);
  }

  private number(datatype: Datatype, verdict: Verdict, warns: number): LiteralForm {
    this.datatypes[datatype.id] = datatype;
    const isBare = this.tellsBare && (verdict & BARE) !== 0;
    const form = (datatype.id << DATATYPE_SHIFT) | warns | (isBare ? IS_BARE : 0);
    return (verdict & REPAIRED) === 0 ? form : form | IS_REPAIRED;
  }

  private inferredOf(kind: number): Datatype {
    return (this.inferred[kind] ??= this.known.get(inferredDatatype(kind)));
  }
}
