import { Field, ObjectType } from 'type-graphql';
import { HubError, invalidOption } from '../../errors.ts';
import { sortedPart, type IsBefore } from '../../vocabulary/search/sorted-part.ts';
import type { Rest } from '../../vocabulary/thread-slices.ts';

/** Items of a page when the query names no number, and the most it may ask for. */
export const DEFAULT_PAGE_LENGTH = 50;
const MAX_PAGE_LENGTH = 500;

@ObjectType({ description: 'What there is before and behind a page.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are items behind this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether there are items before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first item; null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the last item, to be passed as `after`; null on an empty page.',
  })
  endCursor!: string | null;
}

export interface Edge<Item> {
  readonly cursor: string;
  readonly node: Item;
}

export interface Connection<Item> {
  readonly edges: readonly Edge<Item>[];
  readonly nodes: readonly Item[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number;
}

/** Where an item stands in an order: by its key, and by its name among those of the same key. */
export interface Place {
  readonly key: string | number;
  readonly name: string;
}

export interface PageRequest {
  /** The name of the order; a cursor is good for the order that it was made in. */
  readonly order: string;
  readonly isDescending: boolean;
  readonly first: number;
  readonly after: string | null | undefined;
}

/**
 * A page of a list, which need not be sorted yet.
 *
 * @throws HubError `invalid-option` for a page length outside 0 to 500 and for a text that is not a cursor of this order
 */
export function pageOf<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => Place,
  { order, isDescending, first, after }: PageRequest,
): Connection<Item> {
  checkPageLength(first);
  const direction = isDescending ? -1 : 1;
  const isBehind = (one: Place, other: Place): number => direction * comparePlaces(one, other);
  const sorted = items.map((node) => ({ node, place: placeOf(node) })).toSorted((a, b) => isBehind(a.place, b.place));
  const start = after == null ? null : placeOfCursor(after, order);
  const rest = start === null ? sorted : sorted.filter(({ place }) => isBehind(place, start) > 0);
  const edges = rest.slice(0, first).map(({ node, place }) => ({ node, cursor: cursorOf(order, place) }));
  return connectionOf(edges, {
    totalCount: sorted.length,
    hasNextPage: edges.length < rest.length,
    hasPreviousPage: rest.length < sorted.length,
  });
}

/**
 * The same of numbers that stand for items, of which there may be a hundred thousand: only those of the page are sorted.
 *
 * @param numbers different ones, which are put into another order
 * @param isBefore the order of the places, as a total order of the numbers
 * @throws HubError as `pageOf`
 */
export async function pageOfNumbers(
  numbers: Uint32Array,
  placeOf: (number: number) => Place,
  isBefore: IsBefore,
  rest: Rest,
  { order, isDescending, first, after }: PageRequest,
): Promise<Connection<number>> {
  checkPageLength(first);
  const direction = isDescending ? -1 : 1;
  const start = after == null ? null : placeOfCursor(after, order);
  const behind =
    start === null ? numbers : numbers.filter((number) => direction * comparePlaces(placeOf(number), start) > 0);
  const ordered: IsBefore = isDescending ? (a, b) => isBefore(b, a) : isBefore;
  const page = await sortedPart(behind, 0, first, ordered, rest);
  const edges = page.map((node) => ({ node, cursor: cursorOf(order, placeOf(node)) }));
  return connectionOf(edges, {
    totalCount: numbers.length,
    hasNextPage: page.length < behind.length,
    hasPreviousPage: behind.length < numbers.length,
  });
}

/** A page by its edges, and what there is around it. */
export function connectionOf<Item>(
  edges: readonly Edge<Item>[],
  { totalCount, ...around }: Pick<PageInfo, 'hasNextPage' | 'hasPreviousPage'> & { readonly totalCount: number },
): Connection<Item> {
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    totalCount,
    pageInfo: { ...around, startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null },
  };
}

/** What to count on for a page of this length, which may be one that is refused: a negative one must not pay for other fields. */
export function expectedItems(first: number): number {
  return Math.min(Math.max(first, 0), MAX_PAGE_LENGTH);
}

/** @throws HubError `invalid-option` outside 0 to 500 */
export function checkPageLength(first: number): void {
  if (first < 0 || first > MAX_PAGE_LENGTH) {
    throw invalidOption('first', first, `a whole number from 0 to ${MAX_PAGE_LENGTH}`);
  }
}

const BY_NAME = 'name';

/**
 * The cursor of an item: its key and name, and not its position, so that a page goes on rightly when the list has changed between
 * two requests, even when the item is gone. Clients should not build on that, hence base64.
 */
function cursorOf(order: string, { key, name }: Place): string {
  const place = order === BY_NAME ? name : JSON.stringify([key, name]);
  return Buffer.from(`${order}:${place}`).toString('base64url');
}

/** The cursor of an item of a list that goes by names. */
export function cursorOfName(name: string): string {
  return cursorOf(BY_NAME, { key: name, name });
}

/** The name that a cursor of such a list stands for. @throws HubError `invalid-option` when it is not a cursor of it */
export function nameOfCursor(cursor: string): string {
  return placeOfCursor(cursor, BY_NAME).name;
}

/** The place that a cursor stands for. @throws HubError `invalid-option` when it is not a cursor of this order */
function placeOfCursor(cursor: string, order: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString();
  const place = text.startsWith(`${order}:`) ? readPlace(text.slice(order.length + 1), order) : null;
  if (place !== null && cursorOf(order, place) === cursor) return place;
  throw new HubError('invalid-option', 'after is no cursor of this list and its order.', { key: 'after' });
}

function readPlace(text: string, order: string): Place | null {
  if (order === BY_NAME) return { key: text, name: text };
  try {
    const [key, name] = JSON.parse(text) as [unknown, unknown];
    const isKey = typeof key === 'string' || typeof key === 'number';
    return isKey && typeof name === 'string' ? { key, name } : null;
  } catch {
    return null;
  }
}

function comparePlaces(one: Place, other: Place): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}
