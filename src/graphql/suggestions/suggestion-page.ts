import { ArgsType, Field, Int } from 'type-graphql';
import { HubError } from '../../errors.ts';
import { isSuggestionId } from '../../suggestions/find-suggestions.ts';
import type { Reviewable, SuggestionKind, SuggestionKinds, SuggestionState } from '../../suggestions/suggestion.ts';
import type { SuggestionLoaders } from '../request/suggestion-loaders.ts';
import { checkPageLength, connectionOf, DEFAULT_PAGE_LENGTH, type Connection } from '../shared/connection.ts';
import { SuggestionStateName } from './suggestion.type.ts';

interface SuggestionPlace {
  readonly createdAt: Date;
  readonly id: string;
}

/** Which page of suggestions is asked for. */
@ArgsType()
export class SuggestionPageArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_PAGE_LENGTH,
    description: 'How many at most, 0 to 500.',
  })
  first!: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the suggestion before the page.' })
  after!: string | null | undefined;

  @Field(() => SuggestionStateName, {
    nullable: true,
    description: 'Only suggestions in this state; all when left out.',
  })
  state!: SuggestionState | null | undefined;
}

/** A page of the suggestions of a kind. @throws HubError `invalid-option`, `suggestions-unavailable` */
export async function readPage<Kind extends SuggestionKind, Shown>(
  { first, after, state }: SuggestionPageArgs,
  loaders: SuggestionLoaders<Kind>,
  show: (suggestion: Reviewable<SuggestionKinds[Kind]>) => Shown,
): Promise<Connection<Shown>> {
  const length = first ?? DEFAULT_PAGE_LENGTH;
  checkPageLength(length);
  const asked = { state: state ?? null, first: length, after: after == null ? null : placeOfCursor(after) };
  const [page, totalCount] = await Promise.all([loaders.page.load(asked), loaders.count.load(asked)]);
  const suggestions = await Promise.all(page.ids.map((id) => loaders.byId.load(id)));
  const edges = suggestions
    // One that went away meanwhile is on no page.
    .filter((suggestion) => suggestion !== null)
    .map((suggestion) => ({ cursor: cursorOf(suggestion), node: show(suggestion) }));
  return connectionOf(edges, { totalCount, hasNextPage: page.hasNext, hasPreviousPage: after != null });
}

/** Clients should not build on what is in it, hence base64. */
function cursorOf({ createdAt, id }: SuggestionPlace): string {
  return Buffer.from(`suggestion:${createdAt.toISOString()} ${id}`).toString('base64url');
}

/** @throws HubError `invalid-option` when it is not a cursor of suggestions */
function placeOfCursor(cursor: string): SuggestionPlace {
  const [date, id] = Buffer.from(cursor, 'base64url')
    .toString()
    .replace(/^suggestion:/, '')
    .split(' ');
  const createdAt = new Date(date ?? '');
  const isPlace = !Number.isNaN(createdAt.getTime()) && isSuggestionId(id ?? '');
  if (isPlace && cursorOf({ createdAt, id: id! }) === cursor) return { createdAt, id: id! };
  throw new HubError('invalid-option', 'after is no cursor of this list.', { key: 'after' });
}
