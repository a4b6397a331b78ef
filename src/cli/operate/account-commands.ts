import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { Command } from 'commander';
import { askNewPassword } from '../shared/ask-password.ts';
import { EXIT, type ExitCode } from '../shared/exit-codes.ts';
import type { CliContext } from '../shared/cli-context.ts';

type Answer = Readonly<Record<string, unknown>>;
type Exit = (code: ExitCode) => void;

const PASSWORD_FILE = 'take the password from the first line of a file, - for standard input; else it is asked for';

/** Adds the commands for those who run the service. */
export function addAccountCommands(program: Command, context: CliContext, exit: Exit): void {
  const { stdout } = context;
  const say = (line: string): void => void stdout.write(`${line}\n`);
  const run = async <T = Answer>(name: string, input: object = {}): Promise<T> => {
    const { runOperatorCommand } = await import('./operator-command.ts');
    const call = { name, input: Readable.from([JSON.stringify(input)]) };
    const answer = await runOperatorCommand(call, context, json);
    exit(EXIT.done);
    return answer as T;
  };

  const admin = program.command('admin').description('Who reviews suggestions and looks after accounts.');
  admin
    .command('create')
    .description('Make an administrator: a new account, or one that is there, which keeps its password.')
    .argument('<email>')
    .option('--password-file <file>', PASSWORD_FILE)
    .action(async (email: string, { passwordFile }: { passwordFile?: string }) => {
      const accounts = await run<Answer[]>('account-list');
      const known = accounts.find((one) => one['email'] === email.trim().normalize('NFC').toLowerCase());
      const password =
        known !== undefined && known['validatedAt'] !== null ? null : await askNewPassword(passwordFile, context);
      const { isNew } = await run('admin-create', { email, password });
      say(
        isNew === true ? `${email} is an administrator.` : `${email} is an administrator now, with its own password.`,
      );
    });
  admin
    .command('remove')
    .description('Take the role from an administrator; the account stays.')
    .argument('<email>')
    .action(async (email: string) => {
      await run('admin-remove', { email });
      say(`${email} is no administrator any more.`);
    });

  const account = program.command('account').description('The accounts of those who sign in.');
  account
    .command('list')
    .description('List all accounts.')
    .option('--json', 'answer as JSON')
    .action(async ({ json: asJson }: { json?: true }) => {
      const accounts = await run<Answer[]>('account-list');
      if (asJson) say(JSON.stringify(accounts, null, 2));
      else
        for (const one of accounts)
          say([one['email'], stateOf(one), ...(one['isAdministrator'] === true ? ['administrator'] : [])].join('\t'));
    });
  account
    .command('register')
    .description('Register an account; its address gets a mail with the link that validates it.')
    .argument('<email>')
    .option('--password-file <file>', PASSWORD_FILE)
    .action(async (email: string, { passwordFile }: { passwordFile?: string }) => {
      const password = await askNewPassword(passwordFile, context);
      const { isMailed } = await run('account-register', { email, password });
      say(`Registered. ${isMailed === true ? `A mail to ${email} has the link that validates it.` : NO_MAIL}`);
    });
  for (const [name, description, done] of WITH_ADDRESS) {
    account
      .command(name)
      .description(description)
      .argument('<email>')
      .action(async (email: string) => {
        const { hasPassword } = await run(`account-${name}`, { email });
        const isWaiting = name === 'validate' && hasPassword === false;
        say(`${email} ${done}${isWaiting ? ` ${ONCE_CHOSEN}` : ''}.`);
      });
  }
  account
    .command('reset-password')
    .description('Send its owner a link for a new password; without HUB_SMTP_URL the link is printed here.')
    .argument('<email>')
    .action(async (email: string) => {
      const { link } = await run('account-reset-password', { email });
      say(typeof link === 'string' ? link : `A mail to ${email} has the link.`);
    });

  const keys = program.command('keys').description('The keys that tokens are signed with.');
  keys
    .command('list')
    .description('List the keys, the one that signs first among those that tokens are verified with.')
    .action(async () => {
      for (const { id, signsFrom, endsAt, isSigning } of await run<Answer[]>('keys-list'))
        say(
          `${String(id)}\t${isSigning === true ? 'signs' : endsAt === null ? `signs from ${String(signsFrom)}` : `verifies until ${String(endsAt)}`}`,
        );
    });
  keys
    .command('rotate')
    .description(
      'Make a new key. It signs in ten minutes, when everybody has it; what others signed stays valid for its day.',
    )
    .option('--at-once', 'let it sign at once')
    .action(async ({ atOnce }: { atOnce?: true }) => {
      const { id, signsFrom } = await run('keys-rotate', { atOnce: String(atOnce === true) });
      say(`${String(id)}\tsigns from ${String(signsFrom)}`);
    });
  keys
    .command('revoke')
    .description('End a key that others may have, and all tokens that it signed.')
    .argument('<id>')
    .action(async (id: string) => {
      await run('keys-revoke', { id });
      say(`${id} is void.`);
    });
}

const NO_MAIL =
  'HUB_SMTP_URL is not set, so no mail brings the link that validates it; `account validate` does without it.';

const ONCE_CHOSEN = 'as soon as its owner has chosen a password: `account reset-password` gives a link for that';

const WITH_ADDRESS = [
  ['validate', "Count the address as its owner's, without a mail.", 'may sign in'],
  ['disable', 'End the tokens of an account, and give it no more.', 'may not sign in any more'],
  ['enable', 'Let a disabled account sign in again.', 'is not disabled'],
  ['delete', 'Remove an account and all that is known of it.', 'is gone'],
] as const;

function stateOf({ disabledAt, validatedAt }: Answer): string {
  if (disabledAt !== null) return 'disabled';
  return validatedAt === null ? 'not validated' : 'active';
}
