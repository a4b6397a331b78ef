import { HubError } from '../../errors.ts';
import { dropOldest } from './drop-oldest.ts';
import type { Version, Versions } from './versions.ts';

/** How many things changed from one version to another. */
export interface NumbersOfChanges {
  readonly added: number;
  readonly changed: number;
  readonly deprecated: number;
  readonly removed: number;
  /** Things that are no terms. */
  readonly others: number;
}

/** Numbers that are kept: nearly all who ask know the version before the one in use. */
const MAX_COUNTED = 64;

/** Counts what changed between versions, for all who are told of it. */
export class ChangeCounts {
  readonly #versions: Pick<Versions, 'compare'>;
  readonly #counted = new Map<string, Promise<NumbersOfChanges | null>>();

  constructor(versions: Pick<Versions, 'compare'>) {
    this.#versions = versions;
  }

  /** Null where the versions cannot be compared: they are too long, or one of them is gone. @throws HubError `converter-busy` */
  count(from: Version, to: Version): Promise<NumbersOfChanges | null> {
    const key = `${from.version} ${to.version}`;
    let counts = this.#counted.get(key);
    if (counts === undefined) {
      counts = this.#compare(from, to);
      this.#counted.set(key, counts);
      // What failed for now is tried again.
      counts.catch(() => this.#counted.delete(key));
      dropOldest(this.#counted, MAX_COUNTED);
    }
    return counts;
  }

  async #compare(from: Version, to: Version): Promise<NumbersOfChanges | null> {
    try {
      const changes = await this.#versions.compare({ from, to }, { client: 'news' });
      const { added, changed, deprecated, removed, others } = changes;
      return {
        added: added.length,
        changed: changed.length,
        deprecated: deprecated.length,
        removed: removed.length,
        others: others.length,
      };
    } catch (error) {
      if (error instanceof HubError && (error.code === 'not-found' || error.code === 'conversion-timeout')) return null;
      throw error;
    }
  }
}
