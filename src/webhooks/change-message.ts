import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Version, Versions } from '../vocabulary/versions/versions.ts';

/** How many things changed. */
interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly deprecated: number;
  readonly removed: number;
  /** Things that are no terms. */
  readonly others: number;
}

const CHANGE_EVENT = 'vocabulary.changed';
const TEST_EVENT = 'webhook.test';

/** Counts that are kept: most endpoints were told of the same version last. */
const MAX_COUNTED = 64;

interface ChangeMessagesOptions {
  readonly hub: HubNamespaces;
  readonly versions: Pick<Versions, 'find' | 'compare'>;
}

/** Writes what endpoints are told of a change of the vocabulary: counts and links, as the whole of it may be megabytes. */
export class ChangeMessages {
  readonly #options: ChangeMessagesOptions;
  readonly #counted = new Map<string, Promise<ChangeCounts | null>>();

  constructor(options: ChangeMessagesOptions) {
    this.#options = options;
  }

  /**
   * JSON that tells what changed since another version; the same text whoever asks.
   *
   * @param from name of the version that the endpoint knows, which need not be kept any more
   * @throws HubError `converter-busy`
   */
  async write(from: string, to: Version): Promise<string> {
    const { baseUrl } = this.#options.hub;
    const before = this.#options.versions.find(from);
    const changes = before === null ? null : await this.#count(before, to);
    const changesUrl = `${baseUrl}/api/changes?from=${from}&to=${to.version}`;
    return JSON.stringify({
      type: CHANGE_EVENT,
      timestamp: to.since.toISOString(),
      data: {
        version: to.version,
        previousVersion: from,
        changes,
        links: {
          version: to.iri,
          vocabulary: `${baseUrl}/api/vocabulary?version=${to.version}`,
          changes: before === null ? null : changesUrl,
          feed: `${baseUrl}/terms.atom`,
        },
      },
    });
  }

  /** JSON that tells nothing. */
  writeTest(version: Version, now: Date): string {
    return JSON.stringify({ type: TEST_EVENT, timestamp: now.toISOString(), data: { version: version.version } });
  }

  /** Null where the versions cannot be compared. */
  #count(from: Version, to: Version): Promise<ChangeCounts | null> {
    const key = `${from.version} ${to.version}`;
    let counts = this.#counted.get(key);
    if (counts === undefined) {
      counts = this.#compare(from, to);
      this.#counted.set(key, counts);
      // What failed for now is tried again.
      counts.catch(() => this.#counted.delete(key));
      const [oldest] = this.#counted.keys();
      if (this.#counted.size > MAX_COUNTED) this.#counted.delete(oldest!);
    }
    return counts;
  }

  async #compare(from: Version, to: Version): Promise<ChangeCounts | null> {
    try {
      const changes = await this.#options.versions.compare({ from, to }, { client: 'webhooks' });
      const { added, changed, deprecated, removed, others } = changes;
      return {
        added: added.length,
        changed: changed.length,
        deprecated: deprecated.length,
        removed: removed.length,
        others: others.length,
      };
    } catch (error) {
      // The versions are too long to be compared, or one of them is gone.
      if (error instanceof HubError && (error.code === 'not-found' || error.code === 'conversion-timeout')) return null;
      throw error;
    }
  }
}
