import 'reflect-metadata';
import {
  defaultFieldResolver,
  getNamedType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { buildSchemaSync, type PubSub } from 'type-graphql';
import { AccountResolver } from './accounts/account.resolver.ts';
import { AccountsResolver } from './accounts/accounts.resolver.ts';
import { ValidatedDocumentResolver } from './documents/check.resolver.ts';
import { ArtefactResolver } from './documents/artefact.resolver.ts';
import { ConvertedDocumentResolver, EmbeddedDocumentResolver } from './documents/document.resolver.ts';
import { RestoredDocumentResolver } from './documents/restore.resolver.ts';
import { EntityResolver } from './federation/entity.resolver.ts';
import { SourceResolver } from './documents/source.resolver.ts';
import type { GraphqlContext } from './request/context.ts';
import { countTexts } from './request/count-texts.ts';
import { SuggestedTermsResolver } from './terms/suggested-terms.resolver.ts';
import { UnmappedKeysResolver } from './suggestions/unmapped-keys.resolver.ts';
import { ImpactResolver } from './suggestions/impact.resolver.ts';
import { ReviewResolver } from './suggestions/review.resolver.ts';
import { ChangeSuggestionResolver } from './suggestions/change-suggestion.resolver.ts';
import { SourceSuggestionResolver } from './suggestions/source-suggestion.resolver.ts';
import { SuggestionResolver } from './suggestions/suggestion.resolver.ts';
import {
  FacetResolver,
  FacetValueResolver,
  MeasuredTermResolver,
  QuantityResolver,
} from './terms/quantity.resolver.ts';
import { TermConnectionResolver, TermResolver } from './terms/term.resolver.ts';
import { ChangesResolver, VersionResolver } from './versions/version.resolver.ts';
import { WebhooksResolver } from './webhooks/webhooks.resolver.ts';
import { NewsResolver } from './versions/news.resolver.ts';
import { UnitResolver } from './terms/unit.resolver.ts';
import { CategoryResolver, NodeResolver, PrefixResolver } from './terms/vocabulary.resolver.ts';

/** Subscriptions say themselves where their events come from; the library wants this all the same. */
const NO_TOPICS: PubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error('there are no topics');
  },
};

const built = new Map<boolean, GraphQLSchema>();

/** The schema of the GraphQL interface, with what gateways ask for if it is a subgraph. It is built once: endpoints that a process starts have the same. */
export function hubSchema({ isSubgraph }: { readonly isSubgraph: boolean } = { isSubgraph: false }): GraphQLSchema {
  let schema = built.get(isSubgraph);
  if (schema === undefined) built.set(isSubgraph, (schema = build(isSubgraph)));
  return schema;
}

function build(isSubgraph: boolean): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      EmbeddedDocumentResolver,
      ConvertedDocumentResolver,
      ArtefactResolver,
      RestoredDocumentResolver,
      ValidatedDocumentResolver,
      SourceResolver,
      UnitResolver,
      TermResolver,
      TermConnectionResolver,
      MeasuredTermResolver,
      QuantityResolver,
      FacetResolver,
      FacetValueResolver,
      CategoryResolver,
      PrefixResolver,
      NodeResolver,
      SuggestedTermsResolver,
      SuggestionResolver,
      ReviewResolver,
      ImpactResolver,
      SourceSuggestionResolver,
      ChangeSuggestionResolver,
      UnmappedKeysResolver,
      AccountResolver,
      AccountsResolver,
      WebhooksResolver,
      VersionResolver,
      ChangesResolver,
      NewsResolver,
      ...(isSubgraph ? [EntityResolver] : []),
    ],
    validate: false,
    // To check the schema it would be asked about itself, at once, which takes as long as to build it; Apollo checks it when it starts.
    skipCheck: true,
    pubSub: NO_TOPICS,
  });
  const fields = schema.getQueryType()!.getFields();
  const counted = new Set<GraphQLNamedType>();
  for (const name of ABOUT_DOCUMENTS) countTexts(getNamedType(fields[name]!.type), counted);
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) readAfresh(field);
  return schema;
}

/** Fields whose answers are as long as what was sent. */
const ABOUT_DOCUMENTS = ['embedDocument', 'convertDocument', 'restoreDocuments', 'validateDocument', 'artefact'];

/**
 * Has a mutation, and the fields of its payload, see the store as it is: those that a request has run before have changed it, and so may
 * others have while they took their time.
 */
function readAfresh(mutation: GraphQLField<unknown, GraphqlContext>): void {
  const { resolve = defaultFieldResolver } = mutation;
  mutation.resolve = async (source, args, context, info) => {
    context.loaders.clear();
    try {
      return await (resolve(source, args, context, info) as unknown);
    } finally {
      context.loaders.clear();
    }
  };
}

let printed: string | null = null;

/** The schema as `schema/schema.graphql` has it: sorted, so that moving code changes nothing. */
export function printHubSchema(): string {
  return (printed ??= `${printSchema(lexicographicSortSchema(hubSchema()))}\n`);
}
