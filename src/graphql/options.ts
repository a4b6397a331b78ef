import { HubError } from '../errors.ts';

/** @throws HubError `invalid-option` when it is negative */
export function checkMaxArrayItems(maxArrayItems: number): number {
  if (maxArrayItems < 0) {
    throw new HubError('invalid-option', `maxArrayItems is ${maxArrayItems}; it is an integer from 0.`, { key: 'maxArrayItems' });
  }
  return maxArrayItems;
}

/** @throws HubError `invalid-option` */
export function checkBase(base: string | null | undefined): string | null {
  if (base === null || base === undefined) return null;
  if (!/^https?:\/\/[^\s<>"{}|\\^`]+[/#]$/.test(base) || !URL.canParse(base)) {
    throw new HubError('invalid-option', 'base is no absolute http(s) IRI that ends in `/` or `#`.', { key: 'base', piece: base.slice(0, 200) });
  }
  return base;
}
