import { ClientError } from './client-error.ts';

const LOCAL_HOST = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * An address as the clients use it: absolute, without a slash at its end.
 *
 * @param name what the address is called, for the message
 * @param allowHttp also without TLS; this machine's own addresses may always be
 * @throws ClientError `invalid-option`
 */
export function readAddress(text: string, name: string, allowHttp: boolean): string {
  // The text itself may hold a password and is not repeated.
  const url = typeof text === 'string' ? findUrl(text.trim()) : null;
  if (url === null)
    throw new ClientError('invalid-option', `${name} has to be an address such as https://api.example.org.`);
  const wrong = (why: string): ClientError => new ClientError('invalid-option', `${name} ${why}.`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw wrong(`has to begin with https://${allowHttp ? ' or http://' : ''}`);
  if (url.username !== '' || url.password !== '') throw wrong('must not hold a name or a password');
  if (url.search !== '' || url.hash !== '') throw wrong('has to end with the path, without ? and #');
  if (url.protocol === 'http:' && !allowHttp && !LOCAL_HOST.test(url.hostname))
    throw wrong(
      'has to begin with https://, for passwords and tokens would be sent in the open; allowHttp permits it all the same',
    );
  return url.origin + withoutEndSlashes(url.pathname);
}

/**
 * The URL that a caller means: a path below the address, or an absolute one that lies there.
 *
 * @throws ClientError `foreign-address` for any other, so that no token is sent there
 */
export function urlBelow(address: string, input: string | URL): URL {
  const text = String(input);
  const isAbsolute = input instanceof URL || /^[a-z][a-z0-9+.-]*:/i.test(text);
  const joined = isAbsolute ? text : `${address}/${text.replace(/^\//, '')}`;
  const url = findUrl(joined);
  if (url === null || !isBelow(address, url))
    throw new ClientError(
      'foreign-address',
      `Requests with a token go to ${address} and to nothing else. Give a path, or use a plain fetch for other addresses.`,
    );
  return url;
}

/** Whether a URL is the address itself or lies below it. */
export function isBelow(address: string, url: URL): boolean {
  const { origin, pathname } = new URL(address);
  const path = withoutEndSlashes(pathname);
  const isInside = url.pathname === path || url.pathname.startsWith(`${path}/`);
  return url.origin === origin && isInside && url.username === '' && url.password === '';
}

/**
 * The URL that a text is, null when it is none: `URL.canParse` of Node 20 takes texts in Latin-1 for UTF-8 once its caller is compiled. The
 * hub has the same; the client loads nothing of it.
 */
export function findUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
