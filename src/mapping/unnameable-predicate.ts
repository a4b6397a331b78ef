import { HubError } from '../errors.ts';
import { excerpt, pointerToken, quote } from './json/text.ts';
import type { Predicate } from './semantic/mapping.ts';

/**
 * The error for a predicate that RDF/XML cannot name.
 *
 * @param fault why, as half a sentence
 */
export function unnameablePredicate({ iri, key, section }: Predicate, fault: string): HubError {
  const origin = section === null ? `of the key ${quote(key)}` : `that ${quote(key)} of "${section}" names`;
  return new HubError(
    'unnameable-predicate',
    `RDF/XML can't write the predicate ${quote(iri)} ${origin}: ${fault}. Choose another format, or rename the ${section === null ? 'key' : 'predicate'}.`,
    {
      key: excerpt(key),
      piece: excerpt(iri),
      ...(section === null ? {} : { pointer: `/@semantic/${section}${pointerToken(excerpt(key))}` }),
    },
  );
}
