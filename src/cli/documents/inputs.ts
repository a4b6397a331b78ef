import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { joinBytes } from '../../join-bytes.ts';
import type { Batch, ReadOptions, Slotted } from './batch.ts';
import { readName, type Compression } from '../shared/compression.ts';
import { decompress } from '../shared/decompress.ts';
import { MAX_DOCUMENT_BYTES, tooLong } from './document-length.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import { cannotRead, nameOf } from '../shared/read-input.ts';

/** A JSON document, a document a line, or a row a document. */
export type InputKind = 'json' | 'ndjson' | 'csv';

/** Bytes that are read from a file at a time. */
const READ_BYTES = 1024 * 1024;
/**
 * Bytes of lines or rows from which a batch is made, whatever comes at a time: a thread can hold what becomes of it, so that no other
 * has to wait for its turn.
 */
const BATCH_BYTES = 128 * 1024;

/** Something to read documents from. */
export interface Input {
  /** As the command names it; `-` is standard input. */
  readonly name: string;
  readonly kind: InputKind;
  /** What the name tells of its compression; the first bytes tell it, too. */
  readonly compression: Compression | null;
  /** Bytes that are read; null when it is unknown. */
  readonly size: number | null;
  /** Bytes of its documents; null when it is unknown. */
  readonly length: number | null;
  /** The bytes as they are stored. */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * The inputs that the names stand for; no names and `-` are standard input.
 *
 * @param from what they hold; null leaves it to their names
 * @throws CommandError for a file that does not exist, and a name that does not say which kind it holds
 */
export async function findInputs(names: readonly string[], stdin: Readable, from: InputKind | null): Promise<Input[]> {
  return Promise.all((names.length === 0 ? ['-'] : names).map((name) => findInput(name, stdin, from)));
}

async function findInput(name: string, stdin: Readable, from: InputKind | null): Promise<Input> {
  if (name === '-')
    return { name, kind: from ?? 'json', compression: null, size: null, length: null, read: () => stdin };
  const { compression, inner } = readName(name);
  const kind = from ?? kindOf(inner, name);
  const found = await stat(name).catch((error: unknown) => {
    throw cannotRead(name)(error);
  });
  if (found.isDirectory()) throw new CommandError(EXIT.unavailable, `${name} is a folder.`);
  const size = found.isFile() ? found.size : null;
  const length = compression === null ? size : null;
  return { name, kind, compression, size, length, read: () => createReadStream(name, { highWaterMark: READ_BYTES }) };
}

const KINDS: Readonly<Record<string, InputKind>> = {
  '.json': 'json',
  '.jsonld': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
};

function kindOf(inner: string, name: string): InputKind {
  const kind = KINDS[extname(inner).toLowerCase()];
  if (kind !== undefined) return kind;
  throw new CommandError(EXIT.usage, `The name ${name} does not tell what it holds: say --from json, ndjson or csv.`);
}

/**
 * The documents of the inputs, in order, in batches that are small whatever the length of an input.
 *
 * @param onRead gets the number of bytes each time some were read
 * @throws CommandError when an input cannot be read on
 */
export async function* readBatches(
  inputs: readonly Input[],
  options: ReadOptions,
  onRead: (bytes: number) => void,
): AsyncGenerator<Slotted> {
  let slot = 0;
  for (const input of inputs) {
    const source = read(input, onRead);
    const pieces =
      input.kind === 'csv'
        ? (await import('./csv-batches.ts')).readCsv(input.name, inBatchBytes(source), slot, options)
        : input.kind === 'ndjson'
          ? readLines(input.name, inBatchBytes(source), slot)
          : readWhole(input.name, source, slot);
    for await (const piece of pieces) {
      if ('batch' in piece) slot = piece.batch.firstSlot + piece.slots;
      yield piece;
    }
  }
}

/** What the input holds, decompressed. */
async function* read(input: Input, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const { name, compression } = input;
  try {
    yield* decompress(counted(input, onRead), compression);
  } catch (error) {
    throw cannotRead(nameOf(name))(error);
  }
}

async function* counted(input: Input, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of input.read()) {
    onRead(chunk.length);
    yield chunk;
  }
}

async function* inBatchBytes(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    for (let at = 0; at < piece.length; at += BATCH_BYTES) yield piece.subarray(at, at + BATCH_BYTES);
  }
}

async function* readWhole(file: string, source: AsyncIterable<Uint8Array>, slot: number): AsyncGenerator<Slotted> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    pieces.push(piece);
    size += piece.length;
    if (size > MAX_DOCUMENT_BYTES)
      return yield { failure: tooLong(file, null), text: null, offset: 0, endsInput: true };
  }
  const bytes = joinBytes(pieces);
  yield { batch: { file, layout: 'whole', bytes, firstSlot: slot, firstLine: 1, firstByte: 0, table: null }, slots: 1 };
}

/** Cuts a file of lines behind its line ends; a line that is longer than what is read at a time is put together. */
async function* readLines(file: string, source: AsyncIterable<Uint8Array>, slot: number): AsyncGenerator<Slotted> {
  let open: Uint8Array[] = [];
  let openBytes = 0;
  const place = { firstLine: 1, firstByte: 0 };
  const batchOf = (bytes: Uint8Array<ArrayBuffer>, slots: number): Slotted => {
    const batch: Batch = { file, layout: 'lines', bytes, firstSlot: slot, ...place, table: null };
    slot += slots;
    place.firstLine += slots;
    place.firstByte += bytes.length;
    return { batch, slots };
  };
  for await (const piece of source) {
    const end = piece.lastIndexOf(LINE_END) + 1;
    if (end > 0) {
      const bytes = joinBytes([...open, piece.subarray(0, end)]);
      open = [];
      openBytes = 0;
      yield batchOf(bytes, countLines(bytes));
    }
    if (end < piece.length) open.push(piece.slice(end));
    openBytes += piece.length - end;
    // The text behind it cannot be separated from it.
    if (openBytes > MAX_DOCUMENT_BYTES) {
      const failure = tooLong(file, place.firstLine);
      return yield { failure, text: null, offset: place.firstByte, endsInput: true };
    }
  }
  if (openBytes > 0) yield batchOf(joinBytes(open), 1);
}

const LINE_END = 0x0a;

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) count++;
  return count;
}
