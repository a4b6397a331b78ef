import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { suggestionLink } from '../../parts/suggestion-link.ts';
import { dayOf } from './day-of.ts';
import { ask } from './hub-session.ts';
import { Loaded, useAsked } from './loaded.tsx';
import { MISSING_QUERY, type MissingTerms } from './queries.ts';
import { grouped } from '../../parts/grouped.ts';
import { Table } from '../../parts/table.tsx';

const FIRST = 25;
const MOST = 100;

/** The keys that documents have and the vocabulary lacks. */
export function MissingView({ root }: { readonly root: string }): VNode {
  const [first, setFirst] = useState(FIRST);
  const [asked, again] = useAsked(() => ask<MissingTerms>(MISSING_QUERY, { first }), [first]);
  return (
    <Loaded asked={asked} again={again}>
      {({ missing: { since, terms } }) => (
        <>
          <p>
            Keys of documents that are no terms, counted once per document since {dayOf(since)}. Values and senders are
            not kept.
          </p>
          {terms.length === 0 ? <p class="empty">Every key of every document was a term.</p> : null}
          {terms.length === 0 ? null : (
            <Table label="Missing keys" heads={['Key', ['Documents', 'number'], 'May mean', ['What to do', 'hidden']]}>
              {terms.map(({ key, count, error, suggestions }) => (
                <tr key={key}>
                  <th scope="row">
                    <code>{key}</code>
                  </th>
                  <td class="number" data-head="Documents">
                    {error === 0 ? '' : `${grouped(count - error)} to `}
                    {grouped(count)}
                  </td>
                  <td>
                    {suggestions.length === 0 ? <span class="note">nothing known</span> : null}
                    {suggestions.map(({ term, score }) => (
                      <div>
                        <a href={term.iri}>
                          <code>{term.name}</code>
                        </a>{' '}
                        {term.label} <span class="note">{Math.round(score * 100)} %</span>
                      </div>
                    ))}
                  </td>
                  <td>
                    <a href={suggestionLink(key, root)} target="_blank" rel="noopener">
                      Suggest a term
                    </a>
                  </td>
                </tr>
              ))}
            </Table>
          )}
          {terms.length === first && first < MOST ? (
            <p>
              <button type="button" onClick={() => setFirst(MOST)}>
                More
              </button>
            </p>
          ) : null}
        </>
      )}
    </Loaded>
  );
}
