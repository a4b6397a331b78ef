import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Decision, type Decided } from './decision.tsx';
import { Faults } from './faults.tsx';
import { ask } from './hub-session.ts';
import { Loaded, useAsked } from './loaded.tsx';
import {
  CHANGE_REVIEW_MUTATION,
  CHANGE_REVIEW_QUERY,
  type ChangeReview,
  type Outcome,
  type Problem,
  type SuggestedChange,
} from './queries.ts';
import { Suggested } from './suggested.tsx';

/** A suggestion to change a term: accepting it answers the proposer, and changes nothing. */
export function ChangeView({ id }: { readonly id: string }): VNode {
  const [asked, again] = useAsked(() => ask<ChangeReview>(CHANGE_REVIEW_QUERY, { id }), [id]);
  return (
    <Loaded asked={asked} again={again}>
      {({ suggestion }) =>
        suggestion === null ? (
          <p class="empty">There is no suggestion with this id.</p>
        ) : (
          <Review key={id} suggestion={suggestion} />
        )
      }
    </Loaded>
  );
}

function Review({ suggestion: first }: { readonly suggestion: SuggestedChange }): VNode {
  const [decided, setDecided] = useState<Decided<SuggestedChange> | null>(null);
  const [found, setFound] = useState<readonly Problem[] | null>(null);
  const suggestion = decided?.suggestion ?? first;
  const problems = (found ?? []).filter(({ path }) => path.at(-1) !== 'reason');
  return (
    <>
      <Suggested suggestion={suggestion} kind="changes" result={null} isInUse isLost={decided?.isLost ?? false}>
        <p class="words">{suggestion.change}</p>
        <TermAsItIs suggestion={suggestion} />
      </Suggested>
      {suggestion.state === 'PENDING' ? (
        <>
          <Faults problems={problems} />
          <p>
            Accepting it tells whoever has the receipt that you take it on. It does not change the term: that is done in
            the files of the vocabulary, and comes with a new version.
          </p>
          <Decision<SuggestedChange>
            check={null}
            isChecking={false}
            changesVocabulary={false}
            problems={found}
            decided={setDecided}
            refused={setFound}
            send={(decision, reason) =>
              ask<Outcome<SuggestedChange>>(CHANGE_REVIEW_MUTATION, { input: { id: suggestion.id, decision, reason } })
            }
          />
        </>
      ) : null}
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
