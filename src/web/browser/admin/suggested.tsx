import type { ComponentChildren, VNode } from 'preact';
import { breakable, LONGEST_HEADING } from '../../parts/breakable.tsx';
import { dayOf } from './day-of.ts';
import type { SuggestedChange, SuggestedSource, SuggestedTerm } from './queries.ts';
import type { Kind } from './view.ts';
import { ViewLink } from './view-link.tsx';

export type Suggestion = SuggestedTerm | SuggestedSource | SuggestedChange;

interface SuggestedProps {
  readonly suggestion: Suggestion;
  readonly kind: Kind;
  /** What it became; null while it became nothing. */
  readonly result: { readonly name: string; readonly iri?: string } | null;
  readonly isInUse: boolean;
  /** Whether somebody else was faster. */
  readonly isLost: boolean;
  readonly children: ComponentChildren;
}

/** What was suggested, and what became of it. */
export function Suggested({ suggestion, kind, result, isInUse, isLost, children }: SuggestedProps): VNode {
  const { name, state, createdAt, email } = suggestion;
  return (
    <>
      <p>
        <ViewLink to={{ name: 'queue', kind, state: 'PENDING', after: null }}>Back to what waits</ViewLink>
      </p>
      <div role="status">
        {isLost ? <p class="alert">Somebody else has reviewed this suggestion meanwhile.</p> : null}
        {state === 'PENDING' ? null : (
          <Reviewed suggestion={suggestion} kind={kind} result={result} isInUse={isInUse} />
        )}
      </div>
      <section class="card" aria-label="What was suggested">
        <h2>
          <code>{breakable(name, LONGEST_HEADING)}</code>
        </h2>
        {children}
        <p class="note">
          Suggested {dayOf(createdAt)}
          {email === null ? null : (
            <>
              {' '}
              by <a href={`mailto:${email}`}>{email}</a>
            </>
          )}
          .
        </p>
      </section>
    </>
  );
}

function Reviewed({
  suggestion: { state, reviewedAt, reviewedBy, reason },
  kind,
  result,
  isInUse,
}: Pick<SuggestedProps, 'suggestion' | 'kind' | 'result' | 'isInUse'>): VNode {
  const isAccepted = state === 'ACCEPTED';
  return (
    <div class={isAccepted ? 'alert good' : 'alert'}>
      <p>
        <strong>{isAccepted ? 'Accepted' : 'Rejected'}</strong>
        {reviewedAt === null ? null : <> {dayOf(reviewedAt)}</>}
        {reviewedBy === null ? null : <> by {reviewedBy.email}</>}.
        {isAccepted && !isInUse ? <> It will be in use within seconds.</> : null}
        {result === null ? null : (
          <>
            {' '}
            {kind === 'terms' ? 'The term is ' : 'The source is '}
            {result.iri === undefined ? (
              <code>{result.name}</code>
            ) : (
              <a href={result.iri}>
                <code>{result.name}</code>
              </a>
            )}
            .
          </>
        )}
      </p>
      {reason === null ? null : <p>{reason}</p>}
    </div>
  );
}
