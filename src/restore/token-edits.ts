import { HubError } from '../errors.ts';
import { tokensOf } from './json-tokens.ts';

/**
 * What makes one JSON text of another: texts that are inserted, and pairs of numbers, each a run of tokens of the other: the first one,
 * counted from the end of the run before, and how many.
 */
export type TokenEdits = readonly (string | number)[];

/** From this many code units on, a token is looked for by itself; shorter ones by three in a row. */
const LONG_TOKEN = 8;
/** A run that has fewer code units is shorter written out. */
const SHORTEST_RUN = 10;
/** Places of equal tokens that are tried. */
const MAX_TRIES = 12;

/** The edits that make `wanted` of `given`; null where they are equal. */
export function editsBetween(given: string, wanted: string): TokenEdits | null {
  if (given === wanted) return null;
  return new Comparison(tokensOf(given), tokensOf(wanted)).edits();
}

/**
 * The text that edits make.
 *
 * @param maxLength code units that it may have: a few edits make a long text
 * @throws RangeError for edits of another text
 * @throws HubError `answer-too-large`
 */
export function applyEdits(given: string, edits: TokenEdits, maxLength: number): string {
  const tokens = tokensOf(given);
  const out: string[] = [];
  let at = 0;
  let length = 0;
  const add = (text: string): void => {
    length += text.length;
    if (length > maxLength) {
      const most = maxLength.toLocaleString('en');
      throw new HubError(
        'answer-too-large',
        `The document would have more than ${most} characters; restore it on the command line.`,
      );
    }
    out.push(text);
  };
  for (let i = 0; i < edits.length; i++) {
    const edit = edits[i]!;
    if (typeof edit === 'string') {
      add(edit);
      continue;
    }
    const start = at + edit;
    const count = edits[++i];
    if (
      typeof count !== 'number' ||
      !isPlace(start, tokens.length) ||
      !isPlace(start + count, tokens.length) ||
      count < 0
    )
      throw new RangeError('these edits are of another text');
    for (let token = start; token < start + count; token++) add(tokens[token]!);
    at = start + count;
  }
  return out.join('');
}

function isPlace(place: number, length: number): boolean {
  return Number.isSafeInteger(place) && place >= 0 && place <= length;
}

class Comparison {
  private readonly given: readonly string[];
  private readonly wanted: readonly string[];
  /** By one long token or three: the last place where they stand, and by place the one before. */
  private readonly places = new Map<string, number>();
  private readonly before: Int32Array;
  private readonly found: (string | number)[] = [];
  private inserted: string[] = [];
  /** Behind the run before. */
  private end = 0;

  constructor(given: readonly string[], wanted: readonly string[]) {
    this.given = given;
    this.wanted = wanted;
    this.before = new Int32Array(given.length).fill(-1);
    // From the end on, so that the first place is tried first.
    for (let at = given.length - 1; at >= 0; at--) {
      const name = nameAt(given, at);
      this.before[at] = this.places.get(name) ?? -1;
      this.places.set(name, at);
    }
  }

  edits(): TokenEdits {
    const { wanted } = this;
    for (let at = 0; at < wanted.length;) {
      const { start, count, size } = this.longestRun(at);
      if (count === 0 || size < SHORTEST_RUN) {
        this.inserted.push(wanted[at]!);
        at++;
        continue;
      }
      this.flush();
      this.found.push(start - this.end, count);
      this.end = start + count;
      at += count;
    }
    this.flush();
    return this.found;
  }

  private flush(): void {
    if (this.inserted.length > 0) this.found.push(this.inserted.join(''));
    this.inserted = [];
  }

  private longestRun(at: number): { start: number; count: number; size: number } {
    // What goes on where the run before ended needs no new place.
    let best = this.runAt(this.end, at);
    let place = this.places.get(nameAt(this.wanted, at)) ?? -1;
    for (let tries = 0; place >= 0 && tries < MAX_TRIES; tries++, place = this.before[place]!) {
      const run = this.runAt(place, at);
      if (run.count > best.count) best = run;
      // Nothing of two long runs is worth more time.
      if (best.size > 4096) break;
    }
    return best;
  }

  private runAt(start: number, at: number): { start: number; count: number; size: number } {
    const { given, wanted } = this;
    let count = 0;
    let size = 0;
    while (start + count < given.length && at + count < wanted.length && given[start + count] === wanted[at + count])
      size += given[start + count++]!.length;
    return { start, count, size };
  }
}

function nameAt(tokens: readonly string[], at: number): string {
  const token = tokens[at]!;
  return token.length >= LONG_TOKEN ? token : `${token} ${tokens[at + 1]} ${tokens[at + 2]}`;
}
