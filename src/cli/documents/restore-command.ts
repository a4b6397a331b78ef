import { HubError } from '../../errors.ts';
import { RDF_FORMATS, type RdfFormat } from '../../rdf/write/format.ts';
import { valueText } from '../../restore/json-tokens.ts';
import { restore, restoreStream, type RestoredDocument } from '../../restore/library.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { readName } from '../shared/compression.ts';
import { checkStandardInput, inputPieces, readInput, textOf } from '../shared/read-input.ts';
import { readComparedVocabulary } from '../vocabulary/compared-vocabulary.ts';
import { loadLexicon, type VocabularyChoice } from '../vocabulary/load-vocabulary.ts';
import { OutputClosed, outputTo, outputToFile, type Output } from '../shared/output.ts';

export interface RestoreCommandOptions extends VocabularyChoice {
  readonly from?: RdfFormat;
  readonly output?: string;
  readonly base?: string;
  readonly semantic?: string;
  readonly vocabulary?: readonly string[];
  readonly byValue?: boolean;
  readonly whole?: boolean;
  readonly quiet?: boolean;
}

/**
 * Restores the documents of graphs: one graph with one document to the byte, several documents one a line, each as soon as it is complete.
 *
 * @throws CommandError, HubError `invalid-option`, `invalid-semantic`
 */
export async function restoreCommand(
  files: readonly string[],
  options: RestoreCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  const { stdout, stderr, cleanUps } = context;
  const { output: path, vocabulary: named = [], quiet = false } = options;
  const names = files.length === 0 ? ['-'] : files;
  checkStandardInput(names, { '--semantic': options.semantic });
  const others = await Promise.all(named.map((name) => readComparedVocabulary(name, options)));
  const vocabulary = [await loadLexicon(options), ...others];
  const semantic =
    options.semantic === undefined ? undefined : textOf(options.semantic, await readInput(options.semantic, context));
  const output = path === undefined || path === '-' ? outputTo(stdout) : await outputToFile(path, cleanUps);
  let failed = 0;
  try {
    for (const name of names) {
      const format = options.from ?? formatOf(name);
      const { base, byValue, whole = false } = options;
      const to = { vocabulary, format, semantic, base, byValue };
      try {
        const documents = whole
          ? await restore(await readInput(name, context), to)
          : restoreStream(inputPieces(name, context), to);
        await writeAll(documents, { name, output, isOnlyInput: names.length === 1, stderr: quiet ? null : stderr });
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
    // A closed pipe is no failure: its reader needs no more.
    if (!(error instanceof OutputClosed)) throw error;
  }
  return failed > 0 ? EXIT.documentsFailed : EXIT.done;
}

interface Target {
  readonly name: string;
  readonly output: Output;
  readonly isOnlyInput: boolean;
  /** Null where nothing is told. */
  readonly stderr: CliContext['stderr'] | null;
}

/** Writes each document when the next one is there: only then it is known whether it stands alone. */
async function writeAll(
  documents: AsyncIterable<RestoredDocument> | Iterable<RestoredDocument>,
  target: Target,
): Promise<void> {
  const { name } = target;
  let count = 0;
  let last: RestoredDocument | null = null;
  for await (const document of documents) {
    if (last !== null) await write(last, target, `${name}, document ${count}`, false);
    last = document;
    count++;
  }
  if (last === null) return;
  const isAlone = count === 1;
  await write(last, target, isAlone ? name : `${name}, document ${count}`, isAlone && target.isOnlyInput);
}

/** Writes a document, and what is proved and what is not known of it, each in a line. */
async function write(
  { text, proof, notes }: RestoredDocument,
  { output, stderr }: Target,
  place: string,
  isAlone: boolean,
): Promise<void> {
  // A document that stands alone is written to the byte; a line end is no part of it.
  await output.write(new TextEncoder().encode(isAlone ? text : `${valueText(text)}\n`));
  if (proof !== null) stderr?.write(`${place}: ${proof === 'bytes' ? 'the bytes are' : 'the value is'} proved.\n`);
  for (const { code, pointer, count, message } of notes)
    stderr?.write(`${place}: ${code} at ${JSON.stringify(pointer)} (${count}): ${message}\n`);
}

const ENDINGS: Readonly<Record<string, RdfFormat>> = { xml: 'rdf', json: 'jsonld', ntriples: 'nt', turtle: 'ttl' };

/** The format that the name of a file tells; N-Triples where it tells none. */
function formatOf(name: string): RdfFormat {
  const { inner } = readName(name);
  const ending = inner.slice(inner.lastIndexOf('.') + 1).toLowerCase();
  return RDF_FORMATS.find((format) => format === ending) ?? ENDINGS[ending] ?? 'nt';
}
