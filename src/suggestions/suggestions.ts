import type { Log } from '../log.ts';
import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Found } from '../store/select-by-key.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import type { ShapeCheck } from '../vocabulary/shapes/check-shapes.ts';
import type { VocabularyRegistry } from '../vocabulary/registry/registry.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { ClientShare } from './client-share.ts';
import { ClosingSuggestions, type Closed } from './close-suggestion.ts';
import { countSuggestions } from './count-suggestions.ts';
import { eraseOldContacts } from './erase-contacts.ts';
import {
  findByIds,
  findByReceipts,
  listPages,
  type PageOfSuggestions,
  type SuggestionPage,
} from './find-suggestions.ts';
import { previewTerm, type TermPreview } from './preview-term.ts';
import type { SuggestionFields } from './read-fields.ts';
import { REVIEWED_SOURCE, type SourceEdits } from './review-source.ts';
import { Reviewing, type MadeOfSuggestion, type ReviewOutcome } from './review-suggestion.ts';
import { REVIEWED_TERM, type TermEdits } from './review-term.ts';
import { isStoreFailure, SavingSuggestions, type SuggestingTiming } from './save-suggestion.ts';
import { suggestChange } from './suggest-change.ts';
import { suggestSource } from './suggest-source.ts';
import { suggestTerm, type SuggestingOptions, type TakenSuggestion } from './suggest-term.ts';
import {
  problem,
  type Problem,
  type Reviewable,
  type SuggestionKind,
  type SuggestionKinds,
  type SuggestionState,
} from './suggestion.ts';
import { Turns } from '../turns.ts';
import { whenInUse } from './when-in-use.ts';

/** The use cases that suggestions of all kinds have. */
export interface AnySuggestions<Kind extends SuggestionKind> {
  /**
   * @param client by which it is counted what one may suggest in a day
   * @throws HubError `invalid-suggestion`, `not-saved`, `rate-limited`; of terms `term-exists`, `already-suggested`, of sources `source-exists`,
   *   `source-suggested`, of changes `already-suggested`
   */
  suggest(fields: SuggestionFields, client: string): Promise<TakenSuggestion<SuggestionKinds[Kind]>>;
  /**
   * The states of suggestions, for the holder of their receipts, in the order of the receipts; null where no suggestion has the receipt, an
   * error where it cannot be read.
   *
   * @throws HubError `suggestions-unavailable`
   */
  findByReceipts(receipts: readonly string[], options?: QueryOptions): Promise<readonly Found<SuggestionKinds[Kind]>[]>;
  /** The same by their ids; for administrators alone. @throws HubError `suggestions-unavailable` */
  findByIds(
    ids: readonly string[],
    options?: QueryOptions,
  ): Promise<readonly Found<Reviewable<SuggestionKinds[Kind]>>[]>;
  /** Pages of the list, as ids; for administrators alone. @throws HubError `suggestions-unavailable` */
  listPages(pages: readonly PageOfSuggestions[], options?: QueryOptions): Promise<readonly SuggestionPage[]>;
  /** How many suggestions each state has, null standing for all; for administrators alone. @throws HubError `suggestions-unavailable` */
  count(states: readonly (SuggestionState | null)[], options?: QueryOptions): Promise<readonly number[]>;
  /** For administrators alone. @throws HubError `not-saved` */
  reject(id: string, reason: string | null, reviewer: string): Promise<Closed<Kind>>;
}

/** The use cases of suggestions of a kind of which something is made. */
interface SuggestionsOf<Kind extends SuggestionKind, Edits> extends AnySuggestions<Kind> {
  reject(id: string, reason: string | null, reviewer: string): Promise<ReviewOutcome<Kind>>;
  /** For administrators alone. @throws HubError `not-saved`, `registry-unavailable` */
  accept(id: string, edits: Edits, reason: string | null, reviewer: string): Promise<ReviewOutcome<Kind>>;
}

/** The use cases of suggested terms. */
interface TermSuggestions extends SuggestionsOf<'term', TermEdits> {
  /**
   * What an accepted suggestion would be; for administrators alone. The preview is null where problems leave nothing to show.
   *
   * @param withShapes whether the vocabulary with it is checked, too, which takes as long as an acceptance
   * @throws HubError `suggestions-unavailable`, `registry-unavailable`
   */
  preview(id: string, edits: TermEdits, withShapes: boolean): Promise<PreviewOutcome>;
}

/** The use cases of suggested changes of terms. */
interface ChangeSuggestions extends AnySuggestions<'change'> {
  /** Closes it as one that the administrators take on; the vocabulary stays as it is. For administrators alone. @throws HubError `not-saved` */
  accept(id: string, reason: string | null, reviewer: string): Promise<Closed<'change'>>;
}

interface PreviewOutcome {
  readonly preview: TermPreview | null;
  readonly problems: readonly Problem[];
}

/** The use cases of suggestions; REST and GraphQL call these and nothing below. The adapters check who may call them. */
export interface Suggestions {
  readonly terms: TermSuggestions;
  readonly sources: SuggestionsOf<'source', SourceEdits>;
  readonly changes: ChangeSuggestions;
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
  /** Takes what was accepted into use as soon as the store has it; without one the store is read. */
  readonly registry?: Partial<
    Pick<VocabularyRegistry, 'currentAt' | 'expect' | 'lookForChange' | 'whenStored' | 'prove' | 'isStoring'>
  >;
  /** Resolves when the version in use is in the history for good, or that takes too long. */
  readonly whenNoted?: () => Promise<void>;
  readonly now: () => Date;
  readonly log: Log;
  readonly maxWaiting?: number;
  readonly timing: SuggestionsTiming;
}

interface SuggestionsTiming extends SuggestingTiming {
  /** The longest that a review waits for its term to be in use. */
  readonly inUseMs: number;
  readonly storeKnownMs: number;
  /** How often e-mails of closed suggestions are looked for that have to be erased. */
  readonly eraseMs: number;
}

/** How many may wait for review: of terms more than any administrator reads; the file of a source is as long as a hundred terms. */
const MAX_WAITING = { term: 10_000, source: 500, change: 2_000 } as const;
/** So many days a client takes to fill all places. */
const DAYS_TO_FILL = 5;

/** The use cases of suggestions over a store. Call `start` before and `stop` after use. */
export function createSuggestions(basis: SuggestionsBasis): Suggestions {
  const { store, hub, now, log, timing } = basis;
  const suggesting = <Kind extends SuggestionKind>(
    kind: Kind,
    suggest: (fields: SuggestionFields, options: SuggestingOptions) => Promise<TakenSuggestion<SuggestionKinds[Kind]>>,
  ): AnySuggestions<Kind>['suggest'] => {
    const most = MAX_WAITING[kind];
    const isStoring = () => basis.registry?.isStoring?.() ?? false;
    const maxWaiting = basis.maxWaiting ?? most;
    const saving = new SavingSuggestions({ store, hub, timing, kind, maxWaiting, isStoring });
    const share = new ClientShare({ what: `${kind}s`, most: most / DAYS_TO_FILL, now });
    return (fields, client) => share.use(client, () => suggest(fields, { ...basis, saving }));
  };
  // Acceptances of all kinds wait for each other: who came second would have everything checked anew.
  const turns = new Turns();
  let timer: NodeJS.Timeout | undefined;
  const erase = async (): Promise<void> => {
    try {
      const erased = await eraseOldContacts(store, hub, now());
      if (erased > 0) log.info({ erased }, 'e-mails of closed suggestions erased');
    } catch (error) {
      log.warn({ err: error }, 'e-mails of closed suggestions could not be erased; it is tried again tomorrow');
    }
  };
  const reviewing = <Kind extends SuggestionKind, Edits>(made: MadeOfSuggestion<Kind, Edits>) =>
    new Reviewing({ ...basis, turns, whenInUse: (isInUse) => whenInUse(isInUse, basis) }, made);
  const reviewingTerms = reviewing(REVIEWED_TERM);
  const closingChanges = new ClosingSuggestions(basis, 'change');
  return {
    terms: {
      ...suggestionsOf(basis, 'term', reviewingTerms, suggesting('term', suggestTerm)),
      preview: (...asked) => preview(reviewingTerms, basis, asked),
    },
    sources: suggestionsOf(basis, 'source', reviewing(REVIEWED_SOURCE), suggesting('source', suggestSource)),
    changes: {
      suggest: suggesting('change', suggestChange),
      ...readingOf(basis, 'change'),
      reject: (id, reason, reviewer) => closingChanges.close(id, { state: 'rejected', reason, reviewer }),
      accept: (id, reason, reviewer) => closingChanges.close(id, { state: 'accepted', reason, reviewer }),
    },
    start() {
      void erase();
      timer = setInterval(() => void erase(), timing.eraseMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** @throws HubError `suggestions-unavailable`, `registry-unavailable` */
async function preview(
  reviewing: Reviewing<'term', TermEdits>,
  { vocabulary, hub }: SuggestionsBasis,
  asked: Parameters<TermSuggestions['preview']>,
): Promise<PreviewOutcome> {
  const current = vocabulary();
  const { drafted, problems } = await reviewing.preview(...asked).catch(unreadable);
  if (drafted === null) return { preview: null, problems };
  try {
    return { preview: await previewTerm(drafted, current, hub), problems };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return { preview: null, problems: [...problems, problem('vocabulary-refused', error.message)] };
  }
}

function suggestionsOf<Kind extends SuggestionKind, Edits>(
  basis: SuggestionsBasis,
  kind: Kind,
  reviewing: Reviewing<Kind, Edits>,
  suggest: SuggestionsOf<Kind, Edits>['suggest'],
): SuggestionsOf<Kind, Edits> {
  return {
    suggest,
    ...readingOf(basis, kind),
    reject: (id, reason, reviewer) => reviewing.reject(id, reason, reviewer),
    accept: (id, edits, reason, reviewer) => reviewing.accept(id, edits, reason, reviewer),
  };
}

function readingOf<Kind extends SuggestionKind>(
  { store, hub }: SuggestionsBasis,
  kind: Kind,
): Pick<AnySuggestions<Kind>, 'findByReceipts' | 'findByIds' | 'listPages' | 'count'> {
  return {
    findByReceipts: (receipts, options) =>
      findByReceipts(store, hub, kind, receipts, options).then((found) => readable(found), unreadable),
    findByIds: (ids, options) => findByIds(store, hub, kind, ids, options).then((found) => readable(found), unreadable),
    listPages: (pages, options) => listPages(store, hub, kind, pages, options).catch(unreadable),
    count: (states, options) => countSuggestions(store, hub, kind, states, options).catch(unreadable),
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
