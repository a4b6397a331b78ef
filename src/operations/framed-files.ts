import { Readable } from 'node:stream';
import { HubError } from '../errors.ts';

/** A file as it travels to a hub. */
interface FramedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What stands before the bytes of a file. */
interface Head {
  readonly name: string;
  readonly length: number;
}

const LINE_END = 0x0a;
/** Bytes of a head: a path, as JSON. */
const MAX_HEAD_BYTES = 64 * 1024;

/** Files as bytes: for each a line of JSON with its name and length, then its bytes. They may be longer than any string. */
export function writeFiles(files: readonly FramedFile[]): Readable {
  return Readable.from(
    files.flatMap(({ name, bytes }) => [Buffer.from(`${JSON.stringify({ name, length: bytes.length })}\n`), bytes]),
    { objectMode: false },
  );
}

/** The files that `writeFiles` wrote. @throws HubError `invalid-option` for what it did not write */
export async function readFiles(input: AsyncIterable<Uint8Array>): Promise<FramedFile[]> {
  const reader = new ByteReader(input);
  const files: FramedFile[] = [];
  for (let line = await reader.line(); line !== null; line = await reader.line()) {
    const { name, length } = readHead(line);
    files.push({ name, bytes: await reader.take(length) });
  }
  return files;
}

class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#pieces = input[Symbol.asyncIterator]();
  }

  /** A line without its end; null at the end of all. @throws HubError for one that is longer than a head, or cut */
  async line(): Promise<string | null> {
    const parts: Buffer[] = [];
    let length = 0;
    for (;;) {
      const end = this.#rest.indexOf(LINE_END);
      const part = end < 0 ? this.#rest : this.#rest.subarray(0, end);
      parts.push(part);
      length += part.length;
      if (length > MAX_HEAD_BYTES) throw unreadable();
      this.#rest = this.#rest.subarray(end < 0 ? this.#rest.length : end + 1);
      if (end >= 0) return Buffer.concat(parts).toString();
      if (await this.#readOn()) continue;
      if (length > 0) throw unreadable();
      return null;
    }
  }

  /** So many bytes. @throws HubError when there are fewer */
  async take(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let filled = 0; filled < length;) {
      if (this.#rest.length === 0 && !(await this.#readOn())) throw unreadable();
      const copied = this.#rest.copy(bytes, filled);
      this.#rest = this.#rest.subarray(copied);
      filled += copied;
    }
    return bytes;
  }

  async #readOn(): Promise<boolean> {
    const { done, value } = await this.#pieces.next();
    if (done === true) return false;
    this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return true;
  }
}

function readHead(line: string): Head {
  let head: Partial<Head> | null = null;
  try {
    head = JSON.parse(line) as Partial<Head> | null;
  } catch {
    // The sentence below says it.
  }
  const { name, length } = head ?? {};
  if (typeof name !== 'string' || !Number.isSafeInteger(length) || length! < 0) throw unreadable();
  return { name, length: length! };
}

function unreadable(): HubError {
  return new HubError(
    'invalid-option',
    'The files did not come whole, or the command is of another release than the hub.',
  );
}
