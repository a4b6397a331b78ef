import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Store } from '../store/store.ts';
import type { ShapeCheck } from '../vocabulary/shapes/check-shapes.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { eraseOldContacts } from './erase-contacts.ts';
import { findByReceipt, listSuggestions, type PageOfSuggestions, type SuggestionPage } from './find-suggestions.ts';
import type { SuggestionFields } from './read-fields.ts';
import { Reviewing, type ReviewOutcome, type TermEdits } from './review-suggestion.ts';
import { isStoreFailure, Suggesting, type TakenSuggestion } from './suggest-term.ts';
import type { Suggestion } from './suggestion.ts';

/** The use cases of suggestions; REST and GraphQL call these and nothing below. The adapters check who may call them. */
export interface Suggestions {
  /** @throws HubError `invalid-suggestion`, `term-exists`, `already-suggested`, `not-saved` */
  suggest(fields: SuggestionFields): Promise<TakenSuggestion>;
  /** The state of a suggestion, for the holder of its receipt; null when no suggestion has it. @throws HubError `suggestions-unavailable` */
  findByReceipt(receipt: string): Promise<Suggestion | null>;
  /** For administrators alone. @throws HubError `suggestions-unavailable` */
  list(page: PageOfSuggestions): Promise<SuggestionPage>;
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
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The longest that a review waits for its term to be in use. */
const IN_USE_MS = 10_000;

export function createSuggestions(basis: SuggestionsBasis): Suggestions {
  const { store, hub, now, log } = basis;
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
    findByReceipt: (receipt) => findByReceipt(store, hub, receipt).catch(unavailable),
    list: (page) => listSuggestions(store, hub, page).catch(unavailable),
    reject: (id, reason, reviewer) => reviewing.reject(id, reason, reviewer),
    accept: (id, edits, reason, reviewer) => reviewing.accept(id, edits, reason, reviewer),
    start() {
      void erase();
      timer = setInterval(() => void erase(), DAY_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

function unavailable(error: unknown): never {
  if (!isStoreFailure(error)) throw error;
  throw new HubError('suggestions-unavailable', 'The suggestions cannot be read for now.', {}, error);
}

function whenInUse(term: string, { vocabulary, onVocabulary }: SuggestionsBasis): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isInUse: boolean): void => {
      clearTimeout(deadline);
      unsubscribe();
      resolve(isInUse);
    };
    const deadline = setTimeout(() => settle(false), IN_USE_MS);
    const unsubscribe = onVocabulary(({ terms }) => {
      if (terms.has(term)) settle(true);
    });
    if (vocabulary().terms.has(term)) settle(true);
  });
}
