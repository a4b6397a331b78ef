import { beginsWith, notTextIs } from '../../not-text.ts';
import { isBinary } from './decode-file.ts';
import { MAX_CHARACTERS, sayTooLong } from './too-long.ts';

/** The bytes of a text, or why the playground does not take the file. */
type UnpackedFile = { readonly bytes: Uint8Array } | { readonly refusal: string };

const PDF = [0x25, 0x50, 0x44, 0x46];
const GZIP = [0x1f, 0x8b];
const READS = 'The playground reads JSON, NDJSON and CSV.';

/**
 * Reads a file, and unpacks what gzip compressed.
 *
 * @returns a refusal for a file that is too long, cannot be unpacked, or is no text
 */
export async function unpackFile(file: File): Promise<UnpackedFile> {
  const tooLong = sayTooLong(file.name, file.size);
  if (tooLong !== null) return { refusal: tooLong };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const unpacked = beginsWith(bytes, GZIP) ? await gunzip(file) : { bytes };
  if ('refusal' in unpacked) return unpacked;
  const { bytes: found } = unpacked;
  if (beginsWith(found, PDF)) return { refusal: `${file.name} is a PDF. ${READS}` };
  const hasZeros = isBinary(found);
  const other = notTextIs(found, hasZeros);
  if (other === null && !hasZeros) return unpacked;
  return { refusal: `${file.name} ${other ?? 'is no text'}. ${READS}` };
}

async function gunzip(file: File): Promise<UnpackedFile> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(read.value);
      length += read.value.length;
      if (length <= MAX_CHARACTERS) continue;
      await reader.cancel();
      return { refusal: sayTooLong(`What ${file.name} unpacks to`, length)! };
    }
  } catch {
    return {
      refusal: `${file.name} is compressed by gzip, and cannot be unpacked here: it is broken, or several files in one.`,
    };
  }
  return { bytes: new Uint8Array(await new Blob(pieces).arrayBuffer()) };
}
