import type { AddedLines, CameOf, LineChange } from './archive.ts';
import { isVersionName } from './version.ts';

const LINE_END = 0x0a;
/**
 * A version with more lines than these, some forty terms, is kept whole. The lines of all before it are kept with each, so that of a long text,
 * which takes long to write, there may be more: ten times the root of its lines is where both cost the same in the end.
 */
const MOST_ADDED = 2_000;
const mostAdded = (lines: number): number => Math.max(MOST_ADDED, 10 * Math.sqrt(lines));

/** A version as what is added to the one that the version before is added to; null where that is too much. */
export function addMore({ base, lines }: AddedLines, cameOf: CameOf): AddedLines | null {
  const all = [...lines, ...cameOf.writeLines()].sort();
  return all.length > mostAdded(cameOf.lines ?? 0) ? null : { base, lines: all };
}

/** What became of a version, where both are added to the same one; else null. */
export function compareAdded(before: AddedLines | null, after: AddedLines | null): LineChange | null {
  if (before === null || after === null || before.base !== after.base) return null;
  const [known, all] = [new Set(before.lines), new Set(after.lines)];
  return {
    added: after.lines.filter((line) => !known.has(line)),
    removed: before.lines.filter((line) => !all.has(line)),
  };
}

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
