import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { RESTORE_MAX_BYTES } from '../../documents/documents.ts';
import { checkBase } from '../../rdf/check-base.ts';
import { DOCUMENT_COST } from '../request/allowance.ts';
import type { GraphqlContext } from '../request/context.ts';
import { MAX_LISTED, MAX_RESTORED } from '../request/limits.ts';
import { encodeDocument } from './document-text.ts';
import { RestoreDocumentsArgs, RestoredDocumentType } from './restore.type.ts';

@Resolver(() => RestoredDocumentType)
export class RestoredDocumentResolver {
  @Query(() => [RestoredDocumentType], {
    complexity: DOCUMENT_COST,
    description: 'Restores the JSON documents that a graph was made of, as POST /api/json does; it stores nothing.',
  })
  async restoreDocuments(
    @Args(() => RestoreDocumentsArgs) args: RestoreDocumentsArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<readonly RestoredDocumentType[]> {
    await context.chargeDocumentRequest();
    const options = {
      format: args.format ?? 'ttl',
      semantic: args.semantic ?? null,
      base: args.base == null ? null : checkBase(args.base),
      byValue: args.byValue ?? false,
      output: 'texts',
      most: { documents: MAX_RESTORED, notes: MAX_LISTED },
    } as const;
    const body = encodeDocument(args.graph, RESTORE_MAX_BYTES);
    const { output } = await context.documents.restore(body, options, context.caller);
    const text = await context.outputs.own(output)();
    context.outputs.keep(output.size);
    return (JSON.parse(text) as { documents: RestoredDocumentType[] }).documents;
  }
}
