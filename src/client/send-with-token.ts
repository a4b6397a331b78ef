import { findUrl, isBelow } from './address.ts';
import { ClientError } from './client-error.ts';
import { discard } from './patience.ts';
import type { RepeatableRequest } from './repeatable-request.ts';

const MAX_REDIRECTS = 10;
/** What goes along to an address that is not the platform's. */
const HEADERS_FOR_OTHERS = ['accept', 'accept-language'];

/** How requests with a token reach the platform. */
export interface Platform {
  readonly address: string;
  readonly fetch: typeof fetch;
}

/**
 * Sends a request with a token and follows redirects as `fetch` does, but for two things: the token goes to the platform's address alone,
 * and what changes something is not sent to any other.
 *
 * @throws ClientError `redirect-refused`; whatever `fetch` throws
 */
export async function sendWithToken(
  { address, fetch }: Platform,
  request: RepeatableRequest,
  url: URL,
  token: string,
  signal: AbortSignal,
): Promise<Response> {
  let [at, method, body] = [url, request.method, request.body];
  let hasLeft = false;
  const headers = new Headers(request.headers);
  for (let redirects = 0; ; redirects++) {
    // After a redirect to another address, the token is not sent again, even if a later redirect leads back.
    hasLeft ||= !isBelow(address, at);
    const response = await fetch(at.href, {
      ...request.others,
      ...(hasLeft ? { credentials: 'omit' as const } : {}),
      method,
      headers: hasLeft ? headersForOthers(headers) : withToken(headers, token),
      ...(body === null ? {} : { body: body as string }),
      redirect: request.redirect === 'error' ? 'error' : 'manual',
      signal,
    });
    if (request.redirect !== 'follow') return response;
    if (response.type === 'opaqueredirect')
      throw refuse(
        address,
        'Browsers do not tell where to, so that the token could go anywhere. Ask for the final address',
      );
    const location = isRedirect(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    await discard(response);
    at = nextUrl(address, at, location);
    if (redirects === MAX_REDIRECTS) throw refuse(address, `There were more than ${MAX_REDIRECTS}`);
    if (turnsIntoGet(response.status, method)) {
      [method, body] = ['GET', null];
      for (const name of ['content-type', 'content-length', 'content-encoding', 'content-language'])
        headers.delete(name);
    } else if (body !== null && !request.isRepeatable)
      throw refuse(address, 'The body was a stream and cannot be sent again. Send it to the final address');
    if (method !== 'GET' && method !== 'HEAD' && !isBelow(address, at))
      throw refuse(address, `It leads to ${at.origin}, and a ${method} is sent to the platform alone`);
  }
}

function nextUrl(address: string, from: URL, location: string): URL {
  const to = findUrl(location, from.href);
  if (to === null) throw refuse(address, 'It leads to something that is no address');
  const isWeb = to.protocol === 'https:' || to.protocol === 'http:';
  const isDowngrade = from.protocol === 'https:' && to.protocol === 'http:';
  if (!isWeb || isDowngrade || to.username !== '' || to.password !== '')
    throw refuse(address, `It leads to ${to.protocol}//${to.host}, where nothing is safe`);
  return to;
}

/** `fetch` standard, HTTP-redirect fetch: what was a POST is read afterwards. */
function turnsIntoGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD';
  return (status === 301 || status === 302) && method === 'POST';
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function withToken(headers: Headers, token: string): Headers {
  const own = new Headers(headers);
  own.set('authorization', `Bearer ${token}`);
  return own;
}

function headersForOthers(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => HEADERS_FOR_OTHERS.includes(name)));
}

function refuse(address: string, why: string): ClientError {
  return new ClientError('redirect-refused', `A redirect of ${address} was not followed. ${why}.`);
}
