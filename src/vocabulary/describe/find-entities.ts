import { unitsOf } from '../../mapping/units/unit-table.ts';
import { copyOfTerm, findCategory, findCategoryByIri, findTerm, findTermByIri } from '../terms.ts';
import type { Category, Term, Vocabulary } from '../vocabulary.ts';

/** What names a thing of the vocabulary for others; units have no names of their own beside their IRIs. */
export type EntityReference = { readonly type: 'Term' | 'Category' | 'Unit' } & (
  | { readonly iri: string }
  | { readonly name: string }
);

/** A unit as terms spell it. */
export interface Unit {
  readonly iri: string;
  readonly notation: string;
}

export type Entity =
  | ({ readonly entityType: 'Term' } & Term)
  | ({ readonly entityType: 'Category' } & Category)
  | ({ readonly entityType: 'Unit' } & Unit);

/** What each refers to, in their order; null for what the vocabulary does not have. */
export function findEntities(vocabulary: Vocabulary, references: readonly EntityReference[]): (Entity | null)[] {
  return references.map((reference) => {
    const key = keyOf(reference);
    if (reference.type === 'Term') {
      const term = 'iri' in reference ? findTermByIri(vocabulary, key) : findTerm(vocabulary, key);
      return term === null ? null : { ...copyOfTerm(term), entityType: 'Term' };
    }
    if (reference.type === 'Category') {
      const category = 'iri' in reference ? findCategoryByIri(vocabulary, key) : findCategory(vocabulary, key);
      if (category === null) return null;
      const { name, iri, label, description } = category;
      return { name, iri, label, description, entityType: 'Category' };
    }
    const named = unitsOf(vocabulary.lexicon).find(key);
    // It has other names, too, which are no keys.
    if (named === null || named.unit.iri !== key) return null;
    return { iri: key, notation: named.spelling, entityType: 'Unit' };
  });
}

export function keyOf(reference: EntityReference): string {
  return 'iri' in reference ? reference.iri : reference.name;
}
