// One thing, though long: the vocabulary in use, and how one comes into use after another.
import type { Log } from '../../log.ts';
import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Store } from '../../store/store.ts';
import type { ShapeCheck } from '../shapes/check-shapes.ts';
import type { KeptTable, NamedTable } from './kept-table.ts';
import { readAccepted } from './read-accepted.ts';
import type { ComingVocabulary } from './install-seeds.ts';
import { readOntologyGraph, readVocabulary, type KnownVocabulary } from './read-vocabulary.ts';
import { TableProof } from './table-proof.ts';
import type { TripleTable } from '../triple-table.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { readVocabularyState, type VocabularyState } from '../vocabulary-state.ts';

export interface RegistryState {
  /** When the vocabulary in use was read; null when none ever was. */
  readonly readAt: Date | null;
  /** The vocabulary in use may be behind the store's: the last reading failed, or the store could not be made to hold it. */
  readonly stale: boolean;
  /** Why the last reading failed; null when it did not. */
  readonly lastError: string | null;
}

interface RegistryOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  readonly log: Log;
  /** What each vocabulary must keep before it comes into use; none for one that needs no proof. */
  readonly shapes?: Pick<ShapeCheck, 'check'>;
  /** Where the table of the vocabulary that the store held last may be. */
  readonly kept?: Pick<KeptTable, 'read' | 'heldAt' | 'keep' | 'distrust'> | undefined;
  /** Whether others than hubs may change what the store holds and leave its revision: `prove` then compares the table with it. */
  readonly isShared?: boolean;
  /** The vocabulary with which such a store begins; null where the build made no table of it. */
  readonly shipped?: () => Promise<NamedTable | null>;
  /** Whether a version of the vocabulary has a name: what the store holds may be called so since a release before. */
  readonly isVersion?: (name: string) => boolean;
  /**
   * What has to be done before the first reading, until it succeeds once: the store may be away. What it answers comes into use in place of
   * what the store holds; `storeComing` makes that hold it, too.
   */
  readonly prepare?: (signal: AbortSignal) => Promise<ComingVocabulary | null>;
  readonly timing: {
    /** How often to look whether somebody else changed the store; never unless given. */
    readonly pollMs?: number;
    /** Wait after the first failure in a row; doubles with each. */
    readonly firstRetryMs: number;
    /** The longest wait. */
    readonly longestRetryMs: number;
  };
}

/**
 * The vocabulary as it was last read whole. It is read again when the store changes, and after a while when a reading failed;
 * until a reading succeeds, the last good vocabulary stays in use.
 */
export class VocabularyRegistry {
  readonly #options: RegistryOptions;
  #vocabulary: Vocabulary | null = null;
  #readAt: Date | null = null;
  #lastError: unknown = null;
  #failures = 0;
  #reading: Promise<void> | null = null;
  /** The store changed while it was being read: what comes out of that reading may be behind. */
  #changedMeanwhile = false;
  #retry: NodeJS.Timeout | null = null;
  #unsubscribe: (() => void) | null = null;
  #isPrepared = false;
  /** What the store said of the vocabulary in use; null when it says nothing. */
  #state: VocabularyState | null = null;
  readonly #proof: TableProof;
  /** What the store holds at a revision that it may come to. */
  #expected: { readonly revision: string; readonly vocabulary: Vocabulary } | null = null;
  /** The vocabulary in use while the store does not hold it yet; null when it does. */
  #coming: ComingVocabulary | null = null;
  /** Whether such a vocabulary is stored as soon as it is in use. */
  #storesAtOnce = false;
  #storing: Promise<void> = Promise.resolve();
  #poll: NodeJS.Timeout | null = null;
  readonly #listeners = new Set<(vocabulary: Vocabulary) => void>();
  #stopping = new AbortController();

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#proof = new TableProof({
      ...options,
      retryMs: options.timing.longestRetryMs,
      signal: () => this.#stopping.signal,
      inUse: () =>
        this.#vocabulary === null || this.#state === null
          ? null
          : { triples: this.#vocabulary.triples, state: this.#state },
      lookForChange: () => this.lookForChange(),
      onOther: () => this.#readAnew(),
    });
  }

  /** @throws HubError `registry-unavailable` when the vocabulary could never be read */
  current(): Vocabulary {
    if (this.#vocabulary !== null) return this.#vocabulary;
    throw new HubError(
      'registry-unavailable',
      'The vocabulary registry is unavailable.',
      {},
      this.#lastError ?? undefined,
    );
  }

  /** The vocabulary in use, if it is what the store holds at this revision. */
  currentAt(revision: string): Vocabulary | null {
    return revision === this.#state?.revision ? this.#vocabulary : null;
  }

  /** Notes what the store will hold at a revision, checked and as it would be read, so that it comes into use without being read. */
  expect(revision: string, vocabulary: Vocabulary): void {
    this.#expected = { revision, vocabulary };
  }

  state(): RegistryState {
    const failed = this.#lastError !== null;
    return {
      readAt: this.#readAt,
      stale: failed && this.#vocabulary !== null,
      lastError: failed ? reasonOf(this.#lastError) : null,
    };
  }

  /** Calls `listener` with each vocabulary that comes into use. Returns what ends that. */
  onRead(listener: (vocabulary: Vocabulary) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the first reading is over; `state()` says how it ended. */
  async start(): Promise<void> {
    if (this.#unsubscribe !== null) return;
    this.#stopping = new AbortController();
    const { store, hub, timing } = this.#options;
    this.#unsubscribe = store.onChange((graphs) => {
      if (isOfVocabulary(graphs, hub)) void this.refresh();
    });
    await this.refresh();
    if (timing.pollMs !== undefined && !this.#stopping.signal.aborted) this.#pollLater(timing.pollMs);
  }

  /** Reads the vocabulary now. Never rejects: a failure is logged, reported by `state()` and followed by another try. */
  refresh(): Promise<void> {
    return this.#refresh();
  }

  /** @param seen what the store said of its vocabulary just now */
  #refresh(seen?: VocabularyState | null): Promise<void> {
    if (this.#reading !== null) {
      this.#changedMeanwhile = true;
      return this.#reading;
    }
    this.#cancelRetry();
    this.#reading = this.#readUntilUnchanged(seen).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Ends all reading and waiting. The last good vocabulary stays. */
  stop(): void {
    this.#stopping.abort();
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#cancelRetry();
    if (this.#poll !== null) clearTimeout(this.#poll);
  }

  #pollLater(pollMs: number): void {
    this.#poll = setTimeout(async () => {
      await this.lookForChange();
      if (!this.#stopping.signal.aborted) this.#pollLater(pollMs);
    }, pollMs);
    this.#poll.unref();
  }

  /** Reads the vocabulary if somebody else changed it. Asks for the revision alone, which is cheap. Never rejects. */
  async lookForChange(): Promise<void> {
    const { store, hub } = this.#options;
    const { signal } = this.#stopping;
    try {
      await this.#reading;
      const state = await readVocabularyState(store, hub, { signal });
      // While readings fail their own retries go on.
      if (state?.revision !== this.#state?.revision && this.#lastError === null) await this.#refresh(state);
    } catch (error) {
      if (!signal.aborted && this.#lastError === null) {
        this.#lastError = error;
        this.#retryLater(error);
      }
    }
  }

  async #readUntilUnchanged(seen?: VocabularyState | null): Promise<void> {
    for (let said = seen; ; said = undefined) {
      this.#changedMeanwhile = false;
      await this.#read(said);
      if (!this.#changedMeanwhile || this.#stopping.signal.aborted) return;
    }
  }

  async #read(seen?: VocabularyState | null): Promise<void> {
    const { store, hub, prepare } = this.#options;
    const { signal } = this.#stopping;
    try {
      const coming = this.#isPrepared ? null : ((await prepare?.(signal)) ?? null);
      // What was prepared, and whatever was changed meanwhile, is read now.
      this.#changedMeanwhile = false;
      if (coming !== null) {
        await this.#useComing(coming);
        return;
      }
      this.#isPrepared = true;
      const before = seen === undefined ? await readVocabularyState(store, hub, { signal }) : seen;
      if (this.#isInUse(before)) {
        // What is about to be stored may fail to be, as it did before.
        if (before !== null) this.#settle();
        return;
      }
      const held = this.#heldAt(before);
      const known = await this.#readKnown(before, held);
      const vocabulary = known ?? (await this.#readUnchanged(before, held));
      if (signal.aborted || vocabulary === null) return;
      this.#use(vocabulary, before);
      this.#keep();
      this.#proof.goOn();
    } catch (error) {
      if (signal.aborted) return;
      this.#lastError = error;
      this.#retryLater(error);
    }
  }

  /** What the store held at a revision, whatever came behind that: its version says that it is whole. Null where more has to be read. */
  async #readKnown(state: VocabularyState | null, held: NamedTable | null): Promise<Vocabulary | null> {
    const expected = this.#expected;
    this.#expected = null;
    if (expected !== null && expected.revision === state?.revision) return expected.vocabulary;
    return held === null ? this.#readAccepted(state) : null;
  }

  /** What has to be read in pieces. Null, so that it is read again, where some come of before a change and some of behind it. */
  async #readUnchanged(state: VocabularyState | null, held: NamedTable | null): Promise<Vocabulary | null> {
    const { store, hub, isShared = false } = this.#options;
    const { signal } = this.#stopping;
    const isUnchanged = async (): Promise<boolean> => {
      const now = await readVocabularyState(store, hub, { signal });
      this.#changedMeanwhile ||= now?.revision !== state?.revision;
      return now?.revision === state?.revision;
    };
    // What was accepted may have been read behind the next change: then it is read again, and not all.
    if (this.#vocabulary !== null && !(await isUnchanged())) return null;
    const kept = held === null ? await this.#readKept(state) : null;
    const vocabulary = kept ?? (await this.#readAll(held ?? undefined));
    if (!(await isUnchanged())) return null;
    this.#proof.note(isShared && kept !== null);
    return vocabulary;
  }

  #use(vocabulary: Vocabulary, state: VocabularyState | null): void {
    this.#vocabulary = vocabulary;
    this.#state = state;
    this.#readAt = new Date();
    this.#lastError = null;
    this.#failures = 0;
    this.#cancelRetry();
    this.#options.log.info({ version: vocabulary.version, terms: vocabulary.terms.size }, 'vocabulary read');
    for (const listener of this.#listeners) listener(vocabulary);
  }

  /** Has the next start find the table of the vocabulary in use. */
  #keep(): void {
    if (this.#vocabulary === null || this.#state === null) return;
    const { version, triples } = this.#vocabulary;
    this.#options.kept?.keep({ revision: this.#state.revision, version, triples });
  }

  async #useComing(coming: ComingVocabulary): Promise<void> {
    const { version, state } = coming;
    // What could not be stored is in use already, and is not read and told of again.
    if (this.#vocabulary?.version === version && this.#state?.ontology === state.ontology) this.#state = state;
    else {
      const vocabulary = await this.#readAll(coming);
      if (this.#stopping.signal.aborted) return;
      this.#use(vocabulary, state);
    }
    this.#isPrepared = true;
    this.#coming = coming;
    if (this.#storesAtOnce) void this.storeComing();
  }

  /**
   * Looks whether the store holds what its revision was taken for, where others than hubs change it, too: they need not renew that. What it
   * holds in truth comes into use. Resolves when that is known, or cannot be known for now: then it is looked for again. Never rejects.
   */
  prove(): Promise<void> {
    return this.#proof.begin();
  }

  /** What the store holds in truth comes into use. */
  #readAnew(): Promise<void> {
    this.#options.kept?.distrust();
    this.#state = null;
    return this.refresh();
  }

  /**
   * Makes the store hold the vocabulary in use, if that came into use before the store had it. It takes seconds, in which other changes of the
   * store wait; a hub that is killed before it ends leaves a store without any vocabulary. Never rejects: what fails is tried again.
   */
  storeComing(): Promise<void> {
    this.#storesAtOnce = true;
    return (this.#storing = this.#storeComing());
  }

  /** Whether the vocabulary in use is not in the store yet. */
  isStoring(): boolean {
    return this.#coming !== null;
  }

  /** Resolves when the store holds the vocabulary in use, or that has just failed. */
  whenStored(): Promise<void> {
    return this.#storing;
  }

  async #storeComing(): Promise<void> {
    const coming = this.#coming;
    if (coming === null) return;
    try {
      const isStored = await coming.store();
      this.#coming = null;
      if (isStored) {
        this.#settle();
        this.#keep();
      }
      // Somebody else was faster.
      else if (!this.#stopping.signal.aborted) await this.refresh();
    } catch (error) {
      this.#coming = null;
      this.#isPrepared = false;
      if (this.#stopping.signal.aborted) return;
      this.#lastError = error;
      this.#retryLater(error, 'stored');
    }
  }

  /** Whether the store holds what is in use, or is about to: of a store that was away for a moment, nothing has to be read. */
  #isInUse(state: VocabularyState | null): boolean {
    if (this.#vocabulary === null) return false;
    return state === null ? this.#coming !== null : state.revision === this.#state?.revision;
  }

  /** What is in use is what the store holds. */
  #settle(): void {
    if (this.#lastError !== null) this.#options.log.info({}, 'the store holds the vocabulary in use');
    this.#lastError = null;
    this.#failures = 0;
  }

  /** What who changed the store knew that it would hold, once. Null where nobody did, and at the start, which looks at the file, too. */
  #heldAt(state: VocabularyState | null): NamedTable | null {
    if (this.#vocabulary === null || state === null) return null;
    return this.#options.kept?.heldAt(state.revision) ?? null;
  }

  /** Null where more than accepted suggestions may be new. */
  async #readAccepted(state: VocabularyState | null): Promise<Vocabulary | null> {
    if (this.#vocabulary === null || state === null || state.ontology !== this.#state?.ontology) return null;
    return readAccepted(this.#vocabulary, state, { ...this.#options, signal: this.#stopping.signal });
  }

  /**
   * At the start: what the kept table says, or the shipped one while the other is not written, with accepted suggestions. Null where neither
   * leads to what the store holds.
   */
  async #readKept(state: VocabularyState | null): Promise<Vocabulary | null> {
    const { store, hub, kept, shipped } = this.#options;
    if (this.#vocabulary !== null || state === null || kept === undefined) return null;
    const known = await kept.read();
    if (known?.revision === state.revision) return this.#readAll(known);
    // Nothing could be compared with what is made of a table.
    if (state.version === null) return null;
    const { signal } = this.#stopping;
    const ontology = await readOntologyGraph(store, hub, { signal });
    const extend = ({ version, triples }: NamedTable): Promise<Vocabulary | null> =>
      readAccepted({ version, triples, ontology }, state, { ...this.#options, signal });
    const before = known === null ? null : await extend(known);
    if (before !== null || state.seeds === null) return before;
    const built = (await shipped?.()) ?? null;
    return built === null ? null : extend(built);
  }

  /** @param known what the store is known to hold */
  #readAll(known?: KnownVocabulary): Promise<Vocabulary> {
    const { store, hub, shapes, isVersion } = this.#options;
    const { signal } = this.#stopping;
    const check = async (triples: TripleTable, version: string): Promise<void> =>
      shapes?.check(triples, version, { signal });
    return readVocabulary(store, hub, { signal, check, known, isVersion });
  }

  #retryLater(error: unknown, undone: 'read' | 'stored' = 'read'): void {
    const { timing, log } = this.#options;
    const retryMs = Math.min(timing.firstRetryMs * 2 ** this.#failures, timing.longestRetryMs);
    this.#failures += 1;
    const consequence = this.#vocabulary === null ? 'there is none to serve' : 'the last good one stays in use';
    log.warn(
      { err: error, retryMs, failures: this.#failures },
      `the vocabulary could not be ${undone}; ${consequence}`,
    );
    this.#cancelRetry();
    this.#retry = setTimeout(() => void this.refresh(), retryMs);
    // A hub that is otherwise done must not be kept alive by this.
    this.#retry.unref();
  }

  #cancelRetry(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
  }
}

/** Whether a change of these graphs is one of the vocabulary. */
export function isOfVocabulary(graphs: ReadonlySet<string>, hub: HubNamespaces): boolean {
  return graphs.has(hub.vocabularyGraph) || graphs.has(hub.ontologyGraph);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
