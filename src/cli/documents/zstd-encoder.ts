import * as zlib from 'node:zlib';
import type { Piscina } from 'piscina';
import { startableModule } from '../../workers/module.ts';
import { startThreads } from '../../workers/thread-pool.ts';
import type { Encoder } from './compressed-output.ts';
import type { ZstdTask } from './zstd-worker.ts';

/** On N-Triples, level 1 is faster than level 3, and its archive is smaller. */
const LEVEL = 1;

/** `zlib` of Node 22.15 and later; the types are those of Node 20. */
interface ZlibWithZstd {
  readonly createZstdCompress?: (options: object) => zlib.Gzip;
  readonly constants: { readonly ZSTD_c_compressionLevel: number; readonly ZSTD_c_checksumFlag: number };
}

/** One frame: many readers end behind the first. So blocks are compressed one after the other, in a thread of Node's pool or of its own. */
export function createZstdEncoder(): Encoder {
  const { createZstdCompress, constants } = zlib as unknown as ZlibWithZstd;
  if (createZstdCompress === undefined) return new ThreadEncoder();
  const { ZSTD_c_compressionLevel: level, ZSTD_c_checksumFlag: checksum } = constants;
  return new StreamEncoder(createZstdCompress({ params: { [level]: LEVEL, [checksum]: 1 } }));
}

class StreamEncoder implements Encoder {
  readonly atOnce = 1;
  readonly #stream: zlib.Gzip;
  readonly #pieces: Buffer[] = [];

  constructor(stream: zlib.Gzip) {
    this.#stream = stream;
    stream.on('data', (piece: Buffer) => this.#pieces.push(piece));
  }

  encode(block: Uint8Array): Promise<Uint8Array> {
    return new Promise((resolve, reject) =>
      this.#stream.write(block, (error) => (error == null ? resolve(this.#take()) : reject(error))),
    );
  }

  end(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#stream.once('end', () => resolve(this.#take())).once('error', reject);
      this.#stream.end();
    });
  }

  async stop(): Promise<void> {
    this.#stream.destroy();
  }

  #take(): Uint8Array {
    return Buffer.concat(this.#pieces.splice(0));
  }
}

/** WebAssembly computes where it is called: in a thread of its own it keeps neither reading nor writing waiting. */
class ThreadEncoder implements Encoder {
  readonly atOnce = 1;
  readonly #thread: Piscina<ZstdTask, Uint8Array>;

  constructor() {
    this.#thread = startThreads(startableModule('cli/documents/zstd-worker'), { minThreads: 1, maxThreads: 1 });
  }

  encode(block: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    return this.#thread.run({ block, level: LEVEL }, { transferList: [block.buffer] });
  }

  end(): Promise<Uint8Array> {
    return this.#thread.run({ block: null, level: LEVEL });
  }

  stop(): Promise<void> {
    return this.#thread.destroy();
  }
}
