import { uncompressSync } from 'snappy';
import { checksumOf } from './leveldb-checksum.ts';
import { VarintReader } from './varints.ts';

/** A table is a row of blocks, two indexes of which stand behind the others, and a foot that says where (LevelDB, doc/table_format). */
const FOOT_BYTES = 48;
const MAGIC = Buffer.from('57fb808b247547db', 'hex');
/** Behind a block: how it is compressed, and the checksum of both. */
const KIND_BYTES = 1;
const AS_IT_IS = 0;
const SNAPPY = 1;
/** A block of entries ends with a list of places where keys stand whole, and its length. */
const PLACE_BYTES = 4;

/** Whether all blocks of a table are as they were written. */
export function isTableSound(table: Buffer): boolean {
  try {
    const foot = table.subarray(-FOOT_BYTES);
    if (!foot.subarray(-MAGIC.length).equals(MAGIC)) return false;
    const handles = new VarintReader(foot);
    const other = readHandle(handles);
    const index = readHandle(handles);
    // Blocks of filters, and those of entries.
    const named = [other, index].flatMap((block) => [...handlesOf(readBlock(table, block))]);
    return [other, index, ...named].every((handle) => isBlockSound(table, handle));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Where a block is. */
interface Handle {
  readonly offset: number;
  readonly size: number;
}

function readHandle(numbers: VarintReader): Handle {
  return { offset: numbers.number(), size: numbers.number() };
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

/** Where the blocks are that an index names: each of its entries has a key, of which a part stands in the one before, and a handle. */
function* handlesOf(index: Buffer): Generator<Handle> {
  const places = index.readUInt32LE(index.length - PLACE_BYTES) + 1;
  const entries = new VarintReader(index.subarray(0, index.length - places * PLACE_BYTES));
  while (!entries.isAtEnd) {
    entries.number();
    const keyBytes = entries.number();
    const valueBytes = entries.number();
    entries.take(keyBytes);
    yield readHandle(new VarintReader(entries.take(valueBytes)));
  }
}
