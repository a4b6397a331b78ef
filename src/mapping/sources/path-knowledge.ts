import type { Lexicon } from '../lexicon/lexicon.ts';
import type { NamedKey } from './meaning.ts';
import { Path } from './path.ts';
import type { SaidOfPath, Source } from './source.ts';
import { SourceLexicons } from './source-lexicons.ts';

/** More is not kept: documents of a source have the same paths, but a document may have any. */
const MAX_PATHS = 10_000;

/** What was found out of paths by one source and one version of the vocabulary. */
export class PathKnowledge {
  readonly root = new Path();
  readonly said = new Map<Path, SaidOfPath>();
  /** Keys without a look at what stands beside their values. */
  readonly usual = new Map<Path, NamedKey>();
  /** Keys with a text that stands beside their values, by that text and their term. */
  readonly beside = new Map<Path, Map<string, NamedKey>>();
  readonly lexicons = new SourceLexicons();
}

const known = new WeakMap<Source, { readonly lexicon: Lexicon; readonly knowledge: PathKnowledge }>();

/** What documents before have shown; what is found out is kept for those to come. */
export function knowledgeOf(source: Source, lexicon: Lexicon): PathKnowledge {
  const kept = known.get(source);
  const isKept = kept?.lexicon === lexicon && kept.knowledge.said.size < MAX_PATHS;
  const knowledge = isKept ? kept.knowledge : new PathKnowledge();
  if (!isKept) known.set(source, { lexicon, knowledge });
  return knowledge;
}
