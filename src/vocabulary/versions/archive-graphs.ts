import { setImmediate as letOthersGo } from 'node:timers/promises';
import { HubError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { Store } from '../../store/store.ts';
import { extendInSteps, lackingIn } from '../extend-table.ts';
import { doWithRests } from '../steps.ts';
import type { TripleColumns } from '../triple-columns.ts';
import type { TripleTable } from '../triple-table.ts';
import { addMore, compareAdded } from './added-lines.ts';
import type { AddedLines, CameOf, HistoryEntry, LineChange, VocabularyArchive } from './archive.ts';
import { SharedHistory } from './shared-history.ts';
import { canonicalLines, canonicalPieces, isVersionOfTable, writeCanonical } from './version.ts';
import { VersionGraphs } from './version-graphs.ts';
import { piecesOf, wholeText, type WrittenText } from './written-text.ts';

interface GraphArchiveOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  readonly log: Log;
  readonly timing: {
    /** The wait before what could not be written is written again; doubles with each failure in a row. */
    readonly firstRetryMs: number;
    /** The longest wait. */
    readonly longestRetryMs: number;
  };
  readonly now?: () => Date;
}

interface Unsaved {
  /** Gives its canonical text. */
  readonly writeText: () => WrittenText;
  /** How it came of another version. */
  readonly cameOf: CameOf | undefined;
  readonly since: Date;
  /** How long the history was when the version came into use; null when it had not been read. */
  behind: number | null;
}

/** Other hubs note the same versions in the same moment; one of them is first. */
const MAX_TRIES = 20;

/**
 * An archive in the store that the hubs of a service share: a graph for each version, with the version's IRI as its name, or one with the
 * lines that it has more than another one, and the graph of the history, which says when each came into use and what it is added to.
 */
export class GraphArchive implements VocabularyArchive {
  readonly #options: GraphArchiveOptions;
  readonly #graphs: VersionGraphs;
  readonly #history: SharedHistory;
  /** Versions that came into use and are being written. */
  #keeping = 0;
  /** Behind the entry of the version that was made durable last: what came into use after it stands there at the earliest. */
  #saved = 0;
  /** What `history` gives, and the entries that it was made of; null when it has to be made anew. */
  #shown: { readonly of: readonly HistoryEntry[]; readonly all: readonly HistoryEntry[] } | null = null;
  /** Versions that are in use and not in the store yet. */
  readonly #unsaved = new Map<string, Unsaved>();
  /** Versions whose graph holds something else than its name says. */
  readonly #damaged = new Set<string>();
  /** Why the last write failed; null when it did not. */
  #lastError: string | null = null;
  /** Writes that failed in a row. */
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isWritingWhole = false;
  /** Writes go one after another. */
  #writing: Promise<void> = Promise.resolve();

  constructor(options: GraphArchiveOptions) {
    this.#options = options;
    const { store, hub } = options;
    this.#graphs = new VersionGraphs({ store, hub, isHurried: () => this.#isClosed });
    this.#history = new SharedHistory({ store, hub, onReplaced: () => this.#forgetPlaces() });
  }

  async start(): Promise<void> {
    await this.#history.read().catch((error: unknown) => this.#tellUnread(error));
  }

  history(): readonly HistoryEntry[] {
    const { entries } = this.#history;
    if (this.#shown?.of !== entries) {
      const sound = entries.filter(({ version }) => !this.#damaged.has(version));
      const waiting = Array.from(this.#unsaved, ([version, { since }]) => ({ version, since }));
      this.#shown = { of: entries, all: [...sound, ...waiting] };
    }
    return this.#shown.all;
  }

  durable(): readonly HistoryEntry[] {
    return this.#history.entries;
  }

  refresh(): Promise<void> {
    this.#writing = this.#writing
      .then(() => this.#history.readNew())
      .catch((error: unknown) => this.#tellUnread(error));
    return this.#writing;
  }

  keep(
    version: string,
    writeText: () => WrittenText,
    since = (this.#options.now ?? (() => new Date()))(),
    cameOf: CameOf | undefined = undefined,
  ): Promise<boolean> {
    const last = [...this.#unsaved.keys()].at(-1) ?? this.#history.entries.at(-1)?.version;
    const isNew = last !== version || this.#damaged.has(version);
    // A start may find that nothing came to a version.
    const isOther = cameOf?.version !== version;
    const unsaved = {
      writeText,
      cameOf: isOther ? cameOf : undefined,
      since,
      behind: this.#history.isRead ? this.#history.entries.length : null,
    };
    if (isNew) {
      // It stands behind those that came into use before it.
      this.#unsaved.delete(version);
      this.#unsaved.set(version, unsaved);
      this.#shown = null;
    }
    // What waits behind another one comes when others may have gone on from it; the history was read for that one.
    const newest = isNew && this.#keeping === 0 ? unsaved : undefined;
    this.#keeping += 1;
    this.#writing = this.#writing.then(() => this.#save(newest)).finally(() => (this.#keeping -= 1));
    return this.#writing.then(() => !this.#unsaved.has(version));
  }

  isWritingWhole(): boolean {
    return this.#isWritingWhole;
  }

  giveUp(version: string): void {
    if (!this.#unsaved.delete(version)) return;
    this.#shown = null;
    if (this.#unsaved.size === 0) this.#tellSaved();
  }

  async read(version: string): Promise<string | null> {
    const unsaved = this.#unsaved.get(version);
    if (unsaved !== undefined) return (await wholeText(unsaved.writeText())).toString();
    const triples = await this.#readGraph(version);
    return triples === null ? null : writeCanonical(triples, this.#options.hub).toString();
  }

  async readForThread(version: string): Promise<string | TripleColumns | null> {
    const unsaved = this.#unsaved.get(version);
    return unsaved === undefined ? ((await this.#readGraph(version))?.columns ?? null) : this.read(version);
  }

  async *pieces(version: string): AsyncIterable<Uint8Array> {
    const unsaved = this.#unsaved.get(version);
    if (unsaved !== undefined) return yield* piecesOf(unsaved.writeText());
    const triples = await this.#readGraph(version);
    if (triples === null) throw new HubError('not-found', `The version ${version} of the vocabulary cannot be read.`);
    yield* canonicalPieces(triples, this.#options.hub);
  }

  async madeOf(version: string): Promise<AddedLines | null> {
    if (!this.#isReadable(version)) {
      const cameOf = this.#unsaved.get(version)?.cameOf;
      return cameOf === undefined ? null : this.#addedTo(cameOf);
    }
    const base = this.#history.baseOf(version) ?? version;
    if (!this.#isReadable(base)) return null;
    return base === version ? { base, lines: [] } : this.#graphs.added(version, base);
  }

  async compareLines(from: string, to: string): Promise<LineChange | null> {
    return compareAdded(await this.madeOf(from), await this.madeOf(to));
  }

  /** A version that came of another one as what is added to one that is there whole; null where that is not known, or too much. */
  async #addedTo(cameOf: CameOf): Promise<AddedLines | null> {
    const before = await this.madeOf(cameOf.version);
    return before === null ? null : addMore(before, cameOf);
  }

  #isReadable(version: string): boolean {
    return this.#history.has(version) && !this.#damaged.has(version);
  }

  async #readGraph(version: string): Promise<TripleTable | null> {
    const { hub, log } = this.#options;
    if (!this.#history.has(version)) return null;
    const base = this.#history.baseOf(version);
    const triples = await this.#graphs.table(version, base);
    if (await isVersionOfTable(version, triples, hub)) return triples;
    if (base !== undefined) {
      // Another hub may have written it whole.
      this.#history.dropBase(version);
      return this.#readGraph(version);
    }
    this.#damaged.add(version);
    this.#shown = null;
    log.warn({ version }, 'a version of the vocabulary is damaged and left out');
    return null;
  }

  async check(): Promise<void> {
    // Each costs the store a whole graph: they are checked when they are read.
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    return this.#writing;
  }

  lastError(): string | null {
    return this.#lastError;
  }

  /** Makes durable what is not; what fails is tried again after a while, and with the next version. @param newest came into use just now */
  async #save(newest?: Unsaved): Promise<void> {
    clearTimeout(this.#retry);
    try {
      if (newest !== undefined) {
        await this.#history.readNew();
        newest.behind = this.#history.entries.length;
      }
      for (const [version, unsaved] of this.#unsaved) {
        this.#saved = (await this.#append(version, unsaved)) + 1;
        // It may have come into use again meanwhile.
        if (this.#unsaved.get(version) === unsaved) this.#unsaved.delete(version);
        this.#shown = null;
      }
      this.#tellSaved();
    } catch (error) {
      this.#tellUnsaved(error);
      this.#saveLater();
    }
  }

  #tellSaved(): void {
    clearTimeout(this.#retry);
    this.#failures = 0;
    if (this.#lastError !== null)
      this.#options.log.info({}, 'no version of the vocabulary waits for the store any more');
    this.#lastError = null;
  }

  #tellUnsaved(error: unknown): void {
    // Once for all tries until one succeeds.
    if (this.#lastError === null)
      this.#options.log.warn(
        { err: error },
        'the store cannot take a version of the vocabulary, which is in memory until it can or the hub ends',
      );
    this.#lastError = 'The store cannot be written.';
  }

  #saveLater(): void {
    const { timing } = this.#options;
    const retryMs = Math.min(timing.firstRetryMs * 2 ** this.#failures, timing.longestRetryMs);
    this.#failures += 1;
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.#writing = this.#writing.then(() => this.#save());
    }, retryMs);
    this.#retry.unref();
  }

  /** Has an entry for a version; its place in the history. */
  async #append(version: string, unsaved: Unsaved): Promise<number> {
    const { since } = unsaved;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await this.#history.readNew();
      if (this.#damaged.has(version)) await this.#mend(version, unsaved);
      const place = this.#placeOf(version, unsaved.behind);
      if (place >= 0) return place;
      const added = this.#history.has(version) ? null : await this.#write(version, unsaved);
      const isMade = await this.#history.add({ version, since }, added?.base ?? null);
      if (isMade) return this.#history.entries.length - 1;
    }
    throw new Error('other hubs were faster each time');
  }

  /** The place of the entry that tells that a version came into use, which another hub may have written; -1 when there is none. */
  #placeOf(version: string, behind: number | null): number {
    const { entries } = this.#history;
    const first = Math.max(behind ?? entries.length, this.#saved);
    const place = entries.findIndex((entry, at) => at >= first && entry.version === version);
    return place < 0 && entries.at(-1)?.version === version ? entries.length - 1 : place;
  }

  /** Writes a version that no entry of the history names yet; what is added, null where it is there whole. */
  async #write(version: string, { writeText, cameOf }: Unsaved): Promise<AddedLines | null> {
    const added = await (cameOf === undefined ? this.#acceptedIn(version) : this.#addedTo(cameOf));
    if (added === null) await this.#writeWhole(this.#graphs.write(version, writeText()));
    else await this.#graphs.writeAdded(version, added);
    return added;
  }

  /**
   * A version of which nobody knows what it came of, as behind the start of a hub that was killed, as what was accepted since the one before; null where
   * that is not all. It is read, which takes a part of the time that writing takes.
   */
  async #acceptedIn(version: string): Promise<AddedLines | null> {
    const { store, hub } = this.#options;
    const last = this.#history.entries.at(-1);
    const accepted: Triple[] = [];
    if (last !== undefined) for await (const triple of store.dump(hub.acceptedGraph)) accepted.push(triple);
    if (last === undefined || accepted.length === 0) return null;
    const base = this.#history.baseOf(last.version) ?? last.version;
    const before = await this.#readGraph(base);
    if (before === null) return null;
    const lacking = lackingIn(before, accepted);
    const table = await doWithRests(extendInSteps(before, lacking, hub), letOthersGo);
    if (!(await isVersionOfTable(version, table, hub))) return null;
    const writeLines = () => canonicalLines(lacking, hub);
    return addMore({ base, lines: [] }, { version: base, lines: table.length, writeLines });
  }

  async #writeWhole(written: Promise<void>): Promise<void> {
    this.#isWritingWhole = true;
    await written.finally(() => (this.#isWritingWhole = false));
  }

  async #mend(version: string, { writeText }: Unsaved): Promise<void> {
    await this.#writeWhole(this.#graphs.mend(version, writeText(), this.#history.baseOf(version)));
    this.#history.dropBase(version);
    this.#damaged.delete(version);
  }

  /** Places in the history that was known say nothing in the one that stands in its place. */
  #forgetPlaces(): void {
    this.#saved = 0;
    for (const unsaved of this.#unsaved.values()) unsaved.behind = null;
  }

  #tellUnread(error: unknown): void {
    const message = "the store's list of versions of the vocabulary cannot be read; those that are known stay readable";
    this.#options.log.warn({ err: error }, message);
  }
}
