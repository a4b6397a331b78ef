import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { SpoolWriter } from '../../src/streaming/spool-writer.ts';
import { SpooledOutput } from '../../src/streaming/spooled-output.ts';

const KIBIBYTE = 1024;
const HEAD = Buffer.from('@prefix ex: <https://ex.org/> .\n');
const WHOLE = Buffer.from(Array.from({ length: 3_000_001 }, (_, at) => at % 251));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-output-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Spooled {
  readonly output: SpooledOutput;
  readonly file: FileHandle;
  /** The sizes of the reads of the file, and what else was done with it and with the room of the answer, in order. */
  readonly reads: number[];
  readonly events: string[];
}

/** An answer in a file. */
async function spool(tail: Uint8Array, head: Uint8Array = HEAD, tailBytes = tail.length): Promise<Spooled> {
  const path = join(folder, 'answer.part');
  await writeFile(path, tail);
  const file = await open(path, 'r');
  const reads: number[] = [];
  const events: string[] = [];
  const read = file.read.bind(file) as (...args: unknown[]) => Promise<{ bytesRead: number; buffer: Buffer }>;
  vi.spyOn(file, 'read').mockImplementation((async (...args: unknown[]) => {
    reads.push(args[2] as number);
    const done = await read(...args);
    events.push('read');
    return done;
  }) as unknown as FileHandle['read']);
  const close = file.close.bind(file);
  vi.spyOn(file, 'close').mockImplementation(async () => {
    events.push('closed');
    await close();
  });
  return { output: new SpooledOutput(head, { file }, tailBytes, () => events.push('released')), file, reads, events };
}

test('an answer that the disk has no room for says what asks for less, of a document and of a query', () => {
  const share = { takenKib: new SharedArrayBuffer(4), maxBytes: 2 * WHOLE.length, maxAnswerBytes: WHOLE.length };
  const writer = new SpoolWriter({ path: join(folder, 'missing', 'answer.part'), slot: 0 }, share);
  expect(() => writer.write(WHOLE)).toThrow(/no room .+ LIMIT .+ maxArrayItems/);
});

describe('a large answer', () => {
  test.each([0, 1, 64 * KIBIBYTE, 256 * KIBIBYTE, 256 * KIBIBYTE + 1, WHOLE.length])(
    'of %i bytes behind its head is the same from a file, from memory and as text',
    async (bytes) => {
      const tail = WHOLE.subarray(0, bytes).map((byte) => byte & 0x7f);
      for (const head of [HEAD, new Uint8Array(0)]) {
        const expected = Buffer.concat([head, tail]);
        expect((await buffer((await spool(tail, head)).output.stream())).equals(expected)).toBe(true);
        const inMemory = () => new SpooledOutput(head, { bytes: tail }, bytes, () => {});
        expect((await buffer(inMemory().stream())).equals(expected)).toBe(true);
        const text = expected.toString();
        expect(await inMemory().text(text.length)).toBe(text);
        expect(await (await spool(tail, head)).output.text(text.length)).toBe(text);
      }
    },
  );

  test('is read in pieces of 256 KiB while the reader keeps up', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { output, reads, events } = await spool(WHOLE);
    await buffer(output.stream());
    expect(reads).toEqual([...Array(11).fill(256 * KIBIBYTE), WHOLE.length - 11 * 256 * KIBIBYTE]);
    expect(events.filter((event) => event !== 'read')).toEqual(['released', 'closed']);
  });

  test('is read in pieces of 64 KiB for a slow reader, and in large ones again when it keeps up', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { output, reads } = await spool(WHOLE);
    let taken = 0;
    for await (const piece of output.stream()) {
      const isSlow = taken > 500_000 && taken < 1_500_000;
      taken += (piece as Buffer).length;
      if (isSlow) vi.advanceTimersByTime(200);
    }
    expect(taken).toBe(HEAD.length + WHOLE.length);
    const sizes = reads.map((bytes) => bytes / KIBIBYTE);
    const firstSmall = sizes.indexOf(64);
    const lastSmall = sizes.lastIndexOf(64);
    expect(firstSmall).toBeGreaterThan(1);
    expect(new Set(sizes.slice(0, firstSmall))).toEqual(new Set([256]));
    expect(new Set(sizes.slice(firstSmall, lastSmall))).toEqual(new Set([64]));
    expect(new Set(sizes.slice(lastSmall + 1, -1))).toEqual(new Set([256]));
  });

  test.each([
    ['a socket of any pace', 16 * KIBIBYTE],
    ['a reader that holds as much as a small piece', 64 * KIBIBYTE],
    ['a reader that holds more than a piece', 1024 * KIBIBYTE],
  ])('that is piped to %s stays as it is until it is written', async (_, highWaterMark) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { output } = await spool(WHOLE);
    const written: Buffer[] = [];
    const places = new Set<ArrayBufferLike>();
    const reader = new Writable({
      highWaterMark,
      write(piece: Buffer, _encoding, done) {
        // Some pieces are slow, so that both sizes of pieces come.
        if (written.length % 7 > 4) vi.advanceTimersByTime(200);
        places.add(piece.buffer);
        setTimeout(() => {
          written.push(Buffer.from(piece));
          done();
        }, written.length % 3);
      },
    });
    await pipeline(output.stream(), reader);
    expect(Buffer.concat(written).equals(Buffer.concat([HEAD, WHOLE]))).toBe(true);
    expect(written.length).toBeGreaterThan(12);
    if (highWaterMark <= 64 * KIBIBYTE) expect(places.size).toBeLessThanOrEqual(4);
  });

  test('whose pieces are kept by their reader is the same at its end', async () => {
    const { output } = await spool(WHOLE);
    const pieces: Buffer[] = [];
    for await (const piece of output.stream()) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).equals(Buffer.concat([HEAD, WHOLE]))).toBe(true);
  });

  test('that is not read holds no more than a piece ahead', async () => {
    const { output, reads } = await spool(WHOLE, new Uint8Array(0));
    const stream = output.stream();
    await once(stream, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reads).toEqual([256 * KIBIBYTE]);
    stream.destroy();
  });

  test('whose reader leaves in the middle of a read is closed behind that read', async () => {
    const { output, events } = await spool(WHOLE, new Uint8Array(0));
    const stream = output.stream();
    stream.read(0);
    stream.destroy();
    await once(stream, 'close');
    expect(events).toEqual(['read', 'released', 'closed']);
  });

  test('that is shorter than what was promised breaks off', async () => {
    const { output, events } = await spool(WHOLE, HEAD, WHOLE.length + 1);
    await expect(buffer(output.stream())).rejects.toThrow('shorter');
    expect(events.slice(-2)).toEqual(['released', 'closed']);
    await expect((await spool(WHOLE, HEAD, WHOLE.length + 1)).output.text(2 ** 23)).rejects.toThrow('shorter');
  });
});
