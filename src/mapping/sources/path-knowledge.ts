import type { Lexicon } from '../lexicon/lexicon.ts';
import type { NamedKey } from './meaning.ts';
import { Path } from './path.ts';
import type { SaidOfPath, Source } from './source.ts';
import { SourceLexicons } from './source-lexicons.ts';

/** More characters of names are not kept: documents of a source have the same paths, but a document may have any. */
const MAX_CHARACTERS = 1_000_000;
/** What a path takes besides its name, in characters. */
const OF_PATH = 100;

/** What was found out of paths by one source and one version of the vocabulary. */
export class PathKnowledge {
  readonly root = new Path();
  /** Keys without a look at what stands beside their values. */
  readonly usual = new Map<Path, NamedKey>();
  readonly lexicons: SourceLexicons;
  readonly #said = new Map<Path, SaidOfPath>();
  /** Keys with a text that stands beside their values, by that text and their term. */
  readonly #beside = new Map<Path, Map<string, NamedKey>>();
  #characters = 0;

  constructor({ file }: Source) {
    this.lexicons = new SourceLexicons(file.constants ?? []);
  }

  get isLarge(): boolean {
    return this.#characters > MAX_CHARACTERS;
  }

  /** What the source says of a path. */
  saidOf(path: Path, source: Source): SaidOfPath {
    let said = this.#said.get(path);
    if (said === undefined) {
      this.#said.set(path, (said = source.says(path)));
      this.#characters += path.segment.length + OF_PATH;
    }
    return said;
  }

  /** The key of a path with a text beside it, which `make` makes when it is new. */
  besideOf(path: Path, text: string, make: () => NamedKey): NamedKey {
    let keys = this.#beside.get(path);
    if (keys === undefined) this.#beside.set(path, (keys = new Map()));
    let named = keys.get(text);
    if (named === undefined) {
      keys.set(text, (named = make()));
      this.#characters += named.key.length + OF_PATH;
    }
    return named;
  }
}

const known = new WeakMap<Source, { readonly lexicon: Lexicon; readonly knowledge: PathKnowledge }>();

/** What documents before have shown. */
export function knowledgeOf(source: Source, lexicon: Lexicon): PathKnowledge {
  const kept = known.get(source);
  return kept?.lexicon === lexicon ? kept.knowledge : new PathKnowledge(source);
}

/** Keeps what a document has shown for those to come, if it is not too much. */
export function keepKnowledge(source: Source, lexicon: Lexicon, knowledge: PathKnowledge): void {
  if (knowledge.isLarge) known.delete(source);
  else known.set(source, { lexicon, knowledge });
}
