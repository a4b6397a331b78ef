import type { Readable } from 'node:stream';
import { CommandError, EXIT } from '../../shared/exit-codes.ts';
import { decompress } from '../../shared/decompress.ts';
import { cannotRead } from '../../shared/read-input.ts';
import type { Output } from '../../shared/output.ts';
import { joinBytes } from '../../../join-bytes.ts';
import { takeBatch, type Sink, type Source, type StreamInput, type StreamOutput } from './transport.ts';

const LINE_END = 0x0a;
/** A line that has no end so far is held. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Standard input, a document a line. Nothing is kept for a next time, so that nothing has to be acknowledged. */
export class LineSource implements Source {
  readonly #pieces: AsyncGenerator<Uint8Array>;
  readonly #waiting: StreamInput[] = [];
  readonly #open: Uint8Array[] = [];
  /** Ends what waits for more of the input. */
  #leave: () => void = () => {};
  #hasStopped = false;
  #hasEnded = false;
  #line = 0;
  #offset = 0;
  #openBytes = 0;

  constructor(stdin: Readable) {
    this.#pieces = decompress(stdin, null);
  }

  async next(): Promise<readonly StreamInput[] | null> {
    while (this.#waiting.length === 0 && !this.#hasEnded && !this.#hasStopped) await this.#read();
    // Nobody keeps for a next time what was read.
    return this.#waiting.length === 0 ? null : takeBatch(this.#waiting);
  }

  async acknowledge(): Promise<void> {}

  async lag(): Promise<null> {
    return null;
  }

  stop(): void {
    this.#hasStopped = true;
    this.#leave();
  }

  async close(): Promise<void> {}

  async #read(): Promise<void> {
    const read = this.#pieces.next().catch((error: unknown) => {
      throw cannotRead('Standard input')(error);
    });
    const next = await new Promise<IteratorResult<Uint8Array> | null>((resolve, reject) => {
      this.#leave = () => resolve(null);
      read.then(resolve, reject);
    });
    if (next === null) return;
    if (next.done === true) {
      this.#hasEnded = true;
      if (this.#openBytes > 0) this.#addLine(new Uint8Array(0), 0);
      return;
    }
    this.#takeLines(next.value);
  }

  #takeLines(piece: Uint8Array): void {
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, from)) {
      this.#addLine(piece.subarray(from, end), 1);
      from = end + 1;
    }
    if (from === piece.length) return;
    this.#open.push(piece.slice(from));
    this.#openBytes += piece.length - from;
    if (this.#openBytes > MAX_LINE_BYTES)
      throw new CommandError(
        EXIT.unavailable,
        `Line ${this.#line + 1} of standard input has more than ${MAX_LINE_BYTES.toLocaleString('en')} bytes. A stream has a document a line; convert reads longer ones.`,
      );
  }

  #addLine(end: Uint8Array, endBytes: number): void {
    const payload = joinBytes([...this.#open.splice(0), end]);
    this.#openBytes = 0;
    this.#line++;
    const isBlank = payload.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
    const place = { file: '-', line: this.#line, offset: this.#offset };
    if (!isBlank) this.#waiting.push({ payload, contentType: null, topic: null, key: null, place });
    this.#offset += payload.length + endBytes;
  }
}

/** Outputs one behind the other, each with the end of a line; those that are written are delivered. */
export class OutputSink implements Sink {
  readonly #output: Output;
  #written: Promise<void> = Promise.resolve();

  constructor(output: Output) {
    this.#output = output;
  }

  send(outputs: readonly StreamOutput[]): Promise<void> {
    const bytes = joinBytes(outputs.flatMap(({ payload }) => [payload, lineEndOf(payload)]));
    this.#written = this.#written.then(() => this.#output.write(bytes));
    // Who asks for room is told, too.
    this.#written.catch(() => {});
    return this.#written;
  }

  ready(): Promise<void> {
    return this.#written;
  }

  close(): Promise<void> {
    return this.#output.finish();
  }
}

function lineEndOf(payload: Uint8Array): Uint8Array {
  return payload.at(-1) === LINE_END ? new Uint8Array(0) : Uint8Array.of(LINE_END);
}
