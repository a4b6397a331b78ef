import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { Category, Prefix, Term } from '../vocabulary/vocabulary.ts';
import { findTerm, listCategories, listPrefixes, listSemanticsRows, listTerms } from '../vocabulary/terms.ts';
import type { SemanticsRow } from '../vocabulary/terms.ts';
import {
  checkPageLength,
  connectionOf,
  DEFAULT_PAGE_LENGTH,
  expectedItems,
  nameOfCursor,
  type Connection,
} from './connection.ts';
import type { GraphqlContext } from './context.ts';
import { CategoryType, PrefixType, SemanticsRowType, TermConnection, TermType } from './term.type.ts';

/** For the cost of a query: a measured value has seven rows, those of its node included. */
const TYPICAL_ROWS = 8;
const TYPICAL_CATEGORIES = 20;
const TYPICAL_PREFIXES = 40;

@Resolver(() => TermType)
export class TermResolver {
  @Query(() => TermType, {
    nullable: true,
    description: 'The term with this name, or null when the vocabulary has none.',
  })
  term(
    @Arg('name', () => String, { description: 'The name of the term, e.g. `active_power-kW`.' }) name: string,
    @Ctx() context: GraphqlContext,
  ): Term | null {
    return findTerm(context.vocabulary(), name);
  }

  @Query(() => TermConnection, {
    complexity: ({ args, childComplexity }) =>
      1 + expectedItems((args['first'] as number | null | undefined) ?? DEFAULT_PAGE_LENGTH) * childComplexity,
    description: 'The vocabulary terms, sorted by name, a page at a time.',
  })
  terms(
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PAGE_LENGTH,
      description: 'How many terms at most, 0 to 500.',
    })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'A cursor: the terms behind it are listed.' })
    after: string | null | undefined,
    @Arg('category', () => String, {
      nullable: true,
      description: 'The name of a category: only its terms are listed, none when there is no such category.',
    })
    category: string | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Connection<Term> {
    const vocabulary = context.vocabulary();
    const ofCategory = category == null ? {} : { category };
    const behind = after == null ? {} : { after: nameOfCursor(after) };
    const page = listTerms(vocabulary, {
      ...ofCategory,
      ...behind,
      first: checkPageLength(first ?? DEFAULT_PAGE_LENGTH),
    });
    const firstOfAll = listTerms(vocabulary, { ...ofCategory, first: 1 }).terms[0];
    return connectionOf({
      nodes: page.terms,
      total: page.total,
      hasNext: page.hasNext,
      hasPrevious: behind.after !== undefined && firstOfAll !== undefined && firstOfAll.name <= behind.after,
    });
  }

  @FieldResolver(() => CategoryType)
  category(@Root() term: Term, @Ctx() context: GraphqlContext): Category | undefined {
    return listCategories(context.vocabulary()).find((category) => category.name === term.category);
  }

  @FieldResolver(() => [SemanticsRowType], { complexity: ({ childComplexity }) => 1 + TYPICAL_ROWS * childComplexity })
  semantics(@Root() term: Term, @Ctx() context: GraphqlContext): readonly SemanticsRow[] {
    return listSemanticsRows(context.vocabulary(), term.name);
  }
}

@Resolver()
export class VocabularyResolver {
  @Query(() => [CategoryType], {
    complexity: ({ childComplexity }) => 1 + TYPICAL_CATEGORIES * childComplexity,
    description: 'All categories of the vocabulary, sorted by name.',
  })
  categories(@Ctx() context: GraphqlContext): readonly Category[] {
    return listCategories(context.vocabulary());
  }

  @Query(() => [PrefixType], {
    complexity: ({ childComplexity }) => 1 + TYPICAL_PREFIXES * childComplexity,
    description: 'All registered prefixes, sorted by prefix.',
  })
  prefixes(@Ctx() context: GraphqlContext): readonly Prefix[] {
    return listPrefixes(context.vocabulary());
  }
}
