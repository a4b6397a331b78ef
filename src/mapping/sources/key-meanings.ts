import type { Meaning } from './meaning.ts';

/**
 * What each key of a document means. A key has one meaning or none: null is that of a key that is known and has no term, of one that means
 * several things in this document, and of one that is known in one place and not in another.
 */
export class KeyMeanings {
  /** In order of first appearance. */
  readonly keys = new Set<string>();
  /** Of the keys that the source knows. */
  readonly known = new Map<string, Meaning | null>();

  /** @param meaning undefined where the source does not know the key */
  note(key: string, meaning: Meaning | null | undefined): void {
    const before = this.known.get(key);
    if (before === meaning && this.keys.has(key)) return;
    if (this.keys.has(key)) {
      if (!isSame(before, meaning)) this.known.set(key, null);
      return;
    }
    this.keys.add(key);
    if (meaning !== undefined) this.known.set(key, meaning);
  }
}

function isSame(one: Meaning | null | undefined, other: Meaning | null | undefined): boolean {
  if (one == null || other == null) return one === other;
  return one.term === other.term && JSON.stringify(one.named) === JSON.stringify(other.named);
}
