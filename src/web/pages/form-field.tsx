import type { ComponentChildren, VNode } from 'preact';
import type { FieldRule } from '../../suggestions/suggestion-fields.ts';

/** What somebody filled in, and what is wrong with it. */
export interface FilledIn<Field extends string> {
  readonly values: Readonly<Partial<Record<Field, string>>>;
  readonly mistake: MistakeOfForm | null;
}

interface MistakeOfForm {
  readonly message: string;
  readonly field: string | null;
}

/** Label and hint of the field for an e-mail address. */
export const EMAIL_TEXTS = [
  'Your e-mail address',
  'Only administrators see it, to ask back. It is erased 90 days after the suggestion was closed.',
] as const;

/** What is wrong with a form that was sent. */
export function Mistake({ mistake }: { readonly mistake: MistakeOfForm | null }): VNode | null {
  if (mistake === null) return null;
  return (
    <p role="alert" class="alert bad">
      {mistake.message}
    </p>
  );
}

interface FormFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly rule: FieldRule;
  /** The id of a list of values that are proposed. */
  readonly list?: string | undefined;
  /** The text is code of many lines. */
  readonly code?: boolean;
  readonly value: string;
  readonly isWrong: boolean;
  readonly children?: ComponentChildren;
}

/** A field of a form with its label and a hint. */
export function FormField({
  name,
  label,
  hint,
  rule,
  list,
  code = false,
  value,
  isWrong,
  children,
}: FormFieldProps): VNode {
  // A limit in the page would cut what is pasted, without a word: the hub says which text is too long, and keeps it in its field.
  const { isRequired, mayHaveLines = false } = rule;
  const shared = {
    id: name,
    name,
    required: isRequired,
    'aria-describedby': `${name}-hint`,
    'aria-invalid': isWrong ? ('true' as const) : undefined,
  };
  return (
    <div class="field">
      <label for={name}>{isRequired ? label : `${label} (optional)`}</label>
      {mayHaveLines ? (
        <textarea {...(code ? { rows: 16, class: 'code', spellcheck: false } : { rows: 4 })} {...shared}>
          {value}
        </textarea>
      ) : name === 'email' ? (
        <input type="email" autocomplete="email" value={value} {...shared} />
      ) : (
        <input type="text" autocomplete="off" list={list} value={value} {...shared} />
      )}
      <span id={`${name}-hint`} class="note">
        {hint}
      </span>
      {children}
    </div>
  );
}

/** The field for an e-mail address. */
export function EmailField(field: Pick<FormFieldProps, 'rule' | 'value' | 'isWrong'>): VNode {
  return <FormField name="email" label={EMAIL_TEXTS[0]} hint={EMAIL_TEXTS[1]} {...field} />;
}

/** The button at the end of a form of a suggestion, and where to go without one. */
export function SendSuggestion({ root }: { readonly root: string }): VNode {
  return (
    <p class="toolbar">
      <button class="primary">Suggest it</button>
      <a href={`${root}suggest/status`}>What became of my suggestion?</a>
    </p>
  );
}
