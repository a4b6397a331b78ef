import type { VNode } from 'preact';
import { dayOf } from './day-of.ts';
import { ask } from './hub-session.ts';
import { Loaded, useAsked } from './loaded.tsx';
import { QUEUE_QUERIES, type ListedSuggestion, type Queue } from './queries.ts';
import { STATES, type Kind, type State, type View } from './view.ts';
import { ViewLink } from './view-link.tsx';
import { grouped } from '../../parts/grouped.ts';

const NAMES: Readonly<Record<State, string>> = { PENDING: 'Waiting', ACCEPTED: 'Accepted', REJECTED: 'Rejected' };
const EMPTY: Readonly<Record<State, string>> = {
  PENDING: 'Nothing waits for review.',
  ACCEPTED: 'Nothing has been accepted yet.',
  REJECTED: 'Nothing has been rejected yet.',
};

/** The suggestions of a kind and a state, the oldest first. */
export function QueueView({ kind, state, after }: Extract<View, { readonly name: 'queue' }>): VNode {
  const [asked, again] = useAsked(() => ask<Queue>(QUEUE_QUERIES[kind], { state, after }), [kind, state, after]);
  const queue = { name: 'queue', kind, state, after: null } as const;
  return (
    <>
      <div class="toolbar" role="group" aria-label="Which suggestions">
        {STATES.map((each) => (
          <ViewLink to={{ ...queue, state: each }} isCurrent={each === state} class="button">
            {NAMES[each]}
          </ViewLink>
        ))}
        <button type="button" onClick={again}>
          Look again
        </button>
      </div>
      <Loaded asked={asked} again={again}>
        {({ list: { nodes, totalCount, pageInfo } }) =>
          nodes.length === 0 ? (
            <p class="empty">{EMPTY[state]}</p>
          ) : (
            <>
              <p role="status">
                {grouped(totalCount)} {totalCount === 1 ? 'suggestion' : 'suggestions'}, the oldest first.
              </p>
              <Suggestions nodes={nodes} kind={kind} />
              <p class="toolbar">
                {after === null ? null : <ViewLink to={queue}>The first</ViewLink>}
                {pageInfo.hasNextPage ? <ViewLink to={{ ...queue, after: pageInfo.endCursor }}>Next</ViewLink> : null}
              </p>
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface SuggestionsProps {
  readonly nodes: readonly ListedSuggestion[];
  readonly kind: Kind;
}

function Suggestions({ nodes, kind }: SuggestionsProps): VNode {
  return (
    <ul class="queue">
      {nodes.map(({ id, name, description, units, createdAt, reviewedAt, reviewedBy, reason }) => (
        <li class="card" key={id}>
          <h3>
            <ViewLink to={{ name: 'review', kind, id }}>
              <code>{name}</code>
            </ViewLink>
          </h3>
          {description === undefined ? null : <p class="words">{description}</p>}
          <p class="note">
            Suggested <time dateTime={createdAt}>{dayOf(createdAt)}</time>
            {units == null ? null : <>, in {units}</>}
            {reviewedAt === null ? null : (
              <>
                , reviewed <time dateTime={reviewedAt}>{dayOf(reviewedAt)}</time>
                {reviewedBy === null ? null : <> by {reviewedBy.email}</>}
              </>
            )}
            {reason === null ? null : <>: {reason}</>}
          </p>
        </li>
      ))}
    </ul>
  );
}
