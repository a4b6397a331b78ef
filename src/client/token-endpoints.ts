import { ClientError } from './client-error.ts';
import type { Credentials } from './credentials.ts';
import { discard, isTransient, readDateMs, readRetryAfterMs } from './patience.ts';
import { memberOf, parseJson, readBytes } from './read-body.ts';
import { readReason } from './refusal-reason.ts';
import { isBearerToken } from './token-claims.ts';
import { within } from './waiting.ts';

/** Two tokens are a matter of kilobytes. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** For the reason of a refusal, which counts without it. */
const REASON_MS = 5000;

/** What browsers would otherwise add or keep. */
const WITHOUT_TRACE = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const;

/** What one request to a token endpoint came to. */
export type TokenAnswer =
  | {
      readonly kind: 'tokens';
      readonly access: string;
      readonly refresh: string | null;
      readonly dateMs: number | null;
    }
  /** The platform does not want what it was given. */
  | { readonly kind: 'refused'; readonly error: ClientError }
  /** The platform cannot answer now; that says nothing about the credentials. */
  | { readonly kind: 'later'; readonly error: ClientError; readonly retryAfterMs: number | null }
  /** The answer is not that of a token endpoint. */
  | { readonly kind: 'strange'; readonly error: ClientError };

/** How token endpoints are reached. */
export interface TokenEndpoints {
  readonly address: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** For a request with its whole answer. */
  readonly timeoutMs: number;
}

/** Exchanges credentials for tokens: `POST {platform_url}/api/v1/token`, form-encoded. */
export function requestTokens(endpoints: TokenEndpoints, { email, password }: Credentials): Promise<TokenAnswer> {
  const body = new URLSearchParams({ email, password }).toString();
  return ask(endpoints, '/api/v1/token', 'application/x-www-form-urlencoded', body, [password]);
}

/** Exchanges a refresh token for a new access token: `POST {platform_url}/api/v1/token/refresh`, JSON. */
export function refreshTokens(endpoints: TokenEndpoints, refresh: string): Promise<TokenAnswer> {
  return ask(endpoints, '/api/v1/token/refresh', 'application/json', JSON.stringify({ refresh }), [refresh]);
}

async function ask(
  { address, fetch, now, timeoutMs }: TokenEndpoints,
  path: string,
  contentType: string,
  body: string,
  secrets: readonly string[],
): Promise<TokenAnswer> {
  const url = address + path;
  try {
    return await within(timeoutMs, url, null, async (signal) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': contentType, accept: 'application/json' },
        body,
        signal,
        // Credentials go to this address and to no other.
        redirect: 'manual',
        ...WITHOUT_TRACE,
      });
      if (response.status === 200) return readTokens(await readJson(response), response, url, path);
      return readFailure(response, url, secrets, now());
    });
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return error.code === 'unexpected-answer'
      ? { kind: 'strange', error }
      : { kind: 'later', error, retryAfterMs: null };
  }
}

async function readJson(response: Response): Promise<unknown> {
  return parseJson(await readBytes(response.body, MAX_ANSWER_BYTES));
}

function readTokens(body: unknown, response: Response, url: string, path: string): TokenAnswer {
  const access = memberOf(body, 'access');
  const refresh = memberOf(body, 'refresh') ?? null;
  // The refresh endpoint gives no refresh token as a rule; the other one always does.
  const isRefreshRight = isBearerToken(refresh) || (refresh === null && path.endsWith('/refresh'));
  if (!isBearerToken(access) || !isRefreshRight) return strange(url, response, 'without the tokens that it promises');
  return { kind: 'tokens', access, refresh, dateMs: readDateMs(response.headers.get('date')) };
}

async function readFailure(
  response: Response,
  url: string,
  secrets: readonly string[],
  nowMs: number,
): Promise<TokenAnswer> {
  const { status, headers } = response;
  if (isTransient(status)) {
    await discard(response);
    const retryAfterMs = readRetryAfterMs(headers, nowMs);
    const seconds = retryAfterMs === null ? undefined : Math.ceil(retryAfterMs / 1000);
    return { kind: 'later', error: laterError(url, status, seconds), retryAfterMs };
  }
  if (status < 400) {
    await discard(response);
    return strange(url, response, status === 0 || status >= 300 ? 'with a redirect' : 'without tokens');
  }
  const body = await within(REASON_MS, url, null, () => readJson(response)).catch(() => undefined);
  if (status === 404 || status === 405 || status === 410) return strange(url, response, 'which means no such endpoint');
  const reason = readReason(body, secrets);
  const said = reason === null ? '' : ` and said: "${reason}"`;
  const message = `${url} refused with status ${status}${said}`;
  return { kind: 'refused', error: new ClientError('credentials-refused', message, { status }) };
}

function laterError(url: string, status: number, retryAfterSeconds: number | undefined): ClientError {
  const when = retryAfterSeconds === undefined ? 'later' : `in ${retryAfterSeconds} s`;
  return status === 429
    ? new ClientError('rate-limited', `${url} has had too many requests. Try again ${when}.`, {
        status,
        retryAfterSeconds,
      })
    : new ClientError('service-unavailable', `${url} is not available (status ${status}). Try again ${when}.`, {
        status,
        retryAfterSeconds,
      });
}

function strange(url: string, { status }: Response, how: string): TokenAnswer {
  const message = `${url} answered with status ${status}, ${how}. Is the address that of the platform?`;
  return { kind: 'strange', error: new ClientError('unexpected-answer', message, { status }) };
}
