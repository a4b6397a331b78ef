import { Arg, Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import { describeResource } from '../../vocabulary/describe/descriptions.ts';
import type { GraphqlContext } from '../request/context.ts';
import { LANGUAGES_DESCRIPTION, textFor } from '../shared/text.type.ts';

/** What the vocabulary describes in several languages. */
interface Described {
  readonly iri: string;
  readonly label: string;
  readonly description: string;
}

const LANGUAGES = { nullable: true, description: LANGUAGES_DESCRIPTION };

/** A resolver of `label` and `description`, for that of a type to extend. */
export function describedResolver(type: ClassType): abstract new () => object {
  @Resolver(() => type)
  abstract class DescribedResolver {
    @FieldResolver(() => String)
    label(
      @Root() { iri, label }: Described,
      @Ctx() context: GraphqlContext,
      @Arg('languages', () => [String], LANGUAGES) languages?: readonly string[] | null,
    ): string {
      return textFor(describeResource(context.vocabulary(), iri).labels, languages, label);
    }

    @FieldResolver(() => String)
    description(
      @Root() { iri, description }: Described,
      @Ctx() context: GraphqlContext,
      @Arg('languages', () => [String], LANGUAGES) languages?: readonly string[] | null,
    ): string {
      return textFor(describeResource(context.vocabulary(), iri).definitions, languages, description);
    }
  }
  return DescribedResolver;
}
