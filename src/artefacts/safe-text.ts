/**
 * Characters that end lines in one language or another, that editors do not show or that turn the direction of what follows, and
 * halves of pairs.
 */
const UNSEEN =
  /[\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF\uFFF0-\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A string literal of JSON and of JavaScript, in one line, in which every character is seen. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replace(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

/** Words as one line of a comment: what could end it, or the comment, is written otherwise. */
export function commentText(text: string): string {
  return quoteText(text.replace(/\s+/g, ' ').trim()).slice(1, -1).replaceAll('\\"', '"').replaceAll('*/', '*\\/');
}

/**
 * Identifiers of a language for names, each another one.
 *
 * @param identifierOf makes one of a name; equal ones get a number
 * @param reserved identifiers, in lower case, that no name gets
 */
export function uniqueNames(
  names: Iterable<string>,
  identifierOf: (name: string) => string,
  reserved: Iterable<string> = [],
): Map<string, string> {
  const taken = new Set(reserved);
  const found = new Map<string, string>();
  for (const name of names) {
    const wanted = identifierOf(name);
    let identifier = wanted;
    // Compared without case: some file systems and generators of code do not tell names apart that differ in it alone.
    for (let n = 2; taken.has(identifier.toLowerCase()); n++) identifier = `${wanted}_${n}`;
    taken.add(identifier.toLowerCase());
    found.set(name, identifier);
  }
  return found;
}

/** A name of ASCII letters, digits, `_` and `-`, which begins with a letter or `_`. */
export function plainName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_');
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}
