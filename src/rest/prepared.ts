import { HubError } from '../errors.ts';
import type { Representation } from '../http/representation.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** The vocabulary of this moment. @throws HubError `registry-unavailable` */
export type VocabularySource = () => Vocabulary;

/** What they may be together, uncompressed. */
const MAX_PREPARED_BYTES = 128 * 1024 * 1024;

/**
 * Representations of the vocabulary in use, each made when it is first asked for and kept until there is another version. The
 * oldest are dropped when they are too many bytes together, uncompressed.
 */
export class PreparedAnswers {
  readonly #source: VocabularySource;
  readonly #maxBytes: number;
  #vocabulary: Vocabulary | null = null;
  #since: Date | null = null;
  #prepared = new Map<string, Representation>();
  #heldBytes = 0;
  /** What is being made for all who ask, by key. */
  readonly #shared = new Map<string, { readonly version: string; readonly made: Promise<Representation> }>();

  constructor(source: VocabularySource, maxBytes = MAX_PREPARED_BYTES) {
    this.#source = source;
    this.#maxBytes = maxBytes;
  }

  /**
   * The vocabulary of this moment, for reads.
   *
   * @throws HubError `registry-unavailable` with status 500, as the interface documents it for reads
   */
  vocabulary(): Vocabulary {
    const vocabulary = this.#read();
    if (vocabulary !== this.#vocabulary) {
      // Reading the same content again is not a change.
      if (vocabulary.version !== this.#vocabulary?.version) this.#since = new Date();
      this.#vocabulary = vocabulary;
      this.#prepared = new Map();
      this.#heldBytes = 0;
    }
    return vocabulary;
  }

  /** When the version in use was first seen; a moment later than it came, so that no client keeps the one before for it. */
  get since(): Date | null {
    return this.#since;
  }

  /** What was made under this key for the vocabulary in use, null when nothing was, or it was dropped. */
  find(key: string): Representation | null {
    this.vocabulary();
    return this.#prepared.get(key) ?? null;
  }

  /** What `make` made of the vocabulary in use. @throws HubError as `vocabulary` does */
  get(key: string, make: (vocabulary: Vocabulary) => Representation): Representation {
    const vocabulary = this.vocabulary();
    const known = this.#prepared.get(key);
    if (known !== undefined) return known;
    const made = make(vocabulary);
    this.#prepared.set(key, made);
    this.#heldBytes += made.length;
    for (const [oldest, { length }] of this.#prepared) {
      if (this.#heldBytes <= this.#maxBytes || oldest === key) break;
      this.#prepared.delete(oldest);
      this.#heldBytes -= length;
    }
    return made;
  }

  /** The same where it takes longer to make. What was made of a vocabulary that is no longer in use is not kept. @throws as `make` */
  async read(key: string, make: (vocabulary: Vocabulary) => Promise<Representation>): Promise<Representation> {
    const vocabulary = this.vocabulary();
    const known = this.#prepared.get(key);
    if (known !== undefined) return known;
    const made = await make(vocabulary);
    return this.vocabulary() === vocabulary ? this.get(key, () => made) : made;
  }

  /** The same, made once for all who ask meanwhile: `make` must not depend on who asked. */
  async share(key: string, make: (vocabulary: Vocabulary) => Promise<Representation>): Promise<Representation> {
    const { version } = this.vocabulary();
    const running = this.#shared.get(key);
    if (running?.version === version) return running.made;
    const shared = { version, made: this.read(key, make) };
    this.#shared.set(key, shared);
    try {
      return await shared.made;
    } finally {
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
    }
  }

  #read(): Vocabulary {
    try {
      return this.#source();
    } catch (error) {
      if (!(error instanceof HubError) || error.code !== 'registry-unavailable') throw error;
      throw new HubError(error.code, error.message, { ...error.details, status: 500 }, error.cause);
    }
  }
}
