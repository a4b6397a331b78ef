/**
 * The URL that a text is, null when it is none.
 *
 * `URL.canParse` cannot be asked instead: once V8 has compiled its caller, Node 20 takes the bytes of a text in Latin-1 for UTF-8, and knows
 * no host with letters such as é any more.
 *
 * @param base what a relative text is relative to
 */
export function findUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
