import { extname } from 'node:path';
import type { Level } from '../../check/finding-codes.ts';
import type { ReportFormat } from '../../check/write-report.ts';
import type { RdfFormat } from '../../rdf/write/format.ts';
import type { BatchFacts, Plan, Work } from './batch.ts';
import { readName } from '../shared/compression.ts';
import type { CsvMarks, DecimalMark } from '../../csv/csv-marks.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { findInputs, type Input, type InputKind } from './inputs.ts';
import { loadLexicon } from '../vocabulary/load-vocabulary.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { checkFiles, checkOutputs, openOutputs } from './open-outputs.ts';
import { OutputClosed, type Output } from '../shared/output.ts';
import { checkStandardInput } from '../shared/read-input.ts';
import { checkPlan, planOf, type ConversionSettings } from './plan-of-settings.ts';
import { Progress } from './progress.ts';
import { describeFailure } from './report-lines.ts';
import { runPlan } from './run-plan.ts';
import { Summary } from './summary.ts';
import { ValidationReport } from './validation-report.ts';
import type { CliContext } from '../shared/cli-context.ts';

/** Failures that are written to the terminal; the report has all. */
const TOLD_FAILURES = 20;

/** `convert`, `embed` or `validate` as it was typed. */
export interface DocumentsArguments {
  readonly work: Work;
  readonly files: readonly string[];
  /** As commander read them. */
  readonly options: Partial<DocumentsOptions>;
}

interface DocumentsOptions extends ConversionSettings {
  readonly hub: string;
  readonly vocabularyFile: string;
  readonly baseUrl: string;
  readonly from: InputKind;
  readonly to: RdfFormat;
  readonly delimiter: string;
  readonly decimal: DecimalMark;
  readonly output: string;
  readonly report: string;
  readonly keepGoing: boolean;
  readonly deadLetters: string;
  readonly summary: string;
  readonly failuresOk: boolean;
  readonly jobs: number;
  readonly quiet: boolean;
  readonly strict: boolean;
  readonly failOn: Level;
  readonly format: ReportFormat;
}

/** What a command was given, checked before anything is written. */
interface Prepared {
  readonly plan: Plan;
  readonly lexicon: Lexicon;
  readonly inputs: readonly Input[];
  readonly marks: CsvMarks;
}

/** @throws HubError, CommandError */
async function prepare({ work, files, options }: DocumentsArguments, { stdin }: CliContext): Promise<Prepared> {
  checkStandardInput(files);
  checkOutputs(work, options);
  checkFailuresOk(options);
  const marks = marksOf(options);
  const inputs = await findInputs(files, stdin, options.from ?? null);
  await checkFiles(
    inputs.map(({ name }) => name),
    options,
  );
  if (work === 'embed' && inputs.length > 1 && inputs.some(({ kind }) => kind === 'json'))
    throw new CommandError(EXIT.usage, 'Of JSON documents embed takes one at a time; of NDJSON and CSV it takes many.');
  const plan: Plan = {
    ...planOf(options, options.to ?? formatOf(options.output)),
    work,
    isParted: inputs.length > 1 || inputs[0]?.kind !== 'json',
    keepsGoing: options.keepGoing === true || options.deadLetters !== undefined || work === 'validate',
    writesReport: options.report !== undefined,
    writesDeadLetters: options.deadLetters !== undefined,
  };
  const lexicon = await loadLexicon(options);
  checkPlan(plan, lexicon);
  return { plan, lexicon, inputs, marks };
}

/** Converts, embeds or validates the documents of the inputs. @throws HubError, CommandError */
export async function runDocumentsCommand(given: DocumentsArguments, context: CliContext): Promise<ExitCode> {
  const { work, options } = given;
  const { stderr } = context;
  const { plan, lexicon, inputs, marks } = await prepare(given, context);
  const { result, findings, report, summary: told, deadLetters } = await openOutputs(work, options, context);
  const quiet = options.quiet === true;
  const progress = !quiet && stderr.isTTY === true ? new Progress(stderr, sizeOf(inputs)) : null;
  const summary = new Summary();
  const validation = work === 'validate' ? new ValidationReport(inputs) : null;
  const tellsFailures = work !== 'validate' || options.report !== undefined;

  const onFacts = async (facts: BatchFacts): Promise<void> => {
    const failedBefore = summary.failed;
    summary.add(facts);
    progress?.addDocuments(facts.documents);
    validation?.add(facts.file, facts.found);
    if (facts.report !== '') await report?.write(new TextEncoder().encode(facts.report));
    for (const piece of facts.deadLetters) await deadLetters?.write(piece);
    if (!tellsFailures) return;
    const failures = facts.failures.slice(0, Math.max(0, TOLD_FAILURES - failedBefore));
    if (failures.length > 0) progress?.hide();
    for (const failure of failures) stderr.write(`${describeFailure(failure)}\n${hintFor(failure.code)}`);
  };

  const exitCode = (): ExitCode => {
    const failed = validation === null ? fails(summary, options) : validation.fails(failOnOf(options));
    return failed ? EXIT.documentsFailed : EXIT.done;
  };

  try {
    await runPlan({
      plan,
      lexicon,
      inputs,
      output: result,
      onFacts,
      reading: { marks, keepsGoing: plan.keepsGoing },
      jobs: options.jobs ?? context.cores,
      onRead: (bytes) => progress?.addRead(bytes),
    });
    const isLeft = summary.failed > 0 && !plan.keepsGoing;
    if (isLeft) await Promise.all([result?.discard(), told?.discard()]);
    else await result?.finish();
    await Promise.all([report?.finish(), deadLetters?.finish()]);
    // Comes last: who finds it finds all other files whole.
    if (!isLeft && told !== null) await writeText(summary.json(lexicon.versionIri), told);
    if (validation !== null && findings !== null) {
      const { format = 'text' } = options;
      await writeText(
        await validation.write(format, { failOn: failOnOf(options), lexicon, choice: options }),
        findings,
      );
    }
  } catch (error) {
    // What could not be converted so far stays there: the result may have been read up to here.
    const unfinished = [result, findings, report, told].map((output) => output?.discard());
    await Promise.all([...unfinished, deadLetters?.finish().catch(() => {})]);
    // A closed pipe is no failure: its reader needs no more. What failed before has failed.
    if (error instanceof OutputClosed) return exitCode();
    throw error;
  } finally {
    progress?.stop();
  }
  if (!quiet) stderr.write(`${summary.describe(work)}\n`);
  return exitCode();
}

/** What was not read at all is a failure of the run. */
function fails({ failed, unreadInputs }: Summary, { failuresOk = false }: Partial<DocumentsOptions>): boolean {
  return failuresOk ? unreadInputs > 0 : failed > 0;
}

/** @throws CommandError when one mark is to mean two things */
function marksOf({ delimiter = ',', decimal = '.' }: Partial<DocumentsOptions>): CsvMarks {
  if (delimiter !== decimal) return { delimiter, decimal };
  throw new CommandError(
    EXIT.usage,
    `--decimal and --delimiter are both "${decimal}": of numbers with a comma the cells are separated by another mark.`,
  );
}

function checkFailuresOk({ failuresOk = false, keepGoing = false, deadLetters }: Partial<DocumentsOptions>): void {
  if (!failuresOk || keepGoing || deadLetters !== undefined) return;
  throw new CommandError(
    EXIT.usage,
    '--failures-ok is for runs that go on behind a failure: say --keep-going or --dead-letters, too.',
  );
}

/** The level from which `validate` fails: `--strict` is a short way to say `note`. */
function failOnOf({ failOn, strict }: Partial<DocumentsOptions>): Level {
  return failOn ?? (strict === true ? 'note' : 'error');
}

async function writeText(text: string, to: Output): Promise<void> {
  await to.write(new TextEncoder().encode(text));
  await to.finish();
}

const FORMATS: Readonly<Record<string, RdfFormat>> = {
  '.ttl': 'ttl',
  '.turtle': 'ttl',
  '.nt': 'nt',
  '.rdf': 'rdf',
  '.xml': 'rdf',
  '.owl': 'rdf',
  '.jsonld': 'jsonld',
  '.json': 'jsonld',
};

function formatOf(output: string | undefined): RdfFormat {
  return FORMATS[extname(readName(output ?? '').inner).toLowerCase()] ?? 'ttl';
}

function sizeOf(inputs: readonly Input[]): number | null {
  return inputs.reduce<number | null>((sum, { size }) => (sum === null || size === null ? null : sum + size), 0);
}

/** What to do about a failure, in words of this command. */
function hintFor(code: string): string {
  if (code === 'not-all-terms')
    return '  Rename the keys to terms (vocabulary-hub terms map tells what they may mean), describe them (embed, then fill the empty entries), or say --lenient to keep them as plain literals.\n';
  return '';
}
