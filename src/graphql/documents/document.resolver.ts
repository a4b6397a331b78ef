import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { checkBase } from '../../rdf/check-base.ts';
import { CONVERT_MAX_BYTES, EMBED_MAX_BYTES, type SourceFacts } from '../../documents/documents.ts';
import { HubError } from '../../errors.ts';
import { RDF_SYNTAXES } from '../../rdf/write/format.ts';
import type { EmbedReport } from '../../mapping/semantic/assemble.ts';
import type { Warning } from '../../mapping/records/warnings.ts';
import type { GraphqlContext } from '../request/context.ts';
import { DOCUMENT_COST } from '../request/allowance.ts';
import { MAX_LISTED } from '../request/limits.ts';
import { encodeDocument } from './document-text.ts';
import { readMappingArgs } from './mapping-args.ts';
import { readSourceArgs } from './source-args.ts';
import {
  ConvertDocumentArgs,
  ConvertedDocumentType,
  EmbedDocumentArgs,
  EmbeddedDocumentType,
} from './document.type.ts';

interface EmbeddedAnswer {
  readonly readText: () => Promise<string>;
  readonly report: EmbedReport & { readonly omitted: number };
  readonly describedCount: number;
  readonly source: string | null;
  readonly isRestructured: boolean;
}

interface ConvertedAnswer {
  readonly readText: () => Promise<string>;
  readonly mediaType: string;
  readonly triples: number;
  readonly describedCount: number;
  readonly unmapped: readonly string[];
  readonly warningCount: number;
  readonly warnings: readonly Warning[];
  readonly omitted: number;
  readonly source: string | null;
  readonly isRestructured: boolean;
}

@Resolver(() => EmbeddedDocumentType)
export class EmbeddedDocumentResolver {
  @Query(() => EmbeddedDocumentType, {
    complexity: DOCUMENT_COST,
    description: 'Embeds `@semantic` into a JSON document, as POST /api/semantic does; it stores nothing.',
  })
  async embedDocument(
    @Args(() => EmbedDocumentArgs) args: EmbedDocumentArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<EmbeddedAnswer> {
    await context.chargeDocumentRequest();
    const base = args.base == null ? null : checkBase(args.base);
    const body = encodeDocument(args.document, EMBED_MAX_BYTES);
    const options = { base, source: readSourceArgs(args, context), maxListed: MAX_LISTED };
    const embedded = await context.documents.embed(body, options, context.caller);
    const { output, report, omitted, describedCount, source } = embedded;
    return { readText: context.outputs.own(output), report: { ...report, omitted }, describedCount, ...told(source) };
  }

  @FieldResolver(() => String)
  document(@Root() embedded: EmbeddedAnswer): Promise<string> {
    return embedded.readText();
  }
}

@Resolver(() => ConvertedDocumentType)
export class ConvertedDocumentResolver {
  @Query(() => ConvertedDocumentType, {
    complexity: DOCUMENT_COST,
    description: 'Converts a JSON document to RDF, as POST /api/rdf and POST /api/json-to-rdf do; it stores nothing.',
  })
  async convertDocument(
    @Args(() => ConvertDocumentArgs) args: ConvertDocumentArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<ConvertedAnswer> {
    await context.chargeDocumentRequest();
    const format = args.format ?? 'ttl';
    const options = {
      format,
      semantics: args.semantics ?? 'block',
      skolemize: args.skolemize ?? false,
      ...readMappingArgs(args),
      residue: args.residue ?? null,
      maxListed: MAX_LISTED,
      source: readSourceArgs(args, context),
    };
    if (options.source !== null && options.semantics === 'block')
      throw new HubError(
        'invalid-option',
        'A source describes a document itself: ask for it with semantics REGISTRY.',
        {
          key: 'source',
        },
      );
    const body = encodeDocument(args.document, CONVERT_MAX_BYTES);
    const converted = await context.documents.convert(body, options, context.caller);
    return {
      readText: context.outputs.own(converted.output),
      mediaType: RDF_SYNTAXES[format].mediaType,
      triples: converted.triples,
      describedCount: converted.described,
      unmapped: converted.unmapped,
      warningCount: Object.values(converted.warningCounts).reduce((sum, count) => sum + count, 0),
      warnings: converted.warnings,
      omitted: converted.omitted,
      ...told(converted.source),
    };
  }

  @FieldResolver(() => String)
  rdf(@Root() converted: ConvertedAnswer): Promise<string> {
    return converted.readText();
  }
}

function told(source: SourceFacts | null): { source: string | null; isRestructured: boolean } {
  return { source: source?.name ?? null, isRestructured: source?.isRestructured ?? false };
}
