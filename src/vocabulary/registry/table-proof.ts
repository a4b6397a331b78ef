import type { Log } from '../../log.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Store } from '../../store/store.ts';
import type { TripleTable } from '../triple-table.ts';
import { readVocabularyState, type VocabularyState } from '../vocabulary-state.ts';
import { holdsTable } from './holds-table.ts';

/** Comparisons one after another: changes may come while the store is read. */
const MOST_PROOFS = 3;

interface TableProofOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  readonly log: Log;
  /** The wait before what could not be compared is compared again. */
  readonly retryMs: number;
  readonly signal: () => AbortSignal;
  /** What is in use, and what the store said of it; null where it said nothing. */
  readonly inUse: () => { readonly triples: TripleTable; readonly state: VocabularyState } | null;
  /** Takes over what others changed in the store. */
  readonly lookForChange: () => Promise<void>;
  /** The store holds something else than what is in use. */
  readonly onOther: () => Promise<void>;
}

/** Compares a table that came of a file with the store, where others than hubs change that, too: they need not renew its revision. */
export class TableProof {
  readonly #options: TableProofOptions;
  /** Whether what is in use came of a file, and nobody has looked yet whether the store holds it. */
  #isNeeded = false;
  /** Whether that is looked for as soon as such a table is in use. */
  #isBegun = false;
  #proving: Promise<void> | null = null;

  constructor(options: TableProofOptions) {
    this.#options = options;
  }

  /** @param isNeeded whether what is coming into use came of a file */
  note(isNeeded: boolean): void {
    this.#isNeeded = isNeeded;
  }

  /** Does what `begin` does, if somebody called it already. */
  goOn(): void {
    if (this.#isBegun) void this.begin();
  }

  /** Resolves when it is known what the store holds, or cannot be known for now: then it is looked for again. Never rejects. */
  begin(): Promise<void> {
    this.#isBegun = true;
    if (!this.#isNeeded) return Promise.resolve();
    return (this.#proving ??= this.#prove().finally(() => {
      this.#proving = null;
    }));
  }

  async #prove(): Promise<void> {
    const { log, retryMs, lookForChange } = this.#options;
    const signal = this.#options.signal();
    try {
      for (let tries = 0; tries < MOST_PROOFS && this.#isNeeded && !signal.aborted; tries++) {
        // Another change came meanwhile: nobody knows of which of the two the triples were.
        if (!(await this.#isProved(signal))) await lookForChange();
      }
    } catch (error) {
      if (!signal.aborted)
        log.warn({ err: error }, 'the vocabulary in the store could not be compared with its table; it is tried again');
    }
    if (!this.#isNeeded || signal.aborted) return;
    setTimeout(() => void this.begin(), retryMs).unref();
  }

  /** Whether it is known now what the store holds, which then is in use or is being read. @throws StoreError when the store cannot answer */
  async #isProved(signal: AbortSignal): Promise<boolean> {
    const { store, hub, log, inUse, onOther } = this.#options;
    const compared = inUse();
    if (compared === null) return false;
    const { triples, state } = compared;
    const isRight = await holdsTable(triples, store.dump(hub.vocabularyGraph, { signal }));
    if (inUse()?.state !== state || (await readVocabularyState(store, hub, { signal }))?.revision !== state.revision)
      return false;
    if (isRight) {
      this.#isNeeded = false;
      return true;
    }
    log.warn({}, 'the vocabulary in the store was changed by another program than a hub, and is read');
    await onOther();
    return true;
  }
}
