import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { BrotliDecompress, Gunzip } from 'node:zlib';
import { HubError } from '../errors.ts';

export type Decompressor = BrotliDecompress | Gunzip;

/** Where the bytes of a body go. */
export interface Destination {
  /** @throws HubError `body-too-large`, `converter-busy` */
  append(chunk: Uint8Array): void;
}

/**
 * Resolves when the destination has the whole body, which came as it is. When it rejects, the request flows into nothing.
 *
 * @throws HubError `incomplete-body`, and those of the destination
 */
export async function collectPlain(request: IncomingMessage, destination: Destination): Promise<void> {
  refuseGone(request);
  const listening = new Listening(request);
  listening.on(request, 'data', (chunk: Buffer) => destination.append(chunk));
  listening.on(request, 'end', () => listening.end());
  listening.on(request, 'close', () => listening.fail(incomplete()));
  listening.on(request, 'error', () => listening.fail(incomplete()));
  await listening.done;
}

/**
 * The same for a body that came compressed. What is compressed has an end of its own, which has to be that of the body.
 *
 * @param checkReceived throws for so many bytes of the body as it came
 * @throws HubError `incomplete-body`, `malformed-encoding`, and those of the destination and of `checkReceived`
 */
export async function collectCompressed(
  request: IncomingMessage,
  decompressor: Decompressor,
  checkReceived: (bytes: number) => void,
  destination: Destination,
): Promise<void> {
  refuseGone(request);
  const listening = new Listening(request);
  let receivedBytes = 0;
  const checkEnds = (): void => {
    if (!decompressor.readableEnded) return;
    if (decompressor.bytesWritten < receivedBytes) throw malformed(request, 'bytes follow its end');
    if (request.readableEnded) listening.end();
  };
  listening.on(request, 'data', (chunk: Buffer) => {
    receivedBytes += chunk.length;
    checkReceived(receivedBytes);
    checkEnds();
  });
  listening.on(request, 'end', checkEnds);
  // Of a body that has come whole, the decompressor may still hold a part.
  const onGone = (): void => {
    if (!request.complete) throw incomplete();
  };
  listening.on(request, 'close', onGone);
  listening.on(request, 'error', onGone);
  listening.on(decompressor, 'data', (chunk: Buffer) => destination.append(chunk));
  listening.on(decompressor, 'end', checkEnds);
  listening.on(decompressor, 'error', (error: NodeJS.ErrnoException) => {
    throw error.code === 'Z_BUF_ERROR' ? incomplete() : malformed(request, error.message);
  });
  // It may still fail on what it had taken when nobody waits for it any more.
  decompressor.on('error', () => {});
  request.pipe(decompressor);
  try {
    await listening.done;
  } finally {
    request.unpipe(decompressor);
  }
}

/** Listeners that are taken off together, as soon as the wait for which they stand has ended or one of them has thrown. */
class Listening {
  readonly done: Promise<void>;
  readonly #taken: (() => void)[] = [];
  #resolve!: () => void;
  #reject!: (error: unknown) => void;

  constructor(request: IncomingMessage) {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Nobody else waits for its errors.
    request.on('error', () => {});
  }

  on<T extends unknown[]>(emitter: EventEmitter, event: string, listener: (...args: T) => void): void {
    const guarded = (...args: T): void => {
      try {
        listener(...args);
      } catch (error) {
        this.fail(error);
      }
    };
    emitter.on(event, guarded as (...args: unknown[]) => void);
    this.#taken.push(() => emitter.off(event, guarded as (...args: unknown[]) => void));
  }

  end(): void {
    this.#takeOff();
    this.#resolve();
  }

  fail(error: unknown): void {
    this.#takeOff();
    this.#reject(error);
  }

  #takeOff(): void {
    for (const takeOff of this.#taken.splice(0)) takeOff();
  }
}

/** @throws HubError `incomplete-body` when no more can come */
function refuseGone(request: IncomingMessage): void {
  if (request.destroyed && !request.readableEnded) throw incomplete();
}

function incomplete(): HubError {
  return new HubError('incomplete-body', 'The body ended before it was whole.');
}

function malformed({ headers }: IncomingMessage, reason: string): HubError {
  const encoding = headers['content-encoding']!.trim();
  return new HubError(
    'malformed-encoding',
    `The body came with Content-Encoding: ${encoding}, but cannot be decompressed (${reason}).`,
    { piece: encoding, hint: `Compress it with ${encoding}, or leave Content-Encoding out.` },
  );
}
