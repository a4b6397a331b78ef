/** What a file is written in, as people call it. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/** The text of a file, and in what it was written. */
export interface DecodedFile {
  readonly text: string;
  readonly encoding: Encoding;
}

/** Bytes in which a file that is no text has a zero. */
const LOOKED_AT = 8192;

/** How the first two bytes of UTF-16 are, each a mark of its order or the half of a character of ASCII. */
const UTF_16 = [
  { label: 'utf-16le', begins: (first: number, second: number) => (first === 0xff ? second === 0xfe : second === 0) },
  { label: 'utf-16be', begins: (first: number, second: number) => (first === 0xfe ? second === 0xff : first === 0) },
] as const;

/**
 * The text of a file of which nobody says how it is written: UTF-8, UTF-16, as some spreadsheets save it, or else Windows-1252, as
 * Excel and old loggers write CSV.
 */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}

/** Whether bytes are no text: of those that are, UTF-16 alone has zeros. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, LOOKED_AT).includes(0) && utf16Of(bytes) === undefined;
}

/** The order of UTF-16; undefined for what is written otherwise. */
function utf16Of(bytes: Uint8Array): (typeof UTF_16)[number]['label'] | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined || (first === 0 && second === 0)) return undefined;
  return UTF_16.find(({ begins }) => begins(first, second))?.label;
}
