import type { Prefix } from '../vocabulary/vocabulary.ts';

/** What may stand behind the colon: no character that ends an IRI, or begins its query or fragment. */
const LOCAL = /^[\p{L}\p{N}_][^\s<>"{}|^`\\#?\p{Cc}\p{Surrogate}]*$/u;

/** The IRI of a prefixed name; null when its prefix is not registered or it is not a prefixed name. */
export function expandName(name: string, prefixes: readonly Prefix[]): string | null {
  const colon = name.indexOf(':');
  const prefix = prefixes.find((known) => known.prefix === name.slice(0, colon));
  const local = name.slice(colon + 1);
  return colon > 0 && prefix !== undefined && LOCAL.test(local) ? prefix.namespace + local : null;
}
