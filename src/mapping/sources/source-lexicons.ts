import type { Lexicon } from '../lexicon/lexicon.ts';
import { RecentList } from '../json/recent-list.ts';
import type { Meaning } from './meaning.ts';
import { lexiconOfSource, type Constants } from './source-lexicon.ts';

/** Lexicons that are kept, and what one may need: documents of a few shapes come often, large ones don't. */
const MAX_LEXICONS = 16;
const MAX_KEYS = 512;
const MAX_CHARACTERS = 64 * 1024;

interface Kept {
  readonly keys: readonly string[];
  readonly meanings: ReadonlyMap<string, Meaning | null>;
  readonly base: string;
  readonly lexicon: Lexicon;
}

/** The lexicons of documents of one source, by one version of the vocabulary; documents with the same keys share one. */
export class SourceLexicons {
  readonly #kept = new RecentList<Kept>(MAX_LEXICONS);
  readonly #constants: Constants;

  constructor(constants: Constants) {
    this.#constants = constants;
  }

  get(
    keys: readonly string[],
    meanings: ReadonlyMap<string, Meaning | null>,
    base: string,
    vocabulary: Lexicon,
  ): Lexicon {
    const characters = keys.reduce((sum, key) => sum + key.length, 0);
    const make = (): Lexicon => lexiconOfSource(vocabulary, keys, meanings, { base, constants: this.#constants });
    if (keys.length > MAX_KEYS || characters > MAX_CHARACTERS) return make();
    const isSuch = (kept: Kept): boolean =>
      kept.base === base &&
      kept.keys.length === keys.length &&
      keys.every((key, i) => kept.keys[i] === key && kept.meanings.get(key) === meanings.get(key));
    const known = this.#kept.find(isSuch);
    if (known !== undefined) return known.lexicon;
    const lexicon = make();
    this.#kept.add({ keys, meanings, base, lexicon });
    return lexicon;
  }
}
