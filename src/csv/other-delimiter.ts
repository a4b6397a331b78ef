/** Characters of a header that a message shows. */
const SHOWN_CHARACTERS = 80;

/** What to do about a table whose cells are separated as spreadsheets do it in most of Europe, or by tabs, where nothing said so; null for none. */
export function otherDelimiter([only, ...others]: readonly string[], delimiter: string): string | null {
  const found = [';', '\t'].find((mark) => mark !== delimiter && only?.includes(mark) === true);
  if (found === undefined || others.length > 0) return null;
  const said = found === ';' ? "';'" : "'\\t'";
  return `The header is one column, ${JSON.stringify(only!.slice(0, SHOWN_CHARACTERS))}: say --delimiter ${said} if that separates its cells, else begin the file with the line sep=${delimiter}`;
}
