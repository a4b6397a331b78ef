/** Numbers that there is room for at least. */
const LEAST_ROOM = 16;

/** A copy of the numbers with room for twice as many. */
export function twiceAsLong(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(numbers.length * 2);
  longer.set(numbers);
  return longer;
}

/** The numbers, or a copy with zeros behind them where there is none at an index. */
export function withRoomAt(numbers: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < numbers.length) return numbers;
  const longer = new Int32Array(Math.max(LEAST_ROOM, index * 2));
  longer.set(numbers);
  return longer;
}

/**
 * The slots of an open-addressed table with room for four times as many: each holds the number of an entry, or -1.
 *
 * @param count entries are numbered from 0
 */
export function moreSlots(
  slots: Int32Array,
  count: number,
  hashOf: (entry: number) => number,
): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(slots.length * 4).fill(-1);
  const mask = larger.length - 1;
  for (let entry = 0; entry < count; entry++) {
    let slot = hashOf(entry) & mask;
    while (larger[slot]! >= 0) slot = (slot + 1) & mask;
    larger[slot] = entry;
  }
  return larger;
}
