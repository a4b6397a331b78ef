import type { VNode } from 'preact';
import type { Completions } from './completions.ts';
import { problemsAt } from './draft.ts';
import { Faults } from './faults.tsx';
import type { Problem, Row } from './queries.ts';
import { Table } from '../../parts/table.tsx';

interface TemplateEditorProps {
  readonly rows: readonly Row[];
  readonly change: (rows: readonly Row[]) => void;
  readonly problems: readonly Problem[];
  readonly completions: Completions;
}

const CELLS = ['subject', 'predicate', 'object'] as const;
const EMPTY: Row = { subject: '', predicate: '', object: '' };

/** The rows of a template. Nodes, and what they are called, are completed from the rows themselves. */
export function TemplateEditor({ rows, change, problems, completions }: TemplateEditorProps): VNode {
  const nodes = [...new Set(rows.map(({ object }) => object).filter((object) => object.startsWith('?')))];
  const lists = {
    subject: nodes,
    predicate: ['rdf:type', ...completions.predicate],
    object: [...nodes, ...completions.object],
  };
  const cell = (at: number, name: (typeof CELLS)[number]): VNode => (
    <td>
      <input
        type="text"
        autocomplete="off"
        spellcheck={false}
        list={`template-${name}`}
        aria-label={`${name} of row ${at + 1}`}
        aria-invalid={problemsAt(problems, 'template', String(at), name).length > 0 ? 'true' : undefined}
        placeholder={name === 'subject' ? 'the term' : ''}
        value={rows[at]![name]}
        onInput={(event) => change(rows.with(at, { ...rows[at]!, [name]: event.currentTarget.value }))}
      />
    </td>
  );
  return (
    <fieldset class="template-editor">
      <legend>Template</legend>
      <p class="note">
        One row is one triple. <code>$key</code> is the value of a key, <code>@key</code> the entity that it names,{' '}
        <code>?name</code> a node of its own, whose rows have it as their subject. Without rows values become plain
        literals.
      </p>
      <Faults problems={problemsAt(problems, 'template')} />
      {rows.length === 0 ? null : (
        <Table label="Rows of the template" heads={['Subject', 'Predicate', 'Object', ['Remove', 'hidden']]}>
          {rows.map((_, at) => (
            <>
              <tr key={at}>
                {CELLS.map((name) => cell(at, name))}
                <td>
                  <button
                    type="button"
                    aria-label={`Remove row ${at + 1}`}
                    onClick={() => change(rows.toSpliced(at, 1))}
                  >
                    ×
                  </button>
                </td>
              </tr>
              <FaultRow problems={problems} at={String(at)} />
            </>
          ))}
        </Table>
      )}
      <p>
        <button type="button" onClick={() => change([...rows, EMPTY])}>
          Add a row
        </button>
      </p>
      {CELLS.map((name) => (
        <datalist id={`template-${name}`}>
          {lists[name].map((value) => (
            <option value={value} />
          ))}
        </datalist>
      ))}
    </fieldset>
  );
}

/** What is wrong with a row, below it. */
function FaultRow({ problems, at }: { readonly problems: readonly Problem[]; readonly at: string }): VNode | null {
  const found = [[], ...CELLS.map((name) => [name])].flatMap((path) => problemsAt(problems, 'template', at, ...path));
  if (found.length === 0) return null;
  return (
    <tr>
      <td colSpan={4}>
        <Faults problems={found} />
      </td>
    </tr>
  );
}
