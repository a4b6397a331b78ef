import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { HubError } from '../errors.ts';
import { joinBytes } from '../join-bytes.ts';
import type { SpoolPlace, SpoolShare, Written } from './spool-place.ts';

/** An answer up to this size stays in memory. */
const MEMORY_BYTES = 512 * 1024;
const MEBIBYTE = 1024 * 1024;

/**
 * Takes the chunks of an answer: in memory while they are few, else in a file, so that a worker is free as soon as it has
 * written and memory stays flat however slowly the answer is read. Lives in the worker, which may block.
 */
export class SpoolWriter {
  private readonly place: SpoolPlace;
  private readonly share: SpoolShare;
  private chunks: Uint8Array[] = [];
  private bytes = 0;
  private fileBytes = 0;
  private file: number | null = null;

  constructor(place: SpoolPlace, share: SpoolShare) {
    this.place = place;
    this.share = share;
  }

  /**
   * Takes a chunk; true when it is on disk and not kept.
   *
   * @throws HubError `answer-too-large`; `converter-busy` when the spool or the disk is full
   */
  write(chunk: Uint8Array): boolean {
    this.bytes += chunk.length;
    if (this.bytes > this.share.maxAnswerBytes) {
      throw new HubError(
        'answer-too-large',
        `The answer would be larger than ${Math.floor(this.share.maxAnswerBytes / MEBIBYTE)} MB.`,
        {
          hint: 'Convert a sample with maxArrayItems, or choose Turtle (format=ttl), which is the shortest.',
        },
      );
    }
    if (this.file === null && this.bytes <= MEMORY_BYTES) {
      this.chunks.push(chunk);
      return false;
    }
    for (const waiting of this.chunks) this.append(waiting);
    this.chunks = [];
    this.append(chunk);
    return true;
  }

  /** What was written, behind `head`, in memory that can be handed to another thread. */
  finish(head: Uint8Array): Written {
    if (this.file !== null) {
      closeSync(this.file);
      this.file = null;
      return { head: new Uint8Array(head), tail: null, tailBytes: this.bytes };
    }
    const tail = joinBytes(this.chunks);
    this.chunks = [];
    return { head: new Uint8Array(head), tail, tailBytes: this.bytes };
  }

  /** Leaves nothing of an answer that will not be given. */
  discard(): void {
    this.chunks = [];
    if (this.file !== null) {
      closeSync(this.file);
      this.file = null;
      unlinkSync(this.place.path);
    }
    release(this.place, this.share);
  }

  private append(chunk: Uint8Array): void {
    this.take(chunk.length);
    try {
      this.file ??= openSync(this.place.path, 'wx', 0o600);
      for (let at = 0; at < chunk.length;) at += writeSync(this.file, chunk, at);
    } catch (error) {
      throw new HubError(
        'converter-busy',
        'The hub has no room to hold the answer. Try again later, or ask for less: LIMIT bounds the rows of a query, and maxArrayItems converts a sample.',
        { retryAfterSeconds: 30 },
        error,
      );
    }
  }

  private take(bytes: number): void {
    this.fileBytes += bytes;
    Atomics.store(new Int32Array(this.share.takenKib), this.place.slot, Math.ceil(this.fileBytes / 1024));
    if (totalBytes(this.share) <= this.share.maxBytes) return;
    throw new HubError('converter-busy', 'The hub holds as many large answers as it can. Try again in a moment.', {
      retryAfterSeconds: 10,
    });
  }
}

/** What all answers have on disk. */
export function totalBytes({ takenKib }: SpoolShare): number {
  const taken = new Int32Array(takenKib);
  let kib = 0;
  for (let slot = 0; slot < taken.length; slot++) kib += Atomics.load(taken, slot);
  return kib * 1024;
}

/** Returns what an answer has of the spool's room. */
export function release(place: SpoolPlace, share: SpoolShare): void {
  Atomics.store(new Int32Array(share.takenKib), place.slot, 0);
}
