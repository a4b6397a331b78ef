const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Below this many bytes a loop beats a call into the decoder. */
const SHORT = 10;

/** The text as UTF-8; a lone surrogate becomes U+FFFD. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Writes the text as UTF-8 into bytes that have room for it; answers how many it wrote. */
export function encodeInto(text: string, bytes: Uint8Array): number {
  return encoder.encodeInto(text, bytes).written;
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
