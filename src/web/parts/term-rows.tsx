import type { ComponentChildren, VNode } from 'preact';
import { excerptOf } from './excerpt.ts';
import { grouped } from './grouped.ts';
import { addressWith } from './listing-address.ts';

/** Terms of one row; of those of 30 rows each takes some 100 bytes of HTML. */
const MAX_SHOWN = 20;

/** The terms of one quantity, or one term that has none. */
export interface Row {
  readonly quantity: { readonly iri: string; readonly label: string } | null;
  readonly terms: readonly ListedTerm[];
  /** How many more there are; undefined for none. */
  readonly omitted?: number;
}

interface ListedTerm {
  readonly name: string;
  readonly iri: string;
  readonly label: string;
  readonly description: string;
  readonly datatype: string;
  readonly category: string;
  readonly deprecated: boolean;
  readonly match: Match | null;
}

interface Match {
  readonly kind: string;
  readonly text: string;
  readonly language: string | null;
  readonly isCorrected: boolean;
}

interface RowsProps {
  readonly rows: readonly Row[];
  /** Of labels and descriptions. */
  readonly language: string;
  /** Labels of categories by their names. */
  readonly categories: ReadonlyMap<string, string>;
  /** The query of the page's address. */
  readonly query: URLSearchParams;
  /** What the rows stand by: `name`, `label`, `category`, `unit`, `relevance`. */
  readonly order: string;
}

/** Terms, those of one quantity in one row, each with the reason why it was found. Heads of columns lead to another order. */
export function Rows({ rows, language, categories, query, order }: RowsProps): VNode {
  const head = (by: string, text: string): VNode => (
    <th scope="col" aria-sort={by === order ? 'ascending' : undefined}>
      <a href={addressWith(query, { sort: by })}>{text}</a>
    </th>
  );
  return (
    <table class="listing">
      <thead>
        <tr>
          {head('label', 'Label')}
          <th scope="col">Meaning</th>
          {head('name', 'Name')}
          {head('category', 'Category')}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ quantity, terms, omitted = 0 }) => {
          const [first] = terms as [ListedTerm];
          const { iri, label } = quantity === null || terms.length === 1 ? first : quantity;
          const left = omitted + Math.max(0, terms.length - MAX_SHOWN);
          return (
            <tr>
              <th scope="row" lang={language}>
                <h3>
                  <a href={iri}>{label}</a>
                </h3>
              </th>
              <td>
                <p lang={language}>{excerptOf(first.description)}</p>
                {first.match === null ? null : <Reason match={first.match} shown={language} />}
              </td>
              <td class="variants">
                {terms.slice(0, MAX_SHOWN).map((term) => (
                  <>
                    <a href={term.iri}>
                      <code>{term.name}</code>
                    </a>
                    {term.deprecated ? <span class="chip warn">deprecated</span> : null}{' '}
                  </>
                ))}
                {left === 0 ? null : (
                  <>
                    <a href={iri}>{grouped(left)} more</a>{' '}
                  </>
                )}
                <span class="note">{first.datatype}</span>
              </td>
              <td lang={language}>{categories.get(first.category) ?? first.category}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface ReasonProps {
  readonly match: Match;
  /** The language of the row. */
  readonly shown: string;
}

/** Why a row was found, where its name and label do not say it. */
function Reason({ match: { kind, text, language, isCorrected }, shown }: ReasonProps): VNode | null {
  if ((kind === 'name' || kind === 'definition') && !isCorrected) return null;
  const words: Readonly<Record<string, ComponentChildren>> = {
    name: 'Named',
    label: 'Label',
    'other name': language === null ? 'Name in data' : 'Also called',
    category: 'Category',
  };
  return (
    <p class="note">
      {words[kind] ?? 'Found by'} <q lang={language ?? undefined}>{text}</q>
      {language === null || language === shown ? null : ` (${language})`}
      {isCorrected ? ', with a letter corrected' : null}
    </p>
  );
}
