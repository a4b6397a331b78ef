import type { LocalText } from '../../vocabulary/describe/descriptions.ts';

/** The languages of the vocabulary, in the order in which pages show them; others follow. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'];

const DISPLAY_NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** The names of these, which most pages have: to look one up takes longer than to write its row. */
const NAMES = new Map(LANGUAGES.map((tag) => [tag, DISPLAY_NAMES.of(tag)]));

/** The name of a language in English; the tag itself for one that nobody knows. */
export function nameOfLanguage(tag: string): string {
  try {
    return NAMES.get(tag) ?? DISPLAY_NAMES.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The languages of texts, in the order of pages. */
export function languagesOf(...lists: ReadonlyArray<readonly LocalText[]>): string[] {
  const found = new Set(lists.flat().flatMap(({ language }) => language ?? []));
  return [...LANGUAGES.filter((tag) => found.delete(tag)), ...[...found].toSorted()];
}
