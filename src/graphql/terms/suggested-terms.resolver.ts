import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { HubError, invalidOption } from '../../errors.ts';
import { suggestFor, type KeySuggestions } from '../../vocabulary/search/find-terms.ts';
import { findTerm } from '../../vocabulary/terms.ts';
import type { GraphqlContext } from '../request/context.ts';
import { MAX_SUGGESTED_KEYS, SUGGESTION_COST } from '../request/limits.ts';
import { KeySuggestionsType } from './suggested-terms.type.ts';

const DEFAULT_SUGGESTIONS = 3;
const MAX_SUGGESTIONS = 20;

@Resolver(() => KeySuggestionsType)
export class SuggestedTermsResolver {
  @Query(() => [KeySuggestionsType], {
    complexity: ({ args, childComplexity }) => {
      const { keys, first } = args as { keys?: readonly string[]; first?: number | null };
      const each = SUGGESTION_COST + Math.max(0, first ?? DEFAULT_SUGGESTIONS) * childComplexity;
      return 1 + (keys?.length ?? 0) * each;
    },
    description:
      'For each key of a foreign document the terms that it may mean: units in the key count, separators and case do not.',
  })
  async suggestTerms(
    @Arg('keys', () => [String], { description: 'The keys, at most 100; 100 characters of each count.' })
    keys: readonly string[],
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_SUGGESTIONS,
      description: 'How many terms for a key at most, 0 to 20.',
    })
    first: number | null,
    @Ctx() context: GraphqlContext,
    @Arg('units', () => [String], {
      nullable: 'itemsAndList',
      description:
        'The units that stand beside the values of the keys, in their order, e.g. `kW`; null where there is none.',
    })
    units?: readonly (string | null)[] | null,
  ): Promise<readonly KeySuggestions[]> {
    const most = first ?? DEFAULT_SUGGESTIONS;
    if (most < 0 || most > MAX_SUGGESTIONS) {
      throw invalidOption('first', most, `a whole number from 0 to ${MAX_SUGGESTIONS}`);
    }
    if (keys.length > MAX_SUGGESTED_KEYS) {
      throw new HubError(
        'invalid-option',
        `There are ${keys.length} keys; at most ${MAX_SUGGESTED_KEYS} are looked at.`,
        {
          key: 'keys',
        },
      );
    }
    if (units != null && units.length > keys.length) {
      throw new HubError('invalid-option', `There are ${units.length} units for ${keys.length} keys.`, {
        key: 'units',
      });
    }
    return suggestFor(context.vocabulary(), keys, most, context.caller, units ?? []);
  }

  @FieldResolver(() => Boolean)
  isTerm(@Root() { key }: KeySuggestions, @Ctx() context: GraphqlContext): boolean {
    return findTerm(context.vocabulary(), key) !== null;
  }
}
