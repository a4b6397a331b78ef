import { HubError } from '../../errors.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { VocabularyArchive } from '../versions/archive.ts';
import { HeldResults } from '../versions/held-results.ts';
import { tryReadingText } from './try-reading.ts';

/** Lexicons that are held ready, some 1 MB each. */
const MAX_HELD = 6;

interface VersionLexiconsOptions {
  readonly archive: Pick<VocabularyArchive, 'history' | 'read'>;
  readonly hub: HubNamespaces;
}

/** What the mapping needs of old versions of the vocabulary, for documents that were described with them. */
export class VersionLexicons {
  readonly #options: VersionLexiconsOptions;
  /** By version. */
  readonly #lexicons = new HeldResults<Lexicon>(MAX_HELD);

  constructor(options: VersionLexiconsOptions) {
    this.#options = options;
  }

  /** Whether the archive keeps a version of this name. */
  has(version: string): boolean {
    return this.held(version) !== null || this.#options.archive.history().some((entry) => entry.version === version);
  }

  /** The lexicon of a version if it is held ready; null when it has to be read. */
  held(version: string): Lexicon | null {
    return this.#lexicons.held(version);
  }

  /**
   * The lexicon of a version, read in a thread, one version at a time; null when the archive does not have it or it is damaged.
   *
   * @throws HubError `registry-unavailable` when the archive cannot be read, `converter-busy` when the process lacks open files or memory for it
   */
  async read(version: string): Promise<Lexicon | null> {
    return this.#lexicons.read(version, (closing) => this.#read(version, closing));
  }

  /** Ends the thread that reads. */
  async close(): Promise<void> {
    await this.#lexicons.close();
  }

  async #read(version: string, closing: AbortSignal): Promise<Lexicon | null> {
    const { archive, hub } = this.#options;
    const text = await archive.read(version).catch((error: unknown) => {
      if (error instanceof HubError) throw error;
      const message = `The version ${version} of the vocabulary, with which the document was described, cannot be read at present.`;
      throw new HubError('registry-unavailable', message, {}, error);
    });
    return text === null ? null : (await tryReadingText(text, version, hub, closing)).lexicon;
  }
}
