import { deflateRawSync } from 'node:zlib';

/** What the address of the playground says behind its `#` to open a document, as `src/web/playground/link-state.ts` reads it. */
export function playgroundFragment(json: string): string {
  return `doc=${deflateRawSync(json).toString('base64url')}`;
}
