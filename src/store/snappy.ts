/** Kinds of elements (Snappy, format_description.txt): bytes as they are, or a copy of some before, with a distance of one, two or four bytes. */
const LITERAL = 0;
const COPY_1 = 1;
const COPY_2 = 2;

/** Decompresses a block of Snappy. @throws RangeError for what is none */
export function decompressSnappy(bytes: Buffer): Buffer {
  let at = 0;
  let size = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes.readUInt8(at++);
    size += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  // Of any bytes: a copy is three bytes, of 64 at most.
  if (size > bytes.length * 64) throw new RangeError('It says that it is longer than it can be');
  const text = Buffer.alloc(size);
  let end = 0;
  while (at < bytes.length) {
    const tag = bytes.readUInt8(at++);
    const kind = tag & 3;
    let length = (tag >>> 2) + 1;
    if (kind === LITERAL) {
      const more = length - 60;
      if (more > 0) {
        length = bytes.readUIntLE(at, more) + 1;
        at += more;
      }
      if (at + length > bytes.length || end + length > size) throw new RangeError('It is cut');
      bytes.copy(text, end, at, at + length);
      at += length;
      end += length;
      continue;
    }
    let distance: number;
    if (kind === COPY_1) {
      length = ((tag >>> 2) & 7) + 4;
      distance = ((tag >>> 5) << 8) | bytes.readUInt8(at);
      at += 1;
    } else {
      const bytesOfDistance = kind === COPY_2 ? 2 : 4;
      distance = bytes.readUIntLE(at, bytesOfDistance);
      at += bytesOfDistance;
    }
    if (distance === 0 || distance > end || end + length > size) throw new RangeError('It copies what is not there');
    // Byte by byte: what is copied may reach into itself.
    for (const last = end + length; end < last; end++) text[end] = text[end - distance]!;
  }
  if (end !== size) throw new RangeError('It is cut');
  return text;
}
