import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { coverageOf } from '../../sources/coverage.ts';
import { listSources } from '../../sources/source-files.ts';
import { PageArgs } from '../shared/page-args.ts';
import { pageOf } from '../../vocabulary/list-page.ts';
import type { GraphqlContext } from '../request/context.ts';
import { listCost } from '../shared/field-cost.ts';
import { SourceType } from './source.type.ts';

/** For the cost of a query. */
const TYPICAL_SOURCES = 150;

@Resolver(() => SourceType)
export class SourceResolver {
  @Query(() => [SourceType], {
    complexity: listCost(TYPICAL_SOURCES),
    description: 'All sources of data, sorted by name, as GET /api/sources lists them.',
  })
  sources(@Args(() => PageArgs) page: PageArgs, @Ctx() context: GraphqlContext): readonly SourceType[] {
    const { terms, lexicon } = context.vocabulary();
    return pageOf(listSources(lexicon), ({ file }) => file.name, page).entries.map(({ file }) =>
      coverageOf(file, (name) => terms.has(name)),
    );
  }
}
