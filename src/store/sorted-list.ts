import { randomUUID } from 'node:crypto';
import type { ListPlace } from './records.ts';

/** Entries of a piece: a page is read from one or two, and a change writes one or two. */
const MOST = 128;

/** What the list is sorted by, and the subject. */
export type Sorted = readonly [sort: string, subject: string];

/** How long a list is, and which root is its own: short, because each change writes it. */
interface Head {
  readonly total: number;
  readonly root: string;
}

/** Where the pieces begin, in their order: numbers that name them, each with the least entry that it may have. */
interface Root {
  readonly next: number;
  readonly pieces: readonly (readonly [sort: string, subject: string, piece: number])[];
}

/** Reads entries of a LevelDB, undefined for those that there are not. */
export type ReadEntries = (keys: readonly string[]) => Promise<readonly (string | undefined)[]>;

/** Roots by their names, so that a long one is not parsed for each page. */
export type KnownRoots = Map<string, Root>;

const EMPTY: Root = { next: 1, pieces: [['', '', 0]] };
/** Of each list one; and those of changes that were not made. */
const MOST_KNOWN = 32;

/**
 * A sorted list as entries of a LevelDB: a head, a root, and pieces of up to 128 entries. What it is sorted by stands in values and not in
 * keys, which LevelDB would keep when the record is gone. Reading a page or changing an entry costs the same in a list of any length.
 */
export class SortedList {
  readonly #prefix: string;
  readonly #read: ReadEntries;
  readonly #known: KnownRoots;
  #opened: { total: number; root: Root; readonly name: string } | null = null;
  #isRootChanged = false;
  /** Pieces that were read; null for those that are gone. */
  readonly #pieces = new Map<number, Sorted[] | null>();
  readonly #changed = new Set<number>();

  /** @param prefix of all its keys, which no other list has */
  constructor(prefix: string, read: ReadEntries, known: KnownRoots) {
    this.#prefix = prefix;
    this.#read = read;
    this.#known = known;
  }

  /** How many entries it has. */
  async total(): Promise<number> {
    const [head] = await this.#read([this.#headKey]);
    return head === undefined ? 0 : (JSON.parse(head) as Head).total;
  }

  /** The entries behind a place, at most so many. */
  async page(after: ListPlace | null, most: number): Promise<Sorted[]> {
    const { root } = await this.#open();
    // Behind all subjects of IRIs.
    const place: Sorted = after === null ? ['', ''] : [after.sort, after.subject ?? '\uffff'];
    const page: Sorted[] = [];
    for (let at = placeOf(root.pieces, place); at < root.pieces.length && page.length < most; at += 1) {
      const piece = await this.#piece(root.pieces[at]![2]);
      const from = firstBehind(piece, place);
      page.push(...piece.slice(from, from + most - page.length));
    }
    return page;
  }

  /** Adds an entry that is not there. */
  async add(entry: Sorted): Promise<void> {
    const opened = await this.#open();
    const at = placeOf(opened.root.pieces, entry);
    const number = opened.root.pieces[at]![2];
    const piece = await this.#piece(number);
    const place = firstBehind(piece, entry);
    piece.splice(place, 0, entry);
    opened.total += 1;
    this.#changed.add(number);
    if (piece.length > MOST) this.#split(at, place === piece.length - 1);
  }

  /** Takes an entry out, if it is there. */
  async remove(entry: Sorted): Promise<void> {
    const opened = await this.#open();
    const at = placeOf(opened.root.pieces, entry);
    const piece = await this.#piece(opened.root.pieces[at]![2]);
    const place = firstBehind(piece, entry) - 1;
    const found = piece[place];
    if (found === undefined || compare(found, entry) !== 0) return;
    piece.splice(place, 1);
    opened.total -= 1;
    this.#changed.add(opened.root.pieces[at]![2]);
    if (piece.length < MOST / 4) await this.#join(at);
  }

  /** What its changes write: keys with their values, undefined for those that go. To be called once. */
  writes(): [key: string, value: string | undefined][] {
    const opened = this.#opened;
    if (opened === null || this.#changed.size === 0) return [];
    const written: [string, string | undefined][] = [...this.#changed].map((number) => {
      const piece = this.#pieces.get(number) ?? null;
      return [this.#pieceKey(number), piece === null ? undefined : JSON.stringify(piece)];
    });
    const name = this.#isRootChanged ? randomUUID() : opened.name;
    if (this.#isRootChanged) {
      this.#know(name, opened.root);
      written.push([this.#rootKey, JSON.stringify(opened.root)]);
    }
    const head: Head = { total: opened.total, root: name };
    return [...written, [this.#headKey, JSON.stringify(head)]];
  }

  /** Lets a change of a list begin with none, whatever there was. */
  clear(): void {
    this.#opened = { total: 0, root: EMPTY, name: '' };
    this.#isRootChanged = true;
    this.#pieces.set(0, []);
  }

  /** In the middle, or before its last entry where entries come in their order: pieces are full then. */
  #split(at: number, isAtEnd: boolean): void {
    const { root } = this.#opened!;
    const piece = this.#pieces.get(root.pieces[at]![2])!;
    const isLast = isAtEnd && at === root.pieces.length - 1;
    const moved = piece.splice(isLast ? piece.length - 1 : piece.length >> 1);
    const number = root.next;
    this.#pieces.set(number, moved);
    this.#changed.add(number);
    const [sort, subject] = moved[0]!;
    this.#setRoot({ next: number + 1, pieces: root.pieces.toSpliced(at + 1, 0, [sort, subject, number]) });
  }

  /** Joins a small piece with the one behind or before it, unless both together would soon be split again. */
  async #join(at: number): Promise<void> {
    const { root } = this.#opened!;
    for (const [first, second] of [
      [at, at + 1],
      [at - 1, at],
    ] as const) {
      const [one, other] = [root.pieces[first], root.pieces[second]];
      if (one === undefined || other === undefined) continue;
      const piece = await this.#piece(one[2]);
      const joined = await this.#piece(other[2]);
      if (piece.length + joined.length > MOST / 2) continue;
      piece.push(...joined);
      this.#pieces.set(other[2], null);
      this.#changed.add(one[2]).add(other[2]);
      this.#setRoot({ next: root.next, pieces: root.pieces.toSpliced(second, 1) });
      return;
    }
  }

  #setRoot(root: Root): void {
    this.#opened!.root = root;
    this.#isRootChanged = true;
  }

  async #open(): Promise<{ total: number; root: Root; readonly name: string }> {
    if (this.#opened !== null) return this.#opened;
    const [head] = await this.#read([this.#headKey]);
    if (head === undefined) {
      this.clear();
      return this.#opened!;
    }
    const { total, root: name } = JSON.parse(head) as Head;
    let root = this.#known.get(name);
    if (root === undefined) {
      const [written] = await this.#read([this.#rootKey]);
      root = JSON.parse(written!) as Root;
      this.#know(name, root);
    }
    return (this.#opened = { total, root, name });
  }

  #know(name: string, root: Root): void {
    this.#known.set(name, root);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) return;
      this.#known.delete(oldest);
    }
  }

  async #piece(number: number): Promise<Sorted[]> {
    let piece = this.#pieces.get(number);
    if (piece == null) {
      const [written] = await this.#read([this.#pieceKey(number)]);
      piece = written === undefined ? [] : (JSON.parse(written) as Sorted[]);
      this.#pieces.set(number, piece);
    }
    return piece;
  }

  get #headKey(): string {
    return `${this.#prefix} head`;
  }

  get #rootKey(): string {
    return `${this.#prefix} root`;
  }

  #pieceKey(number: number): string {
    return `${this.#prefix} piece ${number}`;
  }
}

/** Which piece an entry belongs to. */
function placeOf(pieces: Root['pieces'], entry: Sorted): number {
  let [from, to] = [0, pieces.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    const [sort, subject] = pieces[middle]!;
    if (compare([sort, subject], entry) <= 0) from = middle;
    else to = middle - 1;
  }
  return from;
}

/** The number of entries up to this one, itself counted. */
function firstBehind(piece: readonly Sorted[], entry: Sorted): number {
  let [from, to] = [0, piece.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(piece[middle]!, entry) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function compare(one: Sorted, other: Sorted): number {
  if (one[0] !== other[0]) return one[0] < other[0] ? -1 : 1;
  return one[1] < other[1] ? -1 : one[1] > other[1] ? 1 : 0;
}
