import type { ComponentChildren, FunctionComponent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Decided } from './decision.tsx';
import { ask } from './hub-session.ts';
import { Loaded, useAsked } from './loaded.tsx';
import { Suggested, type Suggestion } from './suggested.tsx';
import type { Kind } from './view.ts';

/** What a query for the review of one suggestion answers. */
interface ReviewOf<Kept extends Suggestion> {
  /** Null where there is none with this id. */
  readonly suggestion: Kept | null;
}

/** What the form of a decision is given. */
export interface DecidingProps<Kept extends Suggestion, Review> {
  readonly suggestion: Kept;
  readonly review: Review;
  readonly decide: (decided: Decided<Kept>) => void;
}

interface SuggestionViewProps<Kept extends Suggestion, Review extends ReviewOf<Kept>> {
  readonly id: string;
  readonly kind: Kind;
  /** The GraphQL query, which takes the id. */
  readonly query: string;
  /** What it became; null while it became nothing, and for what becomes nothing. */
  readonly resultOf: (suggestion: Kept) => { readonly name: string; readonly iri?: string } | null;
  /** What was suggested. */
  readonly describe: (suggestion: Kept) => ComponentChildren;
  /** What is shown while nobody has decided. */
  readonly Deciding: FunctionComponent<DecidingProps<Kept, Review>>;
}

/** One suggestion: what was suggested, and the decision or what became of it. */
export function SuggestionView<Kept extends Suggestion, Review extends ReviewOf<Kept>>(
  props: SuggestionViewProps<Kept, Review>,
): VNode {
  const { id, query } = props;
  const [asked, again] = useAsked(() => ask<Review>(query, { id }), [id]);
  return (
    <Loaded asked={asked} again={again}>
      {(review) =>
        review.suggestion === null ? (
          <p class="empty">There is no suggestion with this id.</p>
        ) : (
          <Read key={id} {...props} first={review.suggestion} review={review} />
        )
      }
    </Loaded>
  );
}

interface ReadProps<Kept extends Suggestion, Review extends ReviewOf<Kept>> extends SuggestionViewProps<Kept, Review> {
  /** As it was when it was read. */
  readonly first: Kept;
  readonly review: Review;
}

function Read<Kept extends Suggestion, Review extends ReviewOf<Kept>>(props: ReadProps<Kept, Review>): VNode {
  const { first, review, kind, resultOf, describe, Deciding } = props;
  const [decided, setDecided] = useState<Decided<Kept> | null>(null);
  const suggestion = decided?.suggestion ?? first;
  return (
    <>
      <Suggested
        suggestion={suggestion}
        kind={kind}
        result={resultOf(suggestion)}
        isInUse={decided?.isInUse ?? true}
        isLost={decided?.isLost ?? false}
      >
        {describe(suggestion)}
      </Suggested>
      {suggestion.state === 'PENDING' ? <Deciding suggestion={suggestion} review={review} decide={setDecided} /> : null}
    </>
  );
}
