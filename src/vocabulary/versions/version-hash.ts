import { createHash, type Hash } from 'node:crypto';
import type { Moved } from '../../rdf/triple-lines.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { Steps } from '../steps.ts';
import type { TripleTable } from '../triple-table.ts';
import { CanonicalText } from './canonical-bytes.ts';
import { BlockHashes } from './version-blocks.ts';

/** What is kept of the hash of a table, so that of another one only the blocks that a change touched are hashed. */
export interface KeptHash {
  /** The address that the text has another one in place of. */
  readonly from: string;
  /** In the order of their lines, as numbers of terms. */
  readonly subjects: Uint32Array;
  /** The place of the first subject of each block. */
  readonly starts: readonly number[];
  readonly blocks: BlockHashes;
}

/** A table that another one came of, by `extendTable`. */
export interface Extended {
  readonly triples: TripleTable;
  readonly added: readonly Triple[];
}

/** A subject that got triples: its place among those before, and whether it stands there. */
interface Touched {
  readonly subject: number;
  readonly place: number;
  readonly isNew: boolean;
}

const keptHashes = new WeakMap<TripleTable, KeptHash>();

/** What is kept of the hash of a table; null where it was not asked for. */
export function hashKept(table: TripleTable): KeptHash | null {
  return keptHashes.get(table) ?? null;
}

/** Keeps what is known of the hash of a table since it was read, as `hashKept` gave it. */
export function keepHash(table: TripleTable, kept: KeptHash): void {
  keptHashes.set(table, kept);
}

/** Whether the hash of a table was asked for, so that one that comes of it costs less. */
export function isHashed(table: TripleTable, moved: Moved): boolean {
  return knownOrder(table, moved) !== null;
}

/** The subjects in the order of their lines, as `CanonicalText.subjects` has them, where the hash of the table was asked for. */
export function knownOrder(table: TripleTable, moved: Moved): Uint32Array | null {
  const known = keptHashes.get(table);
  return known?.from === moved.from ? known.subjects : null;
}

/**
 * The name of a table, by the blocks of its canonical text.
 *
 * @param whole gets all of the text, too; then nothing that is known of another table is used
 */
export function* hashOfTable(table: TripleTable, moved: Moved, cameOf?: Extended, whole?: Hash): Steps<string> {
  const text = new CanonicalText(table, moved);
  const before = cameOf && keptHashes.get(cameOf.triples);
  const kept =
    cameOf === undefined || whole !== undefined || before?.from !== moved.from
      ? yield* hashAll(text, moved, whole)
      : yield* hashTouched(before, text, numbersOf(cameOf, table));
  keptHashes.set(table, kept);
  return kept.blocks.name();
}

function* hashAll(text: CanonicalText, moved: Moved, whole: Hash | undefined): Steps<KeptHash> {
  const subjects = yield* text.subjects();
  const kept = { from: moved.from, subjects, starts: [] as number[], blocks: new BlockHashes() };
  yield* addBlocks(kept, text, 0, subjects.length, whole);
  return kept;
}

/** The same of a table that came of another one. */
function* hashTouched(before: KeptHash, text: CanonicalText, numbers: ReadonlySet<number>): Steps<KeptHash> {
  const touched = touchedOf(before.subjects, text, numbers);
  const subjects = withNew(before.subjects, touched);
  const kept = { from: before.from, subjects, starts: [] as number[], blocks: new BlockHashes() };
  let [next, inserted, copied] = [0, 0, 0];
  for (const [block, start] of before.starts.entries()) {
    const end = before.starts[block + 1] ?? before.subjects.length;
    const from = start + inserted;
    const first = next;
    // One that comes before the first subject of a block is the last one of the block before.
    for (; next < touched.length && isWithin(touched[next]!, end); next++) inserted += touched[next]!.isNew ? 1 : 0;
    if (next === first) kept.starts.push(from);
    else {
      kept.blocks.copy(before.blocks, copied, block);
      copied = block + 1;
      yield* addBlocks(kept, text, from, end + inserted);
    }
  }
  kept.blocks.copy(before.blocks, copied, before.starts.length);
  if (before.starts.length === 0) yield* addBlocks(kept, text, 0, subjects.length);
  return kept;
}

function isWithin({ place, isNew }: Touched, end: number): boolean {
  return isNew ? place <= end : place < end;
}

/** Adds the blocks of the subjects from a place to another one, at which another block begins. */
function* addBlocks(
  kept: KeptHash & { readonly starts: number[] },
  text: CanonicalText,
  from: number,
  to: number,
  whole?: Hash,
): Steps {
  for (let start = from; start < to;) {
    const hash = createHash('sha256');
    let end = start + 1;
    while (end < to && !text.beginsBlock(kept.subjects[end]!)) end++;
    for (const bytes of text.pieces(kept.subjects, start, end)) {
      hash.update(bytes);
      whole?.update(bytes);
      yield;
    }
    kept.starts.push(start);
    kept.blocks.add(hash);
    start = end;
  }
}

/** The subjects of what was added, as numbers of terms, each once. */
function numbersOf({ added }: Extended, table: TripleTable): Set<number> {
  return new Set(added.map(({ s }) => table.numberOf(s)!));
}

/** In the order of their lines. */
function touchedOf(subjects: Uint32Array, text: CanonicalText, numbers: ReadonlySet<number>): Touched[] {
  const touched = Array.from(numbers, (subject) => {
    const place = text.placeAmong(subjects, subject);
    return { subject, place, isNew: subjects[place] !== subject };
  });
  return touched.sort((a, b) => a.place - b.place || (text.isBefore(a.subject, b.subject) ? -1 : 1));
}

function withNew(subjects: Uint32Array, touched: readonly Touched[]): Uint32Array {
  const news = touched.filter(({ isNew }) => isNew);
  const all = new Uint32Array(subjects.length + news.length);
  let [length, from] = [0, 0];
  for (const { subject, place } of news) {
    all.set(subjects.subarray(from, place), length);
    length += place - from;
    from = place;
    all[length++] = subject;
  }
  all.set(subjects.subarray(from), length);
  return all;
}
