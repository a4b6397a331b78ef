import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import type { VocabularyArchive } from './archive.ts';
import { compareVersions, type Changes } from './changes.ts';
import { readVersionContent, type VersionContent } from './version-content.ts';
import { isVersionName, readCanonical, writeCanonical } from './version.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A version of the vocabulary that can be read. */
export interface Version {
  /** Hash of the content, hex. */
  readonly version: string;
  readonly iri: string;
  /** When this hub took it into use; of one that came back, when it came back. */
  readonly since: Date;
  /** The version that was in use before it; null when none is known. */
  readonly predecessor: string | null;
  readonly isCurrent: boolean;
}

interface VersionsOptions {
  readonly archive: VocabularyArchive;
  readonly hub: HubNamespaces;
  /** The vocabulary of this moment. @throws HubError `registry-unavailable` */
  readonly current: () => Vocabulary;
}

/** Old versions that are held ready, some 15 MB each. */
const MAX_READ = 3;

/** The versions of the vocabulary, the current one and those that the archive keeps. */
export class Versions {
  readonly #options: VersionsOptions;
  /** The vocabulary that was noted last. */
  #noted: Vocabulary | null = null;
  #notedAt = new Date();
  /** By version; the one that was asked for last is the last. */
  readonly #read = new Map<string, Promise<VersionContent | null>>();
  /** Reading takes the thread for a moment; one at a time lets others in between. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(options: VersionsOptions) {
    this.#options = options;
  }

  /** Notes that this vocabulary is in use. Resolves when that is durable, or cannot be made so for now. */
  async note(vocabulary: Vocabulary): Promise<void> {
    const isKnown = this.#noted?.version === vocabulary.version;
    this.#noted = vocabulary;
    if (isKnown) return;
    this.#notedAt = new Date();
    const { archive, hub } = this.#options;
    await archive.keep(vocabulary.version, writeCanonical(vocabulary.triples, hub));
  }

  /** Every version that can be read, each once, the current one first, then the one in use before it, and so on. */
  list(): Version[] {
    const { version: current } = this.#current();
    const { archive, hub } = this.#options;
    const history = [...archive.history()];
    // Whatever became of its file, the version in use can be read.
    if (history.at(-1)?.version !== current) history.push({ version: current, since: this.#notedAt });
    const versions = new Map<string, Version>();
    let before: string | null = null;
    for (const { version, since } of history) {
      // What was left out between two entries may leave one version beside itself.
      const predecessor = before === version ? (versions.get(version)?.predecessor ?? null) : before;
      versions.delete(version);
      versions.set(version, {
        version,
        iri: `${hub.versions}${version}/`,
        since,
        predecessor,
        isCurrent: version === current,
      });
      before = version;
    }
    return [...versions.values()].toReversed();
  }

  /** The version of this name, null when there is none. */
  find(version: string): Version | null {
    return this.list().find((known) => known.version === version) ?? null;
  }

  current(): Version {
    return this.find(this.#current().version)!;
  }

  /** The version that was in use before this one, null when none is known or can be read. */
  predecessorOf({ predecessor }: Version): Version | null {
    return predecessor === null ? null : this.find(predecessor);
  }

  /** What changed between two versions, from none all; null when one of them cannot be read after all. */
  async compare(from: Version | null, to: Version): Promise<Changes | null> {
    const before = from === null ? null : await this.read(from.version);
    const after = await this.read(to.version);
    if (after === null || (from !== null && before === null)) return null;
    return compareVersions(before, after, this.#options.hub);
  }

  /** What a version holds; null when there is none of this name, or it is damaged. */
  async read(version: string): Promise<VersionContent | null> {
    if (this.find(version) === null) return null;
    const known = this.#read.get(version);
    const content = known ?? this.#readNext(version);
    this.#read.delete(version);
    this.#read.set(version, content);
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= MAX_READ) break;
      this.#read.delete(oldest);
    }
    // What could not be read may be mended later.
    if ((await content) === null) this.#read.delete(version);
    return content;
  }

  #readNext(version: string): Promise<VersionContent | null> {
    const content = this.#reading.then(() => this.#readContent(version));
    this.#reading = content.catch(() => {});
    return content;
  }

  async #readContent(version: string): Promise<VersionContent | null> {
    const { archive, hub } = this.#options;
    const current = this.#current();
    if (version === current.version) return readVersionContent(version, current.triples, hub);
    const text = await archive.read(version);
    if (text === null) return null;
    const triples: Triple[] = readCanonical(text, hub);
    return readVersionContent(version, triples, hub);
  }

  #current(): Vocabulary {
    const vocabulary = this.#options.current();
    // Noting shows at once.
    if (vocabulary !== this.#noted) void this.note(vocabulary);
    return vocabulary;
  }
}

/**
 * The name of a version in what a client wrote: the name itself, or its IRI, which is what documents cite as
 * `dcterms:conformsTo`; null for what can be neither.
 */
export function readVersionName(text: string, hub: HubNamespaces): string | null {
  const name = text.startsWith(hub.versions) ? text.slice(hub.versions.length).replace(/\/$/, '') : text;
  return isVersionName(name) ? name : null;
}
