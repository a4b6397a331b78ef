import { Zstd } from '@hpcc-js/wasm-zstd';
import { move } from 'piscina';

/** The next bytes of the frame; null asks for its end. */
export interface ZstdTask {
  readonly block: Uint8Array<ArrayBuffer> | null;
  /** Of the whole frame. */
  readonly level: number;
}

let frame: Zstd | null = null;

/** What the next bytes of a frame become, in a worker thread that makes one frame after the other. */
export default async function compressPiece({ block, level }: ZstdTask): Promise<unknown> {
  if (frame === null) {
    frame = await Zstd.load();
    frame.reset();
    frame.setCompressionLevel(level);
  }
  const bytes = block === null ? frame.compressEnd() : frame.compressChunk(block);
  if (block === null) frame = null;
  return move(bytes as Uint8Array<ArrayBuffer>);
}
