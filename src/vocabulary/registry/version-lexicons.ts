import { HubError } from '../../errors.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { VocabularyArchive } from '../versions/archive.ts';
import { dropOldest } from '../versions/drop-oldest.ts';
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
  /** By version; the one that was asked for last is the last. */
  readonly #held = new Map<string, Lexicon>();
  /** What is being read, or waits for that. */
  readonly #running = new Map<string, Promise<Lexicon | null>>();
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: VersionLexiconsOptions) {
    this.#options = options;
  }

  /** Whether the archive keeps a version of this name. */
  has(version: string): boolean {
    return this.#held.has(version) || this.#options.archive.history().some((entry) => entry.version === version);
  }

  /** The lexicon of a version if it is held ready; null when it has to be read. */
  held(version: string): Lexicon | null {
    const lexicon = this.#held.get(version);
    if (lexicon === undefined) return null;
    this.#held.delete(version);
    this.#held.set(version, lexicon);
    return lexicon;
  }

  /**
   * The lexicon of a version, read in a thread, one version at a time; null when the archive does not have it or it is damaged.
   *
   * @throws HubError `registry-unavailable` when the archive cannot be read
   */
  async read(version: string): Promise<Lexicon | null> {
    const held = this.held(version);
    if (held !== null) return held;
    let reading = this.#running.get(version);
    if (reading === undefined) {
      reading = this.#last.then(() => this.#readInThread(version)).finally(() => this.#running.delete(version));
      this.#running.set(version, reading);
      this.#last = reading.catch(() => {});
    }
    return reading;
  }

  /** Ends the thread that reads. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
  }

  async #readInThread(version: string): Promise<Lexicon | null> {
    const { archive, hub } = this.#options;
    const text = await archive.read(version).catch((error: unknown) => {
      const message = `The version ${version} of the vocabulary, with which the document was described, cannot be read at present.`;
      throw new HubError('registry-unavailable', message, {}, error);
    });
    if (text === null) return null;
    const { lexicon } = await tryReadingText(text, hub, this.#closing.signal);
    if (lexicon === null) return null;
    this.#held.set(version, lexicon);
    dropOldest(this.#held, MAX_HELD);
    return lexicon;
  }
}
