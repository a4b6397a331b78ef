import { firstNotBefore, listTerms } from '../terms.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import type { SearchableTerm, TermSearch } from './search.ts';

/** An index, which may have terms of later versions, and those that it lacks. */
type Index = Pick<TermSearch<SearchableTerm>, 'count' | 'nameAt'>;

/** Where the terms of an index stand in a version. */
interface Places {
  readonly index: Index;
  /** How many terms the index had. */
  readonly count: number;
  /** By the number of a term its place among all names, -1 for one that the version lacks; null where each number is the place. */
  readonly places: Int32Array | null;
}

const placesOfVersions = new WeakMap<Vocabulary, Places>();

/** Scores that an index gave its terms, in its order, by the places of the terms among all names of a version. */
export function placeScores(scores: Float64Array, vocabulary: Vocabulary, index: Index): Float64Array {
  const places = placesIn(vocabulary, index);
  if (places === null && scores.length === index.count) return scores;
  const placed = new Float64Array(vocabulary.terms.size);
  // The index may have got terms while a text was searched, which have no score.
  for (let number = 0; number < scores.length; number++) {
    const place = places === null ? number : places[number]!;
    if (place >= 0) placed[place] = scores[number]!;
  }
  return placed;
}

/** By the number of a term of an index its place among all names of a version, -1 for one that it lacks; null where each number is the place. */
export function placesIn(vocabulary: Vocabulary, index: Index): Int32Array | null {
  let known = placesOfVersions.get(vocabulary);
  if (known?.index !== index || known.count !== index.count) {
    known = { index, count: index.count, places: findPlaces(listTerms(vocabulary), index) };
    placesOfVersions.set(vocabulary, known);
  }
  return known.places;
}

function findPlaces(terms: readonly Term[], index: Index): Int32Array | null {
  const places = new Int32Array(index.count);
  // Most terms follow the one before: an index begins with all terms of a version, in order.
  let next = 0;
  let areSame = index.count === terms.length;
  for (let number = 0; number < index.count; number++) {
    const name = index.nameAt(number);
    const place = terms[next]?.name === name ? next : firstNotBefore(terms, name);
    const isThere = terms[place]?.name === name;
    places[number] = isThere ? place : -1;
    if (isThere) next = place + 1;
    areSame &&= places[number] === number;
  }
  return areSame ? null : places;
}
