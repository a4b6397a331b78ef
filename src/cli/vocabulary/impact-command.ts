import { compareSamples } from '../../impact/compare-samples.ts';
import { areAllMigrated } from '../../impact/join-migrations.ts';
import { isWorse, type Impact, type ImpactLevel, type KeySummary, type Sample } from '../../impact/impact.ts';
import { readShippedSamples } from '../../impact/shipped-samples.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { writeText } from '../shared/output.ts';
import { readName } from '../shared/compression.ts';
import { checkStandardInput, readInput } from '../shared/read-input.ts';
import { readComparedVocabulary } from './compared-vocabulary.ts';
import type { VocabularyChoice } from './load-vocabulary.ts';

export interface ImpactCommandOptions extends VocabularyChoice {
  readonly from: string;
  readonly to: string;
  readonly json?: boolean;
  readonly failOn: ImpactLevel | 'never';
  readonly migration?: string;
  readonly shipped?: boolean;
}

/** Triples that are shown of a key, of each side. */
const SHOWN = 3;

/**
 * Tells what a change of the vocabulary does to documents.
 *
 * @returns `documentsFailed` when it does as much as `--fail-on` says, or more
 * @throws HubError, CommandError
 */
export async function impactCommand(
  paths: readonly string[],
  options: ImpactCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  if (options.migration === '-')
    throw new CommandError(EXIT.usage, '--migration - and the result would both go to standard output: name a file.');
  const samples: Sample[] = [];
  const names = paths.length === 0 && options.shipped !== true ? ['-'] : paths;
  checkStandardInput(names);
  for (const path of names) samples.push(...samplesOf(path, await readInput(path, context)));
  if (options.shipped === true) samples.push(...readShippedSamples());
  const before = await readComparedVocabulary(options.from, options);
  const after = await readComparedVocabulary(options.to, options);
  const impact = compareSamples(samples, { before, after });
  if (options.migration !== undefined) await writeMigration(options.migration, impact, context);
  context.stdout.write(options.json === true ? `${JSON.stringify(impact, null, 2)}\n` : describe(impact));
  const { failOn } = options;
  const fails = failOn !== 'never' && !isWorse(failOn, impact.level);
  return fails ? EXIT.documentsFailed : EXIT.done;
}

const LINE_END = 0x0a;

/** A document, or one a line of NDJSON. */
function samplesOf(name: string, content: Buffer): Sample[] {
  if (!/\.(?:ndjson|jsonl)$/i.test(readName(name).inner)) return [{ name, document: content }];
  const samples: Sample[] = [];
  for (let [at, line] = [0, 1]; at < content.length; line++) {
    const end = content.indexOf(LINE_END, at);
    const document = content.subarray(at, end === -1 ? content.length : end);
    if (document.some(isNoSpace)) samples.push({ name: `${name}:${line}`, document });
    at += document.length + 1;
  }
  return samples;
}

/** Of the white space of JSON. */
function isNoSpace(byte: number): boolean {
  return byte !== 0x20 && byte !== 0x09 && byte !== 0x0d;
}

async function writeMigration(path: string, { migration }: Impact, context: CliContext): Promise<void> {
  if (migration === null) context.stderr.write(`${path} is not written: there is no update that does.\n`);
  else await writeText(path, `${migration}\n`, context);
}

function describe({ level, documents, keys, migration }: Impact): string {
  const refused = documents.flatMap(({ name, refusedBefore, refusedAfter }) =>
    refusedAfter === null
      ? []
      : [`${name}: ${refusedAfter.message}${refusedBefore === null ? '' : ' It was refused before, too.'}`],
  );
  const lines = [
    `${level}: ${count(documents.length, 'document')}, ${count(keys.length, 'key')} concerned`,
    ...refused,
    ...keys.flatMap((key) => describeKey(key, documents)),
    ...(migration === null ? [] : [tellMigration(areAllMigrated(keys))]),
  ];
  return `${lines.join('\n')}\n`;
}

function tellMigration(isWhole: boolean): string {
  return `The graphs that there are can be migrated${isWhole ? '' : ' in part'}: --migration FILE writes the update.`;
}

function describeKey(summary: KeySummary, documents: Impact['documents']): string[] {
  const { key, level, added, removed, migration } = summary;
  const first = documents.flatMap(({ keys }) => keys).find((one) => one.key === key && one.level === level)!;
  const way = migration === null ? '' : ', with an update';
  return [
    `${key === null ? 'records' : JSON.stringify(key)}: ${level} in ${count(summary.documents, 'document')}, ${count(removed, 'triple')} less, ${added} more${way}`,
    ...first.warnings.map(({ code, pointer, message }) => `  ${code} at ${pointer}: ${message}`),
    ...first.removedTriples.slice(0, SHOWN).map((triple) => `  - ${triple}`),
    ...first.addedTriples.slice(0, SHOWN).map((triple) => `  + ${triple}`),
  ];
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
