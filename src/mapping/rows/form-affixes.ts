import type { Affixes, Writer } from '../../rdf/write/writer.ts';
import { IS_BARE } from '../rdf-terms/literal-form.ts';
import type { LiteralForms } from '../records/literal-forms.ts';
import type { KeyPlan } from '../semantic/mapping.ts';

/** What stands around the texts of literals, by their form. */
export class FormAffixes {
  private readonly forms: LiteralForms;
  private readonly writer: Writer;
  private readonly byForm: Affixes[] = [];

  constructor(forms: LiteralForms, writer: Writer) {
    this.forms = forms;
    this.writer = writer;
  }

  /** @param value a scalar of a key, whose literal is written: a format declares the prefixes that it used */
  of(plan: KeyPlan, value: number): Affixes {
    const form = this.forms.formOf(plan, value);
    const datatype = this.forms.table.datatypeOfForm(form);
    return (this.byForm[form] ??= this.writer.affixes(datatype, (form & IS_BARE) !== 0));
  }
}
