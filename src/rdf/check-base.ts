import { HubError, invalidOption } from '../errors.ts';
import { findUrl } from '../find-url.ts';
import { isWebIri, MAX_NAMESPACE_CHARACTERS } from './iri.ts';

/**
 * The namespace in which entities are minted, when it is one: an absolute http(s) IRI of at most 2,000 characters that ends in `/` or `#`.
 *
 * @throws HubError `invalid-option`
 */
export function checkBase(base: string): string {
  const isShort = base.length <= MAX_NAMESPACE_CHARACTERS;
  if (isShort && /[/#]$/.test(base) && isWebIri(base) && findUrl(base) !== null) return base;
  if (isShort) throw invalidOption('base', base, 'an absolute http(s) IRI that ends in / or #');
  const words = `base has ${base.length} characters; it may have ${MAX_NAMESPACE_CHARACTERS}, as each IRI of an entity begins with it.`;
  throw new HubError('invalid-option', words, { key: 'base', piece: base.slice(0, 200) });
}
