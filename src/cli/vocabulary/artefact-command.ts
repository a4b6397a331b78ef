import type { ArtefactKind, RmlDialect } from '../../artefacts/artefact.ts';
import { requestArtefact } from '../../artefacts/request-artefact.ts';
import { HubError } from '../../errors.ts';
import { checkBase } from '../../rdf/check-base.ts';
import { factsOfTerm } from '../../vocabulary/describe/term-facts.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { writeText } from '../shared/output.ts';
import { readInput } from '../shared/read-input.ts';
import { loadVocabulary, type VocabularyChoice } from './load-vocabulary.ts';

interface ArtefactCommandOptions extends VocabularyChoice {
  readonly sample?: string;
  readonly base?: string;
  readonly align?: boolean;
  readonly lenient?: boolean;
  readonly dialect?: RmlDialect;
  readonly output?: string;
  readonly report?: string;
}

/** Writes what a set of keys is in another standard. @throws HubError, CommandError */
export async function artefactCommand(
  kind: ArtefactKind,
  keys: readonly string[],
  options: ArtefactCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  const { sample, base, align = true, lenient = false, dialect, output = '-', report: reportFile } = options;
  if ((keys.length === 0) === (sample === undefined))
    throw new CommandError(EXIT.usage, 'Name the keys, or give a document that has them with --sample.');
  if (output === '-' && reportFile === '-')
    throw new CommandError(
      EXIT.usage,
      '--report - and the artefact would both go to standard output: say --output, too.',
    );
  const of = sample === undefined ? keys : await readInput(sample, context);
  const vocabulary = await loadVocabulary(options);
  const asked = { kind, of, base: base === undefined ? null : checkBase(base), align, lenient, dialect };
  const { text, report } = withHint(() =>
    requestArtefact(asked, vocabulary.lexicon, (name) => factsOfTerm(vocabulary, name)),
  );
  await writeText(output, text, context);
  if (reportFile !== undefined) await writeText(reportFile, `${JSON.stringify(report, null, 2)}\n`, context);
  const lacking = report.terms.filter(({ level }) => level === 'partial' || level === 'none');
  for (const { key, level, missing } of lacking)
    context.stderr.write(`${JSON.stringify(key)}: ${level}. ${missing.join(' ')}\n`);
  return EXIT.done;
}

/** What to do about keys that are no terms, in words of this command. */
function withHint<Written>(write: () => Written): Written {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof HubError) || error.code !== 'not-all-terms') throw error;
    throw new CommandError(
      EXIT.usage,
      `${error.message}\n  Name terms (vocabulary-hub terms map tells what keys may mean), give a document that has the keys with --sample, or say --lenient to keep them as plain keys.`,
      error,
    );
  }
}
