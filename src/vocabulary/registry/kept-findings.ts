import { rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { VocabularyGroups } from '../shapes/kept-groups.ts';
import type { ShapeCheck } from '../shapes/check-shapes.ts';
import type { TripleTable } from '../triple-table.ts';
import { BlockHashes } from '../versions/version-blocks.ts';
import { hashKept, keepHash } from '../versions/version-hash.ts';
import { headOf, readHashed, readHead, writeHashed } from './hashed-file.ts';
import type { KeptBeside } from './kept-table.ts';

/** The file of what was found out about the vocabulary that the store in a data folder held last. */
export const findingsOf = (dataFolder: string): string => join(dataFolder, 'vocabulary', 'in-use.findings');

/** Another number when the layout changes: what was written before is not read then. */
const FORMAT = 1;
const NUMBER_BYTES = Uint32Array.BYTES_PER_ELEMENT;
/** Of a write that did not come to its end. */
const UNFINISHED = '.part';

/** What the file begins with, as JSON behind its length. Numbers are those of the processor, and cite terms of one table. */
interface Header {
  readonly format: number;
  readonly endianness: string;
  /** The hash of the table's file. */
  readonly table: string;
  /** The address of the hub, in IRIs that were hashed. */
  readonly from: string;
  /** The hash of the shapes that the groups are of. */
  readonly shapes: string;
  readonly subjects: number;
  readonly starts: number;
  /** Bytes of the hashes of blocks. */
  readonly blocks: number;
  readonly groups: ReadonlyArray<{ readonly solutions: number; readonly selected: number } | null>;
}

/**
 * What the first change of a vocabulary needs, as a file beside its table: the order and the hashes of the blocks that name the version, and what
 * terms are called alike. To find it out of a hundred thousand terms takes ten seconds and more.
 */
export class KeptFindings implements KeptBeside {
  readonly #path: string;
  readonly #hub: HubNamespaces;
  readonly #shapes: Pick<ShapeCheck, 'groupsOf' | 'giveGroups'>;
  /** The hash of the table's file whose findings the file has, as far as that is known. */
  #kept: string | null = null;

  constructor(path: string, hub: HubNamespaces, shapes: Pick<ShapeCheck, 'groupsOf' | 'giveGroups'>) {
    this.#path = path;
    this.#hub = hub;
    this.#shapes = shapes;
  }

  /** Takes over what the file says of a table, if it was found out about the same. Never rejects. @param hash of the table's file */
  async read(triples: TripleTable, hash: string): Promise<void> {
    const read = await readHashed(this.#path).catch(() => null);
    if (read === null) return;
    const { bytes } = read;
    const { facts, end } = readHead<Header>(bytes);
    const { format, endianness: order, table, from, shapes, subjects, starts, blocks, groups } = facts;
    if (format !== FORMAT || order !== endianness() || table !== hash || from !== this.#hub.baseUrl) return;
    let at = bytes.byteOffset + end;
    const numbers = (count: number): Uint32Array => {
      const found = new Uint32Array(bytes.buffer, at, count);
      at += count * NUMBER_BYTES;
      return found;
    };
    const kept = { from, subjects: numbers(subjects), starts: [...numbers(starts)] };
    const found: VocabularyGroups = groups.map(
      (group) =>
        group && {
          hashes: numbers(group.solutions),
          roots: numbers(group.solutions),
          selected: new Set(numbers(group.selected)),
        },
    );
    keepHash(triples, { ...kept, blocks: BlockHashes.of(new Uint8Array(bytes.buffer, at, blocks)) });
    if (await this.#shapes.giveGroups(triples, { shapes, groups: found })) this.#kept = hash;
  }

  /** Writes what was found out about a table, if all was. Never rejects: without the file it is found out anew. @param hash of the table's file */
  async write(triples: TripleTable, hash: string): Promise<void> {
    if (hash === this.#kept) return;
    const draft = this.#path + UNFINISHED;
    try {
      const [kept, found] = [hashKept(triples), await this.#shapes.groupsOf(triples)];
      if (kept === null || found === null) return;
      const { from, subjects, starts, blocks } = kept;
      const header: Header = {
        format: FORMAT,
        endianness: endianness(),
        table: hash,
        from,
        shapes: found.shapes,
        subjects: subjects.length,
        starts: starts.length,
        blocks: blocks.bytes.length,
        groups: found.groups.map((group) => group && { solutions: group.roots.length, selected: group.selected.size }),
      };
      const ofGroups = found.groups.flatMap((group) =>
        group === null ? [] : [group.hashes, group.roots, Uint32Array.from(group.selected)],
      );
      const numbers = [subjects, Uint32Array.from(starts), ...ofGroups];
      await writeHashed(draft, [headOf(header), ...numbers.map(bytesOf), blocks.bytes]);
      await rename(draft, this.#path);
      this.#kept = hash;
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
