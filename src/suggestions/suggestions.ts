import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Found } from '../store/select-by-key.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import type { ShapeCheck } from '../vocabulary/shapes/check-shapes.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { eraseOldContacts } from './erase-contacts.ts';
import {
  countSuggestions,
  findByIds,
  findByReceipts,
  listPages,
  type PageOfSuggestions,
  type SuggestionPage,
} from './find-suggestions.ts';
import type { SuggestionFields } from './read-fields.ts';
import { Reviewing, type ReviewOutcome, type TermEdits } from './review-suggestion.ts';
import { isStoreFailure, Suggesting, type SuggestingTiming, type TakenSuggestion } from './suggest-term.ts';
import type { ReviewableSuggestion, Suggestion, SuggestionState } from './suggestion.ts';

/** The use cases of suggestions; REST and GraphQL call these and nothing below. The adapters check who may call them. */
export interface Suggestions {
  /** @throws HubError `invalid-suggestion`, `term-exists`, `already-suggested`, `not-saved` */
  suggest(fields: SuggestionFields): Promise<TakenSuggestion>;
  /**
   * The states of suggestions, for the holder of their receipts, in the order of the receipts; null where no suggestion has the receipt, an
   * error where it cannot be read.
   *
   * @throws HubError `suggestions-unavailable`
   */
  findByReceipts(receipts: readonly string[], options?: QueryOptions): Promise<readonly Found<Suggestion>[]>;
  /** The same by their ids; for administrators alone. @throws HubError `suggestions-unavailable` */
  findByIds(ids: readonly string[], options?: QueryOptions): Promise<readonly Found<ReviewableSuggestion>[]>;
  /** Pages of the list, as ids; for administrators alone. @throws HubError `suggestions-unavailable` */
  listPages(pages: readonly PageOfSuggestions[], options?: QueryOptions): Promise<readonly SuggestionPage[]>;
  /** How many suggestions each state has, null standing for all; for administrators alone. @throws HubError `suggestions-unavailable` */
  count(states: readonly (SuggestionState | null)[], options?: QueryOptions): Promise<readonly number[]>;
  /** For administrators alone. @throws HubError `not-saved` */
  reject(id: string, reason: string | null, reviewer: string): Promise<ReviewOutcome>;
  /** For administrators alone. @throws HubError `not-saved`, `registry-unavailable` */
  accept(id: string, edits: TermEdits, reason: string | null, reviewer: string): Promise<ReviewOutcome>;
  /** Erases e-mails whose time is over, now and each day. */
  start(): void;
  stop(): void;
}

/** What the use cases stand on. */
export interface SuggestionsBasis {
  readonly store: Store;
  readonly hub: HubNamespaces;
  /** The vocabulary in use. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  /** Calls `listener` with each vocabulary that comes into use. Returns what ends that. */
  readonly onVocabulary: (listener: (vocabulary: Vocabulary) => void) => () => void;
  readonly shapes: Pick<ShapeCheck, 'check'>;
  readonly now: () => Date;
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  readonly maxWaiting?: number;
  readonly timing: SuggestionsTiming;
}

interface SuggestionsTiming extends SuggestingTiming {
  /** The longest that a review waits for its term to be in use. */
  readonly inUseMs: number;
  /** How often e-mails of closed suggestions are looked for that have to be erased. */
  readonly eraseMs: number;
}

/** The use cases of suggestions over a store. Call `start` before and `stop` after use. */
export function createSuggestions(basis: SuggestionsBasis): Suggestions {
  const { store, hub, now, log, timing } = basis;
  const suggesting = new Suggesting(basis);
  const reviewing = new Reviewing({ ...basis, whenInUse: (term) => whenInUse(term, basis) });
  let timer: NodeJS.Timeout | undefined;
  const erase = async (): Promise<void> => {
    try {
      const erased = await eraseOldContacts(store, hub, now());
      if (erased > 0) log.info({ erased }, 'e-mails of closed suggestions erased');
    } catch (error) {
      log.warn({ err: error }, 'e-mails of closed suggestions could not be erased; it is tried again tomorrow');
    }
  };
  return {
    suggest: (fields) => suggesting.suggest(fields),
    findByReceipts: (receipts, options) => findByReceipts(store, hub, receipts, options).then(readable, unreadable),
    findByIds: (ids, options) => findByIds(store, hub, ids, options).then(readable, unreadable),
    listPages: (pages, options) => listPages(store, hub, pages, options).catch(unreadable),
    count: (states, options) => countSuggestions(store, hub, states, options).catch(unreadable),
    reject: (id, reason, reviewer) => reviewing.reject(id, reason, reviewer),
    accept: (id, edits, reason, reviewer) => reviewing.accept(id, edits, reason, reviewer),
    start() {
      void erase();
      timer = setInterval(() => void erase(), timing.eraseMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** With errors as clients get them. */
function readable<T>(found: readonly Found<T>[]): Found<T>[] {
  return found.map((each) => (each instanceof Error ? unavailable(each) : each));
}

function unreadable(error: unknown): never {
  throw isStoreFailure(error) ? unavailable(error) : error;
}

function unavailable(cause: unknown): HubError {
  return new HubError('suggestions-unavailable', 'The suggestions cannot be read for now.', {}, cause);
}

function whenInUse(term: string, { vocabulary, onVocabulary, timing }: SuggestionsBasis): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isInUse: boolean): void => {
      clearTimeout(deadline);
      unsubscribe();
      resolve(isInUse);
    };
    const deadline = setTimeout(() => settle(false), timing.inUseMs);
    const unsubscribe = onVocabulary(({ terms }) => {
      if (terms.has(term)) settle(true);
    });
    if (vocabulary().terms.has(term)) settle(true);
  });
}
