import type { StepOfTerm, TermSteps } from './term-steps.ts';
import type { Version } from './versions.ts';

/** What became of a term in one version. */
export interface TermStep extends StepOfTerm {
  /** The version in which it is so first, and the one before that. */
  readonly version: Version;
  readonly before: Version;
}

/** What became of terms in one version. */
export interface VersionStep {
  readonly version: Version;
  readonly before: Version;
  readonly terms: TermSteps;
}

/** What is known of a term, the latest first. */
export interface TermHistory {
  readonly steps: readonly TermStep[];
  /** The oldest version that was looked at. A term that was not added since is in it, too. */
  readonly oldest: Version;
  /** `oldest` is the first version that the hub knows. */
  readonly isWhole: boolean;
}

interface TermHistoriesOptions {
  /** All versions, the current one first. */
  readonly list: () => readonly Version[];
  /** The version of this name; null when it does not exist. */
  readonly find: (version: string) => Version | null;
  /** What became of terms from one version to another; null when one of them cannot be read. */
  readonly findSteps: (before: string, after: string) => Promise<TermSteps | null>;
}

/** Comparisons of versions one after the other that a history goes back. */
const MAX_STEPS = 12;

/** In which versions terms were added and changed. Each two versions in succession are compared once, when somebody asks for what it tells. */
export class TermHistories {
  readonly #options: TermHistoriesOptions;
  /** By the names of both versions. */
  readonly #steps = new Map<string, Promise<TermSteps | null>>();

  constructor(options: TermHistoriesOptions) {
    this.#options = options;
  }

  /** The history of a term, as far back as versions can be read and no further than twelve. None is compared from before the term was there. */
  async read(term: string): Promise<TermHistory> {
    const versions = this.#options.list();
    const found: TermStep[] = [];
    let oldest = versions[0]!;
    for await (const { version, before, terms } of this.#back(versions)) {
      oldest = before;
      const what = terms.get(term);
      if (what !== undefined) found.push({ version, before, ...what });
      if (what?.kind === 'added') break;
    }
    return { steps: found, oldest, isWhole: oldest === versions.at(-1) };
  }

  /** What the latest versions changed, the current one first; as far back as they can be read, and no further than twelve. */
  async latest(): Promise<readonly VersionStep[]> {
    const steps: VersionStep[] = [];
    for await (const step of this.#back(this.#options.list())) steps.push(step);
    return steps;
  }

  async *#back(versions: readonly Version[]): AsyncGenerator<VersionStep> {
    const pairs = this.#pairsOf(versions);
    const wanted = new Set(pairs.map((pair) => keyOf(...pair)));
    for (const key of this.#steps.keys()) if (!wanted.has(key)) this.#steps.delete(key);
    for (const [version, before] of pairs) {
      const terms = await this.#compare(version, before);
      if (terms === null) return;
      yield { version, before, terms };
    }
  }

  /** Null when one of them cannot be read. */
  async #compare(version: Version, before: Version): Promise<TermSteps | null> {
    const key = keyOf(version, before);
    let comparing = this.#steps.get(key);
    if (comparing === undefined)
      this.#steps.set(key, (comparing = this.#options.findSteps(before.version, version.version)));
    const terms = await comparing.catch((error: unknown) => {
      this.#steps.delete(key);
      throw error;
    });
    // A damaged file may be mended later.
    if (terms === null) this.#steps.delete(key);
    return terms;
  }

  /** Each of the latest versions with the one before it. */
  #pairsOf(versions: readonly Version[]): ReadonlyArray<readonly [version: Version, before: Version]> {
    const pairs: [Version, Version][] = [];
    const seen = new Set<string>();
    for (let version = versions[0]; version?.predecessor != null && pairs.length < MAX_STEPS;) {
      const before = this.#options.find(version.predecessor);
      // One that came back stands where it came back: from there on it goes in a circle.
      if (before === null || seen.has(version.version)) break;
      seen.add(version.version);
      pairs.push([version, before]);
      version = before;
    }
    return pairs;
  }
}

function keyOf(version: Version, before: Version): string {
  return `${before.version} ${version.version}`;
}
