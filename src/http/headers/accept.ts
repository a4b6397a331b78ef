import accepts from 'accepts';

/** A media range's parameters but for `q`: `application/ld+json;profile="…"` asks for JSON-LD all the same. */
const PARAMETER = /;\s*(?!q\s*=)[^=;,\s]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;,\s"]*))?/gi;

/** The one of `offered` that the Accept header likes best, the first of equals; null when it decides for none. */
export function preferredMediaType<T extends string>(accept: string | undefined, offered: readonly T[]): T | null {
  if (accept === undefined || accept.trim() === '') return null;
  const headers = { accept: accept.replace(PARAMETER, '') };
  const chosen = accepts({ headers } as Parameters<typeof accepts>[0]).type([...offered]);
  return typeof chosen === 'string' ? (chosen as T) : null;
}

/** True when the header names `application/problem+json` and likes it no less than plain JSON. */
export function wantsProblemJson(accept: string | undefined): boolean {
  if (accept === undefined || !/application\/problem\+json/i.test(accept)) return false;
  return preferredMediaType(accept, ['application/problem+json', 'application/json']) === 'application/problem+json';
}
