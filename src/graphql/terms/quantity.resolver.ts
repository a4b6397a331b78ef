import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { describeResource, type LocalText } from '../../vocabulary/describe/descriptions.ts';
import {
  facetsOfTerm,
  findQuantity,
  listFacets,
  quantityOfTerm,
  type Facet,
  type FacetValue,
  type Quantity,
} from '../../vocabulary/describe/quantities.ts';
import { selectQuantities } from '../../vocabulary/search/select-terms.ts';
import type { Term } from '../../vocabulary/vocabulary.ts';
import type { GraphqlContext } from '../request/context.ts';
import { checkPageLength, DEFAULT_PAGE_LENGTH, pageOf, type Connection, type Edge } from '../shared/connection.ts';
import { globalId } from '../shared/global-id.ts';
import { ID_DESCRIPTION } from '../shared/node.type.ts';
import { LocalTextType } from '../shared/text.type.ts';
import { listCost, pageCost } from '../shared/field-cost.ts';
import { describedResolver } from './described.resolver.ts';
import { FacetType, FacetValueType } from './facet.type.ts';
import { criteriaOf } from './term-list.ts';
import { TermFilterInput } from './term-list.type.ts';
import { termPageCost, TYPICAL_LANGUAGES } from './term.resolver.ts';
import { QuantityConnection, QuantityType, TermType } from './term.type.ts';

/** Of the shipped quantities none has more than 13. */
const DEFAULT_VARIANTS = 20;
/** For the cost of a query. */
const TYPICAL_FACETS = 3;
const FACETS = 7;
const VALUES = 8;

@ArgsType()
class QuantityListArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_PAGE_LENGTH,
    description: 'How many quantities at most, 0 to 500.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor: the quantities behind it are listed.' })
  after?: string | null;

  @Field(() => String, { nullable: true, description: 'What its terms are searched by, as `search` of `terms`.' })
  search?: string | null;

  @Field(() => TermFilterInput, { nullable: true, description: 'What one of its terms has to be.' })
  filter?: TermFilterInput | null;
}

/** A page of quantities as the type `QuantityConnection` shows it. */
interface QuantityPage extends Connection<Quantity> {
  readonly edges: ReadonlyArray<Edge<Quantity> & { readonly score: number | null }>;
}

@Resolver(() => QuantityType)
export class QuantityResolver extends describedResolver(QuantityType) {
  @Query(() => QuantityType, {
    nullable: true,
    description: 'The quantity with this name, or null when the vocabulary has none.',
  })
  quantity(
    @Arg('name', () => String, { description: 'The name of the quantity, e.g. `active_power`.' }) name: string,
    @Ctx() context: GraphqlContext,
  ): Quantity | null {
    return findQuantity(context.vocabulary(), name);
  }

  @Query(() => QuantityConnection, {
    complexity: termPageCost,
    description:
      'The quantities of the terms that a search and filters leave, a page at a time: by relevance when something is searched, else by name.',
  })
  async quantities(
    @Args(() => QuantityListArgs) { first, after, search, filter }: QuantityListArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<QuantityPage> {
    const text = search ?? undefined;
    const selected = await selectQuantities(context.vocabulary(), criteriaOf(filter, text), context.caller);
    const order = text === undefined ? 'name' : 'relevance';
    const page = pageOf(
      selected,
      ({ quantity: { name }, score }) => ({ key: order === 'name' ? name : -(score ?? 0), name }),
      { order, isDescending: false, first: first ?? DEFAULT_PAGE_LENGTH, after },
    );
    return {
      ...page,
      edges: page.edges.map(({ cursor, node: { quantity, score } }) => ({ cursor, node: quantity, score })),
      nodes: page.nodes.map(({ quantity }) => quantity),
    };
  }

  @FieldResolver(() => ID, { description: ID_DESCRIPTION })
  id(@Root() quantity: Quantity): string {
    return globalId('Quantity', quantity.name);
  }

  @FieldResolver(() => [LocalTextType], { complexity: listCost(TYPICAL_LANGUAGES) })
  labels(@Root() quantity: Quantity, @Ctx() context: GraphqlContext): readonly LocalText[] {
    return describeResource(context.vocabulary(), quantity.iri).labels;
  }

  @FieldResolver(() => [FacetValueType], { complexity: listCost(TYPICAL_FACETS) })
  facets(@Root() { facets }: Quantity): readonly FacetValue[] {
    return facets;
  }

  @FieldResolver(() => [TermType], {
    // What there may be, not what is typical: terms lead back to their quantity, so that lists in lists multiply.
    complexity: pageCost(1, DEFAULT_VARIANTS),
  })
  variants(
    @Root() { variants }: Quantity,
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_VARIANTS,
      description: 'How many at most, 0 to 500; `terms` with the filter `quantity` pages through all.',
    })
    first?: number | null,
  ): readonly Term[] {
    const most = first ?? DEFAULT_VARIANTS;
    checkPageLength(most);
    return variants.slice(0, most);
  }

  @FieldResolver(() => Int)
  variantCount(@Root() { variants }: Quantity): number {
    return variants.length;
  }
}

/** What a term measures, whatever its unit. */
@Resolver(() => TermType)
export class MeasuredTermResolver {
  @FieldResolver(() => QuantityType, { nullable: true })
  quantity(@Root() term: Term, @Ctx() context: GraphqlContext): Quantity | null {
    return quantityOfTerm(context.vocabulary(), term);
  }

  @FieldResolver(() => [FacetValueType], { complexity: listCost(TYPICAL_FACETS) })
  facets(@Root() term: Term, @Ctx() context: GraphqlContext): readonly FacetValue[] {
    return facetsOfTerm(context.vocabulary(), term);
  }
}

@Resolver(() => FacetType)
export class FacetResolver extends describedResolver(FacetType) {
  @Query(() => [FacetType], {
    complexity: listCost(FACETS),
    description: 'All facets of the vocabulary with their values, sorted by name.',
  })
  facets(@Ctx() context: GraphqlContext): readonly Facet[] {
    return listFacets(context.vocabulary());
  }

  @FieldResolver(() => [FacetValueType], { complexity: listCost(VALUES) })
  values(@Root() { values }: Facet): readonly FacetValue[] {
    return values;
  }
}

@Resolver(() => FacetValueType)
export class FacetValueResolver extends describedResolver(FacetValueType) {}
