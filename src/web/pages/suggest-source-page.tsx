import type { VNode } from 'preact';
import { SOURCE_FIELDS } from '../../suggestions/suggestion-fields.ts';
import { EmailField, FormField, SendSuggestion, type FilledIn } from './form-field.tsx';
import type { RenderPage } from './page.tsx';

/** The fields of a suggestion of a source, in the order of the form. */
export const SOURCE_FORM_FIELDS = ['source', 'file', 'email'] as const;

/** What a file begins with. Nothing of it passes as it is: each blank that is left is told. */
const BLANK_FILE = `{
  "title": "",
  "documentation": "https://",
  "keys": {
    "": ""
  }
}`;

const EXAMPLE = `{
  "title": "Acme meter",
  "documentation": "https://acme.example/meter/api",
  "also": { "readAt": "timestamp" },
  "keys": {
    "meter.power": "active_power-W",
    "meter.import": "active_energy_import-kWh"
  }
}`;

/** Members of a file that most sources need, with what they say. */
const MEMBERS: ReadonlyArray<readonly [name: string, meaning: string]> = [
  ['title', 'What people call the source.'],
  ['documentation', 'The address of its own description.'],
  [
    'keys',
    'Each key with an amount, and the name of its term. A key inside of objects is written as a path: meter.power.',
  ],
  ['also', 'The same of stamps and identifiers.'],
  ['empty', 'Keys that have no term, and why.'],
  ['units', 'Keys of values whose unit stands beside them, and the key of the unit.'],
];

/** The form that suggests a source of data. */
export function renderSuggestSourcePage(
  render: RenderPage,
  root: string,
  { values, mistake }: FilledIn<'source' | 'file' | 'email'>,
): string {
  return render(
    { title: 'Suggest a source', root, place: 'sources', above: [[`${root}sources`, 'Sources']] },
    <>
      <h1>Suggest a source</h1>
      <p class="lead">
        Say what the keys of a device or a service mean, so that nobody has to rename them. An administrator reviews it;
        once it is accepted, its documents are described at once.
      </p>
      <p>
        Every key leads to a <a href={`${root}vocabulary/`}>term</a> that there is. What no term fits can be{' '}
        <a href={`${root}suggest`}>suggested as a term</a> first.
      </p>
      {mistake === null ? null : <Faults message={mistake.message} />}
      <form method="post" action={`${root}suggest/source`}>
        <FormField
          name="source"
          label="Name"
          hint="Small letters and digits, with single hyphens, dots or underscores between: acme-meter."
          rule={SOURCE_FIELDS.source}
          value={values.source ?? ''}
          isWrong={mistake?.field === 'source'}
        />
        <FormField
          name="file"
          label="What its keys mean, as JSON"
          hint="An example stands below. Mistakes are told with their lines."
          rule={SOURCE_FIELDS.file}
          code
          value={values.file ?? BLANK_FILE}
          isWrong={mistake?.field === 'file'}
        />
        <EmailField rule={SOURCE_FIELDS.email} value={values.email ?? ''} isWrong={mistake?.field === 'email'} />
        <SendSuggestion root={root} />
      </form>
      <h2>An example</h2>
      <pre tabIndex={0} role="region" aria-label="A file of a source">
        {EXAMPLE}
      </pre>
      <dl>
        {MEMBERS.map(([name, meaning]) => (
          <>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
      <p>
        There are more, for series, parts of a source and texts beside values: <code>docs/sources.md</code> of the hub
        explains them. The <a href={`${root}sources`}>sources that there are</a> show what comes of them, and{' '}
        <a href={`${root}api/lexicon/sources`}>their files</a> can be read. Programs suggest by{' '}
        <a href={`${root}api#suggestSource`}>POST /api/suggest-source</a>.
      </p>
    </>,
  );
}

/** What is wrong, of a file line by line. */
function Faults({ message }: { readonly message: string }): VNode {
  const faults = message.split(/ (?=file:\d+: )/).map((fault) => fault.replace(/^file:(\d+): /, 'Line $1: '));
  return (
    <div role="alert" class="alert bad">
      {faults.map((fault) => (
        <p>{fault}</p>
      ))}
    </div>
  );
}
