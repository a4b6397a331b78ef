import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Log } from '../../log.ts';
import { HubError } from '../../errors.ts';
import { compareAdded, withAdded } from './added-lines.ts';
import type { AddedLines, LineChange, TextFile } from './archive.ts';
import type { HeldText, KnownVersions, Lack } from './known-versions.ts';
import { LENGTH_BYTES, type FileKind, type VersionFiles } from './version-files.ts';
import { checkedText } from './text-file.ts';
import { isVersionOfBytes } from './version.ts';
import { BoundedText, collectText } from './written-text.ts';

const decompress = promisify(gunzip);

/** Longer ones are read by threads from their files: as a string, and a copy of it for the thread, they take seven times their length. */
const LONG_TEXT_BYTES = 16 * 1024 * 1024;
/** What a process lacks that cannot read a file: places for open files, memory. */
const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'Z_MEM_ERROR']);
const RETRY_SECONDS = 5;

interface VersionTextsOptions {
  readonly files: VersionFiles;
  readonly known: KnownVersions;
  readonly log: Pick<Log, 'warn'>;
  /** Longer versions are kept and not read. */
  readonly maxTextBytes: number;
  /** Resolves when what is being written is written. */
  readonly written: () => Promise<void>;
}

/**
 * The texts of known versions, read from memory or files and checked against their names. A version whose file cannot be read is told,
 * and left out of those that can.
 */
export class VersionTexts {
  readonly #files: VersionFiles;
  readonly #known: KnownVersions;
  readonly #log: VersionTextsOptions['log'];
  readonly #maxTextBytes: number;
  readonly #written: () => Promise<void>;

  constructor({ files, known, log, maxTextBytes, written }: VersionTextsOptions) {
    this.#files = files;
    this.#known = known;
    this.#log = log;
    this.#maxTextBytes = maxTextBytes;
    this.#written = written;
  }

  /** The text of a version; null when there is none, or it is damaged or too long. @throws HubError `converter-busy` */
  async read(version: string): Promise<string | null> {
    const text = await this.#readAll(version);
    if (text === null || text.length <= this.#maxTextBytes) return text?.toString() ?? null;
    this.#tellTooLong(version, text.length);
    return null;
  }

  /** The file of a long text; null for others, and for what is in none. @throws HubError `converter-busy` */
  async findLong(version: string): Promise<TextFile | null> {
    const made = await this.madeOf(version);
    if (made === null) return null;
    const held = this.#known.held(made.base);
    // A thread reads files alone; that of a long text takes a minute to write.
    if (held?.kind === 'whole' && typeof held.text === 'function') await this.#written();
    if (!this.#known.isFiled(made.base)) return null;
    const bytes = await this.#files.textBytesOf(made.base).catch(() => 0);
    if (bytes <= Math.min(LONG_TEXT_BYTES, this.#maxTextBytes)) return null;
    const isTooLong = bytes > this.#maxTextBytes;
    return { path: this.#files.pathOf(made.base, 'whole'), lines: made.lines, bytes, isTooLong };
  }

  /**
   * The text of a version in pieces of whole lines, read once: whether it is that of the version is known behind the last one. One that is
   * damaged is left out.
   *
   * @throws HubError `not-found` for what is not there or damaged, `converter-busy`
   */
  async *pieces(version: string): AsyncGenerator<Uint8Array> {
    const file = await this.findLong(version);
    if (file === null) {
      const text = await this.#readAll(version);
      if (text === null) throw notThere(version);
      yield text;
      return;
    }
    try {
      yield* checkedText(version, file);
    } catch (error) {
      await this.#leaveOutLong(version, error);
      throw notThere(version, error);
    }
  }

  /** What became of a text, where both are known as lines that were added to the same one; else null. @throws HubError `converter-busy` */
  async compareLines(from: string, to: string): Promise<LineChange | null> {
    // Of what has just come of another one, that is known when it is written.
    const held = [from, to].map((version) => this.#known.held(version));
    if (held.some((text) => text !== undefined && 'cameOf' in text)) await this.#written();
    return compareAdded(await this.madeOf(from), await this.madeOf(to));
  }

  /** A version as what is added to one that is whole, without a look at that one; null where it is no such. */
  async madeOf(version: string): Promise<AddedLines | null> {
    const held = this.#known.held(version);
    const made =
      held === undefined ? await this.filedAs(version) : held.kind === 'added' ? held.added : wholly(version);
    return made !== null && this.#known.isThere(made.base) ? made : null;
  }

  /** What the file of a version holds, of which a whole one is not looked into; null, and the version is left out, where there is none that can be read. */
  async filedAs(version: string): Promise<AddedLines | null> {
    const kind = await this.#kindOf(version);
    return kind === 'added' ? this.#readAdded(version) : kind === null ? null : wholly(version);
  }

  /** Leaves a version out when its file is damaged; how many bytes of its text were read. @throws HubError `converter-busy` */
  async checkFile(version: string): Promise<number> {
    const kind = await this.#kindOf(version);
    const bytes = kind === 'whole' ? await this.#checkWhole(version) : 0;
    // A damaged file cannot be decompressed, and that of another version says so: the texts need not be put together.
    const added = kind === 'added' ? await this.#readAdded(version) : null;
    if (added !== null && !this.#known.isFiled(added.base)) this.#leaveOutWithoutBase(version, added);
    return bytes;
  }

  /** Leaves a version out when its text is not what its name says, also where it is put together. @throws HubError `converter-busy` */
  async checkText(version: string): Promise<void> {
    const kind = await this.#kindOf(version);
    if (kind === 'whole') await this.#checkWhole(version);
    const added = kind === 'added' ? await this.#readAdded(version) : null;
    if (added !== null) await this.#withAdded(version, added);
  }

  leaveOutWithoutFile(version: string): void {
    this.#leaveOut(version, 'whole', 'there is no file', 'missing');
  }

  async #readAll(version: string): Promise<Buffer | null> {
    const held = this.#known.held(version);
    return held === undefined ? this.#readFiled(version) : this.#readHeld(version, held);
  }

  async #readHeld(version: string, held: HeldText): Promise<Buffer | null> {
    if (held.kind === 'added') return this.#withAdded(version, held.added);
    const { text } = held;
    if (typeof text === 'function') return this.#orTooLong(version, await collectText(text(), this.#maxTextBytes));
    const length = text.length < LENGTH_BYTES ? 0 : text.readUInt32LE(text.length - LENGTH_BYTES);
    if (length <= this.#maxTextBytes) return decompress(text);
    this.#tellTooLong(version, length);
    return null;
  }

  async #readFiled(version: string): Promise<Buffer | null> {
    const kind = await this.#kindOf(version);
    if (kind === 'whole') return this.#readBounded(version);
    const added = kind === 'added' ? await this.#readAdded(version) : null;
    return added === null ? null : this.#withAdded(version, added);
  }

  async #withAdded(version: string, added: AddedLines): Promise<Buffer | null> {
    const { base } = added;
    const held = this.#known.held(base);
    const isHeld = held?.kind === 'whole';
    const isThere = isHeld || (this.#known.isFiled(base) && (await this.#files.kindOf(base)) === 'whole');
    const before = isHeld ? await this.#readHeld(base, held) : isThere ? await this.#readBounded(base) : null;
    // Nothing is wrong with one that is too long.
    if (before === null && (isHeld || (isThere && this.#known.isFiled(base)))) return null;
    const text = before === null ? null : withAdded(before, added);
    if (text !== null && (await isVersionOfBytes(version, text))) return text;
    if (text === null) this.#leaveOutWithoutBase(version, added);
    else this.#leaveOut(version, 'added', 'it holds something else than its name says');
    return null;
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

  /** Null when it is not known to have a file, or has none, so that it is left out. */
  async #kindOf(version: string): Promise<FileKind | null> {
    if (!this.#known.isFiled(version)) return null;
    const kind = await this.#files.kindOf(version);
    if (kind === null) this.leaveOutWithoutFile(version);
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

  /** Leaves a version out when its file is damaged; how many bytes of its text were looked at. @throws HubError `converter-busy` */
  async #checkWhole(version: string): Promise<number> {
    try {
      return await this.#files.checkWhole(version);
    } catch (error) {
      this.#leaveOutUnread(version, 'whole', error);
      return 0;
    }
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

  /** @throws HubError `converter-busy` where it is the process that lacks something: that says nothing of the file */
  #leaveOutUnread(version: string, kind: FileKind, error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || !SHORTAGES.has(code)) return this.#leaveOut(version, kind, message);
    const words = 'The hub cannot read a version of the vocabulary at this moment. Try again in a few seconds.';
    throw new HubError('converter-busy', words, { retryAfterSeconds: RETRY_SECONDS }, error);
  }

  /** Of a version that is added to another one, either file may be damaged. @throws HubError `converter-busy` */
  async #leaveOutLong(version: string, error: unknown): Promise<void> {
    const made = await this.madeOf(version);
    if (made === null || made.base === version) return this.#leaveOutUnread(version, 'whole', error);
    await this.checkFile(made.base);
    if (this.#known.isFiled(made.base)) this.#leaveOutUnread(version, 'added', error);
    else this.#leaveOutWithoutBase(version, made);
  }

  #leaveOutWithoutBase(version: string, { base }: AddedLines): void {
    this.#leaveOut(version, 'added', `the version ${base} is not there`);
  }

  #leaveOut(version: string, kind: FileKind, reason: string, lack: Lack = 'damaged'): void {
    this.#known.noteLack(version, lack);
    const path = this.#files.pathOf(version, kind);
    this.#log.warn({ path, version, reason }, 'a version of the vocabulary is damaged and left out');
  }

  #tellTooLong(version: string, length: number): void {
    const megabytes = (bytes: number): string => `${Math.floor(bytes / 1e6)} MB`;
    this.#log.warn(
      { version },
      `a version of the vocabulary has ${megabytes(length)}, more than the ${megabytes(this.#maxTextBytes)} that are read of one: documents that cite it cannot be converted with it`,
    );
  }
}

function notThere(version: string, cause?: unknown): HubError {
  return new HubError('not-found', `The version ${version} of the vocabulary cannot be read.`, {}, cause);
}

/** As a version that is whole. */
function wholly(version: string): AddedLines {
  return { base: version, lines: [] };
}
