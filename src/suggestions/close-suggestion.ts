import type { HubNamespaces } from '../rdf/namespaces.ts';
import { StoreError, type Store } from '../store/store.ts';
import { findSuggestion } from './find-suggestions.ts';
import { faultOfText } from './read-fields.ts';
import { asNotSaved } from './save-suggestion.ts';
import { reviewedPattern, reviewQuads } from './suggestions.changes.ts';
import { partsOfIds } from './suggestion-records.ts';
import {
  problem,
  type Problem,
  type Reviewable,
  type ReviewableSuggestion,
  type SuggestionKind,
  type SuggestionKinds,
  type SuggestionState,
} from './suggestion.ts';

interface ClosingOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  readonly now: () => Date;
}

/** What became of a suggestion that was to be closed. */
export interface Closed<Kind extends SuggestionKind> {
  /** As it is now; null when no suggestion has this id. */
  readonly suggestion: Reviewable<SuggestionKinds[Kind]> | null;
  /** Empty when it was closed. */
  readonly problems: readonly Problem[];
}

interface Closing {
  readonly state: Exclude<SuggestionState, 'pending'>;
  readonly reason: string | null;
  /** The id of the administrator's account. */
  readonly reviewer: string;
}

const MAX_REASON_CHARACTERS = 2000;
/** The vocabulary is checked anew when it changed meanwhile; so often it does not. */
const TRIES = 5;

/** Closes suggestions of one kind on behalf of administrators. */
export class ClosingSuggestions<Kind extends SuggestionKind> {
  readonly #options: ClosingOptions;
  readonly #kind: Kind;

  constructor(options: ClosingOptions, kind: Kind) {
    this.#options = options;
    this.#kind = kind;
  }

  /** Closes a suggestion of which nothing is made. @throws HubError `not-saved` */
  close(id: string, { state, reason, reviewer }: Closing): Promise<Closed<Kind>> {
    const { store, hub, now } = this.#options;
    return this.review(id, async () => {
      const faults = reasonFaults(reason, state === 'rejected');
      if (faults.length > 0) return faults;
      const review = { state, reason: reason?.trim() || null, reviewer, reviewedAt: now(), resultIri: null };
      const quads = reviewQuads(this.#kind, id, review, hub);
      const isMade = await store.change({ unless: reviewedPattern(id, hub), about: partsOfIds([id], hub), ...quads });
      return isMade ? null : 'again';
    });
  }

  /** Repeats a review until no other change comes first; it gives null when it is done. @throws HubError `not-saved` */
  async review(
    id: string,
    review: (suggestion: Reviewable<SuggestionKinds[Kind]>) => Promise<readonly Problem[] | 'again' | null>,
  ): Promise<Closed<Kind>> {
    const { store, hub } = this.#options;
    const find = () => findSuggestion(store, hub, this.#kind, id);
    try {
      for (let tries = 0; tries < TRIES; tries++) {
        const before = await find();
        if (before === null) return { suggestion: null, problems: [unknownSuggestion()] };
        if (before.state !== 'pending') return { suggestion: before, problems: [alreadyReviewed(before)] };
        const problems = await review(before);
        if (problems === 'again') continue;
        if (problems !== null) return { suggestion: before, problems };
        const suggestion = await find().catch((cause: unknown) => {
          throw new StoreError('The store does not say what became of the review', { cause, outcome: 'unknown' });
        });
        return { suggestion, problems: [] };
      }
      const suggestion = await find();
      if (suggestion !== null && suggestion.state !== 'pending')
        return { suggestion, problems: [alreadyReviewed(suggestion)] };
      const words = 'The vocabulary changed again and again while this was checked. Try again.';
      return { suggestion, problems: [problem('vocabulary-changed', words)] };
    } catch (error) {
      throw asNotSaved(error, 'review');
    }
  }
}

/** The problem that no suggestion has the id of a review. */
export function unknownSuggestion(): Problem {
  return problem('not-found', 'There is no suggestion of this id.', ['id']);
}

function alreadyReviewed({ state, reviewedAt }: Pick<ReviewableSuggestion, 'state' | 'reviewedAt'>): Problem {
  const when = reviewedAt === null ? '' : ` at ${reviewedAt.toISOString()}`;
  return problem('already-reviewed', `The suggestion was reviewed before: it was ${state}${when}.`, ['id']);
}

/** What is wrong with the reason of a review. */
export function reasonFaults(reason: string | null, isRequired: boolean): Problem[] {
  const given = reason?.trim() ?? '';
  const fault =
    given === ''
      ? isRequired && 'A suggestion is rejected with a reason, which its proposer can read.'
      : given.length > MAX_REASON_CHARACTERS
        ? `The reason has ${given.length} characters; at most ${MAX_REASON_CHARACTERS} are taken.`
        : faultOfText(given, true) !== null && `The reason ${faultOfText(given, true)}.`;
  return fault === false ? [] : [problem('invalid-review', fault, ['reason'])];
}
