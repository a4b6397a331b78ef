/** Characters of a long text that a list has room for. */
const MAX_CHARACTERS = 300;

/** The beginning of a long text, which ends behind a word where the text has blanks; a short text itself. */
export function excerptOf(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  // Whole characters, of which some are two units of the text.
  const enough = text.slice(0, 2 * MAX_CHARACTERS);
  const beginning = [...enough].slice(0, MAX_CHARACTERS).join('');
  if (beginning === text) return text;
  const blank = beginning.lastIndexOf(' ');
  return `${blank > beginning.length / 2 ? beginning.slice(0, blank) : beginning}…`;
}
