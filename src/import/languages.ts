import type { ConceptText } from './concept.ts';

/** The languages of the vocabulary, in the order in which it has them. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in a language of the vocabulary. */
export interface OwnText {
  readonly text: string;
  readonly language: Language;
}

/**
 * Texts sorted by the languages of the vocabulary, each in the order of the source; those in a language itself before those of a region
 * of it. Texts without a language are of `fallback`.
 *
 * @param tellOther gets the languages of texts that the vocabulary has not
 */
export function inOwnLanguages(
  texts: readonly ConceptText[],
  fallback: Language,
  tellOther: (language: string) => void,
): Map<Language, string[]> {
  const found = new Map<Language, Set<string>>();
  const ofRegions: OwnText[] = [];
  for (const { text, language } of texts) {
    const [main = ''] = language.split('-', 1);
    const own = language === '' ? fallback : LANGUAGES.find((one) => one === main);
    if (own === undefined) tellOther(language);
    else if (language === '' || language === own) note(found, own, text);
    else ofRegions.push({ text, language: own });
  }
  for (const { text, language } of ofRegions) note(found, language, text);
  return new Map(Array.from(found, ([language, own]) => [language, [...own]]));
}

function note(found: Map<Language, Set<string>>, language: Language, text: string): void {
  const known = found.get(language);
  if (known === undefined) found.set(language, new Set([text]));
  else known.add(text);
}
