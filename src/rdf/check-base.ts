import { HubError } from '../errors.ts';
import { isWebIri } from './iri.ts';

/**
 * The namespace in which entities are minted, when it is one: an absolute http(s) IRI that ends in `/` or `#`.
 *
 * @throws HubError `invalid-option`
 */
export function checkBase(base: string): string {
  if (/[/#]$/.test(base) && isWebIri(base) && URL.canParse(base)) return base;
  throw new HubError(
    'invalid-option',
    `base has to be an absolute http(s) IRI that ends in / or #; it is ${JSON.stringify(base.slice(0, 200))}.`,
    {
      key: 'base',
      piece: base.slice(0, 200),
    },
  );
}
