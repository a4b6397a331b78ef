import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import type { CliContext } from '../shared/cli-context.ts';
import type { ReportFormat } from '../../check/write-report.ts';
import type { Work } from './batch.ts';
import { readName } from './compression.ts';
import { outputAsItComes, OutputClosed, outputTo, outputToFile, type Output } from './output.ts';

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
export function checkOutputs(
  work: Work,
  { output, report, deadLetters, summary, format }: Partial<OutputOptions>,
): void {
  const writesOutput = work !== 'validate' || format !== undefined || output !== undefined;
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
  if (found !== null) return found.isFile() ? realpath(path) : null;
  const folder = dirname(resolve(path));
  return join(await realpath(folder).catch(() => folder), basename(path));
}

/** Of the result; null for work that has none. @throws CommandError when it cannot be written */
export async function openOutput(
  work: Work,
  { output, jobs }: Partial<OutputOptions>,
  { stdout, cleanUps, cores }: CliContext,
): Promise<Output | null> {
  if (work === 'validate') return null;
  if (output === undefined || output === '-') return outputTo(stdout);
  return compressedByName(await outputToFile(output, cleanUps), output, jobs ?? cores);
}

/** Of the report or the summary; null without one. @throws CommandError when it cannot be written */
export async function openBeside(path: string | undefined, { stdout, cleanUps }: CliContext): Promise<Output | null> {
  if (path === undefined) return null;
  return path === '-' ? untilClosed(outputTo(stdout)) : outputToFile(path, cleanUps);
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

/** Of what could not be converted; null without one. @throws CommandError when it cannot be written */
export async function openDeadLetters(
  { deadLetters }: Partial<OutputOptions>,
  { stdout }: CliContext,
): Promise<Output | null> {
  if (deadLetters === undefined) return null;
  if (deadLetters === '-') return untilClosed(outputTo(stdout));
  return compressedByName(await outputAsItComes(deadLetters), deadLetters, 1);
}

async function compressedByName(file: Output, path: string, threads: number): Promise<Output> {
  const { compression } = readName(path);
  if (compression === null) return file;
  const { compressOutput } = await import('./compressed-output.ts');
  return compressOutput(file, compression, threads);
}
