import { append } from '../../append.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { perLexicon } from '../lexicon/per-lexicon.ts';
import { citedByOthers } from './cited-keys.ts';

/** The quantity of a term: its name without the unit. */
export function quantityOf(term: string): string {
  const hyphen = term.indexOf('-');
  return hyphen < 0 ? term : term.slice(0, hyphen);
}

interface Knowledge {
  /** Names of terms by quantity. */
  readonly variants: ReadonlyMap<string, readonly string[]>;
  /** Names of terms that templates of others cite. */
  readonly cited: ReadonlySet<string>;
}

const knowledgeOf = perLexicon(({ terms, nodes }): Knowledge => {
  const variants = new Map<string, string[]>();
  for (const [name, { unit }] of terms) if (unit !== undefined) append(variants, quantityOf(name), name);
  const templates = Array.from(terms, ([name, { template }]) => [name, template] as const);
  return { variants, cited: citedByOthers(templates, (node) => nodes.get(node)) };
});

/** The names of the terms of a quantity that have a unit. */
export function variantsOf(lexicon: Lexicon, quantity: string): readonly string[] {
  return knowledgeOf(lexicon).variants.get(quantity) ?? [];
}

/** Whether templates of other terms say something of its values: then these are not to change alone. */
export function isCitedByOthers(lexicon: Lexicon, term: string): boolean {
  return knowledgeOf(lexicon).cited.has(term);
}
