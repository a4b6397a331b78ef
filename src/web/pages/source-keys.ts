import type { SourceFile } from '../../mapping/lexicon/source-file.ts';
import { groupBy } from '../../group-by.ts';

/** The keys of a source that have one term. */
export interface SourceKeys {
  readonly name: string;
  readonly title: string;
  /** Patterns of paths. */
  readonly keys: readonly string[];
}

/** The keys of sources, by the name of their term, sources in the given order. */
export function keysByTerm(sources: readonly SourceFile[]): ReadonlyMap<string, readonly SourceKeys[]> {
  const all = sources.flatMap(({ name, title, keys, context }) =>
    Array.from(
      groupBy([...keys, ...context], ([, term]) => term),
      ([term, entries]) => ({ term, of: { name, title, keys: entries.map(([pattern]) => pattern) } }),
    ),
  );
  return new Map(
    Array.from(
      groupBy(all, ({ term }) => term),
      ([term, entries]) => [term, entries.map(({ of }) => of)],
    ),
  );
}
