import { MIN_COPIED } from '../rows/limits.ts';
import type { JsonDocument } from '../json/document.ts';
import { nextValue, NULL, OBJECT, STRIDE } from '../json/tape-entry.ts';
import { isRepaired, SPELLED_OUT, warnsOfMismatch, type LiteralForm } from '../rdf-terms/literal-form.ts';
import { LiteralSet } from '../records/literal-set.ts';
import { singleElement, type RecordScope } from '../records/scopes.ts';
import { LiteralRows } from '../rows/literal-rows.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { ValueWalk } from './value-walk.ts';
import type { WalkContext } from './walk-context.ts';

/**
 * Writes arrays of values without a template (`mapping.md §2`). Equal literals are one triple: those that come again are found before
 * anything is written, so that nothing of the others depends on what stands before them, and their rows are copies.
 */
export class PlainValues {
  private readonly context: WalkContext;
  private readonly scalars: ValueWalk;
  /** What was found in the array at hand: the first value of each literal, in order. */
  private found = new Int32Array(0);
  private forms = new Int32Array(0);
  private count = 0;
  private literals: LiteralSet | null = null;

  constructor(context: WalkContext, scalars: ValueWalk) {
    this.context = context;
    this.scalars = scalars;
  }

  /**
   * Writes an array of scalars and of arrays of them; false leaves any other to be walked.
   *
   * @param onNested is called when the array holds others
   */
  write(scope: RecordScope, plan: KeyPlan, array: number, onNested: () => void): boolean {
    const { context } = this;
    const { document, emitter, recorder } = context;
    if (recorder.recording !== null || emitter.subject.needsDeduplication || holdsRecords(document, array))
      return false;
    const size = (nextValue(document.entries, array) - array) / STRIDE;
    if (size > this.found.length) {
      this.found = new Int32Array(size);
      this.forms = new Int32Array(size);
    }
    this.count = 0;
    let isNested = false;
    if (this.literals === null) this.literals = new LiteralSet(document.bytes, size);
    else this.literals.clear(size);
    this.findDistinct(scope, plan, array, this.literals, () => {
      if (!isNested) onNested();
      isNested = true;
    });
    this.writeDistinct(scope, plan);
    return true;
  }

  private writeDistinct(scope: RecordScope, plan: KeyPlan): void {
    const { context, forms } = this;
    const values = this.found.subarray(0, this.count);
    const isCopied = context.copyRows && values.length >= MIN_COPIED;
    const rows = isCopied ? new LiteralRows(context, context.emitter.subject, plan) : null;
    for (let at = 0; at < values.length; at++) {
      // A literal is the same wherever in the array its value stands.
      const write = (): void => this.scalars.writePlain(singleElement(scope, plan, values[at]!), null);
      if (rows === null || at === 0) write();
      else {
        at += rows.copy(values, forms, at);
        if (at < values.length) rows.record(values[at]!, forms[at]!, write);
      }
    }
  }

  private findDistinct(
    scope: RecordScope,
    plan: KeyPlan,
    array: number,
    literals: LiteralSet,
    onNested: () => void,
  ): void {
    const { document, values } = this.context;
    const { forms } = values;
    const length = document.lengthOf(array);
    for (let index = 0; index < length; index++) {
      const value = document.itemAt(array, index);
      if (document.isArray(value)) {
        onNested();
        this.findDistinct(scope, plan, value, literals, onNested);
      } else if (document.kindOf(value) !== NULL) {
        const form = forms.formOf(plan, value);
        if (!this.isNew(scope, plan, value, form, literals)) continue;
        this.found[this.count] = value;
        this.forms[this.count++] = form;
      }
    }
  }

  /** True for a value whose literal was not found before. Each value warns here, also one that is not written. */
  private isNew(scope: RecordScope, plan: KeyPlan, value: number, form: LiteralForm, literals: LiteralSet): boolean {
    const { document, values } = this.context;
    const { forms } = values;
    if (form === SPELLED_OUT || isRepaired(form))
      return literals.add(values.literalOf(singleElement(scope, plan, value)));
    if (warnsOfMismatch(form)) values.warnOfMismatch(plan, value);
    const { entries } = document;
    return literals.addBytes(forms.table.datatypeOfForm(form), entries[value + 1]!, entries[value + 2]!);
  }
}

function holdsRecords({ entries }: JsonDocument, array: number): boolean {
  const end = nextValue(entries, array);
  for (let entry = array; entry < end; entry += STRIDE) if (entries[entry] === OBJECT) return true;
  return false;
}
