import { SUGGESTION_FIELDS } from '../../suggestions/suggestion-fields.ts';
import { EMAIL_TEXTS, FormField, Mistake, SendSuggestion, type FilledIn } from './form-field.tsx';
import type { RenderPage } from './page.tsx';

/** The fields of a suggestion, in the order in which people fill them in. */
export const SUGGEST_FIELDS = ['parameter', 'description', 'datatype', 'units', 'email'] as const;
type SuggestField = (typeof SUGGEST_FIELDS)[number];

const LABELS: Readonly<Record<SuggestField, readonly [label: string, hint: string]>> = {
  parameter: [
    'Name',
    'Words of small letters with underscores between them, then perhaps a hyphen and the unit: stack_temperature-degC.',
  ],
  description: [
    'What it means',
    'One or two sentences: what is measured or said, where, and in which direction it counts.',
  ],
  datatype: [
    'Datatype',
    'A prefixed name, as xsd:double for measured numbers, xsd:integer for counts, xsd:string for texts.',
  ],
  units: ['Unit, in words', 'Leave it out for what has none.'],
  email: EMAIL_TEXTS,
};

const DATATYPES = [
  'xsd:double',
  'xsd:decimal',
  'xsd:integer',
  'xsd:boolean',
  'xsd:string',
  'xsd:dateTimeStamp',
  'xsd:date',
];

/** The form that suggests a term. */
export function renderSuggestPage(
  render: RenderPage,
  root: string,
  { values, mistake }: FilledIn<SuggestField>,
): string {
  return render(
    { title: 'Suggest a term', root, above: [], script: 'suggest.js' },
    <>
      <h1>Suggest a term</h1>
      <p class="lead">
        A key that no term fits? Propose one. An administrator reviews it; once it is accepted, it is in use at once.
      </p>
      <p>
        Where terms fit, and a device or a service only calls them otherwise,{' '}
        <a href={`${root}suggest/source`}>suggest a source</a>.
      </p>
      <Mistake mistake={mistake} />
      <form method="post" data-island="suggest">
        {SUGGEST_FIELDS.map((field) => (
          <FormField
            name={field}
            label={LABELS[field][0]}
            hint={LABELS[field][1]}
            rule={SUGGESTION_FIELDS[field]}
            list={field === 'datatype' ? 'datatypes' : undefined}
            value={values[field] ?? ''}
            isWrong={mistake?.field === field}
          >
            {/* A script says here what it finds while one types. */}
            {field === 'parameter' ? <div role="status" data-part="check" /> : null}
          </FormField>
        ))}
        <datalist id="datatypes">
          {DATATYPES.map((datatype) => (
            <option value={datatype} />
          ))}
        </datalist>
        <SendSuggestion root={root} />
      </form>
    </>,
  );
}

/** What is shown when a suggestion was saved. */
export function renderSuggestedPage(
  render: RenderPage,
  root: string,
  { taken: { summary, receipt }, above }: SavedSuggestion,
): string {
  return render(
    { title: 'The suggestion was saved', root, above: [above] },
    <>
      <h1>The suggestion was saved</h1>
      <p role="status" class="alert good">
        {summary}
      </p>
      <p>
        Your receipt:{' '}
        <code data-copy="" data-copy-label="the receipt">
          {receipt}
        </code>
      </p>
      <p>
        Keep it: whoever has it can ask <a href={`${root}suggest/status`}>what became of the suggestion</a>. It is shown
        this once.
      </p>
    </>,
  );
}

interface SavedSuggestion {
  readonly taken: { readonly summary: string; readonly receipt: string };
  /** The page from which it came. */
  readonly above: readonly [address: string, text: string];
}
