import { HubError, invalidOption } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { HistoryEntry, LineChange, VocabularyArchive } from './archive.ts';
import type { Caller } from '../../streaming/fair-semaphore.ts';
import type { Changes } from './changes.ts';
import { ComparisonThread, type ComparisonTask, type ComparisonTiming } from './comparison-thread.ts';
import { dropOldest } from './drop-oldest.ts';
import { NotedVersions, type NotingTiming } from './noted-versions.ts';
import { SharedWork } from './shared-work.ts';
import type { StoredVersion } from './version-content.ts';
import type { VersionForm, VersionForms } from './version-forms.ts';
import { VersionReadings } from './version-readings.ts';
import { isVersionName } from './version.ts';
import type { Vocabulary } from '../vocabulary.ts';

/** A version of the vocabulary that can be read. */
export interface Version {
  /** Hash of the content, hex. */
  readonly version: string;
  readonly iri: string;
  /** When this hub took it into use; of one that came back, when it came back. */
  readonly since: Date;
  /** The version that was in use before it; null when none is known. */
  readonly predecessor: string | null;
  readonly isCurrent: boolean;
}

interface VersionsOptions {
  readonly archive: VocabularyArchive;
  readonly hub: HubNamespaces;
  /** The vocabulary of this moment. @throws HubError `registry-unavailable` */
  readonly current: () => Vocabulary;
  readonly timing: ComparisonTiming & NotingTiming;
}

/** Two versions to compare. */
export interface VersionRange {
  /** Null where there was none before. */
  readonly from: Version | null;
  readonly to: Version;
}

/** All versions, and what they were listed of. */
interface Listed {
  readonly current: string;
  readonly archived: readonly HistoryEntry[];
  readonly list: readonly Version[];
  /** Of each version its place in the list. */
  readonly places: ReadonlyMap<string, number>;
}

/** Comparisons that are held ready. */
const MAX_COMPARED = 4;
/** With more things that changed, one takes tens of megabytes and more: it is held until garbage is collected the next time. */
const MOST_CHANGES_HELD = 10_000;

/** The versions of the vocabulary, the current one and those that the archive keeps. */
export class Versions {
  readonly #options: VersionsOptions;
  readonly #noted: NotedVersions;
  /** The last list, and what it was made of: to make one of ten thousand versions takes milliseconds, and each dump links to its neighbours. */
  #listed: Listed | null = null;
  readonly #compared = new Map<string, Pick<WeakRef<Changes>, 'deref'>>();
  readonly #comparing = new SharedWork<Changes>();
  readonly #writing = new SharedWork<Uint8Array>();
  readonly #comparisons: ComparisonThread;
  readonly #readings: VersionReadings;

  constructor(options: VersionsOptions) {
    this.#options = options;
    this.#noted = new NotedVersions(options);
    this.#comparisons = new ComparisonThread(options.timing);
    const { hub, timing } = options;
    this.#readings = new VersionReadings({
      hub,
      findVersion: (version) => this.findStored(version),
      idleMs: timing.comparisonIdleMs,
    });
  }

  /** As `NotedVersions.noteLater`. */
  noteLater(vocabulary: Vocabulary): void {
    this.#noted.noteLater(vocabulary);
  }

  /** As `NotedVersions.note`. */
  note(vocabulary: Vocabulary): Promise<void> {
    return this.#noted.note(vocabulary);
  }

  /** As `NotedVersions.whenNoted`, of the vocabulary in use. */
  whenNoted(): Promise<void> {
    return this.#noted.whenNoted(this.#options.current());
  }

  /** Every version that can be read, each once, the current one first, then the one in use before it, and so on. */
  list(): readonly Version[] {
    return this.#list().list;
  }

  #list(): Listed {
    const { version: current } = this.#current();
    // The same list until it changes.
    const archived = this.#options.archive.history();
    const known = this.#listed;
    if (known?.current === current && known.archived === archived) return known;
    const list = this.#listOf(archived, current);
    const places = new Map(list.map(({ version }, place) => [version, place]));
    return (this.#listed = { current, archived, list, places });
  }

  #listOf(archived: readonly HistoryEntry[], current: string): Version[] {
    const history = [...archived];
    // Whatever became of its file, the version in use can be read.
    if (history.at(-1)?.version !== current) history.push({ version: current, since: this.#noted.at });
    const versions = new Map<string, Version>();
    let before: string | null = null;
    for (const { version, since } of history) {
      // When entries between them were left out, one version may follow itself.
      const predecessor = before === version ? (versions.get(version)?.predecessor ?? null) : before;
      versions.delete(version);
      versions.set(version, {
        version,
        iri: `${this.#options.hub.versions}${version}/`,
        since,
        predecessor,
        isCurrent: version === current,
      });
      before = version;
    }
    return [...versions.values()].toReversed();
  }

  /** The version of this name; null when it does not exist. */
  find(version: string): Version | null {
    const { list, places } = this.#list();
    return list[places.get(version) ?? -1] ?? null;
  }

  /**
   * The version that a client names.
   *
   * @param text its name, or its IRI, which is what documents cite as `dcterms:conformsTo`
   * @param option where the client wrote it
   * @throws HubError `invalid-option` for what names no version, `not-found` for one that there is not
   */
  get(text: string, option: string): Version {
    const { versions } = this.#options.hub;
    const name = text.startsWith(versions) ? text.slice(versions.length).replace(/\/$/, '') : text;
    if (!isVersionName(name))
      throw invalidOption(option, text, 'the name of a version, 64 hexadecimal digits in lower case, or its IRI');
    const version = this.find(name);
    if (version === null) throw unknownVersion(name);
    return version;
  }

  /** The place in `list` behind the version that a client names. @throws HubError as `get` */
  placeAfter(text: string, option: string): number {
    const { version } = this.get(text, option);
    return (this.#list().places.get(version) ?? -1) + 1;
  }

  current(): Version {
    return this.find(this.#current().version)!;
  }

  /**
   * The versions to compare: those that a client names, else the current one and the one in use before it.
   *
   * @throws HubError `invalid-option` for what names no version, `not-found` for one that there is not
   */
  range(from: string | null, to: string | null): VersionRange {
    const later = to === null ? this.current() : this.get(to, 'to');
    if (from !== null) return { from: this.get(from, 'from'), to: later };
    return { from: later.predecessor === null ? null : this.find(later.predecessor), to: later };
  }

  /**
   * What changed between two versions, from none all. Who asks for what is being compared waits for that.
   *
   * @throws HubError `not-found` when one cannot be read after all, `converter-busy`, `conversion-timeout`
   * @throws the reason of the caller's signal when it is aborted
   */
  async compare(range: VersionRange, caller: Caller): Promise<Changes> {
    const key = `${range.from?.version ?? ''} ${range.to.version}`;
    const ready = this.#compared.get(key)?.deref();
    return ready ?? this.#share(this.#comparing, key, caller, (sharer) => this.#compareOnce(key, range, sharer));
  }

  /** The same as `writeChanges` has it, with this head. It is not held ready. @throws as `compare` */
  async writeComparison(range: VersionRange, head: object, caller: Caller): Promise<Uint8Array> {
    return this.#share(this.#writing, JSON.stringify(head), caller, (sharer) =>
      this.#comparisons.write(sharer, head, () => this.#task(range)),
    );
  }

  async #share<Result>(
    work: SharedWork<Result>,
    key: string,
    { client, signal: gone }: Caller,
    make: (sharer: Caller) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      const isOwn = !work.has(key);
      try {
        return await work.get(key, gone, (signal) => make({ client, signal }));
      } catch (error) {
        // The one who asked before was turned away for asking much: that is nothing to this caller.
        if (isOwn || !(error instanceof HubError && error.code === 'converter-busy')) throw error;
      }
    }
  }

  async #compareOnce(key: string, range: VersionRange, caller: Caller): Promise<Changes> {
    const changes = await this.#comparisons.compare(caller, () => this.#task(range));
    const count = Object.values(changes).reduce((sum: number, { length }) => sum + length, 0);
    this.#compared.set(key, count > MOST_CHANGES_HELD ? new WeakRef(changes) : { deref: () => changes });
    dropOldest(this.#compared, MAX_COMPARED);
    return changes;
  }

  async #task({ from, to }: VersionRange): Promise<ComparisonTask> {
    return {
      hub: this.#options.hub,
      ...((from === null ? null : await this.#knownTask(from.version, to.version)) ?? {
        before: from === null ? null : await this.getStored(from.version),
        after: await this.getStored(to.version),
      }),
    };
  }

  /** What compares two versions by the lines in which they differ from the one in use; null where these are not known. */
  async #knownTask(from: string, to: string): Promise<Omit<ComparisonTask, 'hub'> | null> {
    const { archive } = this.#options;
    const { version, triples } = this.#current();
    const lines = async (other: string): Promise<LineChange | null> =>
      other === version ? { added: [], removed: [] } : ((await archive.compareLines?.(version, other)) ?? null);
    const [before, after] = [await lines(from), await lines(to)];
    if (before === null || after === null) return null;
    const content = triples.columns;
    return {
      before: { version: from, content },
      after: { version: to, content },
      known: { triples: content, before, after },
    };
  }

  /** Ends the threads that compare and read, and notes what was to be noted later. */
  async close(): Promise<void> {
    await this.#noted.noteWhatWaits();
    await Promise.all([this.#comparisons.close(), this.#readings.close()]);
  }

  /** A version as a thread gets it. @throws HubError `not-found` when no version has this name, or it is damaged */
  async getStored(version: string): Promise<StoredVersion> {
    const stored = await this.findStored(version);
    if (stored === null) throw unknownVersion(version);
    return stored;
  }

  /** The same; null when there is none, or it is damaged. The one in use is in memory, also while the store of the others is away. */
  async findStored(version: string): Promise<StoredVersion | null> {
    const current = this.#current();
    if (version === current.version) return { version, content: current.triples.columns };
    const { archive } = this.#options;
    const content = await (archive.readForThread?.(version) ?? archive.read(version));
    return content === null ? null : { version, content };
  }

  /** One form of a version. @throws HubError `not-found` when no version has this name, or it is damaged */
  async read<Form extends VersionForm>(version: string, form: Form): Promise<VersionForms[Form]> {
    const made = await this.#readings.read(version, form);
    if (made === null) throw unknownVersion(version);
    return made;
  }

  #current(): Vocabulary {
    const vocabulary = this.#options.current();
    // Noting shows at once.
    if (vocabulary !== this.#noted.last) void this.note(vocabulary);
    return vocabulary;
  }
}

/** The error for a version that there is not, or no longer. */
export function unknownVersion(name: string): HubError {
  return new HubError(
    'not-found',
    `The hub has no version ${name.slice(0, 200)} of the vocabulary. /api/versions lists those that it has.`,
  );
}
