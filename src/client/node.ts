import { rm } from 'node:fs/promises';
import { ClientError } from './client-error.ts';
import type { CredentialsSource } from './credentials.ts';
import { readOwnerOnlyFile, writeOwnerOnlyFile } from './owner-only-file.ts';
import { memberOf } from './read-body.ts';
import { checkTokens, type TokenStore } from './tokens.ts';

// The public entry for what needs a file system, `vocabulary-hub/client/node`. docs/client.md describes it.

/**
 * Credentials from a file, `{ "playground": { "email": …, "password": … }, "production": … }`, that nobody but its owner can read. It is
 * read at each sign-in, so that a new password counts at once.
 *
 * The source throws ClientError `unsafe-file`, `malformed-file`, `no-credentials` when there is no such file.
 *
 * @example
 * ```ts
 * import { PlatformClient } from 'vocabulary-hub/client';
 * import { fileCredentials } from 'vocabulary-hub/client/node';
 *
 * const platform = new PlatformClient({
 *   environment: 'playground',
 *   addresses: { playground: 'https://playground.example' },
 *   credentials: fileCredentials('credentials.json'),
 * });
 * console.log((await platform.signIn()).email);
 * ```
 */
export function fileCredentials(path: string): CredentialsSource {
  return async ({ environment }) => {
    const content = await readOwnerOnlyFile(path);
    if (content === null) throw new ClientError('no-credentials', `There is no file ${path}.`);
    const [email, password] = ['email', 'password'].map((name) => memberOf(memberOf(content, environment), name));
    if (typeof email === 'string' && typeof password === 'string') return { email, password };
    const shape = `{ "${environment}": { "email": "…", "password": "…" } }`;
    throw new ClientError('malformed-file', `${path} has no ${shape}.`);
  };
}

/**
 * Keeps tokens in a file that nobody but its owner can read. Each environment needs a file of its own.
 *
 * Reading and writing throw ClientError `unsafe-file`, `malformed-file`, and errors of the system.
 *
 * @example
 * ```ts
 * import { PlatformClient } from 'vocabulary-hub/client';
 * import { fileTokens } from 'vocabulary-hub/client/node';
 *
 * const platform = new PlatformClient({
 *   environment: 'playground',
 *   addresses: { playground: 'https://playground.example' },
 *   tokens: fileTokens('tokens-playground.json'),
 * });
 * console.log((await platform.ensureSignedIn()).email);
 * ```
 */
export function fileTokens(path: string): TokenStore {
  return {
    async read() {
      const content = await readOwnerOnlyFile(path);
      const tokens = checkTokens(content);
      if (content !== null && tokens === null)
        throw new ClientError('malformed-file', `${path} holds no tokens. Remove it and sign in again.`);
      return tokens;
    },
    write: (tokens) => writeOwnerOnlyFile(path, tokens),
    clear: () => rm(path, { force: true }),
  };
}
