import { describeResource } from '../describe/descriptions.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import { editDistance, spellingOf, wordsOf } from './words.ts';

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

/** Why a text finds a term: the first of its texts that matches best. Null when none of them does, as where only related words do. */
export function explainMatch(vocabulary: Vocabulary, term: Term, text: string): MatchReason | null {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const spelling = spellingOf(text);
  if (words.length === 0) return null;
  let best: Candidate | null = null;
  let least = NOT;
  for (const candidate of candidatesOf(vocabulary, term)) {
    const fit = fitOf(candidate, words, spelling);
    if (fit < least) [best, least] = [candidate, fit];
  }
  return best === null ? null : { ...best, isCorrected: least === CORRECTED };
}

function candidatesOf(vocabulary: Vocabulary, { iri, name, label, category, description }: Term): Candidate[] {
  const { labels, otherNames, definitions } = describeResource(vocabulary, iri);
  return [
    { kind: 'name', text: name, language: null },
    { kind: 'label', text: label, language: 'en' },
    ...labels.map((each) => ({ kind: 'label' as const, ...each })),
    ...otherNames.map(({ text, language }) => ({ kind: 'other name' as const, text, language })),
    { kind: 'definition', text: description, language: 'en' },
    ...definitions.map((each) => ({ kind: 'definition' as const, ...each })),
    { kind: 'category', text: category, language: null },
  ];
}

function fitOf({ kind, text }: Candidate, wanted: readonly string[], spelling: string): number {
  const words = wordsOf(text);
  // What `spellingOf` writes.
  if (kind !== 'definition' && words.join('') === spelling) return EXACT;
  const begins = (want: string): boolean => words.some((word) => word.startsWith(want));
  if (wanted.every(begins)) return WORDS;
  if (wanted.some((want) => want.length > 1 && begins(want))) return SOME_WORDS;
  return kind !== 'definition' && wanted.some((want) => isMisspelt(want, words)) ? CORRECTED : NOT;
}

function isMisspelt(want: string, words: readonly string[]): boolean {
  if (want.length < 4) return false;
  const most = Math.min(2, Math.max(1, Math.round(want.length * WRONG_SHARE)));
  return words.some((word) => editDistance(want, word, most) <= most);
}
