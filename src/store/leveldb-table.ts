import { uncompressSync } from 'snappy';
import { checksumOf } from './leveldb-checksum.ts';
import { VarintReader } from './varints.ts';

/** A table is a row of blocks, two indexes of which stand behind the others, and a foot that says where (LevelDB, doc/table_format). */
const FOOT_BYTES = 48;
const MAGIC = Buffer.from('57fb808b247547db', 'hex');
/** Behind a block: how it is compressed, and the checksum of both. */
const KIND_BYTES = 1;
const CHECKSUM_BYTES = 4;
const AS_IT_IS = 0;
const SNAPPY = 1;
/** A block of entries ends with a list of places where keys stand whole, and its length. */
const PLACE_BYTES = 4;

/** Whether all blocks of a table are as they were written. */
export function isTableSound(table: Buffer): boolean {
  try {
    const [other, index] = readFoot(table);
    // Blocks of filters, and those of entries.
    const named = [other, index].flatMap((block) => [...handlesOf(readBlock(table, block))]);
    return [other, index, ...named].every((handle) => isBlockSound(table, handle));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** An entry as it stands in a block: of entries of the store the key has a number behind it. */
interface BlockEntry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** A block of a table; of one that is not as it was written, the keys that its entries may have, from the one to the other. */
export type TableBlock =
  | { readonly entries: Iterable<BlockEntry> }
  | { readonly entries: null; readonly behind: Buffer; readonly upTo: Buffer };

/**
 * The blocks of entries of a table, in their order.
 *
 * @param first the first key, as far as it is known
 * @throws RangeError while iterating where the index is not as it was written
 */
export function* blocksOf(table: Buffer, first: Buffer = Buffer.alloc(0)): Generator<TableBlock> {
  let behind = first;
  for (const { key: upTo, value } of entriesOf(readBlock(table, readFoot(table)[1]))) {
    const handle = readHandle(new VarintReader(value));
    if (isInside(table, handle) && isBlockSound(table, handle)) yield { entries: entriesOf(readBlock(table, handle)) };
    else yield { entries: null, behind, upTo };
    behind = upTo;
  }
}

/** The index of other blocks, and that of entries. */
function readFoot(table: Buffer): readonly [Handle, Handle] {
  const foot = table.subarray(-FOOT_BYTES);
  if (!foot.subarray(-MAGIC.length).equals(MAGIC)) throw new RangeError('It does not end as a table does');
  const handles = new VarintReader(foot);
  return [readHandle(handles), readHandle(handles)];
}

/** Where a block is. */
interface Handle {
  readonly offset: number;
  readonly size: number;
}

function readHandle(numbers: VarintReader): Handle {
  return { offset: numbers.number(), size: numbers.number() };
}

/** A table may have been cut. */
function isInside(table: Buffer, { offset, size }: Handle): boolean {
  return offset + size + KIND_BYTES + CHECKSUM_BYTES <= table.length;
}

function isBlockSound(table: Buffer, { offset, size }: Handle): boolean {
  const end = offset + size + KIND_BYTES;
  return table.readUInt32LE(end) === checksumOf(table, offset, end);
}

function readBlock(table: Buffer, handle: Handle): Buffer {
  if (!isBlockSound(table, handle)) throw new RangeError('The index is damaged');
  const end = handle.offset + handle.size;
  const block = table.subarray(handle.offset, end);
  const kind = table.readUInt8(end);
  if (kind === SNAPPY) return decompressed(block);
  if (kind !== AS_IT_IS) throw new RangeError('The index is compressed in an unknown way');
  return block;
}

function decompressed(block: Buffer): Buffer {
  try {
    return uncompressSync(block) as Buffer;
  } catch (cause) {
    throw new RangeError('The index is no block of Snappy', { cause });
  }
}

/** Where the blocks are that an index names. */
function* handlesOf(index: Buffer): Generator<Handle> {
  for (const { value } of entriesOf(index)) yield readHandle(new VarintReader(value));
}

/** Of each key the beginning is that of the one before, up to a length. */
function* entriesOf(block: Buffer): Generator<BlockEntry> {
  const places = block.readUInt32LE(block.length - PLACE_BYTES) + 1;
  const entries = new VarintReader(block.subarray(0, block.length - places * PLACE_BYTES));
  let key = Buffer.alloc(0);
  while (!entries.isAtEnd) {
    const shared = entries.number();
    const keyBytes = entries.number();
    const valueBytes = entries.number();
    key = Buffer.concat([key.subarray(0, shared), entries.take(keyBytes)]);
    yield { key, value: entries.take(valueBytes) };
  }
}
