import { Arg, Ctx, FieldResolver, Resolver, Root, Subscription } from 'type-graphql';
import type { NumbersOfChanges } from '../../vocabulary/versions/change-counts.ts';
import type { VersionChange } from '../../vocabulary/versions/version-news.ts';
import { isVersionName } from '../../vocabulary/versions/version.ts';
import type { Version } from '../../vocabulary/versions/versions.ts';
import { invalidOption } from '../../errors.ts';
import type { GraphqlContext } from '../request/context.ts';
import { SAVING_COST } from '../request/limits.ts';
import { fieldCost } from '../shared/field-cost.ts';
import { ChangeCountsType, VocabularyChangeType } from './news.type.ts';

/** A change with the versions that it is between. */
interface ShownChange {
  readonly version: Version;
  readonly previousVersion: Version | null;
}

@Resolver(() => VocabularyChangeType)
export class NewsResolver {
  @Subscription(() => VocabularyChangeType, {
    complexity: fieldCost(SAVING_COST),
    description:
      'Tells when another version of the vocabulary is in use, at POST /graphql/stream. Who reads slowly is told once of all that came meanwhile.',
    subscribe: ({ args, context }) => subscribe((args as { known?: string | null }).known ?? null, context),
  })
  vocabularyChanged(
    @Arg('known', () => String, {
      nullable: true,
      description:
        'The name of the version that the client knows: if it is not the one in use, that is told at once. Without it, changes from now on are told.',
    })
    _known: string | null,
    @Root() { known, current }: VersionChange,
    @Ctx() context: GraphqlContext,
  ): ShownChange {
    // Each change sees what there is now.
    context.renewVocabulary();
    context.loaders.clear();
    return { version: current, previousVersion: context.versions.find(known) };
  }

  @FieldResolver(() => ChangeCountsType, { nullable: true })
  changes(
    @Root() { version, previousVersion }: ShownChange,
    @Ctx() { changeCounts }: GraphqlContext,
  ): Promise<NumbersOfChanges | null> | null {
    return previousVersion === null ? null : changeCounts.count(previousVersion, version);
  }
}

/** @throws HubError `invalid-option` for what is no name of a version, `registry-unavailable` */
function subscribe(known: string | null, { news }: GraphqlContext): AsyncGenerator<VersionChange, void, undefined> {
  if (known === null || isVersionName(known)) return news(known);
  throw invalidOption('known', known, 'the name of a version, 64 hexadecimal digits in lower case');
}
