import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { DocumentCheck } from '../../check/check-document.ts';
import { worstOf } from '../../check/findings.ts';
import { fileOfReport } from '../../check/report.ts';
import { writeReport } from '../../check/write-report.ts';
import { CONVERT_MAX_BYTES } from '../../documents/documents.ts';
import type { Semantics } from '../../mapping/any-document.ts';
import { readRelease } from '../../package-folder.ts';
import { inOwnSlices } from '../../vocabulary/thread-slices.ts';
import { DOCUMENT_COST } from '../request/allowance.ts';
import type { GraphqlContext } from '../request/context.ts';
import { CheckReportArgs, ValidateDocumentArgs, ValidatedDocumentType } from './check.type.ts';
import { encodeDocument } from './document-text.ts';
import { readMappingArgs } from './mapping-args.ts';
import { readSourceArgs } from './source-args.ts';

const RELEASE = readRelease();

interface CheckAnswer extends Omit<ValidatedDocumentType, 'findings'> {
  readonly check: DocumentCheck;
}

@Resolver(() => ValidatedDocumentType)
export class ValidatedDocumentResolver {
  @Query(() => ValidatedDocumentType, {
    complexity: DOCUMENT_COST,
    description:
      'Checks a JSON document, as POST /api/validate does: what a conversion refuses or warns of, and what else may be wrong. It stores nothing.',
  })
  async validateDocument(
    @Args(() => ValidateDocumentArgs) args: ValidateDocumentArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<CheckAnswer> {
    await context.chargeDocumentRequest();
    const options = {
      semantics: semanticsOf(args),
      ...readMappingArgs(args),
      source: readSourceArgs(args, context),
    };
    const body = encodeDocument(args.document, CONVERT_MAX_BYTES);
    const check = await context.documents.check(body, options, context.caller);
    const { counts, omitted, triples } = check;
    return {
      check,
      worst: worstOf(check),
      errorCount: counts.error,
      warningCount: counts.warning,
      noteCount: counts.note,
      omitted,
      triples,
    };
  }

  @FieldResolver()
  findings(@Root() { check }: CheckAnswer, @Ctx() context: GraphqlContext): Promise<DocumentCheck['findings']> {
    // Each list in a slice of its own: a query may ask for it by dozens of names.
    return inOwnSlices(context.caller, async () => check.findings);
  }

  @FieldResolver(() => String, { description: 'What was found, as a report for other programs.' })
  async report(
    @Root() { check }: CheckAnswer,
    @Args(() => CheckReportArgs) { format, file, failOn }: CheckReportArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<string> {
    const baseUrl = context.vocabulary().lexicon.vocabularyIri.replace(/\/vocabulary\/$/, '');
    const to = { release: RELEASE, baseUrl, failOn: failOn ?? 'error', now: new Date() };
    const files = [{ file: fileOfReport(file), ...check }];
    // Each report in a slice of its own: it is as long as the list of findings, and a query may ask for it by dozens of names.
    return inOwnSlices(context.caller, async () => writeReport(format, files, to));
  }
}

function semanticsOf({ registry, lenient }: ValidateDocumentArgs): Semantics {
  if (registry === true) return lenient === true ? 'open' : 'registry';
  return lenient === true ? 'auto-open' : 'auto';
}
