import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { TripleTable } from '../triple-table.ts';
import { readTable, writeTable } from '../versions/table-bytes.ts';

/** A version of the vocabulary, and the revision of the store that held it. */
export interface KeptVersion {
  readonly revision: string;
  readonly version: string;
  readonly triples: TripleTable;
}

/** What stands before the table, as JSON. */
type Facts = Omit<KeptVersion, 'triples'>;

/** Of a write that did not come to its end. */
const UNFINISHED = '.part';
const NUMBER_BYTES = 4;
/** One read of the system takes no more than 2 GB. */
const PIECE_BYTES = 64 * 1024 * 1024;
const HASH = 'sha256';
const HASH_BYTES = 32;
/** Where the facts begin, behind the hash of all that follows it and their length. */
const HEAD_BYTES = HASH_BYTES + NUMBER_BYTES;

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
  #onKnown: (version: KeptVersion) => void = () => {};
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
    if (kept !== null) this.#onKnown(kept);
    return kept;
  }

  /** Calls `listener` with a version that was read or is held: it comes into use, unless the store holds another one. */
  whenKnown(listener: (version: KeptVersion) => void): void {
    this.#onKnown = listener;
  }

  /** Has the next reading find this version, which the store is about to hold. */
  hold(version: KeptVersion): void {
    this.#held = version;
    this.#onKnown(version);
  }

  /** Writes this version after a while, unless the file has it or another version follows. */
  keep(version: KeptVersion): void {
    clearTimeout(this.#waiting);
    if (version.revision === this.#revision) return;
    this.#waiting = setTimeout(() => {
      this.#writing = this.#writing.then(() => this.write(version));
    }, this.#keepMs);
    // A hub that is otherwise done must not be kept alive by this.
    this.#waiting.unref();
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
      await writeFile(draft, piecesOf(facts, writeTable(triples.columns, this.#hub.baseUrl)));
      await rename(draft, this.#path);
      this.#revision = facts.revision;
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}

function piecesOf(facts: Facts, table: Uint8Array): Uint8Array[] {
  const json = Buffer.from(JSON.stringify(facts));
  // Spaces behind the JSON, so that the numbers of the table begin where numbers may.
  const head = Buffer.alloc(HEAD_BYTES + Math.ceil(json.length / NUMBER_BYTES) * NUMBER_BYTES, ' ');
  head.writeUInt32LE(head.length - HEAD_BYTES, HASH_BYTES);
  json.copy(head, HEAD_BYTES);
  createHash(HASH).update(head.subarray(HASH_BYTES)).update(table).digest().copy(head);
  return [head, table];
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
