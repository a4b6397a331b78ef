import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { HubError } from '../../errors.ts';
import { RDF_FORMATS, type RdfFormat } from '../../rdf/write/format.ts';
import { valueText } from '../../restore/json-tokens.ts';
import { restore, type RestoredDocument } from '../../restore/library.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { readComparedVocabulary } from '../vocabulary/compared-vocabulary.ts';
import { loadLexicon, type VocabularyChoice } from '../vocabulary/load-vocabulary.ts';
import { outputTo, outputToFile, type Output } from './output.ts';

export interface RestoreCommandOptions extends VocabularyChoice {
  readonly from?: RdfFormat;
  readonly output?: string;
  readonly base?: string;
  readonly semantic?: string;
  readonly vocabulary?: readonly string[];
  readonly byValue?: boolean;
  readonly quiet?: boolean;
}

/**
 * Restores the documents of graphs: one graph with one document to the byte, several documents one a line.
 *
 * @throws CommandError, HubError `invalid-option`, `invalid-semantic`
 */
export async function restoreCommand(
  files: readonly string[],
  options: RestoreCommandOptions,
  { stdin, stdout, stderr, cleanUps }: CliContext,
): Promise<ExitCode> {
  const { output: path, vocabulary: named = [], quiet = false } = options;
  const others = await Promise.all(named.map((name) => readComparedVocabulary(name, options)));
  const vocabulary = [await loadLexicon(options), ...others];
  const semantic = options.semantic === undefined ? undefined : (await readInput(options.semantic, stdin)).toString();
  const output = path === undefined || path === '-' ? outputTo(stdout) : await outputToFile(path, cleanUps);
  const names = files.length === 0 ? ['-'] : files;
  let failed = 0;
  try {
    for (const name of names) {
      const format = options.from ?? formatOf(name);
      const graph = await readInput(name, stdin);
      try {
        const { base, byValue } = options;
        const documents = await restore(graph, { vocabulary, format, semantic, base, byValue });
        await write(output, documents, names.length === 1);
        if (!quiet) tell(name, documents, stderr);
      } catch (error) {
        if (!(error instanceof HubError) || error.code === 'invalid-option') throw error;
        failed++;
        stderr.write(`${name}: ${error.message}\n`);
      }
    }
    if (failed > 0) await output.discard();
    else await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
  return failed > 0 ? EXIT.documentsFailed : EXIT.done;
}

async function write(output: Output, documents: readonly RestoredDocument[], isOnlyInput: boolean): Promise<void> {
  const isAlone = isOnlyInput && documents.length === 1;
  for (const { text } of documents) {
    // A document that stands alone is written to the byte; a line end is no part of it.
    await output.write(new TextEncoder().encode(isAlone ? text : `${valueText(text)}\n`));
  }
}

/** What is proved, and what is not known, each in a line. */
function tell(name: string, documents: readonly RestoredDocument[], stderr: CliContext['stderr']): void {
  for (const [index, { proof, notes }] of documents.entries()) {
    const place = documents.length === 1 ? name : `${name}, document ${index + 1}`;
    if (proof !== null) stderr.write(`${place}: ${proof === 'bytes' ? 'the bytes are' : 'the value is'} proved.\n`);
    for (const { code, pointer, count, message } of notes)
      stderr.write(`${place}: ${code} at ${JSON.stringify(pointer)} (${count}): ${message}\n`);
  }
}

async function readInput(name: string, stdin: Readable): Promise<Buffer> {
  try {
    return name === '-' ? await buffer(stdin) : await readFile(name);
  } catch (error) {
    throw new CommandError(EXIT.unavailable, `${name} cannot be read: ${(error as Error).message}`, error);
  }
}

const ENDINGS: Readonly<Record<string, RdfFormat>> = { xml: 'rdf', json: 'jsonld', ntriples: 'nt', turtle: 'ttl' };

/** The format that the name of a file tells; N-Triples where it tells none. */
function formatOf(name: string): RdfFormat {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return RDF_FORMATS.find((format) => format === ending) ?? ENDINGS[ending] ?? 'nt';
}
