import type { ComponentChildren, VNode } from 'preact';

/** The terms of one quantity, or one term that has none. */
export interface Row {
  readonly quantity: { readonly iri: string; readonly label: string } | null;
  readonly terms: readonly ListedTerm[];
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
}

/** Terms, those of one quantity together, each with the reason why it was found. */
export function Rows({ rows, language }: RowsProps): VNode {
  return (
    <ul class="term-rows">
      {rows.map(({ quantity, terms }) => {
        const [first] = terms as [ListedTerm];
        const isOne = quantity === null || terms.length === 1;
        return (
          <li>
            <h3 lang={language}>
              {isOne ? <a href={first.iri}>{first.label}</a> : <a href={quantity.iri}>{quantity.label}</a>}
            </h3>
            <p class="variants">
              {terms.map((term) => (
                <>
                  <a href={term.iri}>
                    <code>{term.name}</code>
                  </a>
                  {term.deprecated ? <span class="chip warn">deprecated</span> : null}{' '}
                </>
              ))}
              <span class="note">
                {first.datatype} · {first.category}
              </span>
            </p>
            <p lang={language}>{first.description}</p>
            {first.match === null ? null : <Reason match={first.match} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Why a row was found, where its name and label do not say it. */
function Reason({ match: { kind, text, language, isCorrected } }: { readonly match: Match }): VNode | null {
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
      {language === null || language === 'en' ? null : ` (${language})`}
      {isCorrected ? ', with a letter corrected' : null}
    </p>
  );
}
