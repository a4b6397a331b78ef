import { findUrl } from '../find-url.ts';

/** The IRI that a reference stands for; the reference itself where it is absolute, or leads nowhere from the base. */
export function resolveIri(reference: string, base: string): string {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(reference)) return reference;
  return findUrl(reference, base)?.href ?? reference;
}
