/** The places that have each number, those of one number together. */
interface SortedPlaces {
  readonly places: Uint32Array;
  /** By number where its places end, and those of the next one begin. */
  readonly ends: Uint32Array;
}

const sorted = new WeakMap<Uint32Array, SortedPlaces>();

/**
 * The places at which a column has a number, ascending. They are sorted by number once for a column: a query may ask for the terms of
 * each of a thousand categories, and is not to pass over all terms for each of them.
 *
 * @param column numbers that do not change any more
 * @param number -1 for one that no place has
 */
export function placesWith(column: Uint32Array, number: number): Uint32Array {
  let found = sorted.get(column);
  if (found === undefined) sorted.set(column, (found = sortPlaces(column)));
  const { places, ends } = found;
  return places.subarray(number === 0 ? 0 : ends[number - 1], ends[number] ?? 0);
}

function sortPlaces(column: Uint32Array): SortedPlaces {
  let largest = -1;
  for (const number of column) if (number > largest) largest = number;
  const ends = new Uint32Array(largest + 1);
  for (const number of column) ends[number]!++;
  for (let number = 1; number < ends.length; number++) ends[number]! += ends[number - 1]!;
  const places = new Uint32Array(column.length);
  const next = ends.slice();
  for (let place = column.length - 1; place >= 0; place--) places[--next[column[place]!]!] = place;
  return { places, ends };
}
