// One thing, though long: the files of one folder, and what is known of each.
import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { syncFolder } from '../../store/durable-folder.ts';
import { readAdded, withAdded, writeAdded, type AddedLines } from './added-lines.ts';
import type { CameOf, HistoryEntry, VocabularyArchive } from './archive.ts';
import { isVersionName, versionOfBytes } from './version.ts';
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
}

const FORMAT = 1;
const HISTORY = 'history.json';
const ENDING = '.nt.gz';
/** Of a version that is another one with more lines. */
const ADDED_ENDING = '.added.gz';
/** A version with more lines than these, some forty terms, gets a file of its own. */
const MOST_ADDED = 2_000;
/** Of a write that did not come to its end. */
const UNFINISHED = '.part';
/** A version is read as a string: that of 60,000 terms is as long as one can be. */
const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH;
/** Versions that are held in memory while the folder cannot be written; some 4 MB each. */
const MAX_UNSAVED = 16;

/**
 * An archive in a folder: a file `{version}.nt.gz` for each version (`zcat … | sha256sum` gives its name), or `{version}.added.gz`, which
 * names another version that has such a file, and holds the lines that this one has more; and `history.json`, which says when each came into use. A file has its name when it is whole and on the disk, never before.
 */
export class FolderArchive implements VocabularyArchive {
  readonly #folder: string;
  readonly #log: ArchiveLog;
  readonly #now: () => Date;
  readonly #maxTextBytes: number;
  #history: HistoryEntry[] = [];
  /** Those of them that can be read; null when that has to be looked at anew. */
  #readable: readonly HistoryEntry[] | null = null;
  /** Versions that have a file, as far as it is known sound. */
  readonly #filed = new Set<string>();
  /** Those of them whose file has the lines that are added to another version. */
  readonly #added = new Set<string>();
  /** The version that was noted last, if what it is made of is known to be in files. */
  #last: { readonly version: string; readonly added: AddedLines } | null = null;
  /** Texts of versions that have none yet: what writes them, then compressed; or what is added to another one. */
  readonly #unsaved = new Map<string, Buffer | AddedLines | (() => WrittenText)>();
  #isHistorySaved = true;
  #lastError: string | null = null;
  #isClosed = false;
  /** Writes go one after another. */
  #writing: Promise<void> = Promise.resolve();
  #checking: Promise<void> = Promise.resolve();

  constructor({ folder, log, now = () => new Date(), maxTextBytes = MAX_TEXT_BYTES }: FolderArchiveOptions) {
    this.#folder = folder;
    this.#log = log;
    this.#now = now;
    this.#maxTextBytes = maxTextBytes;
  }

  async start(): Promise<void> {
    let names: string[] = [];
    try {
      names = await readdir(this.#folder);
      await Promise.all(
        names.filter((name) => name.endsWith(UNFINISHED)).map((name) => rm(this.#pathOf(name), { force: true })),
      );
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#cannot('be read', error);
    }
    for (const ending of [ADDED_ENDING, ENDING]) {
      for (const name of names) {
        const version = name.slice(0, -ending.length);
        if (!name.endsWith(ending) || !isVersionName(version)) continue;
        this.#filed.add(version);
        if (ending === ADDED_ENDING) this.#added.add(version);
        else this.#added.delete(version);
      }
    }
    const told = await this.#readHistory();
    // What was gathered from the files alone is written down with the next version.
    this.#isHistorySaved = told.length > 0 || this.#filed.size === 0;
    const known = new Set(told.map(({ version }) => version));
    const others = await Promise.all(
      [...this.#filed].filter((version) => !known.has(version)).map((version) => this.#entryOfFile(version)),
    );
    this.#history = [...others.toSorted((a, b) => a.since.getTime() - b.since.getTime()), ...told];
    this.#readable = null;
    for (const version of known) {
      if (!this.#filed.has(version)) this.#leaveOut(version, 'there is no file');
    }
  }

  check(): Promise<void> {
    this.#checking = this.#checkFiles();
    return this.#checking;
  }

  async #checkFiles(): Promise<void> {
    for (const version of this.#filed) {
      if (this.#isClosed) return;
      if (!this.#added.has(version)) await this.#readFile(version);
    }
    for (const version of this.#added) {
      if (this.#isClosed) return;
      // A damaged file cannot be decompressed, so that the texts need not be put together.
      const added = await this.#readAdded(version);
      if (added !== null && !this.#filed.has(added.base))
        this.#leaveOut(version, `the version ${added.base} is not there`);
    }
  }

  history(): readonly HistoryEntry[] {
    return (this.#readable ??= this.#history.filter(
      ({ version }) => this.#filed.has(version) || this.#unsaved.has(version),
    ));
  }

  keep(
    version: string,
    writeText: () => WrittenText,
    since = this.#now(),
    cameOf: CameOf | undefined = undefined,
  ): Promise<void> {
    if (this.#history.at(-1)?.version !== version) {
      this.#history.push({ version, since });
      this.#readable = null;
      this.#isHistorySaved = false;
    }
    const added = this.#filed.has(version) ? null : this.#addedSince(cameOf);
    this.#last = added === null ? null : { version, added };
    if (!this.#filed.has(version)) this.#hold(version, added ?? writeText);
    this.#writing = this.#writing.then(() => this.#keepDurably(version, writeText));
    return this.#writing;
  }

  async read(version: string): Promise<string | null> {
    const held = this.#unsaved.get(version);
    if (typeof held === 'function') {
      const text = await collectText(held(), this.#maxTextBytes);
      return this.#orTooLong(version, text)?.toString() ?? null;
    }
    if (Buffer.isBuffer(held)) return this.#asString(version, await decompress(held));
    if (held !== undefined) return this.#asString(version, await this.#withAdded(version, held));
    if (this.#filed.has(version)) return this.#asString(version, await this.#readFiled(version));
    return null;
  }

  #asString(version: string, text: string | Buffer | null): string | null {
    if (text === null || text.length <= this.#maxTextBytes) return text?.toString() ?? null;
    this.#tellTooLong(version, text.length);
    return null;
  }

  /**
   * The text of a version that has a file; null, and the file is left out, when that or the one that it names is damaged; null alone
   * when one of them is too long to be read.
   */
  async #readFiled(version: string): Promise<Buffer | null> {
    if (this.#added.has(version)) {
      const added = await this.#readAdded(version);
      return added === null ? null : this.#withAdded(version, added);
    }
    const text = new BoundedText(this.#maxTextBytes);
    return (await this.#readFile(version, text.add)) ? this.#orTooLong(version, text) : null;
  }

  #orTooLong(version: string, text: BoundedText): Buffer | null {
    const joined = text.join();
    if (joined === null) this.#tellTooLong(version, text.length);
    return joined;
  }

  async #readAdded(version: string): Promise<AddedLines | null> {
    try {
      return readAdded((await decompress(await readFile(this.#pathOf(version + ADDED_ENDING)))).toString());
    } catch (error) {
      this.#leaveOut(version, (error as Error).message);
      return null;
    }
  }

  async #withAdded(version: string, added: AddedLines): Promise<Buffer | null> {
    const isThere = this.#filed.has(added.base) && !this.#added.has(added.base);
    const base = isThere ? await this.#readFiled(added.base) : null;
    // Nothing is wrong with one that is too long.
    if (base === null && isThere && this.#filed.has(added.base)) return null;
    const text = base === null ? null : withAdded(base, added);
    if (text !== null && (await versionOfBytes(text)) === version) return text;
    this.#leaveOut(
      version,
      base === null ? `the version ${added.base} is not there` : 'it holds something else than its name says',
    );
    return null;
  }

  /** A version as what is added to one with a file of its own; null where that is not known, or too much. */
  #addedSince(cameOf: CameOf | undefined): AddedLines | null {
    if (cameOf === undefined || this.#last?.version !== cameOf.version) return null;
    const { base, lines } = this.#last.added;
    const all = [...lines, ...cameOf.writeLines()].sort();
    return all.length > MOST_ADDED ? null : { base, lines: all };
  }

  /** Gives the text of a file in pieces. False, and the file is left out, when it is damaged. */
  async #readFile(version: string, take: (piece: Buffer) => void = () => {}): Promise<boolean> {
    const hash = createHash('sha256');
    try {
      const file = createReadStream(this.#pathOf(version + ENDING));
      await pipeline(file, createGunzip(), async (text: AsyncIterable<Buffer>) => {
        for await (const piece of text) {
          hash.update(piece);
          take(piece);
        }
      });
      if (hash.digest('hex') === version) return true;
      this.#leaveOut(version, 'it holds something else than its name says');
    } catch (error) {
      this.#leaveOut(version, (error as Error).message);
    }
    return false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#writing, this.#checking]);
  }

  lastError(): string | null {
    return this.#lastError;
  }

  /** Keeps a version in memory, so that a read in the same moment finds it. */
  #hold(version: string, text: AddedLines | (() => WrittenText)): void {
    this.#unsaved.set(version, text);
    this.#readable = null;
    for (const oldest of this.#unsaved.keys()) {
      if (this.#unsaved.size <= MAX_UNSAVED) break;
      this.#unsaved.delete(oldest);
    }
  }

  async #keepDurably(version: string, writeText: () => WrittenText): Promise<void> {
    // The version in use can repair a damaged file.
    if (!this.#unsaved.has(version) && !(await this.#isSound(version))) this.#hold(version, writeText);
    await this.#save();
    const isLast = this.#history.at(-1)?.version === version && this.#last === null;
    if (isLast && this.#filed.has(version) && !this.#unsaved.has(version)) await this.#noteLast(version);
  }

  /** Learns what the version in use is made of, so that the next one can be kept as what is added. */
  async #noteLast(version: string): Promise<void> {
    const added = this.#added.has(version) ? await this.#readAdded(version) : { base: version, lines: [] };
    if (added !== null && this.#history.at(-1)?.version === version) this.#last = { version, added };
  }

  async #isSound(version: string): Promise<boolean> {
    if (!this.#filed.has(version)) return false;
    if (!this.#added.has(version)) return this.#readFile(version);
    await this.#readFiled(version);
    // What is damaged was left out.
    return this.#filed.has(version);
  }

  /** Makes durable what is not; what fails is tried again with the next version. */
  async #save(): Promise<void> {
    if (this.#isHistorySaved && this.#unsaved.size === 0) return;
    try {
      // First of all: compressed, what waits for a folder that can be written takes little memory.
      for (const [version, held] of this.#unsaved)
        if (typeof held === 'function') this.#unsaved.set(version, await compressed(held));
      await mkdir(this.#folder, { recursive: true });
      for (const [version, held] of this.#unsaved) {
        const isAdded = typeof held !== 'function' && !Buffer.isBuffer(held);
        await this.#write(version + (isAdded ? ADDED_ENDING : ENDING), await compressed(held));
        if (isAdded) this.#added.add(version);
        else this.#added.delete(version);
        this.#filed.add(version);
        this.#unsaved.delete(version);
      }
      const entries = this.history().map(({ version, since }) => ({ version, since: since.toISOString() }));
      await this.#write(HISTORY, `${JSON.stringify({ format: FORMAT, entries }, null, 1)}\n`);
      this.#isHistorySaved = true;
      if (this.#lastError !== null)
        this.#log.info({ folder: this.#folder }, 'old versions of the vocabulary are kept again');
      this.#lastError = null;
    } catch (error) {
      this.#cannot('be written', error);
    }
  }

  /** Writes a file that is there whole, after a crash too, or not at all. */
  async #write(name: string, content: Buffer | string): Promise<void> {
    const path = this.#pathOf(name);
    const unfinished = path + UNFINISHED;
    try {
      const file = await open(unfinished, 'w');
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      throw error;
    }
    await syncFolder(this.#folder);
  }

  async #readHistory(): Promise<HistoryEntry[]> {
    const path = this.#pathOf(HISTORY);
    try {
      return readEntries(JSON.parse(await readFile(path, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#log.warn(
          { err: error, path },
          'the history of the vocabulary cannot be read; the times of its files count instead',
        );
      return [];
    }
  }

  async #entryOfFile(version: string): Promise<HistoryEntry> {
    const since = await stat(this.#pathOfVersion(version)).then(
      ({ mtime }) => mtime,
      () => new Date(0),
    );
    return { version, since };
  }

  #tellTooLong(version: string, length: number): void {
    const megabytes = (bytes: number): string => `${Math.floor(bytes / 1e6)} MB`;
    this.#log.warn(
      { version },
      `a version of the vocabulary has ${megabytes(length)}, more than the ${megabytes(this.#maxTextBytes)} that are read of one: it is kept, and cannot be read while another one is in use`,
    );
  }

  #leaveOut(version: string, reason: string): void {
    const path = this.#pathOfVersion(version);
    this.#filed.delete(version);
    this.#added.delete(version);
    this.#readable = null;
    if (this.#last?.added.base === version) this.#last = null;
    this.#log.warn({ path, version, reason }, 'a version of the vocabulary is damaged and left out');
  }

  #cannot(what: string, error: unknown): void {
    this.#lastError = `The folder ${this.#folder} cannot ${what}: ${(error as Error).message}`;
    this.#log.warn(
      { err: error, folder: this.#folder },
      `the folder of the vocabulary's versions cannot ${what}; the current one is served, others are kept in memory until the hub ends`,
    );
  }

  #pathOfVersion(version: string): string {
    return this.#pathOf(version + (this.#added.has(version) ? ADDED_ENDING : ENDING));
  }

  #pathOf(name: string): string {
    return join(this.#folder, name);
  }
}

async function compressed(held: Buffer | AddedLines | (() => WrittenText)): Promise<Buffer> {
  if (Buffer.isBuffer(held)) return held;
  return compressText(typeof held === 'function' ? held() : writeAdded(held));
}

/** @throws Error when it is not a history of this layout */
function readEntries(file: unknown): HistoryEntry[] {
  const { format, entries } = (file ?? {}) as { readonly format?: unknown; readonly entries?: unknown };
  if (format !== FORMAT || !Array.isArray(entries)) throw new Error(`It is no history of format ${FORMAT}`);
  return entries.map((entry: unknown) => {
    const { version, since } = (entry ?? {}) as { readonly version?: unknown; readonly since?: unknown };
    const date = new Date(typeof since === 'string' ? since : '');
    if (typeof version !== 'string' || !isVersionName(version) || Number.isNaN(date.getTime()))
      throw new Error('It holds an entry that names no version or no time');
    return { version, since: date };
  });
}
