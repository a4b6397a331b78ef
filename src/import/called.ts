import type { Language } from './languages.ts';
import type { KnownVocabulary } from './known-vocabulary.ts';

/**
 * What terms are called, with the rules of the shapes: no two labels of a language are alike, whatever the case, but that each may end
 * with its own unit in brackets; and another name is shared by terms alone that differ in their unit.
 */
export class Called {
  /** By language and label in small letters: the units in brackets of those who have it, null for none. */
  readonly #labels = new Map<string, (string | null)[]>();
  /** By language and text: the names without a unit of the terms that are called so, and whether by their label. */
  readonly #labelOwners = new Map<string, Set<string>>();
  readonly #otherOwners = new Map<string, Set<string>>();

  constructor({ terms }: KnownVocabulary) {
    for (const [name, { labels, otherLabels }] of terms) {
      for (const { text, language } of labels) this.#note(name, language, text, null);
      for (const { text, language } of otherLabels) own(this.#otherOwners, keyOf(language, text), name);
    }
  }

  /** Notes a label of a term. False, and nothing is noted, where another term is called so. @param unit in brackets at its end */
  takeLabel(name: string, language: Language, text: string, unit: string | null): boolean {
    const units = this.#labels.get(keyOf(language, text.toLowerCase()));
    const isShared = units !== undefined && (unit === null || units.includes(null) || units.includes(unit));
    if (isShared || isOthers(this.#otherOwners, keyOf(language, text), name)) return false;
    this.#note(name, language, text, unit);
    return true;
  }

  /** Notes another name of a term. False, and nothing is noted, where a term of another quantity is called so. */
  takeOther(name: string, language: Language, text: string): boolean {
    const key = keyOf(language, text);
    if (isOthers(this.#labelOwners, key, name) || isOthers(this.#otherOwners, key, name)) return false;
    own(this.#otherOwners, key, name);
    return true;
  }

  #note(name: string, language: string, text: string, unit: string | null): void {
    const key = keyOf(language, text.toLowerCase());
    this.#labels.set(key, [...(this.#labels.get(key) ?? []), unit]);
    own(this.#labelOwners, keyOf(language, text), name);
  }
}

function keyOf(language: string, text: string): string {
  return `${language} ${text}`;
}

function own(owners: Map<string, Set<string>>, key: string, name: string): void {
  const known = owners.get(key);
  if (known === undefined) owners.set(key, new Set([quantityOf(name)]));
  else known.add(quantityOf(name));
}

function isOthers(owners: ReadonlyMap<string, ReadonlySet<string>>, key: string, name: string): boolean {
  const known = owners.get(key);
  return known !== undefined && [...known].some((one) => one !== quantityOf(name));
}

function quantityOf(name: string): string {
  return name.split('-', 1)[0]!;
}
