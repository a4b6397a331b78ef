import type { TableFormat } from './messages.ts';

/** How many rows a table has that the engine wrote. */
export function countRows(text: string, format: TableFormat): number {
  switch (format) {
    case 'json':
      return countJsonRows(text);
    case 'xml':
      return countOf(text, '<result>');
    case 'csv':
      return countCsvLines(text) - 1;
    case 'tsv':
      return countOf(text, '\n') - 1;
  }
}

/** How often a piece stands in a text. */
export function countOf(text: string, piece: string): number {
  let count = 0;
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) count++;
  return count;
}

/** The objects three levels deep: `{"head":{"vars":["a"]},"results":{"bindings":[{…},{…}]}}`. */
function countJsonRows(text: string): number {
  let rows = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x7b && ++depth === 3) rows++;
    else if (code === 0x7d) depth--;
  }
  return rows;
}

/** Where the text ends that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}

/** Line ends that no quotes surround. */
function countCsvLines(text: string): number {
  let lines = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isQuoted = !isQuoted;
    else if (code === 0x0a && !isQuoted) lines++;
  }
  return lines;
}
