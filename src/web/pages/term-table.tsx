import type { ComponentChildren, VNode } from 'preact';
import { append } from '../../append.ts';
import { quantityOfTerm } from '../../vocabulary/describe/quantities.ts';
import { findCategory, unitOfName } from '../../vocabulary/terms.ts';
import { TERMS_BETWEEN_RESTS, type Rest } from '../../vocabulary/thread-slices.ts';
import type { Term, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { linked, type PageTerms } from './page-terms.tsx';
import { addressOfPage, cutIntoPages, firstPageOf, type Piece } from './paging.tsx';
import { grouped } from '../parts/grouped.ts';
import { Table } from '../parts/table.tsx';
import { TermLink } from './term-link.tsx';

/** Rows that people read without a heading between them. */
const MAX_ROWS = 40;
/** Terms of one page, some 400 bytes of HTML each. */
const MAX_TERMS = 200;
/** Terms of one row: those of a quantity with more make several, between which a page can end. */
const MAX_ROW_TERMS = 50;
/** Parts that a page leads to, some 150 bytes of HTML each. */
const MAX_JUMPS = 200;

/** Terms with a heading. */
interface TermPart {
  /** IRI of a quantity kind, name of a category; null for those that have none. */
  readonly of: string | null;
  readonly label: string;
  /** Of the heading, in the page. */
  readonly id: string;
  readonly rows: ReadonlyArray<readonly Term[]>;
}

/** A table of terms, in parts, on as many pages as it needs. */
export interface TermPages {
  readonly parts: readonly TermPart[];
  readonly pages: ReadonlyArray<ReadonlyArray<Piece<TermPart>>>;
}

interface TermPagesOptions {
  readonly vocabulary: Vocabulary;
  readonly names: PageTerms;
  /** What divides a long table. */
  readonly by: 'quantity kind' | 'category';
  /** Begins the ids of the parts. */
  readonly id: string;
}

/** Terms with those of one quantity in one row, and a long list in parts that can be jumped to. */
export async function pagesOfTerms(
  terms: readonly Term[],
  { vocabulary, names, by, id }: TermPagesOptions,
  rest: Rest,
): Promise<TermPages> {
  const rows = await rowsOf(terms, vocabulary, rest);
  const byPart = new Map<string | null, Term[][]>();
  for (const [at, row] of rows.entries()) {
    if (at % TERMS_BETWEEN_RESTS === 0) await rest();
    append(byPart, by === 'category' ? row[0]!.category : row[0]!.quantityKind, row);
  }
  const labelOf = (part: string | null): string =>
    part === null
      ? 'Without a quantity kind'
      : by === 'category'
        ? (findCategory(vocabulary, part)?.label ?? part)
        : inWords(names.shorten(part).replace(/^[\w-]*:(?!\/)/, ''));
  const sorted = Array.from(byPart, ([of, rows]) => ({ of, label: labelOf(of), rows })).sort(
    (a, b) => Number(a.of === null) - Number(b.of === null) || (a.label < b.label ? -1 : 1),
  );
  const isShort = rows.length <= MAX_ROWS || sorted.length < 2;
  const parts: TermPart[] = isShort
    ? [{ of: null, label: 'Terms', id, rows }]
    : sorted.map((part, at) => ({ ...part, id: `${id}-${at + 1}` }));
  return { parts, pages: cutIntoPages(parts, ({ length }) => length, MAX_TERMS) };
}

/** The name of a quantity kind as people write it: `ActivePower` is Active power. Abbreviations stay. */
function inWords(name: string): string {
  if (/[^A-Za-z]/.test(name)) return name;
  return name.replaceAll(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

interface TermTableProps {
  readonly list: TermPages;
  readonly vocabulary: Vocabulary;
  readonly names: PageTerms;
  /** From 1. */
  readonly page: number;
  /** Where the list stands. */
  readonly iri: string;
}

/** One page of terms with label, unit and datatype. */
export function TermTable({ list: { parts, pages }, vocabulary, names, page, iri }: TermTableProps): VNode | null {
  const pieces = pages[page - 1] ?? [];
  if (parts.length === 1) {
    const rows = pieces[0]?.rows;
    return rows === undefined ? null : <Rows rows={rows} vocabulary={vocabulary} names={names} label="Terms" />;
  }
  const jumps = jumpsTo(parts);
  return (
    <>
      <ul class="chips">
        {jumps.map(({ part, count }) => {
          const at = firstPageOf(pages, part)!;
          return (
            <li>
              <a class="chip" href={`${at === page ? '' : addressOfPage(iri, at)}#${part.id}`}>
                {part.label} ({count})
              </a>
            </li>
          );
        })}
      </ul>
      {jumps.length === parts.length ? null : (
        <p class="note">
          These have most terms. {grouped(parts.length - jumps.length)} others stand between them, in the order of their
          names.
        </p>
      )}
      {pieces.map(({ part: { of, label, id }, rows, isContinued }) => (
        <>
          <h3 id={id}>
            {of !== null && /^https?:/.test(of) ? linked(of, label) : label}
            {isContinued ? <span class="note"> continued</span> : null}
          </h3>
          <Rows rows={rows} vocabulary={vocabulary} names={names} label={label} />
        </>
      ))}
    </>
  );
}

interface Jump {
  readonly part: TermPart;
  /** Of terms. */
  readonly count: number;
}

/** The parts in their order; of more than a page has room for, those with most terms. */
function jumpsTo(parts: readonly TermPart[]): readonly Jump[] {
  const jumps = parts.map((part) => ({ part, count: part.rows.reduce((sum, { length }) => sum + length, 0) }));
  if (jumps.length <= MAX_JUMPS) return jumps;
  const kept = new Set(jumps.toSorted((a, b) => b.count - a.count).slice(0, MAX_JUMPS));
  return jumps.filter((jump) => kept.has(jump));
}

/** The terms of each quantity together, where the first of them stands; very many in several rows. */
async function rowsOf(terms: readonly Term[], vocabulary: Vocabulary, rest: Rest): Promise<Term[][]> {
  const rows = new Map<string, Term[]>();
  for (const [at, term] of terms.entries()) {
    if (at % TERMS_BETWEEN_RESTS === 0) await rest();
    append(rows, quantityOfTerm(vocabulary, term)?.iri ?? term.iri, term);
  }
  return [...rows.values()].flatMap((row) =>
    Array.from({ length: Math.ceil(row.length / MAX_ROW_TERMS) }, (_, at) =>
      row.slice(at * MAX_ROW_TERMS, (at + 1) * MAX_ROW_TERMS),
    ),
  );
}

interface RowsProps {
  readonly rows: ReadonlyArray<readonly Term[]>;
  readonly vocabulary: Vocabulary;
  readonly names: PageTerms;
  readonly label: string;
}

function Rows({ rows, vocabulary, names, label }: RowsProps): VNode {
  return (
    <Table label={label} heads={['Label', 'Name', 'Unit', 'Datatype']} look="terms">
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
    </Table>
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
