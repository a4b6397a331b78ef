import { HubError } from '../../errors.ts';
import { encodeText } from '../../rdf/utf8.ts';

/** Paths are longer than keys: a long name around many records would make any length of a short document. */
const MAX_BYTES = 64 * 1024 * 1024;

/** JSON text that grows: values are copied as they are written elsewhere. */
export class JsonOutput {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  /** The next thing written is the first of its record or array. */
  #isFirst = true;

  /** @param expectedBytes more are possible */
  constructor(expectedBytes: number) {
    this.#bytes = new Uint8Array(expectedBytes);
  }

  /** What was written; not to be written to afterwards. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  open(bracket: '{' | '['): void {
    this.#put(encodeText(bracket));
    this.#isFirst = true;
  }

  close(bracket: '}' | ']'): void {
    this.#put(encodeText(bracket));
    this.#isFirst = false;
  }

  /** The comma before a member or item that is not the first. */
  next(): void {
    if (!this.#isFirst) this.#put(COMMA);
    this.#isFirst = false;
  }

  /** @param key a JSON text with its colon: `keyBytes` */
  key(key: Uint8Array): void {
    this.next();
    this.#put(key);
    this.#isFirst = true;
  }

  /** A value as it is written. */
  value(bytes: Uint8Array): void {
    this.#put(bytes);
    this.#isFirst = false;
  }

  #put(bytes: Uint8Array): void {
    const end = this.#length + bytes.length;
    if (end > MAX_BYTES) throw tooLong();
    if (end > this.#bytes.length) {
      const more = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      more.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = more;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = end;
  }
}

function tooLong(): HubError {
  return new HubError(
    'body-too-large',
    `With paths for its keys the document is longer than ${MAX_BYTES / 1024 / 1024} MiB.`,
    { hint: 'Send it in parts, or with restructure=false, which leaves its keys as they are.' },
  );
}

const COMMA = encodeText(',');

/** A key as `JsonOutput.key` takes it. */
export function keyBytes(key: string): Uint8Array {
  return encodeText(`${JSON.stringify(key)}:`);
}
