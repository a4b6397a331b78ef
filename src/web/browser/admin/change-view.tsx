import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Decision } from './decision.tsx';
import { Faults } from './faults.tsx';
import { ask } from './hub-session.ts';
import {
  CHANGE_REVIEW_MUTATION,
  CHANGE_REVIEW_QUERY,
  type ChangeReview,
  type Outcome,
  type Problem,
  type SuggestedChange,
} from './queries.ts';
import { SuggestionView, type DecidingProps } from './suggestion-view.tsx';

/** A suggestion to change a term: accepting it answers the proposer, and changes nothing. */
export function ChangeView({ id }: { readonly id: string }): VNode {
  return (
    <SuggestionView<SuggestedChange, ChangeReview>
      id={id}
      kind="changes"
      query={CHANGE_REVIEW_QUERY}
      resultOf={() => null}
      describe={(suggestion) => (
        <>
          <p class="words">{suggestion.change}</p>
          <TermAsItIs suggestion={suggestion} />
        </>
      )}
      Deciding={Deciding}
    />
  );
}

function Deciding({ suggestion: { id }, decide }: DecidingProps<SuggestedChange, ChangeReview>): VNode {
  const [found, setFound] = useState<readonly Problem[] | null>(null);
  return (
    <>
      <Faults problems={(found ?? []).filter(({ path }) => path.at(-1) !== 'reason')} />
      <p>
        Accepting it tells whoever has the receipt that you take it on. It does not change the term: that is done in the
        files of the vocabulary, and comes with a new version.
      </p>
      <Decision<SuggestedChange>
        changesVocabulary={false}
        problems={found}
        decided={decide}
        refused={setFound}
        send={(decision, reason) =>
          ask<Outcome<SuggestedChange>>(CHANGE_REVIEW_MUTATION, { input: { id, decision, reason } })
        }
      />
    </>
  );
}

function TermAsItIs({ suggestion: { term } }: { readonly suggestion: SuggestedChange }): VNode {
  if (term === null) return <p class="alert">The vocabulary has this term no longer.</p>;
  return (
    <dl>
      <dt>The term as it is</dt>
      <dd>
        <a href={term.iri}>{term.label}</a>: {term.description}
      </dd>
      <dt>Datatype</dt>
      <dd>
        <code>{term.datatype}</code>
      </dd>
    </dl>
  );
}
