import { constants } from 'node:buffer';
import type { Log } from '../../log.ts';
import { addMore, writeAdded } from './added-lines.ts';
import type { AddedLines, CameOf, HistoryEntry, LineChange, TextFile, VocabularyArchive } from './archive.ts';
import { HistoryFile } from './history-file.ts';
import { KnownVersions, type HeldText, type UnwrittenText } from './known-versions.ts';
import { VersionFiles, type FileKind } from './version-files.ts';
import { VersionTexts } from './version-texts.ts';
import { compressText, type WrittenText } from './written-text.ts';

interface FolderArchiveOptions {
  /** Made when it is first written to. */
  readonly folder: string;
  readonly log: Log;
  readonly now?: () => Date;
  /** Longer versions are kept and not read; what a string may have unless given. */
  readonly maxTextBytes?: number;
  /** Files that one check reads; a hundred unless given. */
  readonly mostChecked?: number;
}

/** A version is read as a string: that of 60,000 terms is as long as one can be. */
const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH;
const MOST_CHECKED = 100;
/** Of long versions one check reads fewer: this much takes some ten seconds of a core. */
const MOST_CHECKED_BYTES = 2 ** 30;

/**
 * An archive in a folder: a file `{version}.nt.gz` for each version, which its text names, or `{version}.added.gz`, which
 * names another version that has such a file and this one, and holds the lines that this one has more; and `history.ndjson`, which says when each came into
 * use, in a line that is written when its file is on the disk. A file has its name when it is whole and on the disk, never before.
 *
 * The start reads the history alone, and believes it: `check` looks at the files.
 */
export class FolderArchive implements VocabularyArchive {
  readonly #folder: string;
  readonly #log: Log;
  readonly #now: () => Date;
  readonly #mostChecked: number;
  readonly #files: VersionFiles;
  readonly #historyFile: HistoryFile;
  readonly #known = new KnownVersions();
  readonly #texts: VersionTexts;
  /** The version that was noted last, if what it is made of is known to be in files, or to be written before what comes of it. */
  #last: { readonly version: string; readonly added: AddedLines } | null = null;
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
    this.#mostChecked = options.mostChecked ?? MOST_CHECKED;
    this.#files = new VersionFiles(folder);
    this.#historyFile = new HistoryFile(folder, log);
    const written = (): Promise<void> => this.#writing;
    this.#texts = new VersionTexts({ files: this.#files, known: this.#known, log, maxTextBytes, written });
  }

  async start(): Promise<void> {
    this.#known.load(() => this.#historyFile.takeEntries());
    if (!(await this.#historyFile.open())) await this.#findFiles();
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
    this.#writing = finding.then(() => (this.#known.waits ? this.#save() : undefined));
    await this.#writing;
    if (!(await finding)) return;
    const versions = this.#known.filed();
    const most = Math.min(this.#mostChecked, versions.length);
    // Anywhere, so that hubs that are started often do not read the same ones each time.
    let at = (this.#nextChecked ??= most < versions.length ? Math.floor(Math.random() * versions.length) : 0);
    for (let count = 0, bytes = 0; count < most && bytes < MOST_CHECKED_BYTES && !this.#isClosed; count += 1) {
      const version = versions[at % versions.length]!;
      if (version !== known) bytes += await this.#texts.checkFile(version);
      at += 1;
    }
    this.#nextChecked = versions.length === 0 ? null : at % versions.length;
  }

  /**
   * Learns which files there are; what has none is left out until it has one again, and what the history does not know stands in it by the time of its file. False
   * when the folder cannot be read, or is gone: that says nothing of the files.
   */
  async #findFiles(): Promise<boolean> {
    const known = this.#known;
    try {
      const kinds = await this.#files.list();
      for (const version of known.filed()) if (!kinds.has(version)) this.#texts.leaveOutWithoutFile(version);
      for (const version of known.missing()) if (kinds.has(version)) known.noteFile(version);
      const told = new Set(known.all().map(({ version }) => version));
      const others = [...kinds].filter(([version]) => !told.has(version) && known.held(version) === undefined);
      if (others.length > 0) await this.#addOthers(others);
      return true;
    } catch (error) {
      const isNew = (error as NodeJS.ErrnoException).code === 'ENOENT' && known.all().length === 0;
      if (!isNew) this.#tellUnread(error);
      return false;
    }
  }

  async #addOthers(others: readonly (readonly [version: string, kind: FileKind])[]): Promise<void> {
    const entries = await Promise.all(
      others.map(async ([version, kind]) => ({ version, since: await this.#files.timeOf(version, kind) })),
    );
    this.#known.addUntold(entries);
    // What was gathered from the files is written down with the next version.
    this.#historyFile.noteLacking(entries.map(({ version }) => version));
  }

  history(): readonly HistoryEntry[] {
    return this.#known.readable();
  }

  durable(): readonly HistoryEntry[] {
    return this.#known.durable();
  }

  read(version: string): Promise<string | null> {
    return this.#texts.read(version);
  }

  async readForThread(version: string): Promise<string | TextFile | null> {
    return (await this.#texts.findLong(version)) ?? this.read(version);
  }

  pieces(version: string): AsyncIterable<Uint8Array> {
    return this.#texts.pieces(version);
  }

  madeOf(version: string): Promise<AddedLines | null> {
    return this.#texts.madeOf(version);
  }

  compareLines(from: string, to: string): Promise<LineChange | null> {
    return this.#texts.compareLines(from, to);
  }

  keep(
    version: string,
    writeText: () => WrittenText,
    since = this.#now(),
    cameOf: CameOf | undefined = undefined,
  ): Promise<boolean> {
    const known = this.#known;
    known.noteUse({ version, since });
    if (known.isFiled(version)) {
      this.#last = null;
      // To read a long one takes many seconds, in which what comes of it is written.
      this.#checking = Promise.all([this.#checking, this.#write(version)]).then(() => this.#mend(version, writeText));
      return this.#checking.then(() => known.isDurable(version));
    }
    // Files are written in this order, so that what is added comes behind what it is added to. A start may find that nothing came to a version.
    if (cameOf !== undefined && ![version, this.#last?.version].includes(cameOf.version)) {
      this.#last = null;
      known.hold(version, { kind: 'whole', text: writeText, cameOf });
    } else {
      const added =
        cameOf === undefined || cameOf.version === version ? null : this.#addedTo(this.#last!.added, cameOf);
      this.#last = { version, added: added ?? { base: version, lines: [] } };
      known.hold(version, added === null ? { kind: 'whole', text: writeText } : { kind: 'added', added });
    }
    return this.#write(version).then(() => known.isDurable(version));
  }

  giveUp(version: string): void {
    if (!this.#known.forget(version)) return;
    if (this.#last?.version === version) this.#last = null;
    if (!this.#known.waits) this.#tellRecovered();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#checking;
    await this.#writing;
  }

  lastError(): string | null {
    return this.#lastError;
  }

  /** A version as what is added to one with a file of its own; null where that is not there, or too much is added. */
  #addedTo(before: AddedLines, cameOf: CameOf): AddedLines | null {
    return this.#known.isThere(before.base) ? addMore(before, cameOf) : null;
  }

  #write(version: string): Promise<void> {
    this.#writing = this.#writing.then(() => this.#keepDurably(version));
    return this.#writing;
  }

  async #keepDurably(version: string): Promise<void> {
    const known = this.#known;
    await this.#save();
    const isLast = known.last() === version && this.#last === null;
    if (isLast && known.isFiled(version) && known.held(version) === undefined)
      await this.#noteLast(version).catch((error: unknown) => this.#tellUnread(error));
  }

  /** Writes a damaged file anew: the version in use can repair it. */
  async #mend(version: string, writeText: () => WrittenText): Promise<void> {
    if (this.#isClosed || this.#known.held(version) !== undefined || (await this.#isSound(version))) return;
    this.#known.hold(version, { kind: 'whole', text: writeText });
    await this.#write(version);
  }

  /** Learns what the version in use is made of, so that the next one can be kept as what is added. */
  async #noteLast(version: string): Promise<void> {
    const added = await this.#texts.filedAs(version);
    if (added !== null && this.#known.last() === version) this.#last = { version, added };
  }

  /** True, too, where that cannot be read at this moment: the history is written all the same. */
  async #isSound(version: string): Promise<boolean> {
    await this.#texts.checkText(version).catch((error: unknown) => this.#tellUnread(error));
    // What is damaged was left out.
    return this.#known.isFiled(version);
  }

  /** Makes durable what is not; what fails is tried again with the next version, and with the next check. */
  async #save(): Promise<void> {
    const known = this.#known;
    if (this.#historyFile.isSound && !known.waits) return;
    if (known.all().length === 0) return;
    try {
      // First of all: compressed, what waits for a folder that can be written takes little memory.
      for (const [version, held] of known.allHeld()) {
        if (!isUnwritten(held)) continue;
        known.replaceHeld(version, held, (await this.#whatIsAdded(version, held)) ?? (await compressedWhole(held)));
      }
      for (const [version, held] of known.allHeld()) {
        await this.#files.write(version, held.kind, await compressed(version, held));
        known.release(version);
      }
      await this.#saveHistory();
      this.#tellRecovered();
    } catch (error) {
      this.#tellUnwritten(error);
    }
  }

  /** A version as what is added to the one that it came of, where only now it can be known what that is made of; else null. */
  async #whatIsAdded(version: string, { cameOf }: UnwrittenText): Promise<HeldText | null> {
    const before = cameOf === undefined ? null : await this.#texts.madeOf(cameOf.version);
    const added = before === null ? null : this.#addedTo(before, cameOf!);
    if (added === null) return null;
    if (this.#known.last() === version) this.#last = { version, added };
    return { kind: 'added', added };
  }

  /** Writes down what came into use and had a file. */
  async #saveHistory(): Promise<void> {
    const [unwritten, all] = [this.#known.unwritten(), this.#known.all()];
    await this.#historyFile.append(this.#known.withFile(unwritten), () => this.#known.withFile(all));
    // Those that came meanwhile are written next.
    this.#known.noteWritten(unwritten);
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

function isUnwritten(held: HeldText): held is UnwrittenText {
  return held.kind === 'whole' && !Buffer.isBuffer(held.text);
}

async function compressedWhole({ text }: UnwrittenText): Promise<HeldText> {
  return { kind: 'whole', text: await compressText(text()) };
}

async function compressed(version: string, held: HeldText): Promise<Buffer> {
  if (held.kind === 'added') return compressText(writeAdded(version, held.added));
  return Buffer.isBuffer(held.text) ? held.text : compressText(held.text());
}
