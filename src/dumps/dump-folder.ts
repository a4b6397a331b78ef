import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Log } from '../log.ts';
import { syncFolder } from '../store/durable-folder.ts';
import { digestOfFile, openSound, traceOfFile, type SoundFile } from './dump-file.ts';

interface DumpFolderOptions {
  readonly folder: string;
  /** Bytes that dumps of versions may have that are not in use, all together. */
  readonly maxOtherBytes: number;
  /** Tells dumps of this release and this address from others, which are removed. Letters and digits. */
  readonly edition: () => Promise<string>;
  readonly log: Pick<Log, 'warn'>;
}

const UNFINISHED = '.part';
/** `{version}.{edition}.{what}.{SHA-256 of the bytes}`: the version in hex, and what it is as `ttl` or `ttl.br`. */
const NAME = /^([0-9a-f]{64})\.([0-9a-z]+)\.([a-z]+(?:\.[a-z]+)?)\.([0-9a-f]{64})$/;

/** The part of a name that says which dump it is. */
export interface DumpName {
  readonly version: string;
  /** `ttl`, or `ttl.br` of what is compressed. */
  readonly what: string;
}

/** An open file of a dump. Whoever has it closes it. */
export interface OpenDump {
  readonly file: FileHandle;
  readonly size: number;
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
}

/**
 * The folder of dumps. The name of a file ends with the hash of its bytes, and it has its name when it is whole and on the disk, never
 * before. A file is read once before it is served, and again when it was touched since: one that is not what its name says is removed.
 */
export class DumpFolder {
  readonly #options: DumpFolderOptions;
  /** Files that were seen to be sound, by their paths, with what tells that they were touched. */
  readonly #sound = new Map<string, { readonly file: SoundFile; readonly trace: string }>();
  #cleared: Promise<void> | null = null;

  constructor(options: DumpFolderOptions) {
    this.#options = options;
  }

  /** The dump of this name, open and sound; null when there is none. */
  async open(name: DumpName): Promise<OpenDump | null> {
    await this.clear();
    const beginning = await this.#beginningOf(name);
    for (const found of await this.#list()) {
      const digest = NAME.exec(found)?.[4];
      // `ttl` is what `ttl.br` begins with.
      if (digest === undefined || found !== beginning + digest) continue;
      const opened = await this.#openFile(join(this.#options.folder, found), digest);
      if (opened !== null) return opened;
    }
    return null;
  }

  /** A path to write a dump to, which has no name yet. @throws Error when the folder cannot be written */
  async newPart(): Promise<string> {
    await this.clear();
    await mkdir(this.#options.folder, { recursive: true });
    return join(this.#options.folder, `${randomUUID()}${UNFINISHED}`);
  }

  /** Gives what was written to a path its name. @param digest SHA-256 of its bytes, in hex */
  async keep(part: string, name: DumpName, digest: string): Promise<void> {
    const { folder } = this.#options;
    const path = join(folder, `${await this.#beginningOf(name)}${digest}`);
    await rename(part, path);
    const trace = await traceOfFile(path);
    // It was hashed while it was written.
    if (trace !== null) this.#sound.set(path, { file: { path, size: (await stat(path)).size, digest }, trace });
    await syncFolder(folder);
  }

  /** Takes away what was written to a path. Never rejects. */
  async discard(part: string): Promise<void> {
    await rm(part, { force: true }).catch(() => {});
  }

  /** Removes the oldest dumps, but none of these versions, until those of versions that are not in use are few enough. */
  async makeRoom(inUse: string, justMade: string): Promise<void> {
    const { folder, maxOtherBytes } = this.#options;
    const others: { readonly path: string; readonly size: number; readonly mtimeMs: number }[] = [];
    for (const name of await this.#list()) {
      const version = NAME.exec(name)?.[1];
      if (version === undefined || version === inUse || version === justMade) continue;
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null) others.push({ path, size: found.size, mtimeMs: found.mtimeMs });
    }
    others.sort((a, b) => a.mtimeMs - b.mtimeMs);
    let bytes = others.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of others) {
      if (bytes <= maxOtherBytes) return;
      await this.#remove(path);
      bytes -= size;
    }
  }

  /** @param digest what the file's bytes should hash to */
  async #openFile(path: string, digest: string): Promise<OpenDump | null> {
    const known = this.#sound.get(path);
    const opened = known === undefined ? null : await openSound(known.file, known.trace);
    if (known !== undefined && opened !== null) return { ...known.file, file: opened };
    const trace = await traceOfFile(path);
    if (trace === null) return null;
    // What cannot be read now may be sound.
    const found = await digestOfFile(path).catch(() => null);
    if (found === null) return null;
    if (found !== digest) {
      this.#options.log.warn({ path }, 'a dump of the vocabulary is damaged; it is removed and made again');
      await this.#remove(path);
      return null;
    }
    const file = { path, size: (await stat(path)).size, digest };
    this.#sound.set(path, { file, trace });
    const handle = await openSound(file, trace);
    return handle === null ? null : { ...file, file: handle };
  }

  async #remove(path: string): Promise<void> {
    this.#sound.delete(path);
    await rm(path, { force: true }).catch((error: unknown) => {
      this.#options.log.warn({ err: error, path }, 'a dump of the vocabulary cannot be removed');
    });
  }

  async #beginningOf({ version, what }: DumpName): Promise<string> {
    return `${version}.${await this.#options.edition()}.${what}.`;
  }

  /** None where there is no such folder. */
  #list(): Promise<string[]> {
    return readdir(this.#options.folder).catch(() => []);
  }

  /** Removes, once, what a crash left and what another release wrote. */
  clear(): Promise<void> {
    return (this.#cleared ??= this.#clearNow().catch((error: unknown) => {
      this.#cleared = null;
      throw error;
    }));
  }

  async #clearNow(): Promise<void> {
    const edition = await this.#options.edition();
    for (const name of await this.#list()) {
      const parts = NAME.exec(name);
      const isOurs = parts !== null || name.endsWith(UNFINISHED);
      if (isOurs && parts?.[2] !== edition) await this.#remove(join(this.#options.folder, name));
    }
  }
}
