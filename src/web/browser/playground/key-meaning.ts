import type { KeyFacts } from '../../playground/model.ts';

/** What a key means, as people read it. */
export interface KeyMeaning {
  readonly title: string;
  readonly rest: readonly string[];
}

/** The meaning of a key in a title and sentences. */
export function meaningOf({ term, state, key, hasValues, hasRecords }: KeyFacts): KeyMeaning {
  if (term === null) {
    if (state === 'own') return { title: 'Described by the document itself', rest: ['Its entry stands in @semantic.'] };
    if (!hasValues && !hasRecords)
      return { title: 'No value', rest: [`${key} is null or empty: nothing is written of it.`] };
    if (!hasValues) return { title: 'Structure', rest: [`${key} has records, whose keys have their own meanings.`] };
    return { title: 'No meaning yet', rest: [`${key} is no term: its values stay plain literals.`] };
  }
  const rest = term.description === '' ? [] : [term.description];
  if (state === 'nothing') rest.push('The @semantic of the document leaves it empty.');
  return { title: term.unit === null ? term.label : `${term.label}, in ${term.unit}`, rest };
}
