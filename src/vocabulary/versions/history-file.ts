import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import { writeDurably } from '../../store/durable-folder.ts';
import type { HistoryEntry } from './archive.ts';
import { isVersionName } from './version.ts';

const NAME = 'history.ndjson';
const FORMAT = 2;
/** Of the layout before, which was one JSON text. */
const NAME_BEFORE = 'history.json';
const FORMAT_BEFORE = 1;
const HEAD = `${JSON.stringify({ format: FORMAT })}\n`;
const LINE_END = 0x0a;
/** Versions that one line of the log names. */
const MOST_NAMED = 10;

/**
 * When versions came into use, as a file of lines: the first one names the layout, each of the others a version and its time. What is new is added
 * behind the last line. A line without its end is of a write that did not come to its own, and counts for nothing.
 */
export class HistoryFile {
  readonly #folder: string;
  readonly #log: Pick<Log, 'warn'>;
  /** Lines that were read, without the first one; null when they are decoded. */
  #lines: string | null = null;
  /** Of the layout before. */
  #entriesBefore: HistoryEntry[] = [];
  /** The length of the file, if lines can be added to it; null where it has to be written whole. */
  #end: number | null = null;
  /** Whether it was told that something of it cannot be read. */
  #isTold = false;

  constructor(folder: string, log: Pick<Log, 'warn'>) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Reads the file. False when there is none, or none that can be read, which is told. */
  async open(): Promise<boolean> {
    const isRead = await this.#tryToRead(NAME, (bytes) => this.#take(bytes));
    // An earlier release that ran in between wrote one of its own.
    const isReadBefore = await this.#tryToRead(NAME_BEFORE, (bytes) => {
      this.#entriesBefore = readEntriesBefore(JSON.parse(bytes.toString()));
    });
    return isRead || isReadBefore;
  }

  async #tryToRead(name: string, take: (bytes: Buffer) => void): Promise<boolean> {
    const path = join(this.#folder, name);
    try {
      take(await readFile(path));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#tell(
          { err: error, path },
          'the history of the vocabulary cannot be read; the times of its files count instead',
        );
      return false;
    }
  }

  #take(bytes: Buffer): void {
    const end = bytes.lastIndexOf(LINE_END) + 1;
    if (bytes.toString('latin1', 0, HEAD.length) !== HEAD) throw new Error(`It is no history of format ${FORMAT}`);
    this.#lines = bytes.toString('latin1', HEAD.length, end);
    this.#end = end === bytes.length ? end : null;
  }

  /** Whether it is as it should be, so that what is new can be added to it. */
  get isSound(): boolean {
    return this.#end !== null;
  }

  #tell(fields: object, message: string): void {
    this.#isTold = true;
    this.#log.warn(fields, message);
  }

  /** Has the file written whole with the next entry. */
  distrust(): void {
    this.#end = null;
  }

  /** Takes note that the file does not have versions which have files, as where it was cut; that is told unless something else of it was. */
  noteLacking(versions: readonly string[]): void {
    this.distrust();
    if (!this.#isTold)
      this.#tell(
        { path: join(this.#folder, NAME), count: versions.length, versions: versions.slice(0, MOST_NAMED) },
        'the history of the vocabulary lacks versions that have files; the times of their files count instead',
      );
  }

  /** What the file that was opened says; to be called once. Lines that cannot be read are told, and left out. */
  takeEntries(): HistoryEntry[] {
    if (this.#lines === null) return this.#entriesBefore;
    const lines = this.#lines.split('\n').slice(0, -1);
    this.#lines = null;
    const entries = lines.map(readLine).filter((entry) => entry !== null);
    const unread = lines.length - entries.length;
    if (unread > 0) {
      this.distrust();
      this.#tell(
        { path: join(this.#folder, NAME), lines: unread },
        'lines of the history of the vocabulary cannot be read; the times of their files count instead',
      );
    }
    return this.#withThoseOfBefore(entries);
  }

  #withThoseOfBefore(entries: HistoryEntry[]): HistoryEntry[] {
    const known = new Set(entries.map(({ version }) => version));
    const others = this.#entriesBefore.filter(({ version }) => !known.has(version));
    if (others.length === 0) return entries;
    this.distrust();
    return [...entries, ...others].toSorted((a, b) => a.since.getTime() - b.since.getTime());
  }

  /**
   * Adds entries durably, or writes all there are where the file is not as it was left.
   *
   * @param all with those that are added
   * @throws Error when the folder cannot be written; the next time the file is written whole
   */
  async append(added: readonly HistoryEntry[], all: () => readonly HistoryEntry[]): Promise<void> {
    const lines = Buffer.from(added.map(writeLine).join(''));
    const from = this.#end;
    this.#end = null;
    if (from !== null && (await this.#appendTo(from, lines))) {
      this.#end = from + lines.length;
      return;
    }
    const text = Buffer.from(HEAD + all().map(writeLine).join(''));
    await writeDurably(this.#folder, NAME, text);
    await rm(join(this.#folder, NAME_BEFORE), { force: true });
    this.#isTold = false;
    this.#end = text.length;
  }

  /** False, and nothing is written, when the file ends elsewhere: after a write that failed halfway, or by another hand. */
  async #appendTo(end: number, lines: Buffer): Promise<boolean> {
    const file = await open(join(this.#folder, NAME), 'a');
    try {
      if ((await file.stat()).size !== end) return false;
      await file.appendFile(lines);
      await file.sync();
      return true;
    } finally {
      await file.close();
    }
  }
}

function writeLine({ version, since }: HistoryEntry): string {
  return `${JSON.stringify({ version, since: since.toISOString() })}\n`;
}

function readLine(line: string): HistoryEntry | null {
  try {
    return readEntry(JSON.parse(line));
  } catch {
    return null;
  }
}

/** @throws Error when it is not a history of the layout before */
function readEntriesBefore(file: unknown): HistoryEntry[] {
  const { format, entries } = (file ?? {}) as { readonly format?: unknown; readonly entries?: unknown };
  if (format !== FORMAT_BEFORE || !Array.isArray(entries))
    throw new Error(`It is no history of format ${FORMAT_BEFORE}`);
  return entries.map(readEntry);
}

/** @throws Error when it names no version or no time */
function readEntry(entry: unknown): HistoryEntry {
  const { version, since } = (entry ?? {}) as { readonly version?: unknown; readonly since?: unknown };
  const date = new Date(typeof since === 'string' ? since : '');
  if (typeof version !== 'string' || !isVersionName(version) || Number.isNaN(date.getTime()))
    throw new Error('It holds an entry that names no version or no time');
  return { version, since: date };
}
