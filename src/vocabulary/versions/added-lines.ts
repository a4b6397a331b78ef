import { isVersionName } from './version.ts';

/** A version as the lines that it has more than another one. */
export interface AddedLines {
  /** The other version, whose text is there whole. */
  readonly base: string;
  /** Of its canonical text, with their ends, sorted. */
  readonly lines: readonly string[];
}

const LINE_END = 0x0a;

/** A version as a text: the names of the other one and of its own, then the lines. */
export function writeAdded(version: string, { base, lines }: AddedLines): string {
  return `${base} ${version}\n${lines.join('')}`;
}

/** @throws Error for what `writeAdded` did not write of this version */
export function readAdded(version: string, text: string): AddedLines {
  const [names = '', ...lines] = text.split('\n');
  // Earlier releases did not write the name of the version itself.
  const [base = '', own = version, ...rest] = names.split(' ');
  // Behind the last line end there is nothing.
  if (lines.pop() !== '' || !isVersionName(base) || rest.length > 0)
    throw new Error('it names no version, or ends within a line');
  if (own !== version) throw new Error('it holds something else than its name says');
  return { base, lines: lines.map((line) => `${line}\n`) };
}

/** The canonical text of a version, in UTF-8, of that of the other one. */
export function withAdded(text: Buffer, { lines }: Pick<AddedLines, 'lines'>): Buffer {
  if (lines.length === 0) return text;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const line of lines) {
    const place = placeOf(line, text, at);
    pieces.push(text.subarray(at, place), Buffer.from(line));
    at = place;
  }
  return Buffer.concat([...pieces, text.subarray(at)]);
}

/** Where the first line behind `from` begins that does not come before a line. */
function placeOf(line: string, text: Buffer, from: number): number {
  let low = from;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = Math.max(low, middle === 0 ? 0 : text.lastIndexOf(LINE_END, middle - 1) + 1);
    const end = text.indexOf(LINE_END, start) + 1;
    // As strings, which are compared as lines are sorted: bytes have another order beyond the first plane.
    if (text.toString('utf8', start, end) < line) low = end;
    else high = start;
  }
  return low;
}
