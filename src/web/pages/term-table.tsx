import type { ComponentChildren, VNode } from 'preact';
import { quantityOfTerm } from '../../vocabulary/describe/quantities.ts';
import { unitOfName } from '../../vocabulary/terms.ts';
import type { Term, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { linked, type PageTerms } from './page-terms.tsx';

/** Rows that people read without a heading between them. */
const MAX_ROWS = 40;

interface TermTableProps {
  readonly terms: readonly Term[];
  readonly vocabulary: Vocabulary;
  readonly names: PageTerms;
  /** What divides a long table. */
  readonly by: 'quantity kind' | 'category';
  /** Begins the ids of the parts. */
  readonly id: string;
}

/** Terms with label, unit and datatype; those of one quantity in one row, and a long list in parts that can be jumped to. */
export function TermTable({ terms, vocabulary, names, by, id }: TermTableProps): VNode {
  const rows = rowsOf(terms, vocabulary);
  const parts = new Map<string | null, Term[][]>();
  for (const row of rows) {
    const part = by === 'category' ? row[0]!.category : row[0]!.quantityKind;
    parts.set(part, [...(parts.get(part) ?? []), row]);
  }
  if (rows.length <= MAX_ROWS || parts.size < 2)
    return <Rows rows={rows} vocabulary={vocabulary} names={names} label="Terms" />;
  const categories = new Map(vocabulary.categories.map(({ name, label }) => [name, label]));
  const labelOf = (part: string | null): string =>
    part === null
      ? 'Without a quantity kind'
      : by === 'category'
        ? (categories.get(part) ?? part)
        : names.shorten(part).replace(/^[\w-]*:(?!\/)/, '');
  const sorted = Array.from(parts, ([part, members]) => ({ part, label: labelOf(part), members })).sort(
    (a, b) => Number(a.part === null) - Number(b.part === null) || (a.label < b.label ? -1 : 1),
  );
  return (
    <>
      <ul class="chips">
        {sorted.map(({ label, members }, i) => (
          <li>
            <a class="chip" href={`#${id}-${i + 1}`}>
              {label} ({members.flat().length})
            </a>
          </li>
        ))}
      </ul>
      {sorted.map(({ part, label, members }, i) => (
        <>
          <h3 id={`${id}-${i + 1}`}>{part !== null && by === 'quantity kind' ? linked(part, label) : label}</h3>
          <Rows rows={members} vocabulary={vocabulary} names={names} label={label} />
        </>
      ))}
    </>
  );
}

/** The terms of each quantity together, where the first of them stands. */
function rowsOf(terms: readonly Term[], vocabulary: Vocabulary): Term[][] {
  const rows = new Map<string, Term[]>();
  for (const term of terms) {
    const key = quantityOfTerm(vocabulary, term)?.iri ?? term.iri;
    rows.set(key, [...(rows.get(key) ?? []), term]);
  }
  return [...rows.values()];
}

interface RowsProps {
  readonly rows: ReadonlyArray<readonly Term[]>;
  readonly vocabulary: Vocabulary;
  readonly names: PageTerms;
  readonly label: string;
}

function Rows({ rows, vocabulary, names, label }: RowsProps): VNode {
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table class="terms">
        <thead>
          <tr>
            <th scope="col">Label</th>
            <th scope="col">Name</th>
            <th scope="col">Unit</th>
            <th scope="col">Datatype</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((variants) => {
            const [first] = variants as [Term];
            const quantity = variants.length === 1 ? null : quantityOfTerm(vocabulary, first);
            const { iri, label: text } = quantity ?? first;
            return variants.map((term, i) => (
              <tr>
                {i > 0 ? null : (
                  <th scope="rowgroup" rowSpan={variants.length}>
                    <a href={iri} lang="en">
                      {text}
                    </a>
                  </th>
                )}
                <td>
                  <TermLink term={term} />
                </td>
                <td>
                  <UnitLink term={term} names={names} />
                </td>
                <td>
                  <code>{term.datatype}</code>
                </td>
              </tr>
            ));
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The name of a term, which leads to its page. */
export function TermLink({ term }: { readonly term: Pick<Term, 'iri' | 'name' | 'deprecated'> }): VNode {
  return (
    <>
      <a href={term.iri}>
        <code>{term.name}</code>
      </a>
      {term.deprecated ? (
        <>
          {' '}
          <span class="chip warn">deprecated</span>
        </>
      ) : null}
    </>
  );
}

/** The unit of a term as the term's name spells it. */
export function UnitLink({ term, names }: { readonly term: Term; readonly names: PageTerms }): VNode | null {
  if (term.unit === null) return null;
  const spelled = unitOfName(term.name) ?? names.shorten(term.unit);
  return <>{linked(term.unit, spelled, names.shorten(term.unit))}</>;
}

/** Items with commas between them. */
export function separated(items: readonly VNode[]): ComponentChildren {
  return items.map((item, at) => (at === 0 ? item : [', ', item]));
}
