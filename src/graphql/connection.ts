import { Field, ObjectType } from 'type-graphql';
import { HubError } from '../errors.ts';

/** Items of a page when the query names no number, and the most it may ask for. */
export const DEFAULT_PAGE_LENGTH = 50;
export const MAX_PAGE_LENGTH = 500;

@ObjectType({ description: 'What there is before and behind a page.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are items behind this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether there are items before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first item; null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the last item, to be passed as `after`; null on an empty page.' })
  endCursor!: string | null;
}

export interface Page<Node> {
  readonly edges: ReadonlyArray<{ readonly cursor: string; readonly node: Node }>;
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number;
}

/**
 * A page of a list that is sorted by name. The cursor is the name and not a position, so a page goes on rightly when the
 * vocabulary changes between two requests, even when the term of the cursor is gone.
 *
 * @throws HubError `invalid-option` for a `first` outside 0 to 500, or an `after` that is no cursor
 */
export function pageByName<Node extends { readonly name: string }>(sorted: readonly Node[], first: number, after: string | null): Page<Node> {
  if (first < 0 || first > MAX_PAGE_LENGTH) {
    throw new HubError('invalid-option', `first is ${first}; it is an integer from 0 to ${MAX_PAGE_LENGTH}.`, { key: 'first' });
  }
  let start = 0;
  if (after !== null) {
    const name = decodeCursor(after);
    const behind = sorted.findIndex((node) => node.name > name);
    start = behind === -1 ? sorted.length : behind;
  }
  const nodes = sorted.slice(start, start + first);
  const edges = nodes.map((node) => ({ cursor: encodeCursor(node.name), node }));
  return {
    edges,
    nodes,
    totalCount: sorted.length,
    pageInfo: {
      hasNextPage: start + nodes.length < sorted.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

const CURSOR_PREFIX = 'name:';

function encodeCursor(name: string): string {
  return Buffer.from(CURSOR_PREFIX + name).toString('base64url');
}

function decodeCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!text.startsWith(CURSOR_PREFIX) || encodeCursor(text.slice(CURSOR_PREFIX.length)) !== cursor) {
    throw new HubError('invalid-option', 'after is no cursor of this list.', { key: 'after' });
  }
  return text.slice(CURSOR_PREFIX.length);
}
