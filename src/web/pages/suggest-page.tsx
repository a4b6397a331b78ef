import type { VNode } from 'preact';
import { SUGGESTION_FIELDS } from '../../suggestions/suggestion-fields.ts';
import type { Suggestion } from '../../suggestions/suggestion.ts';
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
  email: [
    'Your e-mail address',
    'Only administrators see it, to ask back. It is erased 90 days after the suggestion was closed.',
  ],
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

/** What somebody filled in, and what is wrong with it. */
interface FilledIn {
  readonly values: Readonly<Partial<Record<SuggestField, string>>>;
  readonly mistake: { readonly message: string; readonly field: string | null } | null;
}

/** The form that suggests a term. */
export function renderSuggestPage(render: RenderPage, root: string, { values, mistake }: FilledIn): string {
  return render(
    { title: 'Suggest a term', root, above: [], script: 'suggest.js' },
    <>
      <h1>Suggest a term</h1>
      <p class="lead">
        A key that no term fits? Propose one. An administrator reviews it; once it is accepted, it is in use at once.
      </p>
      {mistake === null ? null : (
        <p role="alert" class="alert bad">
          {mistake.message}
        </p>
      )}
      <form method="post" data-island="suggest">
        {SUGGEST_FIELDS.map((field) => (
          <Field name={field} value={values[field] ?? ''} isWrong={mistake?.field === field} />
        ))}
        <datalist id="datatypes">
          {DATATYPES.map((datatype) => (
            <option value={datatype} />
          ))}
        </datalist>
        <p class="toolbar">
          <button class="primary">Suggest it</button>
          <a href={`${root}suggest/status`}>What became of my suggestion?</a>
        </p>
      </form>
    </>,
  );
}

interface FieldProps {
  readonly name: SuggestField;
  readonly value: string;
  readonly isWrong: boolean;
}

function Field({ name, value, isWrong }: FieldProps): VNode {
  const { isRequired, maxCharacters } = SUGGESTION_FIELDS[name];
  const [label, hint] = LABELS[name];
  const shared = {
    id: name,
    name,
    maxLength: maxCharacters,
    required: isRequired,
    'aria-describedby': `${name}-hint`,
    'aria-invalid': isWrong ? ('true' as const) : undefined,
  };
  return (
    <div class="field">
      <label for={name}>{isRequired ? label : `${label} (optional)`}</label>
      {name === 'description' ? (
        <textarea rows={4} {...shared}>
          {value}
        </textarea>
      ) : name === 'email' ? (
        <input type="email" autocomplete="email" value={value} {...shared} />
      ) : (
        <input
          type="text"
          autocomplete="off"
          list={name === 'datatype' ? 'datatypes' : undefined}
          value={value}
          {...shared}
        />
      )}
      <span id={`${name}-hint`} class="note">
        {hint}
      </span>
      {/* A script says here what it finds while one types. */}
      {name === 'parameter' ? <div role="status" data-part="check" /> : null}
    </div>
  );
}

/** What is shown when a suggestion was saved. */
export function renderSuggestedPage(
  render: RenderPage,
  root: string,
  { message, receipt }: { readonly message: string; readonly receipt: string },
): string {
  return render(
    { title: 'The suggestion was saved', root, above: [[`${root}suggest`, 'Suggest a term']] },
    <>
      <h1>The suggestion was saved</h1>
      <p role="status" class="alert good">
        {message}
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

/** What is known to a receipt: the suggestion, null for none, and nothing before one was given. */
type Asked = { readonly receipt: string; readonly suggestion: Suggestion | null } | null;

/** The page where the holder of a receipt asks what became of a suggestion. */
export function renderStatusOfSuggestion(render: RenderPage, root: string, asked: Asked): string {
  return render(
    { title: 'What became of a suggestion', root, above: [[`${root}suggest`, 'Suggest a term']] },
    <>
      <h1>What became of a suggestion</h1>
      {asked === null ? null : asked.suggestion === null ? (
        <p role="alert" class="alert bad">
          There is no suggestion with this receipt.
        </p>
      ) : (
        <State suggestion={asked.suggestion} />
      )}
      <form method="post">
        <div class="field">
          <label for="receipt">Receipt</label>
          <input
            id="receipt"
            name="receipt"
            value={asked?.receipt ?? ''}
            autocomplete="off"
            spellcheck={false}
            required
          />
        </div>
        <p>
          <button class="primary">Ask</button>
        </p>
      </form>
    </>,
  );
}

const STATES = {
  pending: 'It waits for an administrator.',
  accepted: 'It was accepted.',
  rejected: 'It was not accepted.',
} as const;

function State({ suggestion }: { readonly suggestion: Suggestion }): VNode {
  const { name, description, state, reason, createdAt, reviewedAt, termIri } = suggestion;
  return (
    <section class="card" aria-label="The suggestion">
      <h2>
        <code>{name}</code>
      </h2>
      <p>{description}</p>
      <p role="status">
        <strong>{STATES[state]}</strong>
        {termIri === null ? null : (
          <>
            {' '}
            The term is <a href={termIri}>{termIri}</a>.
          </>
        )}
      </p>
      <dl>
        <dt>Suggested</dt>
        <dd>{dayOf(createdAt)}</dd>
        {reviewedAt === null ? null : (
          <>
            <dt>Reviewed</dt>
            <dd>{dayOf(reviewedAt)}</dd>
          </>
        )}
        {reason === null ? null : (
          <>
            <dt>Reason</dt>
            <dd>{reason}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
