import { CHANGE_FIELDS } from '../../suggestions/suggestion-fields.ts';
import type { Term } from '../../vocabulary/vocabulary.ts';
import { EmailField, FormField, SendSuggestion, Mistake, type FilledIn } from './form-field.tsx';
import type { RenderPage } from './page.tsx';

/** The fields of a suggestion to change a term, in the order of the form. */
export const CHANGE_FORM_FIELDS = ['term', 'change', 'email'] as const;

/** The address of the form for a term. */
export function addressOfChange({ name }: Pick<Term, 'name'>, root: string): string {
  return `${root}suggest/change?${new URLSearchParams({ term: name }).toString()}`;
}

interface ChangePage extends FilledIn<'change' | 'email'> {
  /** Relative address of the first page. */
  readonly root: string;
  readonly term: Pick<Term, 'name' | 'iri' | 'label' | 'description' | 'datatype' | 'deprecated'>;
}

/** The form that suggests a change of a term. */
export function renderSuggestChangePage(render: RenderPage, { root, term, values, mistake }: ChangePage): string {
  const { name, iri, label, description, datatype, deprecated } = term;
  return render(
    { title: `Suggest a change of ${label}`, root, place: 'vocabulary', above: [[iri, label]] },
    <>
      <h1>Suggest a change</h1>
      <section class="card" aria-label="The term as it is">
        <h2>
          <a href={iri}>{label}</a> <code>{name}</code>
        </h2>
        <p lang="en">{description}</p>
        <p class="note">
          Datatype <code>{datatype}</code>
          {deprecated ? ', deprecated' : ''}
        </p>
      </section>
      <p>
        An administrator reads it, and answers whoever has the receipt. An accepted change is made by hand, in a later
        version of the vocabulary; until then the term stays as it is. For what is no change of this term,{' '}
        <a href={`${root}suggest`}>suggest another term</a>.
      </p>
      <Mistake mistake={mistake} />
      <form method="post" action={`${root}suggest/change`}>
        <input type="hidden" name="term" value={name} />
        <FormField
          name="change"
          label="What should change, and why"
          hint="Its definition, a name or a translation, its unit or template, the keys of devices that it is found by: anything about this term."
          rule={CHANGE_FIELDS.change}
          value={values.change ?? ''}
          isWrong={mistake?.field === 'change'}
        />
        <EmailField rule={CHANGE_FIELDS.email} value={values.email ?? ''} isWrong={mistake?.field === 'email'} />
        <SendSuggestion root={root} />
      </form>
    </>,
  );
}
