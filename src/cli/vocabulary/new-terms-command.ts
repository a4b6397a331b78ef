import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import { hubNamespaces } from '../../rdf/namespaces.ts';
import { checkNewTerms } from '../../vocabulary/registry/check-new-terms.ts';
import { blocksOfTable } from '../../vocabulary/seeds/new-terms.ts';
import { readSeedSources } from '../../vocabulary/seeds/read-sources.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { readInput, textOf } from '../shared/read-input.ts';

/** Writes the blocks that a table of new terms stands for, when the vocabulary with them keeps the rules. @throws CommandError */
export async function newTermsCommand(path: string, context: CliContext): Promise<ExitCode> {
  const { stdout, stderr } = context;
  const text = textOf(path, await readInput(path, context));
  const folder = fileURLToPath(new URL('seeds/', PACKAGE_FOLDER));
  const sources = (await readSeedSources(folder))!;
  try {
    const blocks = blocksOfTable({ name: path, text }, new Date().toISOString().slice(0, 10));
    const { terms } = await checkNewTerms({ folder, sources, blocks, hub: hubNamespaces('https://hub.invalid') });
    for (const file of blocks) stdout.write(`# seeds/terms/${file.name}\n\n${file.text}\n`);
    stderr.write(`${terms} terms, all sound. Put each block into its file, in the order of names.\n`);
    return EXIT.done;
  } catch (error) {
    throw new CommandError(EXIT.usage, (error as Error).message, error);
  }
}
