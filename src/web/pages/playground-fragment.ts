import { deflateRawSync } from 'node:zlib';

/** What examples take: with the usual ones zlib would set aside 260 KB for each of them. */
const FOR_SHORT_TEXTS = { windowBits: 12, memLevel: 5 };

/** What the address of the playground says behind its `#` to open a document, as `src/web/playground/link-state.ts` reads it. */
export function playgroundFragment(json: string): string {
  return `doc=${deflateRawSync(json, FOR_SHORT_TEXTS).toString('base64url')}`;
}
