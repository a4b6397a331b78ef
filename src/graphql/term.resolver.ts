import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { Category, Prefix, TemplateRow, Term } from '../vocabulary/vocabulary.ts';
import { DEFAULT_PAGE_LENGTH, pageByName, type Page } from './connection.ts';
import type { GraphqlContext } from './context.ts';
import { CategoryType, PrefixType, SemanticsRowType, TermConnection, TermType } from './term.type.ts';

/** For the cost of a query: a measured value has seven rows, those of its node included. */
const TYPICAL_ROWS = 8;
const TYPICAL_CATEGORIES = 20;
const TYPICAL_PREFIXES = 40;

interface SemanticsRow extends TemplateRow {
  readonly parameter: string;
}

@Resolver(() => TermType)
export class TermResolver {
  @Query(() => TermType, { nullable: true, description: 'The term with this name, or null when the vocabulary has none.' })
  term(
    @Arg('name', () => String, { description: 'The name of the term, e.g. `active_power-kW`.' }) name: string,
    @Ctx() context: GraphqlContext,
  ): Term | null {
    return context.vocabulary().terms.get(name) ?? null;
  }

  @Query(() => TermConnection, {
    complexity: ({ args, childComplexity }) => 1 + ((args['first'] as number | null | undefined) ?? DEFAULT_PAGE_LENGTH) * childComplexity,
    description: 'The vocabulary terms, sorted by name, a page at a time.',
  })
  terms(
    @Arg('first', () => Int, { nullable: true, defaultValue: DEFAULT_PAGE_LENGTH, description: 'How many terms at most, 0 to 500.' })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'A cursor: the terms behind it are listed.' })
    after: string | null | undefined,
    @Arg('category', () => String, { nullable: true, description: 'The name of a category: only its terms are listed, none when there is no such category.' })
    category: string | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Page<Term> {
    const terms = [...context.vocabulary().terms.values()].filter((term) => category == null || term.category === category);
    return pageByName(terms, first ?? DEFAULT_PAGE_LENGTH, after ?? null);
  }

  @FieldResolver(() => CategoryType)
  category(@Root() term: Term, @Ctx() context: GraphqlContext): Category | undefined {
    return context.vocabulary().categories.find((category) => category.name === term.category);
  }

  @FieldResolver(() => [SemanticsRowType], { complexity: ({ childComplexity }) => 1 + TYPICAL_ROWS * childComplexity })
  semantics(@Root() term: Term, @Ctx() context: GraphqlContext): readonly SemanticsRow[] {
    const { nodes } = context.vocabulary();
    const rows: SemanticsRow[] = [];
    const introduced = new Set<string>();
    const append = (template: readonly TemplateRow[]): void => {
      for (const row of template) rows.push({ parameter: term.name, subject: row.subject, predicate: row.predicate, object: row.object });
      for (const { object } of template) {
        const node = object.startsWith('?') ? object.slice(1) : undefined;
        if (node === undefined || introduced.has(node)) continue;
        introduced.add(node);
        append(nodes.get(node) ?? []);
      }
    };
    append(term.rows);
    return rows;
  }
}

@Resolver()
export class VocabularyResolver {
  @Query(() => [CategoryType], {
    complexity: ({ childComplexity }) => 1 + TYPICAL_CATEGORIES * childComplexity,
    description: 'All categories of the vocabulary, sorted by name.',
  })
  categories(@Ctx() context: GraphqlContext): readonly Category[] {
    return context.vocabulary().categories;
  }

  @Query(() => [PrefixType], {
    complexity: ({ childComplexity }) => 1 + TYPICAL_PREFIXES * childComplexity,
    description: 'All registered prefixes, sorted by prefix.',
  })
  prefixes(@Ctx() context: GraphqlContext): readonly Prefix[] {
    return context.vocabulary().prefixes;
  }
}
