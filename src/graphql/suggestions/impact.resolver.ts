import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { HubError } from '../../errors.ts';
import type { DocumentImpact, Impact } from '../../impact/impact.ts';
import type { AskedChange } from '../../impact/impacts.ts';
import type { GraphqlContext } from '../request/context.ts';
import { REVIEW_COST } from '../request/limits.ts';
import { fieldCost } from '../shared/field-cost.ts';
import { DocumentImpactType, ImpactArgs, ImpactType } from './impact.type.ts';
import { editsOf } from './review.resolver.ts';

@Resolver(() => DocumentImpactType)
export class ImpactResolver {
  @Query(() => ImpactType, {
    nullable: true,
    complexity: fieldCost(REVIEW_COST),
    description: 'What a change of the vocabulary does to documents, as POST /api/impact tells; for administrators.',
  })
  async impact(@Args(() => ImpactArgs) args: ImpactArgs, @Ctx() context: GraphqlContext): Promise<Impact> {
    await context.loaders.requester();
    const change = { from: args.from ?? null, to: await changeOf(args, context) };
    return context.impacts.compare(change, args, context.caller);
  }

  @FieldResolver(() => [String])
  artefactKinds(@Root() { artefacts }: DocumentImpact): readonly string[] {
    return artefacts.map(({ kind }) => kind);
  }
}

/** @throws HubError `invalid-option` for more than one vocabulary, or a suggestion that makes no term */
async function changeOf(
  { to, candidate, suggestion, term }: ImpactArgs,
  { suggestions }: GraphqlContext,
): Promise<AskedChange['to']> {
  const given = [to, candidate, suggestion].filter((one) => one != null);
  if (given.length > 1 || (suggestion == null) !== (term == null))
    throw invalid('Give one of to, candidate, and suggestion with term.', 'to');
  if (candidate != null) return { candidate };
  if (suggestion == null || term == null) return to ?? null;
  const { preview, problems } = await suggestions.terms.preview(suggestion, editsOf(term), false);
  if (preview !== null) return { added: preview.lexicon };
  throw invalid(problems.map(({ message }) => message).join(' '), 'term');
}

function invalid(message: string, key: string): HubError {
  return new HubError('invalid-option', message, { key });
}
