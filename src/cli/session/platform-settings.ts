import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../../client/credentials.ts';
import { readOwnersFile } from '../../client/owner-only-file.ts';
import { memberOf } from '../../client/read-body.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import type { CliContext } from '../shared/cli-context.ts';

type Env = CliContext['env'];

/** The folder of this program's settings and tokens, as the XDG Base Directory Specification has it. */
export function configFolder(env: Env): string {
  const given = env['XDG_CONFIG_HOME'];
  // A relative path is to be ignored.
  const above = given !== undefined && isAbsolute(given) ? given : (env['APPDATA'] ?? join(homedir(), '.config'));
  return join(above, 'vocabulary-hub');
}

/** Where the tokens of an environment are kept. */
export function tokensFile(env: Env, environment: Environment): string {
  return join(configFolder(env), `tokens-${environment}.json`);
}

/**
 * The platform's address in an environment: what the option says, else `PLATFORM_PLAYGROUND_URL` (or `…_PRODUCTION_URL`), else
 * `addresses` of `config.json`. A user who may write that file could have passwords sent to another address.
 *
 * @returns null when none of them names it
 * @throws ClientError `unsafe-file`, `malformed-file`
 */
export async function findAddress(
  env: Env,
  environment: Environment,
  option: string | undefined,
): Promise<string | null> {
  const told = option ?? env[`PLATFORM_${environment.toUpperCase()}_URL`]?.trim();
  if (told !== undefined && told !== '') return told;
  const config = await readOwnersFile(configFile(env));
  const address = memberOf(memberOf(config, 'addresses'), environment);
  return typeof address === 'string' ? address : null;
}

/** The error for an environment whose address is not known; it names the ways to give one. */
export function missingAddress(env: Env, environment: Environment): CommandError {
  const variable = `PLATFORM_${environment.toUpperCase()}_URL`;
  const entry = `{ "addresses": { "${environment}": "https://…" } }`;
  const ways = `Say --address, set ${variable}, or write ${entry} to ${configFile(env)}`;
  return new CommandError(EXIT.usage, `The address of the ${environment} is not known. ${ways}.`);
}

function configFile(env: Env): string {
  return join(configFolder(env), 'config.json');
}
