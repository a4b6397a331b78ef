/** What files begin with that are no text, and what to do about them. */
const BEGINNINGS = [
  {
    begin: [0x50, 0x4b],
    is: 'is an archive, or a workbook as Excel saves it: unpack it, or save its sheet as CSV',
  },
  { begin: [0xd0, 0xcf, 0x11, 0xe0], is: 'is a workbook of an old Excel: save its sheet as CSV' },
  {
    begin: [0x28, 0xb5, 0x2f, 0xfd],
    is: 'is compressed by Zstandard: unpack it, or give it to the command line, which reads it',
  },
  { begin: [0x50, 0x41, 0x52, 0x31], is: 'is Parquet: the package for Python reads frames of it' },
] as const;

/**
 * What a file is that is no text, as what follows its name in a sentence.
 *
 * @param hasZeros whether it has bytes that are 0, as no text but UTF-16 has: two letters may also begin a text
 * @returns null for anything else
 */
export function notTextIs(bytes: Uint8Array, hasZeros: boolean): string | null {
  const found = BEGINNINGS.find(
    ({ begin }) => beginsWith(bytes, begin) && (hasZeros || begin.some((byte) => byte > 0x7f)),
  );
  return found?.is ?? null;
}

/** Whether these bytes come first. */
export function beginsWith(bytes: Uint8Array, begin: readonly number[]): boolean {
  return begin.every((byte, at) => bytes[at] === byte);
}
