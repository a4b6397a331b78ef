// One thing, though long: what is known of each version, and which of them are durable.
import { constants } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { HubError } from '../../errors.ts';
import { withAdded, writeAdded, type AddedLines } from './added-lines.ts';
import type { CameOf, HistoryEntry, LineChange, TextFile, VocabularyArchive } from './archive.ts';
import { HistoryFile } from './history-file.ts';
import { LENGTH_BYTES, VersionFiles, type FileKind } from './version-files.ts';
import { isVersionOfBytes } from './version.ts';
import { BoundedText, collectText, compressText, type WrittenText } from './written-text.ts';

const decompress = promisify(gunzip);

/** What the archive needs of a logger; pino's fits. */
interface ArchiveLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface FolderArchiveOptions {
  /** Made when it is first written to. */
  readonly folder: string;
  readonly log: ArchiveLog;
  readonly now?: () => Date;
  /** Longer versions are kept and not read; what a string may have unless given. */
  readonly maxTextBytes?: number;
  /** Files that one check reads; a hundred unless given. */
  readonly mostChecked?: number;
}

/**
 * A version with more lines than these, some forty terms, gets a file of its own. The lines of all before it stand in each file, so that of a long text,
 * which takes long to write, there may be more: ten times the root of its lines is where both cost the same in the end.
 */
const MOST_ADDED = 2_000;
const mostAdded = (lines: number): number => Math.max(MOST_ADDED, 10 * Math.sqrt(lines));
/** A version is read as a string: that of 60,000 terms is as long as one can be. */
const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH;
/** Longer ones are read by threads from their files: as a string, and a copy of it for the thread, they take seven times their length. */
const LONG_TEXT_BYTES = 16 * 1024 * 1024;
/** What a process lacks that cannot read a file: places for open files, memory. */
const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'Z_MEM_ERROR']);
const RETRY_SECONDS = 5;
/** Versions that are held in memory while the folder cannot be written; some 4 MB each. */
const MAX_UNSAVED = 16;
const MOST_CHECKED = 100;
/** Of long versions one check reads fewer: this much takes some ten seconds of a core. */
const MOST_CHECKED_BYTES = 2 ** 30;

/** The versions of a folder. */
interface KnownVersions {
  /** In the order in which they came into use. */
  history: HistoryEntry[];
  /** Those that have a file, as far as it is known sound. */
  readonly filed: Set<string>;
  /** Those whose file is gone. They stay in the history: a file may come back, with a disk or from a backup. */
  readonly missing: Set<string>;
  /** Those whose file holds something else than its name says. They stay in the history, too. */
  readonly damaged: Set<string>;
}

/**
 * An archive in a folder: a file `{version}.nt.gz` for each version, which its text names, or `{version}.added.gz`, which
 * names another version that has such a file, and holds the lines that this one has more; and `history.ndjson`, which says when each came into
 * use, in a line that is written when its file is on the disk. A file has its name when it is whole and on the disk, never before.
 *
 * The start reads the history alone, and believes it: `check` looks at the files.
 */
export class FolderArchive implements VocabularyArchive {
  readonly #folder: string;
  readonly #log: ArchiveLog;
  readonly #now: () => Date;
  readonly #maxTextBytes: number;
  readonly #mostChecked: number;
  readonly #files: VersionFiles;
  readonly #historyFile: HistoryFile;
  /** Null until somebody asks: what the file of the history says is not decoded before. */
  #known: KnownVersions | null = noVersions();
  /** Those of them that can be read; null when that has to be looked at anew. */
  #readable: readonly HistoryEntry[] | null = null;
  /** Those of them that the file of the history has; null as before. */
  #durable: readonly HistoryEntry[] | null = null;
  /** The version that was noted last, if what it is made of is known to be in files, or to be written before what comes of it. */
  #last: { readonly version: string; readonly added: AddedLines } | null = null;
  /** Texts of versions that have none yet: what writes them, then compressed; or what is added to another one. */
  readonly #unsaved = new Map<string, Buffer | AddedLines | (() => WrittenText)>();
  /** Entries of the history that are not in its file. */
  #unwritten: readonly HistoryEntry[] = [];
  /** Where the next check goes on among the versions that have a file; null before the first one. */
  #nextChecked: number | null = null;
  #lastError: string | null = null;
  #isClosed = false;
  /** Writes go one after another. */
  #writing: Promise<void> = Promise.resolve();
  #checking: Promise<void> = Promise.resolve();

  constructor(options: FolderArchiveOptions) {
    const { folder, log, now = () => new Date(), maxTextBytes = MAX_TEXT_BYTES } = options;
    this.#folder = folder;
    this.#log = log;
    this.#now = now;
    this.#maxTextBytes = maxTextBytes;
    this.#mostChecked = options.mostChecked ?? MOST_CHECKED;
    this.#files = new VersionFiles(folder);
    this.#historyFile = new HistoryFile(folder, log);
  }

  async start(): Promise<void> {
    this.#known = null;
    if (!(await this.#historyFile.open())) await this.#findFiles();
  }

  get #versions(): KnownVersions {
    if (this.#known !== null) return this.#known;
    const history = this.#historyFile.takeEntries();
    return (this.#known = { ...noVersions(), history, filed: new Set(history.map(({ version }) => version)) });
  }

  check(known?: string): Promise<void> {
    this.#checking = this.#checking
      .then(() => this.#checkFiles(known))
      .catch((error: unknown) =>
        this.#log.warn(
          { err: error, folder: this.#folder },
          'versions of the vocabulary could not be checked; they are the next time',
        ),
      );
    return this.#checking;
  }

  async #checkFiles(known: string | undefined): Promise<void> {
    if (this.#isClosed) return;
    // Nothing may be written meanwhile: it would be taken for what a write has left.
    const finding = this.#writing.then(() => this.#findFiles());
    // A disk that was full may have room by now.
    this.#writing = finding.then(() => (this.#waits ? this.#save() : undefined));
    await this.#writing;
    if (!(await finding)) return;
    const versions = [...this.#versions.filed];
    const most = Math.min(this.#mostChecked, versions.length);
    // Anywhere, so that hubs that are started often do not read the same ones each time.
    let at = (this.#nextChecked ??= most < versions.length ? Math.floor(Math.random() * versions.length) : 0);
    for (let count = 0, bytes = 0; count < most && bytes < MOST_CHECKED_BYTES && !this.#isClosed; count += 1) {
      const version = versions[at % versions.length]!;
      if (version !== known) bytes += await this.#checkFile(version);
      at += 1;
    }
    this.#nextChecked = versions.length === 0 ? null : at % versions.length;
  }

  /** Leaves a version out when its file is damaged; how many bytes of its text were read. */
  async #checkFile(version: string): Promise<number> {
    const kind = await this.#kindOf(version);
    let bytes = 0;
    if (kind === 'whole') await this.#readWhole(version, (piece) => (bytes += piece.length));
    // A damaged file cannot be decompressed, so that the texts need not be put together.
    const added = kind === 'added' ? await this.#readAdded(version) : null;
    if (added !== null && !this.#versions.filed.has(added.base)) this.#leaveOutWithoutBase(version, added);
    return bytes;
  }

  /**
   * Learns which files there are; what has none is left out until it has one again, and what the history does not know stands before it. False
   * when the folder cannot be read, or is gone: that says nothing of the files.
   */
  async #findFiles(): Promise<boolean> {
    try {
      const kinds = await this.#files.list();
      const { history, filed, missing } = this.#versions;
      for (const version of filed) if (!kinds.has(version)) this.#leaveOutWithoutFile(version);
      for (const version of missing) if (kinds.has(version)) this.#takeBack(version);
      const told = new Set(history.map(({ version }) => version));
      const others = [...kinds].filter(([version]) => !told.has(version) && !this.#unsaved.has(version));
      if (others.length > 0) await this.#addOthers(others);
      return true;
    } catch (error) {
      const isNew = (error as NodeJS.ErrnoException).code === 'ENOENT' && this.#versions.history.length === 0;
      if (!isNew) this.#tellUnread(error);
      return false;
    }
  }

  #changed(): void {
    this.#readable = null;
    this.#durable = null;
  }

  #takeBack(version: string): void {
    const { filed, missing, damaged } = this.#versions;
    missing.delete(version);
    damaged.delete(version);
    filed.add(version);
    this.#changed();
  }

  async #addOthers(others: readonly (readonly [version: string, kind: FileKind])[]): Promise<void> {
    const entries = await Promise.all(
      others.map(async ([version, kind]) => ({ version, since: await this.#files.timeOf(version, kind) })),
    );
    const { history, filed } = this.#versions;
    for (const { version } of entries) filed.add(version);
    this.#versions.history = [...entries.toSorted((a, b) => a.since.getTime() - b.since.getTime()), ...history];
    this.#changed();
    // What was gathered from the files is written down with the next version.
    this.#historyFile.distrust();
  }

  history(): readonly HistoryEntry[] {
    const { history, filed } = this.#versions;
    return (this.#readable ??= history.filter(({ version }) => filed.has(version) || this.#unsaved.has(version)));
  }

  durable(): readonly HistoryEntry[] {
    const { history } = this.#versions;
    return (this.#durable ??= history.slice(0, history.length - this.#unwritten.length).filter(this.#hadFile));
  }

  /** What never had a file was too much to be held, and can never be read. */
  readonly #hadFile = ({ version }: HistoryEntry): boolean => {
    const { filed, missing, damaged } = this.#versions;
    return filed.has(version) || missing.has(version) || damaged.has(version);
  };

  keep(
    version: string,
    writeText: () => WrittenText,
    since = this.#now(),
    cameOf: CameOf | undefined = undefined,
  ): Promise<boolean> {
    const { history, filed } = this.#versions;
    if (history.at(-1)?.version !== version) {
      history.push({ version, since });
      this.#unwritten = [...this.#unwritten, { version, since }];
      this.#changed();
    }
    if (filed.has(version)) this.#last = null;
    else {
      const added = this.#addedSince(cameOf);
      // Files are written in this order, so that what is added comes behind what it is added to.
      this.#last = { version, added: added ?? { base: version, lines: [] } };
      this.#hold(version, added ?? writeText);
    }
    this.#writing = this.#writing.then(() => this.#keepDurably(version, writeText));
    return this.#writing.then(() => this.#isDurable(version));
  }

  #isDurable(version: string): boolean {
    return this.#versions.filed.has(version) && !this.#unwritten.some((entry) => entry.version === version);
  }

  giveUp(version: string): void {
    const { history } = this.#versions;
    const entry = this.#unwritten.findLast((unwritten) => unwritten.version === version);
    if (entry === undefined || this.#isNeeded(version)) return;
    this.#unwritten = this.#unwritten.filter((unwritten) => unwritten !== entry);
    this.#versions.history = history.filter((known) => known.version !== version || known.since !== entry.since);
    this.#unsaved.delete(version);
    if (this.#last?.version === version) this.#last = null;
    this.#changed();
    if (!this.#waits) this.#tellRecovered();
  }

  async read(version: string): Promise<string | null> {
    const held = this.#unsaved.get(version);
    if (typeof held === 'function' || Buffer.isBuffer(held))
      return this.#asString(version, await this.#readHeld(version, held));
    if (held !== undefined) return this.#asString(version, await this.#withAdded(version, held));
    if (this.#versions.filed.has(version)) return this.#asString(version, await this.#readFiled(version));
    return null;
  }

  async readForThread(version: string): Promise<string | TextFile | null> {
    return (await this.#findLong(version)) ?? this.read(version);
  }

  /** The file of a long text; null for others, and for what is in none. */
  async #findLong(version: string): Promise<TextFile | null> {
    const made = await this.#madeOf(version);
    if (made === null) return null;
    // A thread reads files alone; that of a long text takes a minute to write.
    if (typeof this.#unsaved.get(made.base) === 'function') await this.#writing;
    if (!this.#versions.filed.has(made.base)) return null;
    const bytes = await this.#files.textBytesOf(made.base).catch(() => 0);
    if (bytes <= Math.min(LONG_TEXT_BYTES, this.#maxTextBytes)) return null;
    const isTooLong = bytes > this.#maxTextBytes;
    return { path: this.#files.pathOf(made.base, 'whole'), lines: made.lines, bytes, isTooLong };
  }

  async compareLines(from: string, to: string): Promise<LineChange | null> {
    const [before, after] = [await this.#madeOf(from), await this.#madeOf(to)];
    if (before === null || after === null || before.base !== after.base) return null;
    const [known, all] = [new Set(before.lines), new Set(after.lines)];
    return {
      added: after.lines.filter((line) => !known.has(line)),
      removed: before.lines.filter((line) => !all.has(line)),
    };
  }

  /** A version as what is added to one that is whole, without a look at that one; null where it is no such. */
  async #madeOf(version: string): Promise<AddedLines | null> {
    const held = this.#unsaved.get(version);
    const isThere = (base: string): boolean => this.#versions.filed.has(base) || this.#unsaved.has(base);
    const whole = { base: version, lines: [] };
    if (held !== undefined)
      return typeof held === 'function' || Buffer.isBuffer(held) ? whole : isThere(held.base) ? held : null;
    if (!this.#versions.filed.has(version)) return null;
    const kind = await this.#kindOf(version);
    const added = kind === 'added' ? await this.#readAdded(version) : kind === null ? null : whole;
    return added !== null && isThere(added.base) ? added : null;
  }

  #asString(version: string, text: string | Buffer | null): string | null {
    if (text === null || text.length <= this.#maxTextBytes) return text?.toString() ?? null;
    this.#tellTooLong(version, text.length);
    return null;
  }

  /** The text of a version that is not in its file yet; null when it is too long to be read. */
  async #readHeld(version: string, held: Buffer | (() => WrittenText)): Promise<Buffer | null> {
    if (typeof held === 'function') return this.#orTooLong(version, await collectText(held(), this.#maxTextBytes));
    const length = held.length < LENGTH_BYTES ? 0 : held.readUInt32LE(held.length - LENGTH_BYTES);
    if (length <= this.#maxTextBytes) return decompress(held);
    this.#tellTooLong(version, length);
    return null;
  }

  /**
   * The text of a version that has a file; null, and the file is left out, when that or the one that it names is damaged; null alone
   * when one of them is too long to be read.
   */
  async #readFiled(version: string): Promise<Buffer | null> {
    const kind = await this.#kindOf(version);
    if (kind === 'added') {
      const added = await this.#readAdded(version);
      return added === null ? null : this.#withAdded(version, added);
    }
    return kind === 'whole' ? this.#readBounded(version) : null;
  }

  async #readBounded(version: string): Promise<Buffer | null> {
    // What the file says of itself is believed where it keeps a gigabyte from being read for nothing.
    const said = await this.#files.textBytesOf(version).catch(() => 0);
    if (said > this.#maxTextBytes) {
      this.#tellTooLong(version, said);
      return null;
    }
    const text = new BoundedText(this.#maxTextBytes);
    return (await this.#readWhole(version, text.add)) ? this.#orTooLong(version, text) : null;
  }

  #orTooLong(version: string, text: BoundedText): Buffer | null {
    const joined = text.join();
    if (joined === null) this.#tellTooLong(version, text.length);
    return joined;
  }

  /** Null, and the version is left out, when it has no file. */
  async #kindOf(version: string): Promise<FileKind | null> {
    const kind = await this.#files.kindOf(version);
    if (kind === null) this.#leaveOutWithoutFile(version);
    return kind;
  }

  async #readAdded(version: string): Promise<AddedLines | null> {
    try {
      return await this.#files.readAdded(version);
    } catch (error) {
      this.#leaveOutUnread(version, 'added', error);
      return null;
    }
  }

  async #withAdded(version: string, added: AddedLines): Promise<Buffer | null> {
    const { filed } = this.#versions;
    const held = this.#unsaved.get(added.base);
    const isHeld = typeof held === 'function' || Buffer.isBuffer(held);
    const isThere = isHeld || (filed.has(added.base) && (await this.#files.kindOf(added.base)) === 'whole');
    const base = isHeld ? await this.#readHeld(added.base, held) : isThere ? await this.#readBounded(added.base) : null;
    // Nothing is wrong with one that is too long.
    if (base === null && (isHeld || (isThere && filed.has(added.base)))) return null;
    const text = base === null ? null : withAdded(base, added);
    if (text !== null && (await isVersionOfBytes(version, text))) return text;
    if (text === null) this.#leaveOutWithoutBase(version, added);
    else this.#leaveOut(version, this.#files.pathOf(version, 'added'), 'it holds something else than its name says');
    return null;
  }

  #leaveOutWithoutBase(version: string, { base }: AddedLines): void {
    this.#leaveOut(version, this.#files.pathOf(version, 'added'), `the version ${base} is not there`);
  }

  /** A version as what is added to one with a file of its own; null where that is not known, or too much. */
  #addedSince(cameOf: CameOf | undefined): AddedLines | null {
    if (cameOf === undefined || this.#last?.version !== cameOf.version) return null;
    const { base, lines } = this.#last.added;
    const all = [...lines, ...cameOf.writeLines()].sort();
    return all.length > mostAdded(cameOf.lines ?? 0) ? null : { base, lines: all };
  }

  /** Gives the text of a file in pieces. False, and the version is left out, when the file is damaged. */
  async #readWhole(version: string, take: (piece: Buffer) => void): Promise<boolean> {
    try {
      await this.#files.readWhole(version, take);
      return true;
    } catch (error) {
      this.#leaveOutUnread(version, 'whole', error);
      return false;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#checking;
    await this.#writing;
  }

  lastError(): string | null {
    return this.#lastError;
  }

  /** Keeps a version in memory, so that a read in the same moment finds it. */
  #hold(version: string, text: AddedLines | (() => WrittenText)): void {
    this.#unsaved.set(version, text);
    this.#changed();
    for (const oldest of this.#unsaved.keys()) {
      if (this.#unsaved.size <= MAX_UNSAVED) break;
      if (!this.#isNeeded(oldest)) this.#unsaved.delete(oldest);
    }
  }

  /** Whether others that are not written yet are lines that are added to a version. */
  #isNeeded(version: string): boolean {
    return [...this.#unsaved.values()].some(
      (held) => typeof held !== 'function' && !Buffer.isBuffer(held) && held.base === version,
    );
  }

  async #keepDurably(version: string, writeText: () => WrittenText): Promise<void> {
    // The version in use can repair a damaged file.
    if (!this.#unsaved.has(version) && !(await this.#isSound(version))) this.#hold(version, writeText);
    await this.#save();
    const { history, filed } = this.#versions;
    const isLast = history.at(-1)?.version === version && this.#last === null;
    if (isLast && filed.has(version) && !this.#unsaved.has(version))
      await this.#noteLast(version).catch((error: unknown) => this.#tellUnread(error));
  }

  /** Learns what the version in use is made of, so that the next one can be kept as what is added. */
  async #noteLast(version: string): Promise<void> {
    const isAdded = (await this.#files.kindOf(version)) === 'added';
    const added = isAdded ? await this.#readAdded(version) : { base: version, lines: [] };
    if (added !== null && this.#versions.history.at(-1)?.version === version) this.#last = { version, added };
  }

  /** True, too, where that cannot be read at this moment: the history is written all the same. */
  async #isSound(version: string): Promise<boolean> {
    try {
      const kind = this.#versions.filed.has(version) ? await this.#kindOf(version) : null;
      if (kind === 'whole') return await this.#readWhole(version, () => {});
      if (kind === 'added') await this.#readFiled(version);
    } catch (error) {
      this.#tellUnread(error);
    }
    // What is damaged was left out.
    return this.#versions.filed.has(version);
  }

  /** Whether there are versions, or entries of the history, that could not be written. */
  get #waits(): boolean {
    return this.#unwritten.length > 0 || this.#unsaved.size > 0;
  }

  /** Makes durable what is not; what fails is tried again with the next version, and with the next check. */
  async #save(): Promise<void> {
    if (this.#historyFile.isSound && !this.#waits) return;
    if (this.#versions.history.length === 0) return;
    try {
      // First of all: compressed, what waits for a folder that can be written takes little memory.
      for (const [version, held] of this.#unsaved)
        if (typeof held === 'function') this.#unsaved.set(version, await compressed(held));
      for (const [version, held] of this.#unsaved) {
        const isAdded = typeof held !== 'function' && !Buffer.isBuffer(held);
        await this.#files.write(version, isAdded ? 'added' : 'whole', await compressed(held));
        this.#takeBack(version);
        this.#unsaved.delete(version);
      }
      await this.#saveHistory();
      this.#tellRecovered();
    } catch (error) {
      this.#tellUnwritten(error);
    }
  }

  /** Writes down what came into use and had a file. */
  async #saveHistory(): Promise<void> {
    const { history } = this.#versions;
    const unwritten = this.#unwritten;
    const count = history.length;
    const hadFile = this.#hadFile;
    await this.#historyFile.append(unwritten.filter(hadFile), () => history.slice(0, count).filter(hadFile));
    // Those that came meanwhile are written next.
    const written = new Set(unwritten);
    this.#unwritten = this.#unwritten.filter((entry) => !written.has(entry));
    this.#changed();
  }

  #tellTooLong(version: string, length: number): void {
    const megabytes = (bytes: number): string => `${Math.floor(bytes / 1e6)} MB`;
    this.#log.warn(
      { version },
      `a version of the vocabulary has ${megabytes(length)}, more than the ${megabytes(this.#maxTextBytes)} that are read of one: documents that cite it cannot be converted with it, and backups lack it`,
    );
  }

  #leaveOutWithoutFile(version: string): void {
    this.#leaveOut(version, this.#files.pathOf(version, 'whole'), 'there is no file', this.#versions.missing);
  }

  /** @throws HubError `converter-busy` where it is the process that lacks something: that says nothing of the file */
  #leaveOutUnread(version: string, kind: FileKind, error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || !SHORTAGES.has(code))
      return this.#leaveOut(version, this.#files.pathOf(version, kind), message);
    const words = 'The hub cannot read a version of the vocabulary at this moment. Try again in a few seconds.';
    throw new HubError('converter-busy', words, { retryAfterSeconds: RETRY_SECONDS }, error);
  }

  #leaveOut(version: string, path: string, reason: string, noted: Set<string> = this.#versions.damaged): void {
    this.#versions.filed.delete(version);
    noted.add(version);
    this.#changed();
    if (this.#last?.added.base === version) this.#last = null;
    this.#log.warn({ path, version, reason }, 'a version of the vocabulary is damaged and left out');
  }

  #tellRecovered(): void {
    if (this.#lastError !== null)
      this.#log.info({ folder: this.#folder }, 'old versions of the vocabulary are kept again');
    this.#lastError = null;
  }

  #tellUnwritten(error: unknown): void {
    this.#lastError = `The folder ${this.#folder} cannot be written: ${(error as Error).message}`;
    this.#log.warn(
      { err: error, folder: this.#folder },
      "the folder of the vocabulary's versions cannot be written; the current one is served, others are kept in memory until it can or the hub ends",
    );
  }

  #tellUnread(error: unknown): void {
    this.#log.warn(
      { err: error, folder: this.#folder },
      "the folder of the vocabulary's versions cannot be read at this moment",
    );
  }
}

function noVersions(): KnownVersions {
  return { history: [], filed: new Set(), missing: new Set(), damaged: new Set() };
}

async function compressed(held: Buffer | AddedLines | (() => WrittenText)): Promise<Buffer> {
  if (Buffer.isBuffer(held)) return held;
  return compressText(typeof held === 'function' ? held() : writeAdded(held));
}
