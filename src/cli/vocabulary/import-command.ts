import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { checkAsHub } from '../../import/check-terms.ts';
import { datatypeOf } from '../../import/datatypes.ts';
import { describeImport, ImportReport } from '../../import/import-report.ts';
import { importVocabulary, type TargetVocabulary } from '../../import/import-vocabulary.ts';
import type { ImportOptions } from '../../import/imported-term.ts';
import { readSource, type SourceFile, type SourceOptions } from '../../import/read-source.ts';
import { VANN } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { serializeInPieces } from '../../rdf/write/serialize.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { writeAtOnce, writeFile } from '../shared/output.ts';
import { inUtf8 } from '../shared/in-utf8.ts';
import { checkStandardInput, inputPieces } from '../shared/read-input.ts';
import type { VocabularyChoice } from './load-vocabulary.ts';
import { readHubTriples, readShippedTriples } from './read-triples.ts';

export interface ImportCommandOptions extends VocabularyChoice {
  readonly output: string;
  readonly from?: SourceOptions['format'];
  readonly delimiter: string;
  readonly category: string;
  readonly datatype?: string;
  readonly unit?: string;
  readonly language: ImportOptions['language'];
  readonly namesFrom: ImportOptions['namesFrom'];
  readonly prefix?: string;
  readonly namespace?: string;
  readonly class?: readonly string[];
  readonly below?: string;
  readonly keepIris?: boolean;
  readonly report: 'text' | 'json';
}

/**
 * Makes terms of vocabularies of others, and tells what was not taken.
 *
 * @returns `documentsFailed` when no concept became a term; then nothing is written
 * @throws HubError, CommandError
 */
export async function importCommand(
  paths: readonly string[],
  options: ImportCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  const { stdout, stderr, cleanUps } = context;
  if (options.output === '-')
    throw new CommandError(EXIT.usage, '--output - and the report would both go to standard output: name a file.');
  const { from, class: classes, category, unit, language, namesFrom, prefix, namespace, keepIris = false } = options;
  checkStandardInput(paths);
  const files: SourceFile[] = [];
  for (const path of paths)
    files.push({ name: path, bytes: await buffer(inUtf8(inputPieces(path, context), () => {})) });
  const report = new ImportReport();
  const concepts = await readSource(files, { ...options, format: from, classes }, report);
  const target = await readTarget(options);
  const { terms, triples } = await importVocabulary(
    concepts,
    { category, datatypes: datatypesOf(options), unit, language, namesFrom, prefix, namespace, keepIris },
    target,
    { origin: paths.map(originOf).join(', '), report, findViolations: checkAsHub(target.hub) },
  );
  const summary = report.summary(terms.length);
  if (terms.length > 0) await write(options.output, triples, target, cleanUps);
  stdout.write(options.report === 'json' ? `${JSON.stringify(summary, null, 2)}\n` : describeImport(summary));
  stderr.write(
    terms.length === 0
      ? `Nothing is written: no concept became a term.\n`
      : `${options.output} has ${terms.length} terms, which keep all rules beside the vocabulary of ${target.hub.baseUrl}.\n`,
  );
  return terms.length === 0 ? EXIT.documentsFailed : EXIT.done;
}

function originOf(path: string): string {
  return path === '-' ? 'standard input' : basename(path);
}

async function readTarget({ hub, baseUrl }: ImportCommandOptions): Promise<TargetVocabulary> {
  const { namespaces, triples } = hub === undefined ? await readShippedTriples(baseUrl) : await readHubTriples(hub);
  return { hub: namespaces, triples };
}

function datatypesOf({ datatype }: ImportCommandOptions): ImportOptions['datatypes'] {
  const [measured, other] = [datatype ?? 'double', datatype ?? 'string'].map(datatypeOf);
  if (measured != null && other != null) return { measured, other };
  throw new CommandError(
    EXIT.usage,
    `--datatype: the mapping knows no datatype ${JSON.stringify(datatype)}; it knows string, boolean, integer, decimal, double, date, dateTime, dateTimeStamp, time, duration, gYear, gYearMonth, anyURI and wktLiteral.`,
  );
}

/** Writes the file piece by piece. It has its name when it is whole. */
async function write(
  path: string,
  triples: Iterable<Triple>,
  { hub, triples: known }: TargetVocabulary,
  cleanUps: CliContext['cleanUps'],
): Promise<void> {
  const names = { prefixes: prefixesOf(known), base: hub.vocabulary };
  await writeFile(path, cleanUps, (output) =>
    serializeInPieces(triples, path.endsWith('.nt') ? 'nt' : 'ttl', names, (piece) => writeAtOnce(output, piece)),
  );
}

function prefixesOf(triples: readonly Triple[]): Map<string, string> {
  const prefixes = new Map<string, string>();
  const namespaces = new Map<string, string>();
  for (const { s, p, o } of triples) {
    if (p === `${VANN}preferredNamespacePrefix`) prefixes.set(s.value, o.value);
    if (p === `${VANN}preferredNamespaceUri`) namespaces.set(s.value, o.value);
  }
  return new Map(
    Array.from(prefixes).flatMap(([iri, prefix]) => {
      const namespace = namespaces.get(iri);
      return namespace === undefined ? [] : [[prefix, namespace] as const];
    }),
  );
}
