import { Option, type Command } from 'commander';
import { ENVIRONMENTS } from '../../client/credentials.ts';
import type { ExitCode } from '../shared/exit-codes.ts';
import type { CliContext } from '../shared/cli-context.ts';

/** Adds `login`, `whoami` and `logout`. What they do is loaded when one of them is run. */
export function addSessionCommands(program: Command, context: CliContext, exit: (code: ExitCode) => void): void {
  withAddress(withEnvironment(program.command('login')))
    .description('Sign in at the platform. The tokens are kept for you on this machine; the password is not.')
    .option('--email <address>', 'of the account; else PLATFORM_{ENVIRONMENT}_EMAIL, else it is asked for')
    .option(
      '--password-file <file>',
      'take the password from the first line of a file, - for standard input; else PLATFORM_{ENVIRONMENT}_PASSWORD, else it is asked for',
    )
    .action(async (options) => exit(await (await import('./session-commands.ts')).loginCommand(options, context)));

  withAddress(withEnvironment(program.command('whoami')))
    .description('Tell who is signed in at the platform.')
    .option('--json', 'answer as JSON')
    .action(async (options) => exit(await (await import('./session-commands.ts')).whoamiCommand(options, context)));

  withEnvironment(program.command('logout'))
    .description('Remove the tokens of the platform from this machine.')
    .action(async (options) => exit(await (await import('./session-commands.ts')).logoutCommand(options, context)));
}

function withEnvironment(command: Command): Command {
  return command.addOption(
    new Option('-e, --environment <name>', 'of the platform').choices(ENVIRONMENTS).makeOptionMandatory(),
  );
}

function withAddress(command: Command): Command {
  return command
    .option('--address <url>', 'of the platform; else PLATFORM_{ENVIRONMENT}_URL, else what config.json says')
    .option('--allow-http', 'also without TLS to another machine');
}
