/** Entries of a long list that are given at a time, unless the whole is asked for. */
export const PAGE_LENGTH = 1000;
/** A list of so many entries is not long: clients that know of no pages get all of the vocabulary that hubs come with. */
export const MAX_UNPAGED = 2000;

/** Which part of a list is wanted. */
export interface PageRequest {
  /** The key of the last entry of the page before; null for the first page. */
  readonly after: string | null;
  /** All entries behind `after`, however many. */
  readonly isWhole: boolean;
}

/** A part of a list. */
export interface ListPage<T> {
  readonly entries: readonly T[];
  /** How many entries the whole list has. */
  readonly total: number;
  /** The key behind which the next page begins; null when this is the last. */
  readonly next: string | null;
}

/**
 * A page of a list that is sorted by its keys, in the order of code units. An entry of the key `after` need not be there any more.
 *
 * @param keyOf the key of an entry, which no other entry has
 */
export function pageOf<T>(
  list: readonly T[],
  keyOf: (entry: T) => string,
  { after, isWhole }: PageRequest,
): ListPage<T> {
  if (after === null) return pageFrom(list, keyOf, null, isWhole);
  let from = 0;
  let end = list.length;
  while (from < end) {
    const middle = (from + end) >> 1;
    if (keyOf(list[middle]!) <= after) from = middle + 1;
    else end = middle;
  }
  return pageFrom(list, keyOf, from, isWhole);
}

/** The page that begins at a place of a list, whatever its order; null for the first one. */
export function pageFrom<T>(
  list: readonly T[],
  keyOf: (entry: T) => string,
  place: number | null,
  isWhole: boolean,
): ListPage<T> {
  const from = place ?? 0;
  const isAll = isWhole || (place === null && list.length <= MAX_UNPAGED);
  const to = isAll ? list.length : Math.min(list.length, from + PAGE_LENGTH);
  const entries = from === 0 && to === list.length ? list : list.slice(from, to);
  return { entries, total: list.length, next: to < list.length ? keyOf(list[to - 1]!) : null };
}
