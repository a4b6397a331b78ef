import type { SourceFile } from '../../mapping/lexicon/source-file.ts';

/** The keys of a source that have one term. */
export interface SourceKeys {
  readonly name: string;
  readonly title: string;
  /** Patterns of paths. */
  readonly keys: readonly string[];
}

/** The keys of sources, by the name of their term, sources in the given order. */
export function keysByTerm(sources: readonly SourceFile[]): ReadonlyMap<string, readonly SourceKeys[]> {
  const found = new Map<string, SourceKeys[]>();
  for (const { name, title, keys, context } of sources) {
    const ofSource = new Map<string, string[]>();
    for (const [pattern, term] of [...keys, ...context]) {
      const known = ofSource.get(term);
      if (known === undefined) ofSource.set(term, [pattern]);
      else known.push(pattern);
    }
    for (const [term, patterns] of ofSource)
      found.set(term, [...(found.get(term) ?? []), { name, title, keys: patterns }]);
  }
  return found;
}
