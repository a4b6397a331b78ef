import { MIN_COPIED } from '../rows/limits.ts';
import type { JsonDocument } from '../json/document.ts';
import { nextValue, NULL, OBJECT, STRIDE } from '../json/tape-entry.ts';
import { isRepaired, SPELLED_OUT, warnsOfMismatch } from '../rdf-terms/literal-form.ts';
import { LiteralSet } from '../records/literal-set.ts';
import { singleElement, type RecordScope } from '../records/scopes.ts';
import { Items } from '../rows/row-items.ts';
import { RowTemplates } from '../rows/row-templates.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { ValueWalk } from './value-walk.ts';
import type { WalkContext } from './walk-context.ts';
import { walkRow, writeRows } from './walk-row.ts';

/**
 * Writes arrays of values without a template (`mapping.md §2`). Equal literals are one triple: those that come again are found before
 * anything is written, so that nothing of the others depends on what stands before them, and their rows are copies.
 */
export class PlainValues {
  private readonly context: WalkContext;
  private readonly scalars: ValueWalk;
  /** What was found in the array at hand: the first value of each literal, in order. */
  private found = new Int32Array(0);
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
    if (size > this.found.length) this.found = new Int32Array(size);
    this.count = 0;
    let isNested = false;
    if (this.literals === null) this.literals = new LiteralSet(document.bytes, size);
    else this.literals.clear(size);
    this.findDistinct(scope, plan, array, this.literals, () => {
      if (!isNested) onNested();
      isNested = true;
    });
    const values = this.found.subarray(0, this.count);
    const rows = values.length < MIN_COPIED ? null : RowTemplates.of(context, values.length);
    writeRows(rows, Items.ofList(values), (at) => {
      // A literal is the same wherever in the array its value stands.
      const element = singleElement(scope, plan, values[at]!);
      walkRow(context, rows, element, 'triples', () => this.scalars.writePlain(element, null));
    });
    return true;
  }

  private findDistinct(
    scope: RecordScope,
    plan: KeyPlan,
    array: number,
    literals: LiteralSet,
    onNested: () => void,
  ): void {
    const { document } = this.context;
    const length = document.lengthOf(array);
    for (let index = 0; index < length; index++) {
      const value = document.itemAt(array, index);
      if (document.isArray(value)) {
        onNested();
        this.findDistinct(scope, plan, value, literals, onNested);
      } else if (document.kindOf(value) !== NULL && this.isNew(scope, plan, value, literals))
        this.found[this.count++] = value;
    }
  }

  /** True for a value whose literal was not found before. Each value warns here, also one that is not written. */
  private isNew(scope: RecordScope, plan: KeyPlan, value: number, literals: LiteralSet): boolean {
    const { document, values } = this.context;
    const { forms } = values;
    const form = forms.formOf(plan, value);
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
