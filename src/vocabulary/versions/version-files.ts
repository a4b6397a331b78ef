import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { UNFINISHED, writeDurably } from '../../store/durable-folder.ts';
import { readAdded } from './added-lines.ts';
import type { AddedLines } from './archive.ts';
import { hashOfBytes, SoundFiles } from './sound-files.ts';
import { TextNames } from './version-blocks.ts';
import { isVersionName } from './version.ts';

/** What a file holds: the text of a version, or the lines that are added to that of another one. */
export type FileKind = 'whole' | 'added';

const ENDINGS = { whole: '.nt.gz', added: '.added.gz' } as const;

/** Of the length of the text, modulo 2^32, which gzip ends with (RFC 1952 §2.3.1). */
export const LENGTH_BYTES = 4;
/** No text becomes less than this part of itself by gzip. */
const MOST_COMPRESSED = 1032;
/** What is decompressed at a time becomes some 200 KB of text. */
const READ_BYTES = 16 * 1024;
/** A text of no more than that leaves little garbage in whatever pieces. */
const MOST_IN_SMALL_PIECES = 1024 * 1024;
/**
 * Memory for many pieces of a long text. It is more than the 32 MiB up to which the GNU C library may keep what is freed for later
 * (`DEFAULT_MMAP_THRESHOLD_MAX` of mallopt(3)), so that it goes back to the system. Only what the text fills is ever resident.
 */
const TEXT_MEMORY_BYTES = 33 * 1024 * 1024;

const decompress = promisify(gunzip);

/** The files of versions in a folder, each read and written for itself. */
export class VersionFiles {
  readonly #folder: string;
  readonly #sound: SoundFiles;

  constructor(folder: string) {
    this.#folder = folder;
    this.#sound = new SoundFiles(folder);
  }

  /**
   * The versions that have a file, and of what kind; of both kinds, the whole one counts. What writes left that did not come to their end is
   * removed, so that nothing may be written meanwhile.
   *
   * @throws Error when the folder cannot be read, `ENOENT` when there is none
   */
  async list(): Promise<ReadonlyMap<string, FileKind>> {
    const kinds = new Map<string, FileKind>();
    for (const name of await readdir(this.#folder)) {
      const isUnfinished = name.endsWith(UNFINISHED);
      const named = versionOfFile(isUnfinished ? name.slice(0, -UNFINISHED.length) : name);
      if (named === null) continue;
      if (isUnfinished) await rm(join(this.#folder, name), { force: true });
      else if (kinds.get(named.version) !== 'whole') kinds.set(named.version, named.kind);
    }
    return kinds;
  }

  /** Null when a version has no file. */
  async kindOf(version: string): Promise<FileKind | null> {
    for (const kind of ['whole', 'added'] as const) {
      const isThere = await access(this.pathOf(version, kind)).then(
        () => true,
        // One that cannot be looked at is there.
        (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
      );
      if (isThere) return kind;
    }
    return null;
  }

  pathOf(version: string, kind: FileKind): string {
    return join(this.#folder, version + ENDINGS[kind]);
  }

  /** When a file was written; the beginning of all time when it cannot be said. */
  async timeOf(version: string, kind: FileKind): Promise<Date> {
    return stat(this.pathOf(version, kind)).then(
      ({ mtime }) => mtime,
      () => new Date(0),
    );
  }

  /** How long the text of a version is, as its file says at its end; less than that where it is longer than 4 GiB or damaged, at least 0. */
  async textBytesOf(version: string): Promise<number> {
    const file = await open(this.pathOf(version, 'whole'), 'r');
    try {
      const { size } = await file.stat();
      const end = Buffer.alloc(LENGTH_BYTES);
      await file.read(end, 0, LENGTH_BYTES, Math.max(0, size - LENGTH_BYTES));
      const said = end.readUInt32LE();
      return said <= size * MOST_COMPRESSED ? said : 0;
    } finally {
      await file.close();
    }
  }

  /**
   * Looks whether the text of a version is what its name says: through all of it, unless the file has the bytes that were found to be so before.
   *
   * @returns how many bytes of the text were looked at
   * @throws Error as `readWhole`
   */
  async checkWhole(version: string): Promise<number> {
    if (await this.#sound.has(version, this.pathOf(version, 'whole'))) return 0;
    let bytes = 0;
    await this.readWhole(version, (piece) => (bytes += piece.length));
    return bytes;
  }

  /** Gives the text of a version in pieces. @throws Error when the file is not there, or damaged, which shows behind the last piece */
  async readWhole(version: string, take: (piece: Buffer) => void): Promise<void> {
    const names = new TextNames();
    const isLong = (await this.textBytesOf(version)) > MOST_IN_SMALL_PIECES;
    const file = createReadStream(this.pathOf(version, 'whole'), { highWaterMark: READ_BYTES });
    const gunzip = createGunzip(isLong ? { chunkSize: TEXT_MEMORY_BYTES } : {});
    const read = hashOfBytes();
    const hashed = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of pieces) {
        read.add(piece);
        yield piece;
      }
    };
    await pipeline(file, hashed, gunzip, async (text: AsyncIterable<Buffer>) => {
      for await (const piece of text) {
        names.add(piece);
        take(piece);
      }
    });
    if (!names.names().includes(version)) throw new Error('it holds something else than its name says');
    if (isLong) await this.#sound.note(version, read.hex());
  }

  /** @throws Error when the file is not there, cannot be decompressed, or says that it is of another version */
  async readAdded(version: string): Promise<AddedLines> {
    return readAdded(version, (await decompress(await readFile(this.pathOf(version, 'added')))).toString());
  }

  /** @param content compressed. @throws Error when it cannot be written; then there is none, or the one before */
  async write(version: string, kind: FileKind, content: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeDurably(this.#folder, version + ENDINGS[kind], content);
    // A damaged one of the other kind would be taken for it.
    await rm(this.pathOf(version, kind === 'whole' ? 'added' : 'whole'), { force: true });
  }
}

function versionOfFile(name: string): { readonly version: string; readonly kind: FileKind } | null {
  for (const kind of ['whole', 'added'] as const) {
    if (!name.endsWith(ENDINGS[kind])) continue;
    const version = name.slice(0, -ENDINGS[kind].length);
    if (isVersionName(version)) return { version, kind };
  }
  return null;
}
