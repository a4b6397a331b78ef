import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { TripleTable } from '../triple-table.ts';
import { readTable, tablePieces } from '../versions/table-bytes.ts';

/** A version of the vocabulary. */
export interface NamedTable {
  readonly version: string;
  readonly triples: TripleTable;
}

/** A version, and the revision of the store that held it. */
export interface KeptVersion extends NamedTable {
  readonly revision: string;
}

/** The file of the vocabulary that the store in a data folder held last. */
export const tableInUse = (dataFolder: string): string => join(dataFolder, 'vocabulary', 'in-use.table');
/** The file that the build makes of the vocabulary that hubs ship. */
export const BUILT_TABLE = fileURLToPath(new URL('dist/vocabulary.table', PACKAGE_FOLDER));

/** What stands before the table, as JSON. */
type Facts = Omit<KeptVersion, 'triples'>;

/** Of a write that did not come to its end. */
const UNFINISHED = '.part';
const NUMBER_BYTES = 4;
/** One read of the system takes no more than 2 GB. */
const PIECE_BYTES = 64 * 1024 * 1024;
/** What is hashed and written at a time, in a few milliseconds. */
const WRITTEN_BYTES = 1024 * 1024;
const HASH = 'sha256';
const HASH_BYTES = 32;
/** Where the facts begin, behind the hash of all that follows it and their length. */
const HEAD_BYTES = HASH_BYTES + NUMBER_BYTES;
const MOST_FACTS_BYTES = 4 * 1024;

/**
 * The table of the vocabulary that a store held last, as a file, so that it need not be read from the store and put in order anew. It
 * says which revision of the store it was made from. Whoever reads it compares that with the store, whose word counts.
 */
export class KeptTable {
  readonly #path: string;
  readonly #hub: HubNamespaces;
  readonly #keepMs: number;
  /** What the next reading finds in place of the file. */
  #held: KeptVersion | null = null;
  /** Of the file, as far as it is known. */
  #revision: string | null = null;
  #waiting: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param path of the file, whose folder is made when it is first written
   * @param keepMs how long a version is in use before it is written: others may follow it
   */
  constructor(path: string, hub: HubNamespaces, keepMs = 0) {
    this.#path = path;
    this.#hub = hub;
    this.#keepMs = keepMs;
  }

  /** Null when there is none, or one that is damaged or was written by another release. Never rejects. */
  async read(): Promise<KeptVersion | null> {
    const held = this.#held;
    this.#held = null;
    if (held !== null) return held;
    const bytes = await readShared(this.#path).catch(() => null);
    const kept = bytes === null ? null : readKept(bytes, this.#hub);
    this.#revision = kept?.revision ?? null;
    return kept;
  }

  /** The version that was held, if it is what the store holds at a revision; it is held no longer. */
  heldAt(revision: string): KeptVersion | null {
    const held = this.#held;
    this.#held = null;
    return held?.revision === revision ? held : null;
  }

  /** Has the next reading find this version, which the store is about to hold. */
  hold(version: KeptVersion): void {
    this.#held = version;
  }

  /** Writes this version after a while, unless the file has it or another version follows. */
  keep(version: KeptVersion): void {
    clearTimeout(this.#waiting);
    if (version.revision === this.#revision) return;
    this.#waiting = setTimeout(() => void this.keepNow(version), this.#keepMs);
    // A hub that is otherwise done must not be kept alive by this.
    this.#waiting.unref();
  }

  /** The same now; resolves when it is written, or cannot be. */
  async keepNow(version: KeptVersion): Promise<void> {
    clearTimeout(this.#waiting);
    this.#writing = this.#writing.then(() => (version.revision === this.#revision ? undefined : this.write(version)));
    await this.#writing;
  }

  /** Resolves when what is being written is written; what still waits is not. */
  async close(): Promise<void> {
    clearTimeout(this.#waiting);
    await this.#writing;
  }

  /** Puts it in the place of the one before, whole or not at all. Never rejects: without the file the store is read. */
  async write({ triples, ...facts }: KeptVersion): Promise<void> {
    const draft = this.#path + UNFINISHED;
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await writeHashed(draft, [headOf(facts), ...tablePieces(triples.columns, this.#hub.baseUrl)]);
      await rename(draft, this.#path);
      this.#revision = facts.revision;
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}

/** The version that a file says it has; null where there is none. Whether it is sound is known only to who reads it. */
export async function versionInFile(path: string): Promise<string | null> {
  try {
    const file = await open(path, 'r');
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      await file.read(head, 0, HEAD_BYTES, 0);
      const facts = Buffer.alloc(Math.min(head.readUInt32LE(HASH_BYTES), MOST_FACTS_BYTES));
      await file.read(facts, 0, facts.length, HEAD_BYTES);
      return (JSON.parse(facts.toString()) as Facts).version;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

/** The facts, behind their length. */
function headOf(facts: Facts): Buffer {
  const json = Buffer.from(JSON.stringify(facts));
  // Spaces behind the JSON, so that the numbers of the table begin where numbers may.
  const head = Buffer.alloc(NUMBER_BYTES + Math.ceil(json.length / NUMBER_BYTES) * NUMBER_BYTES, ' ');
  head.writeUInt32LE(head.length - NUMBER_BYTES);
  json.copy(head, NUMBER_BYTES);
  return head;
}

/** Writes pieces of any length behind their hash. Others have the thread now and then: of a large table all of them take a second. */
async function writeHashed(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w');
  try {
    const hash = createHash(HASH);
    let at = HASH_BYTES;
    for (const piece of pieces)
      for (let from = 0; from < piece.length; from += WRITTEN_BYTES) {
        const part = piece.subarray(from, from + WRITTEN_BYTES);
        hash.update(part);
        for (let done = 0; done < part.length;) {
          const { bytesWritten } = await file.write(part, done, part.length - done, at);
          done += bytesWritten;
          at += bytesWritten;
        }
      }
    await file.write(hash.digest(), 0, HASH_BYTES, 0);
  } finally {
    await file.close();
  }
}

/** A file in memory that threads share: the table is these bytes. */
async function readShared(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.from(new SharedArrayBuffer(size));
    let at = 0;
    while (at < size) {
      const { bytesRead } = await file.read(bytes, at, Math.min(PIECE_BYTES, size - at), at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  } finally {
    await file.close();
  }
}

function readKept(bytes: Buffer, hub: HubNamespaces): KeptVersion | null {
  const hash = createHash(HASH).update(bytes.subarray(HASH_BYTES)).digest();
  if (!hash.equals(bytes.subarray(0, HASH_BYTES))) return null;
  const end = HEAD_BYTES + bytes.readUInt32LE(HASH_BYTES);
  const { revision, version } = JSON.parse(bytes.toString('utf8', HEAD_BYTES, end)) as Facts;
  const columns = readTable(bytes.subarray(end), hub.baseUrl);
  return columns === null ? null : { revision, version, triples: new TripleTable(columns) };
}
