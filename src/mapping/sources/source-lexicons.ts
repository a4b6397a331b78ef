import type { Lexicon } from '../lexicon/lexicon.ts';
import { RecentList } from '../json/recent-list.ts';
import type { Meaning } from './meaning.ts';
import { lexiconOfSource, type Constants } from './source-lexicon.ts';

/** Lexicons that are kept: documents of a few shapes come often. */
const MAX_LEXICONS = 16;
/** What all of them may take, in characters: the points of a plant are some thousand keys. */
const MAX_CHARACTERS = 2 * 1024 * 1024;
/** What a key takes beside its own characters, in which its template is not counted. */
const CHARACTERS_OF_A_KEY = 128;

interface Kept {
  readonly keys: readonly string[];
  readonly meanings: ReadonlyMap<string, Meaning | null>;
  readonly base: string;
  readonly lexicon: Lexicon;
  readonly characters: number;
}

/** The lexicons of documents of one source, by one version of the vocabulary; documents with the same keys share one. */
export class SourceLexicons {
  readonly #kept = new RecentList<Kept>(MAX_LEXICONS, MAX_CHARACTERS, ({ characters }) => characters);
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
    const isSuch = (kept: Kept): boolean =>
      kept.base === base &&
      kept.keys.length === keys.length &&
      keys.every((key, i) => kept.keys[i] === key && kept.meanings.get(key) === meanings.get(key));
    const known = this.#kept.find(isSuch);
    if (known !== undefined) return known.lexicon;
    const lexicon = lexiconOfSource(vocabulary, keys, meanings, { base, constants: this.#constants });
    const characters = keys.reduce((sum, key) => sum + key.length + CHARACTERS_OF_A_KEY, 0);
    this.#kept.add({ keys, meanings, base, lexicon, characters });
    return lexicon;
  }
}
