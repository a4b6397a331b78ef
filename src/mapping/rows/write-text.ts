import { isRepaired, isSpelled, type LiteralForm } from '../rdf-terms/literal-form.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { RowContext } from './row-context.ts';

/**
 * Writes the lexical form of the literal of a value.
 *
 * @param form of the value
 * @param isSafe the bytes of the document are those of the text, whatever the format, if it is neither spelled nor repaired
 */
export function writeText(
  { document, sink, values, writer }: Pick<RowContext, 'document' | 'sink' | 'values' | 'writer'>,
  plan: KeyPlan,
  value: number,
  form: LiteralForm,
  isSafe: boolean,
): void {
  const { forms } = values;
  const start = document.entries[value + 1]!;
  const end = document.entries[value + 2]!;
  if (isSpelled(form)) forms.spelled.write(writer, value);
  else if (isRepaired(form)) sink.text(forms.repairedText(plan, value));
  else if (isSafe) sink.copy(start, end);
  else writer.lexical(start, end);
}
