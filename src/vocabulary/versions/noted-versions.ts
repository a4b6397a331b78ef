import { isLate } from '../../is-late.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { VocabularyArchive } from './archive.ts';
import { canonicalLines, canonicalPieces } from './version.ts';

export interface NotingTiming {
  /** The longest that `whenNoted` waits while a whole version is written, and while none is. */
  readonly notedMs: number;
  readonly addedNotedMs: number;
}

interface NotedOptions {
  readonly archive: VocabularyArchive;
  readonly hub: HubNamespaces;
  readonly timing: NotingTiming;
}

/** Notes in the archive which versions of the vocabulary are in use, one after the other. */
export class NotedVersions {
  readonly #options: NotedOptions;
  #last: Vocabulary | null = null;
  #at = new Date();
  /** What is in use, and not noted yet. */
  #later: Vocabulary | null = null;
  /** Whether what was noted last is durable; false when it cannot be made so for now. */
  #noting: Promise<boolean> = Promise.resolve(true);

  constructor(options: NotedOptions) {
    this.#options = options;
  }

  /** The vocabulary that was noted last; null before the first one. */
  get last(): Vocabulary | null {
    return this.#last;
  }

  /** When that was. */
  get at(): Date {
    return this.#at;
  }

  /** Has this vocabulary noted by `note`, at the latest before another one, or by `noteWhatWaits`. */
  noteLater(vocabulary: Vocabulary): void {
    this.#later = vocabulary;
  }

  /** Notes that this vocabulary is in use. Resolves when that is durable, or cannot be made so for now. */
  async note(vocabulary: Vocabulary): Promise<void> {
    const before = this.#later;
    this.#later = null;
    if (before !== null && before !== vocabulary) void this.note(before);
    const isKnown = this.#last?.version === vocabulary.version;
    this.#last = vocabulary;
    if (isKnown) return;
    this.#at = new Date();
    this.#noting = this.#keep(vocabulary);
    await this.#noting;
  }

  /** Resolves when it is durable that this vocabulary, which is in use, was noted, cannot be made so for now, or takes longer than it may. */
  async whenNoted(vocabulary: Vocabulary): Promise<void> {
    void this.note(vocabulary);
    // An archive may look into the file of a known one for seconds.
    if (this.#options.archive.durable().at(-1)?.version === vocabulary.version) return;
    // What could not be written before is tried again now.
    const noted = this.#noting.then((isDurable) => isDurable || this.#keep(vocabulary));
    const { archive, timing } = this.#options;
    const until = performance.now() + timing.addedNotedMs;
    while (await isLate(noted, timing.notedMs))
      if ((archive.isWritingWhole?.() ?? true) || performance.now() >= until) return;
  }

  /** Notes what `noteLater` was given, if it waits still. */
  async noteWhatWaits(): Promise<void> {
    if (this.#later !== null) await this.note(this.#later);
  }

  #keep({ version, triples, cameOf }: Vocabulary): Promise<boolean> {
    const { archive, hub } = this.#options;
    return archive.keep(
      version,
      () => canonicalPieces(triples, hub),
      undefined,
      cameOf && {
        version: cameOf.version,
        lines: triples.length,
        writeLines: () => canonicalLines(cameOf.added, hub),
      },
    );
  }
}
