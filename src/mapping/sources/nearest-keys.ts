import type { Path } from './path.ts';

/** Keys of one meaning, of which that is found which is nearest to a path: it shares most steps with it. */
export class NearestKeys {
  readonly #first: string;
  /** The first key without a path: the name of a term, which may stand anywhere. */
  readonly #anywhere: string | null;
  /** By each path that a key is below of, the first one. */
  readonly #below = new Map<Path, string>();

  /** @param keys at least one, in order; those with paths of one tree */
  constructor(keys: ReadonlyArray<{ readonly key: string; readonly path: Path | null }>) {
    this.#first = keys[0]!.key;
    this.#anywhere = keys.find(({ path }) => path === null)?.key ?? null;
    for (const { key, path } of keys)
      for (let at = path; at?.parent != null; at = at.parent) {
        // From outside of an array no token finds what stands in its items.
        if (at.segment.startsWith('[') && at !== path) break;
        if (!this.#below.has(at.parent)) this.#below.set(at.parent, key);
      }
  }

  /** The nearest key; null when all stand in items of arrays that the path is not in. */
  to(path: Path | null): string | null {
    if (path === null) return this.#first;
    for (let at = path.parent; at !== null; at = at.parent) {
      const key = this.#below.get(at);
      if (key !== undefined) return key;
    }
    return this.#anywhere;
  }
}
