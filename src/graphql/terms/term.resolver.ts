import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { describeResource, type Link, type LocalText, type OtherName } from '../../vocabulary/describe/descriptions.ts';
import { prefixesOfTerm } from '../../vocabulary/describe/prefix-uses.ts';
import {
  listRelatedTerms,
  listReplacements,
  type RelatedTerm,
  type TermRelation,
} from '../../vocabulary/describe/related-terms.ts';
import { asTemplate } from '../../vocabulary/registry/templates.ts';
import { findCategory, findTerm, listSemanticsRows } from '../../vocabulary/terms.ts';
import type { SemanticsRow } from '../../vocabulary/terms.ts';
import { inSlices } from '../../vocabulary/thread-slices.ts';
import type { Category, Prefix, Term } from '../../vocabulary/vocabulary.ts';
import { describedResolver } from './described.resolver.ts';
import { CategoryType } from './category.type.ts';
import { DEFAULT_PAGE_LENGTH, expectedItems } from '../shared/connection.ts';
import type { GraphqlContext } from '../request/context.ts';
import { globalId } from '../shared/global-id.ts';
import { LIST_COST, MENDING_COST, SEARCH_COST } from '../request/limits.ts';
import { ID_DESCRIPTION } from '../shared/node.type.ts';
import { PrefixType } from './prefix.type.ts';
import { listTermPage, type TermPage } from './term-list.ts';
import { TermListArgs } from './term-list.type.ts';
import { TermRelationName } from './term-relation.ts';
import { RelatedTermType, SemanticsRowType, TermConnection, TermLinkType, TermType } from './term.type.ts';
import { JsonObject, LocalTextType, OtherNameType } from '../shared/text.type.ts';
import { listCost, pageCost } from '../shared/field-cost.ts';

/** For the cost of a query: a measured value has seven rows, those of its node included. */
const TYPICAL_ROWS = 8;
export const TYPICAL_LANGUAGES = 5;
const TYPICAL_NAMES = 3;
const TYPICAL_LINKS = 2;
const TYPICAL_PREFIXES = 3;
const DEFAULT_RELATED = 20;

/** What a page of terms costs: its length times a term, and the search. */
export function termPageCost({
  args,
  childComplexity,
}: {
  readonly args: object;
  readonly childComplexity: number;
}): number {
  const { first, search } = args as Pick<TermListArgs, 'first' | 'search'>;
  return LIST_COST + expectedItems(first ?? DEFAULT_PAGE_LENGTH) * childComplexity + (search == null ? 0 : SEARCH_COST);
}

@Resolver(() => TermType)
export class TermResolver extends describedResolver(TermType) {
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
    complexity: termPageCost,
    description: 'The vocabulary terms, all or those that a search and filters leave, a page at a time.',
  })
  terms(@Args(() => TermListArgs) args: TermListArgs, @Ctx() context: GraphqlContext): Promise<TermPage> {
    return listTermPage(context, args);
  }

  @FieldResolver(() => ID, { description: ID_DESCRIPTION })
  id(@Root() term: Term): string {
    return globalId('Term', term.name);
  }

  @FieldResolver(() => [LocalTextType], { complexity: listCost(TYPICAL_LANGUAGES) })
  labels(@Root() term: Term, @Ctx() context: GraphqlContext): readonly LocalText[] {
    return describeResource(context.vocabulary(), term.iri).labels;
  }

  @FieldResolver(() => [OtherNameType], { complexity: listCost(TYPICAL_NAMES) })
  otherNames(@Root() term: Term, @Ctx() context: GraphqlContext): readonly OtherName[] {
    return describeResource(context.vocabulary(), term.iri).otherNames;
  }

  @FieldResolver(() => [LocalTextType])
  notes(@Root() term: Term, @Ctx() context: GraphqlContext): readonly LocalText[] {
    return describeResource(context.vocabulary(), term.iri).notes;
  }

  @FieldResolver(() => CategoryType)
  category(@Root() term: Term, @Ctx() context: GraphqlContext): Category | null {
    return findCategory(context.vocabulary(), term.category);
  }

  @FieldResolver(() => [SemanticsRowType], { complexity: listCost(TYPICAL_ROWS) })
  semantics(@Root() term: Term, @Ctx() context: GraphqlContext): readonly SemanticsRow[] {
    return listSemanticsRows(context.vocabulary(), term.name);
  }

  @FieldResolver(() => JsonObject, { complexity: TYPICAL_ROWS })
  template(@Root() term: Term, @Ctx() context: GraphqlContext): object {
    const subjects = new Map<string, SemanticsRow[]>();
    for (const row of listSemanticsRows(context.vocabulary(), term.name))
      subjects.set(row.subject, [...(subjects.get(row.subject) ?? []), row]);
    return Object.fromEntries(
      Array.from(subjects, ([subject, rows]) => [
        subject,
        Object.fromEntries(
          asTemplate(rows).map(([predicate, objects]) => [predicate, objects.length === 1 ? objects[0] : objects]),
        ),
      ]),
    );
  }

  @FieldResolver(() => [PrefixType], { complexity: listCost(TYPICAL_PREFIXES) })
  prefixes(@Root() term: Term, @Ctx() context: GraphqlContext): readonly Prefix[] {
    return prefixesOfTerm(context.vocabulary(), term);
  }

  @FieldResolver(() => [TermLinkType], { complexity: listCost(TYPICAL_LINKS) })
  links(@Root() term: Term, @Ctx() context: GraphqlContext): readonly Link[] {
    return describeResource(context.vocabulary(), term.iri).links;
  }

  @FieldResolver(() => [RelatedTermType], {
    complexity: pageCost(1, DEFAULT_RELATED),
  })
  async relatedTerms(
    @Root() term: Term,
    @Ctx() context: GraphqlContext,
    @Arg('relations', () => [TermRelationName], {
      nullable: true,
      description: 'Only these relations; all when left out.',
    })
    relations?: readonly TermRelation[] | null,
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_RELATED,
      description: 'How many at most, 0 to 500.',
    })
    first?: number | null,
  ): Promise<readonly RelatedTerm[]> {
    const most = expectedItems(first ?? DEFAULT_RELATED);
    const related = await inSlices(context.caller, (rest) => listRelatedTerms(context.vocabulary(), term, rest));
    return related.filter(({ relation }) => relations == null || relations.includes(relation)).slice(0, most);
  }

  @FieldResolver(() => Boolean)
  deprecated(@Root() term: Term, @Ctx() context: GraphqlContext): boolean {
    return describeResource(context.vocabulary(), term.iri).isDeprecated;
  }

  @FieldResolver(() => [TermType])
  replacedBy(@Root() term: Term, @Ctx() context: GraphqlContext): readonly Term[] {
    return listReplacements(context.vocabulary(), term);
  }
}

@Resolver(() => TermConnection)
export class TermConnectionResolver {
  @FieldResolver(() => String, { nullable: true, complexity: MENDING_COST })
  didYouMean(@Root() page: TermPage): Promise<string | null> {
    return page.didYouMean();
  }
}
