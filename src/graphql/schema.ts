import 'reflect-metadata';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from './account.resolver.ts';
import { AccountsResolver } from './accounts.resolver.ts';
import { ConvertedDocumentResolver, EmbeddedDocumentResolver } from './document.resolver.ts';
import { MeantTermsResolver } from './meant-terms.resolver.ts';
import { MissingTermsResolver } from './missing-terms.resolver.ts';
import { ReviewResolver } from './review.resolver.ts';
import { SuggestionResolver } from './suggestion.resolver.ts';
import { TermConnectionResolver, TermResolver } from './term.resolver.ts';
import { ChangesResolver, VersionResolver } from './version.resolver.ts';
import { CategoryResolver, NodeResolver, PrefixResolver } from './vocabulary.resolver.ts';

/** The schema of the GraphQL door. */
export function buildHubSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [
      EmbeddedDocumentResolver,
      ConvertedDocumentResolver,
      TermResolver,
      TermConnectionResolver,
      CategoryResolver,
      PrefixResolver,
      NodeResolver,
      MeantTermsResolver,
      SuggestionResolver,
      ReviewResolver,
      MissingTermsResolver,
      AccountResolver,
      AccountsResolver,
      VersionResolver,
      ChangesResolver,
    ],
    validate: false,
  });
}

/** The schema as `schema/schema.graphql` has it: sorted, so that moving code changes nothing. */
export function printHubSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildHubSchema()))}\n`;
}
