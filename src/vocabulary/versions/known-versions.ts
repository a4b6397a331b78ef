import type { AddedLines, CameOf, HistoryEntry } from './archive.ts';
import type { WrittenText } from './written-text.ts';

/** Versions that are held in memory while the folder cannot be written; some 4 MB each. */
const MAX_HELD = 16;

/** The text of a version that is in no file yet: what is added to another one, or what writes it, then compressed. */
export type HeldText =
  | { readonly kind: 'added'; readonly added: AddedLines }
  | { readonly kind: 'whole'; readonly text: Buffer }
  | UnwrittenText;

/** What writes a text, and how it came of another one, where what that one is made of is found out when it is written. */
export interface UnwrittenText {
  readonly kind: 'whole';
  readonly text: () => WrittenText;
  readonly cameOf?: CameOf;
}

/** Why the file of a version cannot be read: there is none, or it holds something else than its name says. */
export type Lack = 'missing' | 'damaged';

interface FiledVersions {
  /** In the order in which they came into use. */
  history: readonly HistoryEntry[];
  /** Those that have a file, as far as it is known sound. */
  readonly filed: Set<string>;
  /** Those that had one. They stay in the history: a file may come back, with a disk or from a backup. */
  readonly lacking: Map<string, Lack>;
}

/** What is known of the versions of a folder: when each came into use, and whether its text is in a file, in memory or nowhere. */
export class KnownVersions {
  #takeHistory: () => readonly HistoryEntry[] = () => [];
  /** Null until somebody asks: what the file of the history says is not decoded before. */
  #versions: FiledVersions | null = null;
  readonly #held = new Map<string, HeldText>();
  /** Whether the last version of the history is in use, and was not only so before the start. */
  #isInUse = false;
  /** Entries of the history that are not in its file. */
  #unwritten: readonly HistoryEntry[] = [];
  /** Those of the history that can be read; null when that has to be looked at anew. */
  #readable: readonly HistoryEntry[] | null = null;
  /** Those of it that its file has; null as before. */
  #durable: readonly HistoryEntry[] | null = null;

  /** @param takeHistory gives what the file of the history has, all of which is believed to have files; called once */
  load(takeHistory: () => readonly HistoryEntry[]): void {
    this.#takeHistory = takeHistory;
    this.#versions = null;
    this.#changed();
  }

  get #filedVersions(): FiledVersions {
    if (this.#versions !== null) return this.#versions;
    const history = this.#takeHistory();
    const filed = new Set(history.map(({ version }) => version));
    return (this.#versions = { history, filed, lacking: new Map() });
  }

  #changed(): void {
    this.#readable = null;
    this.#durable = null;
  }

  /** The whole history, whether or not its versions can be read. */
  all(): readonly HistoryEntry[] {
    return this.#filedVersions.history;
  }

  /** The version that came into use last; undefined where none ever did. */
  last(): string | undefined {
    return this.#filedVersions.history.at(-1)?.version;
  }

  /** The history of what can be read. The same object as before unless there is another one. */
  readable(): readonly HistoryEntry[] {
    return (this.#readable ??= this.all().filter(({ version }) => this.isThere(version)));
  }

  /** The history that a restart finds, with what cannot be read. The same object as before unless there is another one. */
  durable(): readonly HistoryEntry[] {
    const all = this.all();
    return (this.#durable ??= all.slice(0, all.length - this.#unwritten.length).filter(this.#hadFile));
  }

  /** What never had a file was too much to be held, and can never be read. */
  readonly #hadFile = ({ version }: HistoryEntry): boolean =>
    this.isFiled(version) || this.#filedVersions.lacking.has(version);

  /** Whether it has a file, as far as that is known sound. */
  isFiled(version: string): boolean {
    return this.#filedVersions.filed.has(version);
  }

  /** Whether its text can be read. */
  isThere(version: string): boolean {
    return this.isFiled(version) || this.#held.has(version);
  }

  /** Versions that have a file. */
  filed(): string[] {
    return [...this.#filedVersions.filed];
  }

  /** Versions whose file is gone. */
  missing(): string[] {
    return [...this.#filedVersions.lacking].filter(([, lack]) => lack === 'missing').map(([version]) => version);
  }

  /** A version has a sound file. */
  noteFile(version: string): void {
    const { filed, lacking } = this.#filedVersions;
    lacking.delete(version);
    filed.add(version);
    this.#changed();
  }

  /** A version has no sound file any more. */
  noteLack(version: string, lack: Lack): void {
    const { filed, lacking } = this.#filedVersions;
    filed.delete(version);
    lacking.set(version, lack);
    this.#changed();
  }

  /** Versions that have files and that the history does not know: they stand where their times are, before the version in use. */
  addUntold(entries: readonly HistoryEntry[]): void {
    const versions = this.#filedVersions;
    for (const { version } of entries) versions.filed.add(version);
    const others = [...versions.history];
    const inUse = this.#isInUse ? others.splice(-1) : [];
    for (const entry of entries.toSorted((a, b) => a.since.getTime() - b.since.getTime())) {
      const next = others.findIndex(({ since }) => since > entry.since);
      others.splice(next < 0 ? others.length : next, 0, entry);
    }
    versions.history = [...others, ...inUse];
    this.#changed();
  }

  /** A version came into use. One that is in use stands there once. */
  noteUse(entry: HistoryEntry): void {
    this.#isInUse = true;
    if (this.last() === entry.version) return;
    const versions = this.#filedVersions;
    versions.history = [...versions.history, entry];
    this.#unwritten = [...this.#unwritten, entry];
    this.#changed();
  }

  /** A version that is not durable never came into use. False where there is none, or others are to be added to it. */
  forget(version: string): boolean {
    const entry = this.#unwritten.findLast((unwritten) => unwritten.version === version);
    if (entry === undefined || this.#isNeeded(version)) return false;
    const versions = this.#filedVersions;
    this.#unwritten = this.#unwritten.filter((unwritten) => unwritten !== entry);
    versions.history = versions.history.filter((known) => known.version !== version || known.since !== entry.since);
    this.#held.delete(version);
    this.#changed();
    return true;
  }

  held(version: string): HeldText | undefined {
    return this.#held.get(version);
  }

  /** Texts that are in no file, in the order in which they can be written. */
  allHeld(): ReadonlyMap<string, HeldText> {
    return this.#held;
  }

  /** Keeps a text in memory, so that a read in the same moment finds it. Of too many, the oldest are let go that no other one needs. */
  hold(version: string, text: HeldText): void {
    this.#held.set(version, text);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= MAX_HELD) break;
      if (!this.#isNeeded(oldest)) this.#held.delete(oldest);
    }
    this.#changed();
  }

  /** Holds a text in another form, unless it is held no more. */
  replaceHeld(version: string, before: HeldText, text: HeldText): void {
    if (this.#held.get(version) === before) this.#held.set(version, text);
  }

  /** A text is in its file now. */
  release(version: string): void {
    this.noteFile(version);
    this.#held.delete(version);
  }

  /** Whether others that are in no file yet are lines that are added to a version. */
  #isNeeded(version: string): boolean {
    return [...this.#held.values()].some((held) => held.kind === 'added' && held.added.base === version);
  }

  /** Whether there are texts, or entries of the history, that are in no file. */
  get waits(): boolean {
    return this.#unwritten.length > 0 || this.#held.size > 0;
  }

  /** Whether a restart finds it: its text is in a file, and that it came into use. */
  isDurable(version: string): boolean {
    return this.isFiled(version) && !this.#unwritten.some((entry) => entry.version === version);
  }

  /** Entries that the file of the history lacks. */
  unwritten(): readonly HistoryEntry[] {
    return this.#unwritten;
  }

  /** Those of them that the file of the history is to have. */
  withFile(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
    return entries.filter(this.#hadFile);
  }

  /** The file of the history has these, as far as they had files. */
  noteWritten(entries: readonly HistoryEntry[]): void {
    const written = new Set(entries);
    this.#unwritten = this.#unwritten.filter((entry) => !written.has(entry));
    this.#changed();
  }
}
