import { Command, CommanderError } from 'commander';
import { HubError } from '../errors.ts';
import { readRelease } from '../package-folder.ts';
import { statusOf } from '../problem.ts';
import { addDocumentsCommands } from './documents/documents-program.ts';
import { addAccountCommands } from './operate/account-commands.ts';
import { addStoreCommands } from './operate/store-program.ts';
import { addSessionCommands } from './session/session-program.ts';
import type { CliContext } from './shared/cli-context.ts';
import { CommandError, EXIT, type ExitCode } from './shared/exit-codes.ts';
import { withVocabularyOptions } from './shared/vocabulary-options.ts';
import { addStreamCommand } from './stream/stream-program.ts';
import { addArtefactCommand } from './vocabulary/artefact-program.ts';
import { addImpactCommand } from './vocabulary/impact-program.ts';
import { addVocabularyCommands } from './vocabulary/import-program.ts';
import { addTermsCommands } from './vocabulary/terms-program.ts';

/**
 * Runs the command line.
 *
 * @param args without the names of node and of this program
 * @returns the exit code
 */
export async function runCommand(args: readonly string[], context: CliContext): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const program = createProgram(context, (code) => (exitCode = code));
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return tellFailure(error, context);
  }
}

function tellFailure(error: unknown, { stderr, env }: CliContext): ExitCode {
  // Commander has written its words already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof CommandError || error instanceof HubError) {
    stderr.write(`${error.message}\n`);
    if (error instanceof CommandError) return error.exitCode;
    if (error.code === 'internal') return EXIT.internal;
    // What the store, the data folder or the hub is the cause of, and not what the command was given.
    return statusOf(error.code) < 500 ? EXIT.usage : EXIT.unavailable;
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const details = env['DEBUG'] === undefined ? `${message}\nDEBUG=1 tells where.` : (stack ?? message);
  stderr.write(`A mistake of this program, please report it: ${details}\n`);
  return EXIT.internal;
}

function createProgram(context: CliContext, exit: (code: ExitCode) => void): Command {
  const { stdout, stderr } = context;
  const program = new Command('vocabulary-hub')
    .description('Makes energy JSON documents explain themselves and converts them to RDF.')
    .version(readRelease())
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('(--help tells more)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 documents failed, 2 usage, 3 input, output or hub unavailable, 4 a mistake of this program, 5 not signed in.',
    );

  addDocumentsCommands(program, context, exit);
  addImpactCommand(program, context, exit);

  withVocabularyOptions(program.command('mcp'), context)
    .description('Serve an agent over standard input and output, by the Model Context Protocol.')
    .action(async (options: object) => {
      const { mcpCommand } = await import('./mcp/mcp-command.ts');
      exit(await mcpCommand(options, context));
    });

  addTermsCommands(program, context, exit);
  addArtefactCommand(program, context, exit);
  addStreamCommand(program, context, exit);
  addVocabularyCommands(program, context, exit);
  addStoreCommands(program, context, exit);
  program
    .command('platform')
    .description('Run the sign-in alone, as one environment of the platform; the settings are those of the hub.')
    .action(async () => exit(await (await import('./operate/platform-command.ts')).runPlatformCommand(context)));
  addAccountCommands(program, context, exit);
  addSessionCommands(program, context, exit);
  return program;
}
