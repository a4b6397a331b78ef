import type { NoteCode } from './notes.ts';
import type { Place } from './place.ts';
import type { ReaderNumber } from './readers.ts';

/** One element of a member. */
export interface Item {
  /** JSON text. */
  readonly text: string;
  /** The place of its instant on the axis of its record; -1 for none. */
  readonly position: number;
  /** Of a record with a timestamp of its own: that, as JSON text. */
  readonly stamp: string | null;
  /** Equal ones are one node or literal of the graph. */
  readonly isMerged: boolean;
  /** Of a record, its place, which is told its index. */
  readonly place: Place | null;
}

/**
 * The value of a member as JSON text: items along the axis at their instants, with null where there is none; records by their own
 * timestamps; all others by their text.
 *
 * @param counts by place on the axis, how many items of an array may stand there; empty without an axis
 * @param note is told what the graph does not say of it
 * @param reader the first one takes items for rows of the axis of which more stand at a place than may, and keeps the last of them
 */
export function arrange(
  items: readonly Item[],
  counts: readonly number[],
  note: (code: NoteCode) => void,
  reader: ReaderNumber,
): string {
  if (items.length === 0) return '[]';
  if (items.some(({ isMerged }) => isMerged)) note('equal-items');
  if (counts.length > 0 && items.every(({ position }) => position >= 0) && (reader === 1 || fits(items, counts)))
    return alongAxis(items, counts, note);
  if (items.length === 1) {
    note('value-or-array');
    return items[0]!.text;
  }
  const stamps = new Set(items.map(({ stamp }) => stamp));
  if (stamps.has(null) || stamps.size < items.length) note('item-order');
  return write(items.toSorted(byStampAndText));
}

/** Whether no place of the axis gets more items than may stand there. */
function fits(items: readonly Item[], counts: readonly number[]): boolean {
  const left = [...counts];
  return items.every(({ position }) => --left[position]! >= 0);
}

function alongAxis(items: readonly Item[], counts: readonly number[], note: (code: NoteCode) => void): string {
  if (counts.every((count) => count === 1)) {
    const row = new Array<Item | null>(counts.length).fill(null);
    for (const item of items) row[item.position] = item;
    return write(row);
  }
  const places: (Item | null)[][] = counts.map(() => []);
  for (const item of items) places[item.position]!.push(item);
  // Equal stamps are one instant: what stands at one of them may stand at any.
  note('item-order');
  for (const [place, there] of places.entries()) {
    if (there.length > 1) (there as Item[]).sort(byStampAndText);
    while (there.length < counts[place]!) there.push(null);
  }
  return write(places.flat());
}

/** An array with null where there is no item. */
function write(items: readonly (Item | null)[]): string {
  const texts = items.map((item, index) => {
    item?.place?.setIndex(index);
    return item?.text ?? 'null';
  });
  return `[${texts.join(',')}]`;
}

function byStampAndText(one: Item, other: Item): number {
  return compare(one.stamp ?? '', other.stamp ?? '') || compare(one.text, other.text);
}

export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
