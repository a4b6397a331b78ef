import { rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { versions } from 'node:process';
import { offerFinder, writeFinder } from '../search/finder.ts';
import type { Column } from '../search/kept-columns.ts';
import type { TripleTable } from '../triple-table.ts';
import { headOf, readHashed, readHead, writeHashed } from './hashed-file.ts';
import type { KeptBeside } from './kept-table.ts';

/** The file of the search index of the vocabulary that the store in a data folder held last. */
export const indexOf = (dataFolder: string): string => join(dataFolder, 'vocabulary', 'in-use.index');

/** Another number when the layout changes, what terms are found by, or what texts are divided into: what was written before is not read then. */
const FORMAT = 1;
/** Of a write that did not come to its end. */
const UNFINISHED = '.part';
const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;

/** What the file begins with, as JSON behind its length. Numbers are those of the processor. */
interface Header {
  readonly format: number;
  readonly endianness: string;
  /** What letters, marks and words are is said by these. */
  readonly unicode: string;
  /** The hash of the table's file. */
  readonly table: string;
  /** The columns that follow each other, by their kinds and how many bytes they have. */
  readonly columns: ReadonlyArray<readonly [kind: string, bytes: number]>;
}

/** The search index of a vocabulary, as a file beside its table. To make it of a hundred thousand terms takes half a minute. */
export class KeptIndex implements KeptBeside {
  readonly #path: string;
  /** The hash of the table's file whose index the file has, as far as that is known. */
  #kept: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async read(triples: TripleTable, hash: string): Promise<void> {
    // When it is needed: the hub is ready before.
    offerFinder(triples, async (use) => {
      const columns = await readColumns(this.#path, hash);
      if (columns === null) return null;
      const used = await use(columns);
      this.#kept = hash;
      return used;
    });
  }

  async write(triples: TripleTable, hash: string): Promise<void> {
    if (hash === this.#kept) return;
    const draft = this.#path + UNFINISHED;
    try {
      const columns = writeFinder(triples);
      if (columns === null) return;
      const header: Header = {
        ...written(),
        table: hash,
        columns: columns.map((column) => [column.constructor.name, column.byteLength]),
      };
      await writeHashed(draft, [headOf(header), ...columns.map(bytesOf)]);
      await rename(draft, this.#path);
      this.#kept = hash;
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}

function written(): Pick<Header, 'format' | 'endianness' | 'unicode'> {
  return { format: FORMAT, endianness: endianness(), unicode: `${versions.unicode} ${versions.icu}` };
}

/** Null where there is no such file, or one that is damaged, of another table, or was written by another release. */
async function readColumns(path: string, table: string): Promise<readonly Column[] | null> {
  const read = await readHashed(path).catch(() => null);
  if (read === null) return null;
  const { facts, end } = readHead<Header>(read.bytes);
  const known = { ...written(), table };
  if (Object.entries(known).some(([name, value]) => facts[name as keyof Header] !== value)) return null;
  let at = end;
  return facts.columns.map(([kind, bytes]) => {
    // Memory of its own, which is given back when the column grows.
    const own = new Uint8Array(bytes);
    own.set(read.bytes.subarray(at, at + bytes));
    at += bytes;
    return new KINDS[kind as keyof typeof KINDS](own.buffer);
  });
}

function bytesOf({ buffer, byteOffset, byteLength }: Column): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
