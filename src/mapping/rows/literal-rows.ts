import { isRepaired, isSpelled, SPELLED_OUT, bodyOf, type LiteralForm } from '../rdf-terms/literal-form.ts';
import type { GraphNode } from '../rdf-terms/graph-terms.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import { MAX_ALIKE, MAX_ROW_BYTES } from './limits.ts';
import type { RowContext } from './row-context.ts';

/** What stands around the text of a literal in its triple. */
interface LiteralRow {
  readonly body: LiteralForm;
  /** The bytes of the document are written as they are. */
  readonly isSafe: boolean;
  readonly before: Uint8Array;
  readonly behind: Uint8Array;
  /** Both, between two texts. */
  readonly between: Uint8Array;
}

/**
 * Copies the triples of distinct literals that one predicate has at one subject. What others decide by a template and its shape
 * (`RowTemplates`), the form of the literal decides here, which is known when it was compared.
 */
export class LiteralRows {
  private readonly context: RowContext;
  private readonly subject: GraphNode;
  private readonly plan: KeyPlan;
  private readonly rows: LiteralRow[] = [];
  /** Void ones included: what is too long to be recorded may come again and again. */
  private recordings = 0;

  constructor(context: RowContext, subject: GraphNode, plan: KeyPlan) {
    this.context = context;
    this.subject = subject;
    this.plan = plan;
  }

  /**
   * Writes literals from one on for as long as they are like one that was recorded; answers how many.
   *
   * @param forms of the values
   */
  copy(values: Int32Array, forms: Int32Array, from: number): number {
    const { context } = this;
    const { sink, emitter } = context;
    const end = Math.min(values.length, from + emitter.maxTriples - emitter.triples);
    let last: LiteralRow | undefined;
    let at = from;
    for (; at < end; at++) {
      const form = forms[at]!;
      const row = last?.body === bodyOf(form) ? last : this.rowOf(form);
      if (row === undefined) break;
      if (row === last) sink.bytes(row.between);
      else {
        if (last !== undefined) sink.bytes(last.behind);
        sink.bytes(row.before);
      }
      this.writeText(row, values[at]!, form);
      last = row;
    }
    if (last !== undefined) sink.bytes(last.behind);
    emitter.triples += at - from;
    context.copiedRows += at - from;
    return at - from;
  }

  private rowOf(form: LiteralForm): LiteralRow | undefined {
    const { rows } = this;
    const body = bodyOf(form);
    for (let i = 0; i < rows.length; i++) if (rows[i]!.body === body) return rows[i];
    return undefined;
  }

  private writeText({ isSafe }: LiteralRow, value: number, form: LiteralForm): void {
    const { sink, writer, values, document } = this.context;
    const { entries } = document;
    if (isSpelled(form)) values.forms.spelled.write(writer, value);
    else if (isRepaired(form)) sink.text(values.forms.repairedText(this.plan, value));
    else if (isSafe) sink.copy(entries[value + 1]!, entries[value + 2]!);
    else writer.lexical(entries[value + 1]!, entries[value + 2]!);
  }

  /**
   * Walks a value, and keeps what stands around its text. Never the first one: it has other separators before it.
   *
   * @param write writes one triple
   */
  record(value: number, form: LiteralForm, write: () => void): void {
    const { sink, recorder, nodes, values, writer } = this.context;
    if (form === SPELLED_OUT || this.recordings === MAX_ALIKE) return write();
    this.recordings++;
    sink.startRecording(MAX_ROW_BYTES);
    recorder.start(value, this.subject, nodes.reserve(0), false);
    write();
    const recording = recorder.stop();
    const recorded = sink.stopRecording();
    const text = recorded?.slots.find(({ holds }) => 'datatype' in holds);
    if (recording === null || recorded === null || text === undefined) return;
    const { bytes } = recorded;
    const before = bytes.subarray(0, text.start);
    const behind = bytes.subarray(text.end);
    const between = new Uint8Array(before.length + behind.length);
    between.set(behind);
    between.set(before, behind.length);
    const isSafe = !writer.escapesTexts || !values.forms.table.datatypeOfForm(form).takesAnyText;
    this.rows.push({ body: bodyOf(form), isSafe, before, behind, between });
  }
}
