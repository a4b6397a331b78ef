const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const NO_BYTES = new Uint8Array(0);

/** Below this many bytes a loop beats a call into the decoder. */
const SHORT = 10;
/** Up to this many characters a loop beats a call into the encoder: IRIs are no longer. */
const SHORT_TEXT = 120;

/** How long the byte order mark is with which a text in UTF-8 begins; 0 where it has none. */
export function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** The text as UTF-8; a lone surrogate becomes U+FFFD. */
export function encodeText(text: string): Uint8Array {
  return (text.length <= SHORT_TEXT ? encodeAscii(text) : null) ?? encoder.encode(text);
}

/** The bytes of a text that is ASCII; null of any other. */
function encodeAscii(text: string): Uint8Array | null {
  const { length } = text;
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return null;
    bytes[i] = code;
  }
  return bytes;
}

/** Writes the text as UTF-8 into bytes that have room for it; answers how many it wrote. */
export function encodeInto(text: string, bytes: Uint8Array): number {
  return encoder.encodeInto(text, bytes).written;
}

/**
 * Copies UTF-8 eight bytes at a time, and so up to seven more than asked for: what these overwrite is to be written later. No eight bytes of
 * UTF-8 are a NaN, so that doubles carry them unchanged.
 */
export function copyEights(to: DataView, at: number, from: DataView, start: number, length: number): void {
  for (let i = 0; i < length; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
}

/** A view of bytes and eight more, from which `copyEights` may copy them all. */
export function paddedView(bytes: Uint8Array): DataView {
  const longer = new Uint8Array(bytes.length + 8);
  longer.set(bytes);
  return new DataView(longer.buffer);
}

/** The same text with memory of its own: one that was cut out of another holds all of that. @param text without lone surrogates */
export function detached(text: string): string {
  const bytes = encodeText(text);
  return decodeUtf8(bytes, 0, bytes.length);
}

/** The text of bytes that are UTF-8; a U+FEFF at their beginning is text like any other. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/** The text of bytes that are ASCII. */
export function decodeAscii(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT) return decoder.decode(bytes.subarray(start, end));
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}
