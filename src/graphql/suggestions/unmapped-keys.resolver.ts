import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import type { MissingTerms } from '../../suggestions/unmapped-keys.ts';
import { invalidOption } from '../../errors.ts';
import type { GraphqlContext } from '../request/context.ts';
import { RANKING_COST, SUGGESTION_COST } from '../request/limits.ts';
import { MissingTermsType } from './unmapped-keys.type.ts';

const DEFAULT_TERMS = 20;
const MAX_TERMS = 100;

@Resolver()
export class UnmappedKeysResolver {
  @Query(() => MissingTermsType, {
    nullable: true,
    complexity: ({ args, childComplexity }) => {
      const { first } = args as { first?: number | null };
      const terms = Math.min(Math.max(first ?? DEFAULT_TERMS, 0), MAX_TERMS);
      return RANKING_COST + terms * (SUGGESTION_COST + childComplexity);
    },
    description:
      'The keys of documents that are no terms, the most frequent first: names alone, without values and clients; for administrators.',
  })
  async missingTerms(
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_TERMS,
      description: 'How many at most, 0 to 100.',
    })
    first: number | null,
    @Ctx() context: GraphqlContext,
  ): Promise<Omit<MissingTerms, 'since'> & { readonly since: string }> {
    await context.loaders.requester();
    const most = first ?? DEFAULT_TERMS;
    if (most < 0 || most > MAX_TERMS) {
      throw invalidOption('first', most, `a whole number from 0 to ${MAX_TERMS}`);
    }
    const { terms, since } = await context.loaders.missingTerms.load(most);
    return { terms, since: since.toISOString() };
  }
}
