/**
 * The rows of a small CSV file (RFC 4180), each as a map from the first row's titles to its cells; cells that are empty are left out.
 * Every row has the line on which it begins.
 */
export function readTable(text: string): { readonly line: number; readonly cells: ReadonlyMap<string, string> }[] {
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let begin = 1;
  const endRow = (): void => {
    cells.push(cell);
    if (cells.some((each) => each !== '')) rows.push({ line: begin, cells });
    cells = [];
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\n') line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[at++]!;
      else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',') {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      endRow();
      begin = line;
    } else if (character !== '\r') cell += character;
  }
  endRow();
  const [titles, ...rest] = rows;
  return rest.map((row) => ({
    line: row.line,
    cells: new Map(
      row.cells.flatMap((each, index): [string, string][] => {
        const title = titles!.cells[index]?.trim() ?? '';
        return title === '' || each.trim() === '' ? [] : [[title, each.trim()]];
      }),
    ),
  }));
}
