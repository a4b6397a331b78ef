import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { HubError } from '../errors.ts';
import { boundIri } from '../rdf/bound-terms.ts';
import { RDF_TYPE, type HubNamespaces } from '../rdf/namespaces.ts';
import { asIri, RowError } from '../rdf/rows.ts';
import { StoreError, type Change, type QueryOptions, type Store } from '../store/store.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { expandName } from './expand-name.ts';
import { invalid, quote, readFields, type ReadSuggestion, type SuggestionFields } from './read-fields.ts';
import { similarTerms, withSimilarTerms } from './similar-terms.ts';
import { COUNT_ROW, countOf, countsQuery, receiptsQuery, waitingQuery, WAITING_ROW } from './suggestions.queries.ts';
import { suggestionQuads, waitingPattern } from './suggestions.changes.ts';
import type { Suggestion } from './suggestion.ts';
import { withoutCase } from './term-name.ts';

/** A suggestion that is saved. */
export interface TakenSuggestion {
  readonly suggestion: Suggestion;
  /** Gives access to the state of the suggestion. It cannot be recovered. */
  readonly receipt: string;
  readonly message: string;
}

/** How many may wait for review; more than any administrator reads. */
const MAX_WAITING = 10_000;
/** 192 bits, which cannot be guessed. */
const RECEIPT_BYTES = 24;

export interface SuggestingTiming {
  /** Bound on all requests to the store for one suggestion: the client learns within 5 s that it cannot be saved. */
  readonly suggestMs: number;
  /** How long the number of those that wait for review is believed. */
  readonly countMs: number;
}

interface SuggestingOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  /** @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  readonly now: () => Date;
  readonly maxWaiting?: number;
  readonly timing: SuggestingTiming;
}

/** Takes suggestions. */
export class Suggesting {
  readonly #options: SuggestingOptions;
  #waiting: { number: number; readonly countedAt: number } | null = null;

  constructor(options: SuggestingOptions) {
    this.#options = options;
  }

  /**
   * Saves a suggestion, and resolves when it is durable.
   *
   * @throws HubError `invalid-suggestion`, `term-exists`, `already-suggested`, each naming similar terms; `not-saved`
   */
  async suggest(fields: SuggestionFields): Promise<TakenSuggestion> {
    const { vocabulary } = this.#options;
    try {
      return await this.#suggest(readFields(fields));
    } catch (error) {
      throw await withSimilarTerms(error, vocabulary, fields['parameter']);
    }
  }

  async #suggest(read: ReadSuggestion): Promise<TakenSuggestion> {
    const { hub, now } = this.#options;
    const vocabulary = this.#vocabulary();
    const datatypeIri = expandName(read.datatype, vocabulary.prefixes);
    if (datatypeIri === null) {
      throw invalid(
        'datatype',
        `${quote(read.datatype)} is no prefixed name of a registered prefix, such as xsd:double; /api/ontologies lists the prefixes.`,
        read.datatype,
      );
    }
    const existing = findWithoutCase(vocabulary, read.name);
    if (existing !== null) throw termExists(existing);
    const id = randomUUID();
    const receipt = randomBytes(RECEIPT_BYTES).toString('base64url');
    const { name, description, units, email } = read;
    const kept = { id, name, description, datatypeIri, units, createdAt: now() };
    const receiptHash = hashOfReceipt(receipt);
    await this.#save({ ...kept, email, receiptHash }, vocabulary);
    const message = `The suggestion of ${name} was saved and waits for review.${await similarTerms(vocabulary, name)} Its receipt is ${receipt}: it is shown this once, and asks for the state of the suggestion, at ${hub.baseUrl}/graphql: { suggestion(receipt: "${receipt}") { state reason } }`;
    const suggestion = { ...kept, state: 'pending', reason: null, reviewedAt: null, termIri: null } as const;
    return { suggestion, receipt, message };
  }

  async #save(suggestion: Parameters<typeof suggestionQuads>[0], vocabulary: Vocabulary): Promise<void> {
    const { store, hub, timing } = this.#options;
    const { name } = suggestion;
    const inTime = timer(timing.suggestMs);
    try {
      await this.#checkRoom(inTime);
      const termIri = hub.vocabulary + encodeURIComponent(name);
      const add = suggestionQuads(suggestion, hub);
      const term = {
        graph: hub.vocabularyGraph,
        s: boundIri(termIri),
        p: RDF_TYPE,
        o: boundIri(`${hub.ontology}Term`),
      };
      const change = { unless: waitingPattern(name, hub), without: [term], add };
      const isMade = await this.#change(change, suggestion.receiptHash, inTime);
      if (isMade) {
        if (this.#waiting !== null) this.#waiting.number++;
        return;
      }
      const [waiting] = await store.select(waitingQuery(name, hub), WAITING_ROW, inTime());
      if (waiting === undefined) throw termExists(findWithoutCase(vocabulary, name) ?? name);
    } catch (error) {
      throw asNotSaved(error, 'suggestion');
    }
    throw new HubError(
      'already-suggested',
      `${name} was suggested already, and waits for review; names are compared without case.`,
      { key: 'parameter', piece: name },
    );
  }

  /** Whether a change was made; of one whose answer was lost, whether it is in the store. */
  async #change(change: Change, receiptHash: string, inTime: () => QueryOptions): Promise<boolean> {
    const { store, hub } = this.#options;
    try {
      return await store.change(change, inTime());
    } catch (error) {
      if (!(error instanceof StoreError) || error.outcome !== 'unknown') throw error;
      const found = await store.select(receiptsQuery([receiptHash], hub), { suggestion: asIri }, inTime());
      if (found.length === 0) throw error;
      return true;
    }
  }

  async #checkRoom(inTime: () => QueryOptions): Promise<void> {
    const { store, hub, maxWaiting = MAX_WAITING, timing } = this.#options;
    if (this.#waiting === null || performance.now() - this.#waiting.countedAt > timing.countMs) {
      const countedAt = performance.now();
      const counted = await store.select(countsQuery(['pending'], hub), COUNT_ROW, inTime());
      this.#waiting = { number: countOf(counted, 'pending', hub), countedAt };
    }
    if (this.#waiting.number < maxWaiting) return;
    throw new HubError(
      'not-saved',
      `The suggestion could not be saved: ${maxWaiting} suggestions wait for review, which is as many as may. Try again another day.`,
    );
  }

  #vocabulary(): Vocabulary {
    try {
      return this.#options.vocabulary();
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      throw new HubError('not-saved', 'The suggestion could not be saved: the vocabulary is unavailable.', {}, error);
    }
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

/** The term of this name whatever the case of its letters; null when it does not exist. */
function findWithoutCase(vocabulary: Vocabulary, name: string): string | null {
  if (vocabulary.terms.has(name)) return name;
  const sought = withoutCase(name);
  for (const known of vocabulary.terms.keys()) if (withoutCase(known) === sought) return known;
  return null;
}

function termExists(name: string): HubError {
  return new HubError('term-exists', `The term ${name} exists already; names are compared without case.`, {
    key: 'parameter',
    piece: name,
  });
}
