import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Changes } from '../../vocabulary/versions/changes.ts';
import type { Version, VersionRange } from '../../vocabulary/versions/versions.ts';
import { ChangesType } from './change.type.ts';
import { PageArgs } from '../shared/page-args.ts';
import { pageFrom } from '../../vocabulary/list-page.ts';
import type { GraphqlContext } from '../request/context.ts';
import { fieldCost, listCost } from '../shared/field-cost.ts';
import { VersionType } from './version.type.ts';

/** For the cost of a query. */
const TYPICAL_VERSIONS = 20;
/** Two versions have to be read whole. */
const COMPARISON_COST = 10_000;

@Resolver(() => VersionType)
export class VersionResolver {
  @Query(() => [VersionType], {
    complexity: listCost(TYPICAL_VERSIONS),
    description:
      'The versions of the vocabulary that can be read, the current one first, then the one in use before it, and so on.',
  })
  versions(
    @Args(() => PageArgs) { after, isWhole }: PageArgs,
    @Ctx() { versions }: GraphqlContext,
  ): readonly Version[] {
    const from = after === null ? 0 : versions.placeAfter(after, 'after');
    return pageFrom(versions.list(), ({ version }) => version, from, isWhole).entries;
  }

  @FieldResolver(() => String)
  since(@Root() version: Version): string {
    return version.since.toISOString();
  }

  @FieldResolver(() => VersionType, { nullable: true })
  predecessor(@Root() { predecessor }: Version, @Ctx() { loaders }: GraphqlContext): Promise<Version | null> | null {
    return predecessor === null ? null : loaders.versionByName.load(predecessor);
  }
}

@Resolver()
export class ChangesResolver {
  @Query(() => ChangesType, {
    complexity: fieldCost(COMPARISON_COST),
    description: 'What changed between two versions of the vocabulary, as GET /api/changes.',
  })
  async changes(
    @Arg('from', () => String, {
      nullable: true,
      description: 'The name or the IRI of the version to start from; without it the one in use before `to`.',
    })
    from: string | null | undefined,
    @Arg('to', () => String, {
      nullable: true,
      description: 'The name or the IRI of the version to arrive at; without it the current one.',
    })
    to: string | null | undefined,
    @Ctx() { versions, loaders }: GraphqlContext,
  ): Promise<VersionRange & Changes> {
    const range = versions.range(from ?? null, to ?? null);
    return { ...range, ...(await loaders.changes.load(range)) };
  }
}
