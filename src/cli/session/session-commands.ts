import { chmod, mkdir } from 'node:fs/promises';
import type { Credentials, Environment } from '../../client/credentials.ts';
import { ClientError } from '../../client/client-error.ts';
import { fileTokens } from '../../client/node.ts';
import { PlatformClient, type SignedIn } from '../../client/platform-client.ts';
import { askHidden, askVisibly, readPassword } from '../shared/ask-password.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { configFolder, findAddress, missingAddress, tokensFile } from './platform-settings.ts';
import type { CliContext } from '../shared/cli-context.ts';

export interface SessionOptions {
  readonly environment: Environment;
  readonly address?: string | undefined;
  readonly allowHttp?: boolean | undefined;
}

interface LoginOptions extends SessionOptions {
  readonly email?: string | undefined;
  readonly passwordFile?: string | undefined;
}

interface WhoamiOptions extends SessionOptions {
  readonly json?: boolean | undefined;
}

/** Signs in and keeps the tokens for the user of this machine. @throws CommandError */
export function loginCommand(options: LoginOptions, context: CliContext): Promise<ExitCode> {
  return tellingFailures(async () => {
    const { env, stdout } = context;
    const { environment, allowHttp } = options;
    const address = await findAddress(env, environment, options.address);
    if (address === null) throw missingAddress(env, environment);
    const client = new PlatformClient({
      environment,
      addresses: { [environment]: address },
      allowHttp,
      tokens: fileTokens(tokensFile(env, environment)),
      credentials: () => readCredentials(options, context),
    });
    // Before people type a password for nothing.
    await prepareFolder(configFolder(env));
    stdout.write(`Signed in: ${describe(await client.signIn())}\n`);
    return EXIT.done;
  });
}

/** Tells who is signed in, after a renewal where one is due. @throws CommandError */
export function whoamiCommand(options: WhoamiOptions, { env, stdout }: CliContext): Promise<ExitCode> {
  return tellingFailures(async () => {
    const { environment, allowHttp } = options;
    const tokens = fileTokens(tokensFile(env, environment));
    const kept = await tokens.read();
    const address = (await findAddress(env, environment, options.address)) ?? kept?.address;
    if (address === undefined) throw notSignedIn(environment);
    const client = new PlatformClient({ environment, addresses: { [environment]: address }, allowHttp, tokens });
    if ((await client.signedIn()) === null) throw notSignedIn(environment);
    const signedIn = await client.ensureSignedIn();
    stdout.write(options.json === true ? `${JSON.stringify(signedIn, null, 2)}\n` : `${describe(signedIn)}\n`);
    return EXIT.done;
  });
}

/** Removes the tokens of an environment from this machine. @throws CommandError */
export function logoutCommand(
  { environment }: Pick<SessionOptions, 'environment'>,
  { env, stdout }: CliContext,
): Promise<ExitCode> {
  return tellingFailures(async () => {
    const tokens = fileTokens(tokensFile(env, environment));
    // Tokens that can't be read are removed all the same.
    const kept = await tokens.read().catch(() => undefined);
    await tokens.clear();
    const until =
      kept?.refreshExpiresAt == null
        ? ''
        : ` The platform would take its tokens until ${timeOf(new Date(kept.refreshExpiresAt))}.`;
    stdout.write(
      kept === null ? `Nobody was signed in at the ${environment}.\n` : `Signed out of the ${environment}.${until}\n`,
    );
    return EXIT.done;
  });
}

async function readCredentials(
  { environment, email, passwordFile }: LoginOptions,
  context: CliContext,
): Promise<Credentials> {
  const { env, stdin } = context;
  const isTerminal = (stdin as { isTTY?: boolean }).isTTY === true;
  const prefix = `PLATFORM_${environment.toUpperCase()}`;
  const known = email ?? env[`${prefix}_EMAIL`];
  if (!known && !isTerminal) throw new CommandError(EXIT.usage, `Say --email, or set ${prefix}_EMAIL.`);
  const name = known || (await askVisibly(`E-mail of the account at the ${environment}: `, context));
  if (passwordFile !== undefined) return { email: name, password: await readPassword(passwordFile, context) };
  const password = env[`${prefix}_PASSWORD`];
  // The password of the variables is that of their account.
  if (password && (email === undefined || email === env[`${prefix}_EMAIL`])) return { email: name, password };
  if (!isTerminal)
    throw new CommandError(
      EXIT.usage,
      `Standard input is no terminal: say --password-file, or set ${prefix}_PASSWORD.`,
    );
  return { email: name, password: await askHidden('Password: ', context) };
}

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

function notSignedIn(environment: Environment): CommandError {
  const command = `vocabulary-hub login --environment ${environment}`;
  return new CommandError(EXIT.refused, `Nobody is signed in at the ${environment}. Run: ${command}`);
}

function describe({ email, environment, address, accessExpiresAt, refreshExpiresAt }: SignedIn): string {
  const end = refreshExpiresAt ?? accessExpiresAt;
  const until = end === null ? '' : `, until ${timeOf(end)}`;
  return `${email ?? 'an account without a name'} at the ${environment} (${address})${until}`;
}

function timeOf(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}

async function tellingFailures(run: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await run();
  } catch (error) {
    // What asked for the password may have been interrupted.
    const reason = error instanceof ClientError && error.cause instanceof CommandError ? error.cause : error;
    if (reason instanceof ClientError) throw new CommandError(exitCodeOf(reason), reason.message);
    // Of the file system.
    if (typeof (reason as NodeJS.ErrnoException).syscall === 'string')
      throw new CommandError(EXIT.unavailable, (reason as Error).message);
    throw reason;
  }
}

function exitCodeOf({ code }: ClientError): ExitCode {
  if (code === 'invalid-option') return EXIT.usage;
  return code === 'no-credentials' || code === 'credentials-refused' ? EXIT.refused : EXIT.unavailable;
}
