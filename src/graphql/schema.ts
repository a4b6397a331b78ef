import 'reflect-metadata';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from './accounts/account.resolver.ts';
import { AccountsResolver } from './accounts/accounts.resolver.ts';
import { ConvertedDocumentResolver, EmbeddedDocumentResolver } from './documents/document.resolver.ts';
import { SuggestedTermsResolver } from './terms/suggested-terms.resolver.ts';
import { UnmappedKeysResolver } from './suggestions/unmapped-keys.resolver.ts';
import { ReviewResolver } from './suggestions/review.resolver.ts';
import { SuggestionResolver } from './suggestions/suggestion.resolver.ts';
import { TermConnectionResolver, TermResolver } from './terms/term.resolver.ts';
import { ChangesResolver, VersionResolver } from './versions/version.resolver.ts';
import { CategoryResolver, NodeResolver, PrefixResolver } from './terms/vocabulary.resolver.ts';

/** The schema of the GraphQL interface. */
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
      SuggestedTermsResolver,
      SuggestionResolver,
      ReviewResolver,
      UnmappedKeysResolver,
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
