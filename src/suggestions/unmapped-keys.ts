import type { Log } from '../log.ts';
import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { detached } from '../rdf/utf8.ts';
import type { DecodedRow } from '../rdf/rows.ts';
import type { Store } from '../store/store.ts';
import { suggestFor } from '../vocabulary/search/find-terms.ts';
import type { TermSuggestion } from '../vocabulary/search/suggest.ts';
import type { Term, Vocabulary } from '../vocabulary/vocabulary.ts';
import { KeySketch, type KeyCount } from './key-sketch.ts';
import {
  COUNTING_HUB_ROW,
  countedKeyQuads,
  countingHubIri,
  countingHubQuads,
  countingHubsQuery,
  countQuads,
  KEY_COUNT_ROW,
  keyCountsQuery,
} from './unmapped-keys.queries.ts';
import { isStoreFailure } from './save-suggestion.ts';

/** A key of documents that is not a term. */
interface MissingTerm extends KeyCount {
  /** The terms that it may mean, the likeliest first. */
  readonly suggestions: readonly TermSuggestion<Term>[];
}

export interface MissingTerms {
  /** The most frequent first. */
  readonly terms: readonly MissingTerm[];
  /** When the counting began. */
  readonly since: Date;
}

interface UnmappedKeysOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  /** Names this hub among those that share the store, for ever if it can. */
  readonly hubId: () => Promise<string>;
  readonly now: () => Date;
  /** `saveMs`: how often it saves. */
  readonly timing: { readonly saveMs: number };
  readonly log: Pick<Log, 'warn'>;
  /** Keys that are counted at a time. */
  readonly capacity?: number;
}

type CountRow = DecodedRow<typeof KEY_COUNT_ROW>;
type HubRow = DecodedRow<typeof COUNTING_HUB_ROW>;

const CAPACITY = 2000;
/** A store in the process makes each change at once: one of all keys would hold the thread for a quarter of a second. */
const KEYS_PER_CHANGE = 100;
/** Longer keys are not counted: they are not names. */
const MAX_KEY_CHARACTERS = 100;
/** Of one document: none may fill the sketch alone. */
const MAX_KEYS_PER_DOCUMENT = 200;
/** What a hub counted that has not saved for so long is forgotten: it will not come back. */
const FORGOTTEN_MS = 90 * 24 * 60 * 60 * 1000;
/** Terms that each key is compared with closely. */
const SUGGESTIONS = 3;

/** Counts the keys of documents that are no terms: their names alone, no values, and nothing about who sent them. */
export class UnmappedKeys {
  readonly #options: UnmappedKeysOptions;
  /** The IRI of this hub; empty before anything was saved. */
  #self = '';
  #sketch: KeySketch;
  /** What the store has of this hub. */
  readonly #saved = new Map<string, KeyCount>();
  #savedState: HubRow | null = null;
  #since: Date;
  #isChanged = false;
  #isLoaded = false;
  /** A saving failed: what the store has of this hub is known when it has been read. */
  #isDoubtful = true;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: UnmappedKeysOptions) {
    this.#options = options;
    this.#sketch = new KeySketch(options.capacity ?? CAPACITY);
    this.#since = options.now();
  }

  /** Counts the keys of one document that are not terms, each once. Takes about a microsecond. */
  note(keys: readonly string[]): void {
    for (const key of keys.length > MAX_KEYS_PER_DOCUMENT ? keys.slice(0, MAX_KEYS_PER_DOCUMENT) : keys) {
      // Half a character is in no text of a store.
      if (key === '' || key.length > MAX_KEY_CHARACTERS || /\p{Surrogate}/u.test(key)) continue;
      this.#sketch.add(this.#sketch.has(key) ? key : detached(key));
      this.#isChanged = true;
    }
  }

  /** Goes on from what was saved, and saves now and then. Never rejects: what cannot be read now is read before the next saving. */
  async start(): Promise<void> {
    await this.save();
    this.#timer = setInterval(() => void this.save(), this.#options.timing.saveMs);
    this.#timer.unref();
  }

  /** Saves what was counted, for the last time. Never rejects. */
  async stop(): Promise<void> {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    await this.save();
  }

  /** Saves what was counted since the last time. Never rejects: what fails is tried again. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#saveChanges());
    return this.#saving;
  }

  /**
   * The keys that most documents had and that are no terms, as all hubs on the store counted them; of the others what they saved.
   *
   * @throws HubError `suggestions-unavailable`
   */
  async list(vocabulary: Vocabulary, first: number): Promise<MissingTerms> {
    const { store, hub } = this.#options;
    const [rows, hubs] = await Promise.all([
      store.select(keyCountsQuery(hub), KEY_COUNT_ROW),
      store.select(countingHubsQuery(hub), COUNTING_HUB_ROW),
    ]).catch((error: unknown) => {
      if (!isStoreFailure(error)) throw error;
      throw new HubError('suggestions-unavailable', 'The missing terms cannot be read for now.', {}, error);
    });
    const sums = new Map<string, KeyCount>();
    const others = rows.filter((row) => row.hub !== this.#self);
    for (const { key, count, error } of [...others, ...this.#sketch.counts()]) {
      const sum = sums.get(key);
      sums.set(key, { key, count: count + (sum?.count ?? 0), error: error + (sum?.error ?? 0) });
    }
    const missing = [...sums.values()]
      .filter(({ key }) => !vocabulary.terms.has(key))
      .toSorted((a, b) => b.count - a.count || a.error - b.error || (a.key < b.key ? -1 : 1))
      .slice(0, first);
    const keys = missing.map(({ key }) => key);
    const found = await suggestFor(vocabulary, keys, SUGGESTIONS, { client: 'missing terms' });
    const terms = missing.map((counted, at): MissingTerm => ({
      ...counted,
      suggestions: found[at]?.suggestions ?? [],
    }));
    return { terms, since: new Date(Math.min(this.#since.getTime(), ...hubs.map(({ since }) => since.getTime()))) };
  }

  async #saveChanges(): Promise<void> {
    try {
      if (this.#isDoubtful) await this.#readSaved();
      if (!this.#isLoaded) this.#goOn();
      if (this.#isChanged) await this.#save();
    } catch (error) {
      this.#isDoubtful = true;
      this.#isChanged = true;
      this.#options.log.warn({ err: error }, 'the counts of missing terms could not be saved; it is tried again');
    }
  }

  async #readSaved(): Promise<void> {
    const { store, hub, hubId } = this.#options;
    this.#self = countingHubIri(await hubId(), hub);
    const rows = await store.select(keyCountsQuery(hub), KEY_COUNT_ROW);
    const hubs = await store.select(countingHubsQuery(hub), COUNTING_HUB_ROW);
    this.#saved.clear();
    for (const row of rows) if (row.hub === this.#self) this.#saved.set(row.key, row);
    this.#savedState = hubs.find((row) => row.hub === this.#self) ?? null;
    this.#isDoubtful = false;
    await this.#forgetGone(rows, hubs);
  }

  /** What was counted while the store could not be read is counted on top of what was saved. */
  #goOn(): void {
    if (this.#savedState !== null) this.#since = this.#savedState.since;
    const meanwhile = [...this.#sketch.counts()];
    this.#sketch = new KeySketch(this.#options.capacity ?? CAPACITY);
    for (const counted of this.#saved.values()) this.#sketch.put(counted);
    for (const { key, count } of meanwhile) for (let times = 0; times < count; times++) this.#sketch.add(key);
    this.#isLoaded = true;
  }

  async #forgetGone(rows: readonly CountRow[], hubs: readonly HubRow[]): Promise<void> {
    const { store, hub, now } = this.#options;
    const isGone = (row: HubRow): boolean => now().getTime() - row.saved.getTime() > FORGOTTEN_MS;
    const gone = new Map(hubs.filter((row) => row.hub !== this.#self && isGone(row)).map((row) => [row.hub, row]));
    if (gone.size === 0) return;
    const counts = rows.filter((row) => gone.has(row.hub));
    await store.change({
      remove: [
        ...[...gone.values()].flatMap((row) => countingHubQuads(row, hub)),
        ...counts.flatMap((row) => [...countedKeyQuads(row.hub, row.key, hub), ...countQuads(row.hub, row, hub)]),
      ],
    });
  }

  async #save(): Promise<void> {
    const { store, hub, now } = this.#options;
    const counts = new Map(Array.from(this.#sketch.counts(), (counted) => [counted.key, counted]));
    const changed = [...new Set([...this.#saved.keys(), ...counts.keys()])].filter((key) => {
      const [before, after] = [this.#saved.get(key), counts.get(key)];
      return before?.count !== after?.count || before?.error !== after?.error;
    });
    const state = { hub: this.#self, since: this.#since, saved: now() };
    this.#isChanged = false;
    for (let at = 0; at === 0 || at < changed.length; at += KEYS_PER_CHANGE) {
      const remove = at > 0 || this.#savedState === null ? [] : countingHubQuads(this.#savedState, hub);
      const add = at > 0 ? [] : countingHubQuads(state, hub);
      const keys = changed.slice(at, at + KEYS_PER_CHANGE);
      for (const key of keys) {
        const [before, after] = [this.#saved.get(key), counts.get(key)];
        if (before !== undefined) remove.push(...countQuads(this.#self, before, hub));
        if (after !== undefined) add.push(...countQuads(this.#self, after, hub));
        if (after === undefined) remove.push(...countedKeyQuads(this.#self, key, hub));
        if (before === undefined) add.push(...countedKeyQuads(this.#self, key, hub));
      }
      await store.change({ remove, add });
      if (at === 0) this.#savedState = state;
      for (const key of keys) {
        const after = counts.get(key);
        if (after === undefined) this.#saved.delete(key);
        else this.#saved.set(key, after);
      }
    }
  }
}
