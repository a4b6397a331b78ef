import { Field, ObjectType } from 'type-graphql';
import { HubError } from '../errors.ts';

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

export interface Connection<Node> {
  readonly edges: ReadonlyArray<{ readonly cursor: string; readonly node: Node }>;
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number;
}

/** A page of a list that is sorted by name. */
export interface NamedPage<Node> {
  readonly nodes: readonly Node[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly total: number;
}

export function connectionOf<Node extends { readonly name: string }>(page: NamedPage<Node>): Connection<Node> {
  const edges = page.nodes.map((node) => ({ cursor: cursorOf(node.name), node }));
  return {
    edges,
    nodes: page.nodes,
    totalCount: page.total,
    pageInfo: {
      hasNextPage: page.hasNext,
      hasPreviousPage: page.hasPrevious,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** What to count on for a page of this length, which may be one that is refused: a negative one must not pay for other fields. */
export function expectedItems(first: number): number {
  return Math.min(Math.max(first, 0), MAX_PAGE_LENGTH);
}

/** @throws HubError `invalid-option` outside 0 to 500 */
export function checkPageLength(first: number): number {
  if (first < 0 || first > MAX_PAGE_LENGTH) {
    throw new HubError('invalid-option', `first is ${first}; it is an integer from 0 to ${MAX_PAGE_LENGTH}.`, {
      key: 'first',
    });
  }
  return first;
}

const CURSOR_PREFIX = 'name:';

/**
 * The cursor of an item: its name, and not its position, so that a page goes on rightly when the list has changed between two
 * requests, even when the item is gone. Clients should not build on that, hence base64.
 */
function cursorOf(name: string): string {
  return Buffer.from(CURSOR_PREFIX + name).toString('base64url');
}

/** The name that a cursor stands for. @throws HubError `invalid-option` for what is no cursor */
export function nameOfCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const name = text.slice(CURSOR_PREFIX.length);
  if (!text.startsWith(CURSOR_PREFIX) || cursorOf(name) !== cursor) {
    throw new HubError('invalid-option', 'after is no cursor of this list.', { key: 'after' });
  }
  return name;
}
