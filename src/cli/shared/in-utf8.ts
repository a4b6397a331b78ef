import { joinBytes } from '../../join-bytes.ts';
import { markLength } from '../../rdf/utf8.ts';

/** Bytes that tell UTF-8 from UTF-16. */
const MARK_BYTES = 3;

/**
 * The text in UTF-8 without a byte order mark. One of UTF-16 tells that it is that; what UTF-16 does not allow, half of a pair or of a
 * unit, becomes bytes that are no UTF-8, so that it is refused where it stands.
 *
 * @param onMark gets the bytes of a mark of UTF-8, before the text
 */
export async function* inUtf8(
  source: AsyncIterable<Uint8Array>,
  onMark: (markBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  let decoder: Utf16Decoder | null = null;
  const begin = (bytes: Uint8Array): Uint8Array => {
    decoder = decoderOf(bytes);
    const mark = markLength(bytes);
    if (mark > 0) onMark(mark);
    return bytes.subarray(decoder === null ? mark : 2);
  };
  const decode = (bytes: Uint8Array): Uint8Array => decoder?.decode(bytes) ?? bytes;
  for await (const piece of source) {
    if (head === null) {
      yield decode(piece);
      continue;
    }
    head = joinBytes([head, piece]);
    if (head.length < MARK_BYTES) continue;
    yield decode(begin(head));
    head = null;
  }
  if (head !== null) yield decode(begin(head));
  yield (decoder as Utf16Decoder | null)?.end() ?? new Uint8Array(0);
}

function decoderOf([first, second]: Uint8Array): Utf16Decoder | null {
  if (first === 0xff && second === 0xfe) return new Utf16Decoder(false);
  return first === 0xfe && second === 0xff ? new Utf16Decoder(true) : null;
}

const HALF_OF_PAIR = /(\p{Surrogate})/u;
/** A byte that UTF-8 never has. */
const NO_BYTE = Uint8Array.of(0xff);

/** UTF-16 that comes in pieces. */
class Utf16Decoder {
  readonly #isBigEndian: boolean;
  readonly #encoder = new TextEncoder();
  /** A unit that is not whole, or the first half of a pair. */
  #rest: Uint8Array = new Uint8Array(0);

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  decode(bytes: Uint8Array): Uint8Array {
    const all = joinBytes([this.#rest, bytes]);
    let end = all.length - (all.length % 2);
    if (end > 0 && isFirstHalf(all[end - (this.#isBigEndian ? 2 : 1)]!)) end -= 2;
    this.#rest = all.slice(end);
    return this.#encode(all.subarray(0, end));
  }

  /** What is left when nothing comes any more. */
  end(): Uint8Array {
    return this.#rest.length === 0 ? this.#rest : NO_BYTE;
  }

  #encode(units: Uint8Array): Uint8Array {
    const buffer = Buffer.from(units.buffer, units.byteOffset, units.length);
    const text = (this.#isBigEndian ? buffer.swap16() : buffer).toString('utf16le');
    if (!HALF_OF_PAIR.test(text)) return this.#encoder.encode(text);
    return joinBytes(text.split(HALF_OF_PAIR).map((part, i) => (i % 2 === 0 ? this.#encoder.encode(part) : NO_BYTE)));
  }
}

/** @param high byte of a unit */
function isFirstHalf(high: number): boolean {
  return high >= 0xd8 && high <= 0xdb;
}
