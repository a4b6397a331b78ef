import type { SourceFile } from '../../mapping/lexicon/source-file.ts';
import type { KeyFacts, ScaleFactor } from './model.ts';

/** Which keys say how the values of others are scaled, as files of sources tell: SunSpec's `W_SF` of `W`. */
export class ScaleFactors {
  /** By key, the keys of its factors with what they say of values that are not scaled. */
  readonly #of = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
  readonly #names = new Set<string>();

  constructor(files: ReadonlyArray<Pick<SourceFile, 'only'>>) {
    for (const [key, conditions] of files.flatMap(({ only }) => only)) {
      const factors = conditions.filter(([name, unscaled]) => name.endsWith('_SF') && unscaled.includes('0'));
      if (factors.length === 0) continue;
      this.#of.set(key, new Map(factors.map(([name, unscaled]) => [name, new Set(unscaled)])));
      for (const [name] of factors) this.#names.add(name);
    }
  }

  /** Whether a key is a factor of others. */
  has(key: string): boolean {
    return this.#names.has(key);
  }

  /** What finds the factor of a key among those of a document; null for none, and for one that changes nothing. */
  among(keys: readonly KeyFacts[]): (key: string) => ScaleFactor | null {
    const factors = new Map(keys.filter(({ key }) => this.has(key)).map((facts) => [facts.key, facts]));
    return (key) => {
      for (const [name, unscaled] of this.#of.get(key) ?? []) {
        const { smallest = null, largest = null, sample = null } = factors.get(name) ?? {};
        const value = [smallest, largest, sample].find((each) => each !== null && !unscaled.has(each));
        if (value != null) return { key: name, value };
      }
      return null;
    };
  }
}
