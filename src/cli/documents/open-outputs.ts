import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import type { CliContext } from '../shared/cli-context.ts';
import type { ReportFormat } from '../../check/write-report.ts';
import type { Work } from './batch.ts';
import { readName } from '../shared/compression.ts';
import { fileBehind, outputAsItComes, OutputClosed, outputTo, outputToFile, type Output } from '../shared/output.ts';

/** Where a command writes: paths, `-` for standard output. */
interface OutputOptions {
  readonly output: string;
  readonly report: string;
  readonly deadLetters: string;
  readonly summary: string;
  readonly format: ReportFormat;
  readonly jobs: number;
}

/** @throws CommandError where the result and what is beside it would both go to standard output */
export function checkOutputs(work: Work, options: Partial<OutputOptions>): void {
  const { output, report, deadLetters, summary } = options;
  const writesOutput = writesMain(work, options);
  const beside = { '--report': report, '--dead-letters': deadLetters, '--summary': summary };
  for (const [option, path] of Object.entries(beside)) {
    if (path === '-' && writesOutput && (output ?? '-') === '-')
      throw new CommandError(
        EXIT.usage,
        `${option} - and the result would both go to standard output: say --output, too.`,
      );
  }
}

/**
 * @param inputs paths, `-` for standard input
 * @throws CommandError where two outputs are one file by whichever names, or one that is written beside the result is read
 */
export async function checkFiles(
  inputs: readonly string[],
  { output, report, deadLetters, summary }: Partial<OutputOptions>,
): Promise<void> {
  const read = new Set(await Promise.all(inputs.map(fileOf)));
  const written = new Map<string, string>();
  const outputs = { '--report': report, '--dead-letters': deadLetters, '--summary': summary, '--output': output };
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    const file = await fileOf(path);
    // An input may be replaced by its result, once that is there.
    const isRead = file !== null && option !== '--output' && read.has(file);
    const other = isRead ? 'an input' : written.get(file ?? path);
    if (other !== undefined) throw new CommandError(EXIT.usage, `${option} and ${other} are the same file, ${path}.`);
    written.set(file ?? path, option);
  }
}

/** By which name a file is there, or would be; null for none, and for what is no file. */
async function fileOf(path: string): Promise<string | null> {
  if (path === '-') return null;
  const found = await stat(path).catch(() => null);
  if (found !== null && !found.isFile()) return null;
  return fileBehind(path).catch(() => resolve(path));
}

/** What a run writes; null is what was not asked for. */
export interface Outputs {
  /** Of `convert` and `embed`. */
  readonly result: Output | null;
  /** Of `validate`. */
  readonly findings: Output | null;
  readonly report: Output | null;
  readonly summary: Output | null;
  /** What could not be converted. */
  readonly deadLetters: Output | null;
}

/** Opens all outputs of a run, or none. @throws CommandError when one cannot be written */
export async function openOutputs(work: Work, options: Partial<OutputOptions>, context: CliContext): Promise<Outputs> {
  const { report, summary, deadLetters } = options;
  const opened: Output[] = [];
  const noted = async (opening: Promise<Output>): Promise<Output> => {
    const output = await opening;
    opened.push(output);
    return output;
  };
  try {
    const main = writesMain(work, options) ? await noted(openMain(options, context)) : null;
    return {
      ...(work === 'validate' ? { result: null, findings: main } : { result: main, findings: null }),
      report: report === undefined ? null : await noted(openBeside(report, context)),
      summary: summary === undefined ? null : await noted(openBeside(summary, context)),
      // Comes last: it empties a file that is there.
      deadLetters: deadLetters === undefined ? null : await noted(openDeadLetters(deadLetters, context)),
    };
  } catch (error) {
    await Promise.all(opened.map((output) => output.discard()));
    throw error;
  }
}

/** Whether there is more to write than a report of all lines, which takes the place of what `validate` found. */
function writesMain(work: Work, { output, report, format }: Partial<OutputOptions>): boolean {
  return work !== 'validate' || report === undefined || format !== undefined || output !== undefined;
}

async function openMain(
  { output, jobs }: Partial<OutputOptions>,
  { stdout, cleanUps, cores }: CliContext,
): Promise<Output> {
  if (output === undefined || output === '-') return outputTo(stdout);
  return compressedByName(await outputToFile(output, cleanUps), output, jobs ?? cores);
}

async function openBeside(path: string, { stdout, cleanUps }: CliContext): Promise<Output> {
  return path === '-' ? untilClosed(outputTo(stdout)) : outputToFile(path, cleanUps);
}

async function openDeadLetters(path: string, { stdout }: CliContext): Promise<Output> {
  if (path === '-') return untilClosed(outputTo(stdout));
  return compressedByName(await outputAsItComes(path), path, 1);
}

/** What stands beside the result: when nobody reads it any more, the rest of it is dropped, and the result goes on. */
function untilClosed(output: Output): Output {
  let isClosed = false;
  return {
    ...output,
    async write(bytes) {
      if (isClosed) return;
      try {
        await output.write(bytes);
      } catch (error) {
        if (!(error instanceof OutputClosed)) throw error;
        isClosed = true;
      }
    },
  };
}

async function compressedByName(file: Output, path: string, threads: number): Promise<Output> {
  const { compression } = readName(path);
  if (compression === null) return file;
  const { compressOutput } = await import('./compressed-output.ts');
  return compressOutput(file, compression, threads);
}
