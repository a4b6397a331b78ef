import { describeResource } from '../describe/descriptions.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import { editDistance, foldText, hasWordWith, lettersOf, wordsIn, wordsOf } from './words.ts';

/** What of a term a text was found in. */
type MatchKind = 'name' | 'label' | 'other name' | 'definition' | 'category';

/** Why a search found a term. */
export interface MatchReason {
  readonly kind: MatchKind;
  /** The text that matches, as the vocabulary has it. */
  readonly text: string;
  /** Null for what is of no language, as the spelling of a vendor. */
  readonly language: string | null;
  /** Letters of the search had to be corrected. */
  readonly isCorrected: boolean;
}

interface Candidate {
  readonly kind: MatchKind;
  readonly text: string;
  readonly language: string | null;
}

/** How well a candidate matches, the smaller the better; more than `NOT` when it does not. */
const EXACT = 0;
const WORDS = 1;
const SOME_WORDS = 2;
const CORRECTED = 3;
const NOT = 4;

/** Share of a word's letters that may be wrong. */
const WRONG_SHARE = 0.3;
/** Long texts are not looked through for mistakes in letters. */
const MAX_WORDS = 12;

/** Why a text finds a term: the first of the term's texts that matches best. Null when none of them does, as where only related words do. */
export type ExplainMatch = (term: Term) => MatchReason | null;

/** Tells of any number of terms why this text finds them. */
export function explainMatches(vocabulary: Vocabulary, text: string): ExplainMatch {
  const words = wordsOf(text);
  const wanted: Wanted = { words: words.slice(0, MAX_WORDS), spelling: words.join('') };
  return (term) => (words.length === 0 ? null : explainMatch(vocabulary, term, wanted));
}

/** What is searched for: its words, and the letters and digits of all of them, as `spellingOf` has them. */
interface Wanted {
  readonly words: readonly string[];
  readonly spelling: string;
}

function explainMatch(vocabulary: Vocabulary, term: Term, wanted: Wanted): MatchReason | null {
  let best: Candidate | null = null;
  let least = NOT;
  for (const candidate of candidatesOf(vocabulary, term)) {
    const fit = fitBelow(least, candidate, wanted);
    if (fit < least) [best, least] = [candidate, fit];
    if (least === EXACT) break;
  }
  return best === null ? null : { ...best, isCorrected: least === CORRECTED };
}

function candidatesOf(vocabulary: Vocabulary, { iri, name, label, category, description }: Term): Candidate[] {
  const { labels, otherNames, definitions } = describeResource(vocabulary, iri);
  return [
    { kind: 'name', text: name, language: null },
    { kind: 'label', text: label, language: 'en' },
    ...labels.filter(({ text }) => text !== label).map((each) => ({ kind: 'label' as const, ...each })),
    ...otherNames.map(({ text, language }) => ({ kind: 'other name' as const, text, language })),
    { kind: 'definition', text: description, language: 'en' },
    ...definitions.filter(({ text }) => text !== description).map((each) => ({ kind: 'definition' as const, ...each })),
    { kind: 'category', text: category, language: null },
  ];
}

/** How well a candidate matches, where that is better than this; else `NOT`, as soon as it is known: definitions are long. */
function fitBelow(least: number, { kind, text }: Candidate, { words: wanted, spelling }: Wanted): number {
  const isName = kind !== 'definition';
  if (!isName && least <= WORDS) return NOT;
  const folded = foldText(text);
  if (isName && folded.length >= spelling.length && lettersOf(folded) === spelling) return EXACT;
  if (least <= WORDS) return NOT;
  if (wanted.every((want) => hasWordWith(folded, want))) return WORDS;
  if (least <= SOME_WORDS) return NOT;
  if (wanted.some((want) => want.length > 1 && hasWordWith(folded, want))) return SOME_WORDS;
  if (!isName || least <= CORRECTED) return NOT;
  const words = wordsIn(folded);
  return wanted.some((want) => isMisspelt(want, words)) ? CORRECTED : NOT;
}

function isMisspelt(want: string, words: readonly string[]): boolean {
  if (want.length < 4) return false;
  const most = Math.min(2, Math.max(1, Math.round(want.length * WRONG_SHARE)));
  return words.some((word) => editDistance(want, word, most) <= most);
}
