import { ClientError } from './client-error.ts';

/** The platform's environments; each has its own address, accounts and tokens. */
export const ENVIRONMENTS = ['playground', 'production'] as const;

export type Environment = (typeof ENVIRONMENTS)[number];

/** Of a registered account whose e-mail address is validated. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The account that a source of credentials is asked for. */
export interface CredentialsRequest {
  readonly environment: Environment;
  /** The platform's address, without a slash at its end. */
  readonly address: string;
}

/** Gives credentials when a sign-in needs them; null when it has none. */
export type CredentialsSource = (request: CredentialsRequest) => Credentials | null | Promise<Credentials | null>;

/**
 * Credentials from environment variables, `PLATFORM_PLAYGROUND_EMAIL` and `PLATFORM_PLAYGROUND_PASSWORD`, or `PLATFORM_PRODUCTION_…`.
 * No variable counts for both environments. The source throws ClientError `no-credentials` where one of the two is missing.
 *
 * @example
 * ```ts
 * import { environmentCredentials } from 'vocabulary-hub/client';
 *
 * const source = environmentCredentials({ PLATFORM_PLAYGROUND_EMAIL: 'ada@example.org', PLATFORM_PLAYGROUND_PASSWORD: 'correct horse' });
 * console.log(await source({ environment: 'playground', address: 'https://playground.example' }));
 * ```
 *
 * @param env `process.env`
 */
export function environmentCredentials(env: Readonly<Record<string, string | undefined>>): CredentialsSource {
  return ({ environment }) => {
    const prefix = `PLATFORM_${environment.toUpperCase()}`;
    const [email, password] = [env[`${prefix}_EMAIL`], env[`${prefix}_PASSWORD`]];
    if (!email && !password) return null;
    if (email && password) return { email, password };
    throw new ClientError('no-credentials', `Set ${prefix}_${email ? 'PASSWORD' : 'EMAIL'}, too.`);
  };
}

/** The credentials that a source gave, checked. @throws ClientError `no-credentials` */
export function checkCredentials(given: unknown): Credentials | null {
  if (given === null || given === undefined) return null;
  const { email, password } = given as { email?: unknown; password?: unknown };
  if (typeof email !== 'string' || typeof password !== 'string' || email.trim() === '' || password === '')
    throw new ClientError('no-credentials', 'Credentials are { email, password }, two texts that are not empty.');
  return { email: email.trim(), password };
}
