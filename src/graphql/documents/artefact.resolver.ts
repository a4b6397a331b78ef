import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { MAX_SAMPLE_BYTES, requestArtefact } from '../../artefacts/request-artefact.ts';
import { HubError } from '../../errors.ts';
import { checkBase } from '../../rdf/check-base.ts';
import { factsOfTerm } from '../../vocabulary/describe/term-facts.ts';
import { inOwnSlices } from '../../vocabulary/thread-slices.ts';
import { DOCUMENT_COST } from '../request/allowance.ts';
import type { GraphqlContext } from '../request/context.ts';
import { ArtefactArgs, ArtefactType } from './artefact.type.ts';
import { encodeDocument } from './document-text.ts';

@Resolver(() => ArtefactType)
export class ArtefactResolver {
  @Query(() => ArtefactType, {
    complexity: DOCUMENT_COST,
    description: 'What a set of keys is in another standard, as GET and POST /api/artefacts/{kind} tell.',
  })
  async artefact(@Args(() => ArtefactArgs) args: ArtefactArgs, @Ctx() context: GraphqlContext): Promise<ArtefactType> {
    await context.chargeDocumentRequest();
    const vocabulary = context.vocabulary();
    const request = {
      kind: args.kind,
      of: keysOf(args),
      base: args.base == null ? null : checkBase(args.base),
      align: args.align ?? true,
      lenient: args.lenient ?? false,
      dialect: args.dialect,
    };
    // Each in a slice of its own: a query may ask for several.
    return inOwnSlices(context.caller, async () =>
      requestArtefact(request, vocabulary.lexicon, (name) => factsOfTerm(vocabulary, name)),
    );
  }
}

/** @throws HubError `invalid-option` unless exactly one of keys and a sample is there; those of a text that is too large */
function keysOf({ parameters, sample }: ArtefactArgs): readonly string[] | Uint8Array {
  if (parameters != null && sample == null) return parameters;
  if (parameters == null && sample != null) return encodeDocument(sample, MAX_SAMPLE_BYTES);
  throw new HubError('invalid-option', 'Give either parameters, which are keys, or a sample, which has them.', {
    key: parameters == null ? 'parameters' : 'sample',
  });
}
