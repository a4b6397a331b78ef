import type { VNode } from 'preact';
import type { Completions } from './completions.ts';
import { problemsAt, type Draft, type TextField } from './draft.ts';
import { Faults } from './faults.tsx';
import type { Problem, TermReview } from './queries.ts';
import { TemplateEditor } from './template-editor.tsx';

interface TermFormProps {
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
  readonly problems: readonly Problem[];
  readonly categories: TermReview['categories'];
  readonly completions: Completions;
}

const LABELS: Readonly<Record<TextField, readonly [label: string, hint: string]>> = {
  name: ['Name', 'Words of small letters with underscores between them, then perhaps a hyphen and the unit.'],
  label: ['Label, in English', 'What people read; made of the name when left out.'],
  description: ['What it means, in English', 'What is measured or said, where, and in which direction it counts.'],
  datatype: ['Datatype', 'A prefixed name, as xsd:double.'],
  category: ['Category', ''],
  unit: ['Unit', 'A prefixed name, as unit:KiloW; that of terms with the same unit in their names when left out.'],
  quantityKind: [
    'Quantity kind',
    'A prefixed name, as quantitykind:ActivePower; that of the same terms when left out.',
  ],
  example: ['Example', 'A value as documents have it, as 812.40; the preview converts it.'],
};

const LISTS: Partial<Record<TextField, string>> = { unit: 'units', quantityKind: 'kinds', datatype: 'datatypes' };
const DATATYPES = ['double', 'decimal', 'integer', 'boolean', 'string', 'dateTimeStamp', 'date'];

/** The fields of a term with what is wrong at each. */
export function TermForm({ draft, change, problems, categories, completions }: TermFormProps): VNode {
  const field = (name: TextField): VNode => {
    const [label, hint] = LABELS[name];
    const faults = problemsAt(problems, name);
    const shared = {
      id: `term-${name}`,
      'aria-describedby': `term-${name}-hint`,
      'aria-invalid': faults.length > 0 ? ('true' as const) : undefined,
      value: draft[name],
      onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
        change({ ...draft, [name]: event.currentTarget.value }),
    };
    return (
      <div class="field">
        <label for={shared.id}>{label}</label>
        {name === 'description' ? (
          <textarea rows={3} {...shared} />
        ) : name === 'category' ? (
          <select {...shared}>
            <option value="">Choose one …</option>
            {categories.map((category) => (
              <option value={category.name}>{category.label}</option>
            ))}
          </select>
        ) : (
          <input type="text" autocomplete="off" spellcheck={false} list={LISTS[name]} {...shared} />
        )}
        <span id={`${shared.id}-hint`} class="note">
          {hint}
          <Faults problems={faults} />
        </span>
      </div>
    );
  };
  return (
    <>
      {field('name')}
      {field('label')}
      {field('description')}
      <div class="pair">
        {field('category')}
        {field('datatype')}
        {field('unit')}
        {field('quantityKind')}
        {field('example')}
      </div>
      <TemplateEditor
        rows={draft.template}
        change={(template) => change({ ...draft, template })}
        problems={problems}
        completions={completions}
      />
      <Options id="datatypes" values={DATATYPES.map((name) => `xsd:${name}`)} />
      <Options id="units" values={completions.unit} />
      <Options id="kinds" values={completions.quantityKind} />
    </>
  );
}

/** What a field completes to. */
function Options({ id, values }: { readonly id: string; readonly values: readonly string[] }): VNode {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option value={value} />
      ))}
    </datalist>
  );
}
