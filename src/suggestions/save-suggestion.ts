import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { HubError } from '../errors.ts';
import { boundIri } from '../rdf/bound-terms.ts';
import { RDF_TYPE, type HubNamespaces } from '../rdf/namespaces.ts';
import type { Quad } from '../rdf/triple.ts';
import { asIri, RowError } from '../rdf/rows.ts';
import { StoreError, type Change, type QueryOptions, type Store } from '../store/store.ts';
import { countSuggestions } from './count-suggestions.ts';
import { partsOfReceipts, partsOfWaiting } from './suggestion-records.ts';
import { receiptsQuery, waitingQuery, WAITING_ROW } from './suggestions.queries.ts';
import { suggestionQuads, waitingPattern, type NewSuggestion } from './suggestions.changes.ts';
import type { SuggestionKind } from './suggestion.ts';

/** 192 bits, which cannot be guessed. */
const RECEIPT_BYTES = 24;

export interface SuggestingTiming {
  /** Bound on all requests to the store for one suggestion: the client learns within 5 s that it cannot be saved. */
  readonly suggestMs: number;
  /** How long the number of those that wait for review is believed. */
  readonly countMs: number;
}

interface SavingOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  readonly timing: SuggestingTiming;
  readonly kind: SuggestionKind;
  /** How many of the kind may wait for review. */
  readonly maxWaiting: number;
  /** Whether the store is being given its first vocabulary, in which time other changes may wait for longer than they may. */
  readonly isStoring?: (() => boolean) | undefined;
}

/** A suggestion that is sound, to be saved. */
export interface SoundSuggestion extends Omit<NewSuggestion, 'kind' | 'id' | 'receiptHash'> {
  /** IRI and class of what has this name already, if it is there; then the suggestion is refused. Null where nothing may be in the way. */
  readonly taken: { readonly iri: string; readonly classIri: string } | null;
  /** The refusal because of that. */
  readonly exists: () => HubError;
  /** The refusal because a suggestion waits from which it is not distinct. */
  readonly waits: () => HubError;
}

/** How a suggestion that was saved is known. */
export interface SavedSuggestion {
  readonly id: string;
  /** Gives access to the state of the suggestion. It cannot be recovered. */
  readonly receipt: string;
}

const STORING =
  'The suggestion could not be saved: the store is being given its first vocabulary, which takes up to some minutes. Try again then.';

/** Saves suggestions of one kind. */
export class SavingSuggestions {
  readonly #options: SavingOptions;
  #waiting: { number: number; readonly countedAt: number } | null = null;

  constructor(options: SavingOptions) {
    this.#options = options;
  }

  /** Saves a suggestion, and resolves when it is durable. @throws HubError its `exists` or `waits`, `not-saved` */
  async save({ taken, exists, waits, ...suggestion }: SoundSuggestion): Promise<SavedSuggestion> {
    const { store, hub, timing, kind, isStoring } = this.#options;
    const { name, distinctBy = name } = suggestion;
    const id = randomUUID();
    const receipt = randomBytes(RECEIPT_BYTES).toString('base64url');
    const receiptHash = hashOfReceipt(receipt);
    const inTime = timer(timing.suggestMs);
    try {
      await this.#checkRoom(inTime);
      const add = suggestionQuads({ ...suggestion, kind, id, receiptHash }, hub);
      const about = partsOfWaiting(kind, distinctBy, hub);
      const change = { unless: waitingPattern(kind, distinctBy, hub), about, without: quadsOf(taken, hub), add };
      if (await this.#change(change, receiptHash, inTime)) {
        if (this.#waiting !== null) this.#waiting.number++;
        return { id, receipt };
      }
      const [waiting] = await store.select(waitingQuery(kind, distinctBy, hub), WAITING_ROW, { ...inTime(), about });
      if (waiting === undefined) throw exists();
    } catch (error) {
      const isSurelyNot = error instanceof StoreError && error.outcome === null;
      if (isSurelyNot && isStoring?.() === true) throw new HubError('not-saved', STORING, {}, error);
      throw asNotSaved(error, 'suggestion');
    }
    throw waits();
  }

  /** Whether a change was made; of one whose answer was lost, whether it is in the store. */
  async #change(change: Change, receiptHash: string, inTime: () => QueryOptions): Promise<boolean> {
    const { store, hub, kind } = this.#options;
    try {
      return await store.change(change, inTime());
    } catch (error) {
      if (!(error instanceof StoreError) || error.outcome !== 'unknown') throw error;
      const about = partsOfReceipts([receiptHash], hub);
      const query = receiptsQuery(kind, [receiptHash], hub);
      const found = await store.select(query, { suggestion: asIri }, { ...inTime(), about });
      if (found.length === 0) throw error;
      return true;
    }
  }

  async #checkRoom(inTime: () => QueryOptions): Promise<void> {
    const { store, hub, maxWaiting, timing, kind } = this.#options;
    if (this.#waiting === null || performance.now() - this.#waiting.countedAt > timing.countMs) {
      const countedAt = performance.now();
      const [number = 0] = await countSuggestions(store, hub, kind, ['pending'], inTime());
      this.#waiting = { number, countedAt };
    }
    if (this.#waiting.number < maxWaiting) return;
    throw new HubError(
      'not-saved',
      `The suggestion could not be saved: ${maxWaiting} suggestions wait for review, which is as many as may. Try again another day.`,
    );
  }
}

/** What the store must not hold. */
function quadsOf(taken: SoundSuggestion['taken'], { vocabularyGraph }: HubNamespaces): Quad[] {
  if (taken === null) return [];
  return [{ graph: vocabularyGraph, s: boundIri(taken.iri), p: RDF_TYPE, o: boundIri(taken.classIri) }];
}

/** What `read` gives. @throws HubError `not-saved` where it cannot be read */
export function readVocabularyInUse<Vocabulary>(read: () => Vocabulary): Vocabulary {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    throw new HubError('not-saved', 'The suggestion could not be saved: the vocabulary is unavailable.', {}, error);
  }
}

/** What is left of a time, at least a moment. */
function timer(ms: number): () => QueryOptions {
  const endsAt = performance.now() + ms;
  return () => ({ timeoutMs: Math.max(1, endsAt - performance.now()) });
}

/** The hash of a receipt, which is all that is stored: a reader of the store cannot use it. */
export function hashOfReceipt(receipt: string): string {
  return createHash('sha256').update(receipt).digest('hex');
}

/** A failure of the store as the error that clients get; any other error unchanged. */
export function asNotSaved(error: unknown, what: 'suggestion' | 'review'): unknown {
  if (!isStoreFailure(error)) return error;
  const isDoubtful = error instanceof StoreError && error.outcome === 'unknown';
  const done = what === 'suggestion' ? 'suggested' : 'reviewed';
  const hint = `It may have been saved after all: then it is refused as ${done} already when it is sent again.`;
  return new HubError('not-saved', `The ${what} could not be saved.`, isDoubtful ? { hint } : {}, error);
}

/** True for an error that says that the store failed, and not that the hub has a bug. */
export function isStoreFailure(error: unknown): boolean {
  return error instanceof StoreError || error instanceof RowError;
}
