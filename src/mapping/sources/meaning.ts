import type { Path } from './path.ts';

/** What a key means by its source. */
export interface Meaning {
  /** The name of a term of the vocabulary. */
  readonly term: string;
  /** What the path says of the things that the value is about: name of the term that identifies such a thing, and the text. */
  readonly named: ReadonlyArray<readonly [term: string, text: string]>;
  /** The path of the key, by which the nearest of several identifiers is found. */
  readonly path: Path;
}

/** The key of a value, and what it means: null for a key that is known and has no term, undefined for one that is not known. */
export interface NamedKey {
  readonly key: string;
  readonly meaning: Meaning | null | undefined;
}
