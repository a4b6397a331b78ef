import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { ChangeCounts } from '../vocabulary/versions/change-counts.ts';
import type { Version, Versions } from '../vocabulary/versions/versions.ts';

const CHANGE_EVENT = 'vocabulary.changed';
const TEST_EVENT = 'webhook.test';

interface ChangeMessagesOptions {
  readonly hub: HubNamespaces;
  readonly versions: Pick<Versions, 'find'>;
  readonly counts: Pick<ChangeCounts, 'count'>;
}

/** Writes what endpoints are told of a change of the vocabulary: counts and links, as the whole of it may be megabytes. */
export class ChangeMessages {
  readonly #options: ChangeMessagesOptions;

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
    const changes = before === null ? null : await this.#options.counts.count(before, to);
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
}
