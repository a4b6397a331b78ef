import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** What changes in an engine's module when it works: its memory, and the table of the values of JavaScript that it holds. */
export interface EngineState {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly values: {
    readonly length: number;
    get(place: number): unknown;
    set(place: number, value: unknown): void;
    grow(count: number, value: unknown): number;
  };
}

/** A graph that an engine has read. */
export interface ImageGraph {
  readonly graph: string;
  readonly version: string;
}

/** A graph that an image is wanted of, in any version if that is null. */
export interface WantedImage {
  readonly graph: string;
  readonly version: string | null;
}

/** What stands before the memory, as JSON. */
interface Head extends ImageGraph {
  /** Of `engineKey`. */
  readonly engine: number;
  /** Of the memory. */
  readonly bytes: number;
  /** Where the store is in the memory. */
  readonly store: number;
  readonly valueCount: number;
  /** Values of the table beyond those that each module begins with, by their places. */
  readonly texts: ReadonlyArray<readonly [place: number, text: string]>;
}

/** The file of the engine that has read the vocabulary in use. */
export const imageInUse = (dataFolder: string): string => join(dataFolder, 'vocabulary', 'in-use.engine');
/** Of a write that did not come to its end. */
export const draftOf = (path: string): string => `${path}.part`;

/** The engine as the package has it. */
export function readEngine(): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve('oxigraph/web_bg.wasm'));
}

/** Another engine, other key. */
export const engineKey = (module: Uint8Array): number => crc32(module);

const NUMBER_BYTES = 4;
/** Where the head begins, behind the checksum of all that follows and the head's length. */
const HEAD_AT = 2 * NUMBER_BYTES;
const MOST_HEAD_BYTES = 64 * 1024;
const PAGE_BYTES = 64 * 1024;

/** Whether a file is the image of a graph that this engine has read. Of its memory only the length is looked at. */
export function hasImage(path: string, engine: number, { graph, version }: ImageGraph): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const { head } = readHead(file);
      return head.engine === engine && head.graph === graph && head.version === version;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/**
 * Puts the image in the place of the one before, whole or not at all. None is written of an engine that holds other values than texts.
 *
 * @param valuesAtFirst how many values the module began with
 * @throws what the file system throws
 */
export function writeImage(
  path: string,
  { memory, values }: EngineState,
  valuesAtFirst: number,
  facts: Omit<Head, 'bytes' | 'texts' | 'valueCount'>,
): void {
  const texts: Array<[number, string]> = [];
  for (let place = valuesAtFirst; place < values.length; place++) {
    const value: unknown = values.get(place);
    if (typeof value === 'string') texts.push([place, value]);
    else if (value !== null && value !== undefined) return;
  }
  const bytes = new Uint8Array(memory.buffer);
  const head = Buffer.from(
    JSON.stringify({ ...facts, bytes: bytes.length, valueCount: values.length, texts } satisfies Head),
  );
  if (head.length > MOST_HEAD_BYTES) return;
  const length = Buffer.alloc(NUMBER_BYTES);
  length.writeUInt32LE(head.length);
  const sum = Buffer.alloc(NUMBER_BYTES);
  sum.writeUInt32LE([length, head, bytes].reduce((sofar, part) => crc32(part, sofar), 0));
  const draft = draftOf(path);
  try {
    const file = openSync(draft, 'w');
    try {
      for (const part of [sum, length, head, bytes]) writeFileSync(file, part);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Makes a module that was not used yet the engine of an image of this graph. An image that is damaged is removed, so that another is made.
 *
 * @returns the version of the graph and the place of the store; null, and the module is as before, when there is no sound image
 */
export function restoreImage(
  path: string,
  { memory, values }: EngineState,
  engine: number,
  { graph, version }: WantedImage,
): { readonly version: string; readonly store: number } | null {
  const fresh = new Uint8Array(memory.buffer).slice();
  try {
    const file = openSync(path, 'r');
    try {
      const { head, sum, sumOfHead, end } = readHead(file);
      if (head.engine !== engine || head.graph !== graph || head.bytes < fresh.length) return null;
      if (version !== null && head.version !== version) return null;
      memory.grow((head.bytes - fresh.length) / PAGE_BYTES);
      const bytes = new Uint8Array(memory.buffer);
      readWhole(file, bytes, end);
      if (crc32(bytes, sumOfHead) !== sum) throw new Error('it is damaged');
      values.grow(head.valueCount - values.length, null);
      for (const [place, text] of head.texts) values.set(place, text);
      return head;
    } finally {
      closeSync(file);
    }
  } catch {
    // What it grew by is lost, and the rest is as if nothing had been.
    new Uint8Array(memory.buffer).fill(0).set(fresh);
    removeQuietly(path);
    return null;
  }
}

function readHead(file: number): { head: Head; sum: number; sumOfHead: number; end: number } {
  const start = readWhole(file, Buffer.alloc(HEAD_AT), 0);
  const length = start.readUInt32LE(NUMBER_BYTES);
  if (length > MOST_HEAD_BYTES) throw new Error('it is damaged');
  const bytes = readWhole(file, Buffer.alloc(length), HEAD_AT);
  const head = JSON.parse(bytes.toString()) as Head;
  const end = HEAD_AT + length;
  if (fstatSync(file).size !== end + head.bytes) throw new Error('it is cut off');
  return { head, sum: start.readUInt32LE(), sumOfHead: crc32(bytes, crc32(start.subarray(NUMBER_BYTES))), end };
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is as none.
  }
}

function readWhole<T extends Uint8Array>(file: number, bytes: T, from: number): T {
  for (let done = 0; done < bytes.length;) {
    const read = readSync(file, bytes, done, bytes.length - done, from + done);
    if (read === 0) throw new Error('it is cut off');
    done += read;
  }
  return bytes;
}
