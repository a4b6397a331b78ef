import type { SourceFile } from '../mapping/lexicon/source-file.ts';

/** A source, and how much of what it sends the vocabulary covers. */
export interface SourceCoverage {
  readonly name: string;
  readonly title: string;
  readonly documentation: string;
  /** The source that this one is a part of, where nothing in a document tells the part; null of all others. */
  readonly partOf: string | null;
  /** How many keys with amounts the source is known to have. */
  readonly keyCount: number;
  /** How many of them have a term that is published. */
  readonly describedCount: number;
}

/** @param isTerm tells whether a name is that of a published term */
export function coverageOf(file: SourceFile, isTerm: (name: string) => boolean): SourceCoverage {
  const { name, title, documentation, variantOf, keys, empty } = file;
  return {
    name,
    title,
    documentation,
    partOf: variantOf,
    keyCount: keys.length + empty.length,
    describedCount: keys.filter(([, term]) => isTerm(term)).length,
  };
}
