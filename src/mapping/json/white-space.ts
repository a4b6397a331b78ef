/** True for white space of JSON; false behind the end. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Where the next character stands that is no white space. */
export function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(bytes[at])) at++;
  return at;
}

/** The end of what stands before `at`, white space left out. */
export function endBefore(bytes: Uint8Array, at: number): number {
  let end = at;
  while (isSpace(bytes[end - 1])) end--;
  return end;
}
