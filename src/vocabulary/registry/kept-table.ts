import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { TripleTable } from '../triple-table.ts';
import { readTable, tablePieces } from '../versions/table-bytes.ts';
import { FACTS_AT, headOf, LENGTH_AT, readHashed, readHead, writeHashed } from './hashed-file.ts';

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

/** What is kept of a table in a file of its own. It never rejects. */
export interface KeptBeside {
  /** Has what the file says be known of a table, if it was written of the same. @param hash of the table's file */
  read(triples: TripleTable, hash: string): Promise<void>;
  /** Writes what is known of a table, if all is. @param hash as of `read` */
  write(triples: TripleTable, hash: string): Promise<void>;
}

/** What stands before the table, as JSON. */
type Facts = Omit<KeptVersion, 'triples'>;

/** Of a write that did not come to its end. */
const UNFINISHED = '.part';
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
  /** The table that the file has, and its hash there. */
  #onFile: { readonly triples: WeakRef<TripleTable>; readonly hash: string } | null = null;
  readonly #beside: readonly KeptBeside[];
  #waiting: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param path of the file, whose folder is made when it is first written
   * @param keepMs how long a version is in use before it is written: others may follow it
   * @param beside what is kept with the table
   */
  constructor(path: string, hub: HubNamespaces, keepMs = 0, beside: readonly KeptBeside[] = []) {
    this.#path = path;
    this.#hub = hub;
    this.#keepMs = keepMs;
    this.#beside = beside;
  }

  /** Null when there is none, or one that is damaged or was written by another release. Never rejects. */
  async read(): Promise<KeptVersion | null> {
    const held = this.#held;
    this.#held = null;
    if (held !== null) return held;
    const read = await readHashed(this.#path).catch(() => null);
    const kept = read === null ? null : readKept(read.bytes, this.#hub);
    this.#revision = kept?.revision ?? null;
    if (read !== null && kept !== null) {
      this.#onFile = { triples: new WeakRef(kept.triples), hash: read.hash };
      for (const each of this.#beside) await each.read(kept.triples, read.hash);
    }
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

  /** Has the next version be written also if it has the revision of the file: what that says is not so. */
  distrust(): void {
    this.#revision = null;
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

  /** Keeps what was found out about a table, if the file has it; else that is kept when the table is. */
  async keepFindings(triples: TripleTable): Promise<void> {
    this.#writing = this.#writing.then(() =>
      this.#onFile?.triples.deref() === triples ? this.#writeBeside(triples, this.#onFile.hash) : undefined,
    );
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
      const hash = await writeHashed(draft, [headOf(facts), ...tablePieces(triples.columns, this.#hub.baseUrl)]);
      await rename(draft, this.#path);
      this.#revision = facts.revision;
      this.#onFile = { triples: new WeakRef(triples), hash };
      await this.#writeBeside(triples, hash);
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }

  async #writeBeside(triples: TripleTable, hash: string): Promise<void> {
    for (const each of this.#beside) await each.write(triples, hash);
  }
}

/** The version that a file says it has; null where there is none. Whether it is sound is known only to who reads it. */
export async function versionInFile(path: string): Promise<string | null> {
  try {
    const file = await open(path, 'r');
    try {
      const head = Buffer.alloc(FACTS_AT);
      await file.read(head, 0, FACTS_AT, 0);
      const facts = Buffer.alloc(Math.min(head.readUInt32LE(LENGTH_AT), MOST_FACTS_BYTES));
      await file.read(facts, 0, facts.length, FACTS_AT);
      return (JSON.parse(facts.toString()) as Facts).version;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

function readKept(bytes: Buffer, hub: HubNamespaces): KeptVersion | null {
  const { facts, end } = readHead<Facts>(bytes);
  const columns = readTable(bytes.subarray(end), hub.baseUrl);
  if (columns === null) return null;
  const { revision, version } = facts;
  return { revision, version, triples: new TripleTable(columns) };
}
