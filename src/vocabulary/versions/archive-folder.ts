// One thing, though long: the files of one folder, and what is known of each.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gzip } from 'node:zlib';
import type { HistoryEntry, VocabularyArchive } from './archive.ts';
import { isVersionName } from './version.ts';

const compress = promisify(gzip);
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
}

const FORMAT = 1;
const HISTORY = 'history.json';
const ENDING = '.nt.gz';
/** Of a write that did not come to its end. */
const UNFINISHED = '.part';
/** A text that claims to be longer is not a vocabulary. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;
/** Versions that are held in memory while the folder cannot be written; some 4 MB each. */
const MAX_UNSAVED = 16;

/**
 * An archive in a folder: a file `{version}.nt.gz` for each version (`zcat … | sha256sum` gives its name), and `history.json`,
 * which says when each came into use. A file has its name when it is whole and on the disk, never before.
 */
export class FolderArchive implements VocabularyArchive {
  readonly #folder: string;
  readonly #log: ArchiveLog;
  readonly #now: () => Date;
  #history: HistoryEntry[] = [];
  /** Versions that have a file, as far as it is known sound. */
  readonly #filed = new Set<string>();
  /** Texts of versions that have none yet: what writes them, then compressed. */
  readonly #unsaved = new Map<string, Buffer | (() => string | Buffer)>();
  #isHistorySaved = true;
  #lastError: string | null = null;
  #isClosed = false;
  /** Writes go one after another. */
  #writing: Promise<void> = Promise.resolve();
  #checking: Promise<void> = Promise.resolve();

  constructor({ folder, log, now = () => new Date() }: FolderArchiveOptions) {
    this.#folder = folder;
    this.#log = log;
    this.#now = now;
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
    for (const name of names) {
      const version = name.slice(0, -ENDING.length);
      if (name.endsWith(ENDING) && isVersionName(version)) this.#filed.add(version);
    }
    const told = await this.#readHistory();
    // What was gathered from the files alone is written down with the next version.
    this.#isHistorySaved = told.length > 0 || this.#filed.size === 0;
    const known = new Set(told.map(({ version }) => version));
    const others = await Promise.all(
      [...this.#filed].filter((version) => !known.has(version)).map((version) => this.#entryOfFile(version)),
    );
    this.#history = [...others.toSorted((a, b) => a.since.getTime() - b.since.getTime()), ...told];
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
      await this.#readFile(version);
    }
  }

  history(): readonly HistoryEntry[] {
    return this.#history.filter(({ version }) => this.#filed.has(version) || this.#unsaved.has(version));
  }

  keep(version: string, writeText: () => string | Buffer, since = this.#now()): Promise<void> {
    if (this.#history.at(-1)?.version !== version) {
      this.#history.push({ version, since });
      this.#isHistorySaved = false;
    }
    if (!this.#filed.has(version)) this.#hold(version, writeText);
    this.#writing = this.#writing.then(() => this.#keepDurably(version, writeText));
    return this.#writing;
  }

  async read(version: string): Promise<string | null> {
    const held = this.#unsaved.get(version);
    if (held !== undefined) return (typeof held === 'function' ? held() : await decompress(held)).toString();
    const pieces: Buffer[] = [];
    const isSound = this.#filed.has(version) && (await this.#readFile(version, (piece) => void pieces.push(piece)));
    return isSound ? Buffer.concat(pieces).toString() : null;
  }

  /** Gives the text of a file in pieces. False, and the file is left out, when it is damaged. */
  async #readFile(version: string, take: (piece: Buffer) => void = () => {}): Promise<boolean> {
    const hash = createHash('sha256');
    let length = 0;
    try {
      const file = createReadStream(this.#pathOf(version + ENDING));
      await pipeline(file, createGunzip(), async (text: AsyncIterable<Buffer>) => {
        for await (const piece of text) {
          length += piece.length;
          if (length > MAX_TEXT_BYTES) throw new Error('it is too long');
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
  #hold(version: string, writeText: () => string | Buffer): void {
    this.#unsaved.set(version, writeText);
    for (const oldest of this.#unsaved.keys()) {
      if (this.#unsaved.size <= MAX_UNSAVED) break;
      this.#unsaved.delete(oldest);
    }
  }

  async #keepDurably(version: string, writeText: () => string | Buffer): Promise<void> {
    // The version in use can repair a damaged file.
    if (!this.#unsaved.has(version) && !(await this.#isSound(version))) this.#hold(version, writeText);
    await this.#save();
  }

  async #isSound(version: string): Promise<boolean> {
    return this.#filed.has(version) && this.#readFile(version);
  }

  /** Makes durable what is not; what fails is tried again with the next version. */
  async #save(): Promise<void> {
    if (this.#isHistorySaved && this.#unsaved.size === 0) return;
    try {
      // First of all: compressed, what waits for a folder that can be written takes little memory.
      for (const [version, held] of this.#unsaved) this.#unsaved.set(version, await compressed(held));
      await mkdir(this.#folder, { recursive: true });
      for (const [version, held] of this.#unsaved) {
        await this.#write(version + ENDING, await compressed(held));
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
    // The new name is in the folder, which is a file of its own.
    const folder = await open(this.#folder, 'r');
    await folder.sync().finally(() => folder.close());
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
    const since = await stat(this.#pathOf(version + ENDING)).then(
      ({ mtime }) => mtime,
      () => new Date(0),
    );
    return { version, since };
  }

  #leaveOut(version: string, reason: string): void {
    this.#filed.delete(version);
    const path = this.#pathOf(version + ENDING);
    this.#log.warn({ path, version, reason }, 'a version of the vocabulary is damaged and left out');
  }

  #cannot(what: string, error: unknown): void {
    this.#lastError = `The folder ${this.#folder} cannot ${what}: ${(error as Error).message}`;
    this.#log.warn(
      { err: error, folder: this.#folder },
      `the folder of the vocabulary's versions cannot ${what}; the current one is served, others are kept in memory until the hub ends`,
    );
  }

  #pathOf(name: string): string {
    return join(this.#folder, name);
  }
}

async function compressed(held: Buffer | (() => string | Buffer)): Promise<Buffer> {
  return typeof held === 'function' ? compress(held()) : held;
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
