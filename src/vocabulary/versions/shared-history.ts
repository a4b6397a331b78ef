import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { asIri, asTerm } from '../../rdf/rows.ts';
import { iri, sparql } from '../../rdf/sparql.ts';
import type { Store } from '../../store/store.ts';
import type { HistoryEntry } from './archive.ts';
import { addedQuad, basesOf, entryIri, historyOf, historyQuads, positionBehind } from './history-quads.ts';

interface SharedHistoryOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  /** Another history stands in the place of the known one, so that places of that one say nothing. */
  readonly onReplaced: () => void;
}

/** Entries that are asked for at a time, where others may have added some. */
const ENTRIES_A_READ = 64;

/** The history of versions in a store that other hubs write, too: which came into use when, and what those of lines are added to. */
export class SharedHistory {
  readonly #options: SharedHistoryOptions;
  #entries: readonly HistoryEntry[] = [];
  #bases = new Map<string, string>();
  #isRead = false;
  /** The position behind the last entry that was read, and that entry; null before all were read once. */
  #end: { readonly position: number; readonly last: HistoryEntry } | null = null;

  constructor(options: SharedHistoryOptions) {
    this.#options = options;
  }

  /** What was read and written, the oldest first; another array when something changed. */
  get entries(): readonly HistoryEntry[] {
    return this.#entries;
  }

  /** Whether it was read at all. */
  get isRead(): boolean {
    return this.#isRead;
  }

  has(version: string): boolean {
    return this.#entries.some((entry) => entry.version === version);
  }

  /** The version that another one is added to; undefined where that is there whole. */
  baseOf(version: string): string | undefined {
    return this.#bases.get(version);
  }

  /** A version of lines is there whole now. */
  dropBase(version: string): void {
    this.#bases.delete(version);
  }

  /**
   * Writes an entry behind those that are known.
   * @param base what the version is added to; null where it is there whole
   * @returns whether it is written; false when another hub wrote one there in the meantime, which is to be read first
   */
  async add(added: HistoryEntry, base: string | null): Promise<boolean> {
    const { store, hub } = this.#options;
    const position = this.#end?.position ?? 0;
    const entry = historyQuads([added], hub, position);
    if (base !== null) entry.push(addedQuad(position, base, hub));
    const isMade = await store.change({
      unless: sparql`GRAPH ${iri(hub.historyGraph)} { ${iri(entry[0]!.s.value)} ?p ?o }`,
      add: entry,
    });
    if (!isMade) return false;
    if (base !== null) this.#bases.set(added.version, base);
    this.#take([added], position + 1);
    return true;
  }

  async read(): Promise<void> {
    const { store, hub } = this.#options;
    const query = sparql`SELECT ?s ?p ?o WHERE { GRAPH ${iri(hub.historyGraph)} { ?s ?p ?o } } ORDER BY ?s ?p ?o`;
    const triples = await store.select(query, { s: asTerm, p: asIri, o: asTerm });
    const entries = historyOf(triples, hub);
    if (!this.#entries.every((known, at) => isSameEntry(known, entries[at]))) this.#forget();
    this.#isRead = true;
    this.#bases = basesOf(triples, hub);
    this.#take(entries.slice(this.#entries.length), positionBehind(triples, hub));
  }

  /** Reads what other hubs added; all where the last known entry is there no more, as when a backup was restored. */
  async readNew(): Promise<void> {
    const { store, hub } = this.#options;
    for (;;) {
      if (this.#end === null) return this.read();
      const { position, last } = this.#end;
      const positions = Array.from({ length: ENTRIES_A_READ }, (_, at) => iri(entryIri(position - 1 + at, hub)));
      const query = sparql`SELECT ?s ?p ?o WHERE { VALUES ?s { ${positions} } GRAPH ${iri(hub.historyGraph)} { ?s ?p ?o } } ORDER BY ?s ?p ?o`;
      const triples = await store.select(query, { s: asTerm, p: asIri, o: asTerm });
      const [known, ...entries] = historyOf(triples, hub);
      if (!isSameEntry(last, known)) return this.read();
      const behind = positionBehind(triples, hub);
      for (const [version, base] of basesOf(triples, hub)) this.#bases.set(version, base);
      this.#take(entries, behind);
      if (behind < position - 1 + ENTRIES_A_READ) return;
    }
  }

  #forget(): void {
    this.#entries = [];
    this.#end = null;
    this.#options.onReplaced();
  }

  /** Takes over entries that stand before a position. */
  #take(entries: readonly HistoryEntry[], position: number): void {
    const last = entries.at(-1) ?? this.#end?.last;
    this.#end = last === undefined ? null : { position, last };
    if (entries.length > 0) this.#entries = [...this.#entries, ...entries];
  }
}

function isSameEntry(a: HistoryEntry, b: HistoryEntry | undefined): boolean {
  return a.version === b?.version && a.since.getTime() === b.since.getTime();
}
