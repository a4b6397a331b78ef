import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { describeResource } from '../../vocabulary/describe/descriptions.ts';
import { termsOfPrefix } from '../../vocabulary/describe/prefix-uses.ts';
import { findQuantity } from '../../vocabulary/describe/quantities.ts';
import { findCategory, findTerm, listCategories, listPrefixes, listTerms } from '../../vocabulary/terms.ts';
import type { Category, Prefix } from '../../vocabulary/vocabulary.ts';
import { CategoryType } from './category.type.ts';
import { PageArgs } from '../shared/page-args.ts';
import { pageOf } from '../../vocabulary/list-page.ts';
import type { GraphqlContext } from '../request/context.ts';
import { globalId, readGlobalId, type NodeType } from '../shared/global-id.ts';
import { ID_DESCRIPTION, NodeInterface } from '../shared/node.type.ts';
import { PrefixType } from './prefix.type.ts';
import { listTermPage, type TermPage } from './term-list.ts';
import { TermListArgs } from './term-list.type.ts';
import { termPageCost } from './term.resolver.ts';
import { TermConnection } from './term.type.ts';
import { LANGUAGES_DESCRIPTION, textFor } from '../shared/text.type.ts';
import { listCost } from '../shared/field-cost.ts';

/** For the cost of a query. */
const TYPICAL_CATEGORIES = 20;
const TYPICAL_PREFIXES = 40;

@Resolver(() => CategoryType)
export class CategoryResolver {
  @Query(() => [CategoryType], {
    complexity: listCost(TYPICAL_CATEGORIES),
    description: 'All categories of the vocabulary, sorted by name.',
  })
  categories(@Args(() => PageArgs) page: PageArgs, @Ctx() context: GraphqlContext): readonly Category[] {
    return pageOf(listCategories(context.vocabulary()), ({ name }) => name, page).entries;
  }

  @FieldResolver(() => ID, { description: ID_DESCRIPTION })
  id(@Root() category: Category): string {
    return globalId('Category', category.name);
  }

  @FieldResolver(() => String)
  label(
    @Root() category: Category,
    @Ctx() context: GraphqlContext,
    @Arg('languages', () => [String], { nullable: true, description: LANGUAGES_DESCRIPTION })
    languages?: readonly string[] | null,
  ): string {
    return textFor(describeResource(context.vocabulary(), category.iri).labels, languages, category.label);
  }

  @FieldResolver(() => Int)
  termCount(@Root() category: Category, @Ctx() context: GraphqlContext): number {
    return listTerms(context.vocabulary(), category.name).length;
  }

  @FieldResolver(() => TermConnection, { complexity: termPageCost, description: 'Its terms, a page at a time.' })
  terms(
    @Root() category: Category,
    @Args(() => TermListArgs) args: TermListArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<TermPage> {
    return listTermPage(context, args, { category: category.name });
  }
}

@Resolver(() => PrefixType)
export class PrefixResolver {
  @Query(() => [PrefixType], {
    complexity: listCost(TYPICAL_PREFIXES),
    description: 'All registered prefixes, sorted by prefix.',
  })
  prefixes(@Args(() => PageArgs) page: PageArgs, @Ctx() context: GraphqlContext): readonly Prefix[] {
    return pageOf(listPrefixes(context.vocabulary()), ({ prefix }) => prefix, page).entries;
  }

  @FieldResolver(() => ID, { description: ID_DESCRIPTION })
  id(@Root() { prefix }: Prefix): string {
    return globalId('Prefix', prefix);
  }

  @FieldResolver(() => Int)
  async termCount(@Root() { prefix }: Prefix, @Ctx() context: GraphqlContext): Promise<number> {
    return (await termsOfPrefix(context.vocabulary(), prefix)).length;
  }

  @FieldResolver(() => TermConnection, {
    complexity: termPageCost,
    description: 'The terms whose templates cite it, a page at a time.',
  })
  terms(
    @Root() { prefix }: Prefix,
    @Args(() => TermListArgs) args: TermListArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<TermPage> {
    return listTermPage(context, args, { prefix });
  }
}

@Resolver()
export class NodeResolver {
  @Query(() => NodeInterface, {
    nullable: true,
    description: 'What has this id, or null when nothing has it (any more).',
  })
  node(
    @Arg('id', () => ID, { description: 'The `id` of a term, a quantity, a category or a prefix.' }) id: string,
    @Ctx() context: GraphqlContext,
  ): object | null {
    const read = readGlobalId(id);
    const found = read === null ? null : findNode(context, read.type, read.name);
    return found === null ? null : { ...found, nodeType: read!.type };
  }
}

function findNode(context: GraphqlContext, type: NodeType, name: string): object | null {
  const vocabulary = context.vocabulary();
  switch (type) {
    case 'Term':
      return findTerm(vocabulary, name);
    case 'Quantity':
      return findQuantity(vocabulary, name);
    case 'Category':
      return findCategory(vocabulary, name);
    case 'Prefix':
      return listPrefixes(vocabulary).find(({ prefix }) => prefix === name) ?? null;
  }
}
