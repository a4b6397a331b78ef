import { firstNotBefore, listTerms } from '../terms.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import type { FoundDocuments } from './document-scores.ts';
import type { SearchableTerm, TermSearch } from './search.ts';

/** An index, which may have terms of later versions, and those that it lacks. */
type Index = Pick<TermSearch<SearchableTerm>, 'count' | 'nameAt'>;

/** Terms of a version that were found. */
export interface FoundPlaces {
  /** Their places among all names of the version, ascending. */
  readonly places: Uint32Array;
  /** How well each of them was found, in the same order. */
  readonly scores: Float64Array;
}

/** Where the terms of an index stand in a version. */
interface Places {
  readonly index: Index;
  /** How many terms the index had. */
  readonly count: number;
  /** By the number of a term its place among all names, -1 for one that the version lacks; null where each number is the place. */
  readonly places: Int32Array | null;
}

const placesOfVersions = new WeakMap<Vocabulary, Places>();

/** What was found in an index, by the places of the terms among all names of a version; what the version lacks is left out. */
export function placeFound({ documents, scores }: FoundDocuments, vocabulary: Vocabulary, index: Index): FoundPlaces {
  const placeOf = placesIn(vocabulary, index);
  if (placeOf === null) return { places: documents, scores };
  const inOrder = orderByPlace(documents, placeOf);
  const placed = { places: new Uint32Array(inOrder.length), scores: new Float64Array(inOrder.length) };
  for (let to = 0; to < inOrder.length; to++) {
    const at = inOrder[to]!;
    placed.places[to] = placeOf[documents[at]!]!;
    placed.scores[to] = scores[at]!;
  }
  return placed;
}

/** Where in a list the terms stand that a version has, in order of their places there. */
function orderByPlace(documents: Uint32Array, placeOf: Int32Array): Uint32Array {
  const placeAt = (at: number): number => placeOf[documents[at]!]!;
  const inOrder = new Uint32Array(documents.length);
  // Most terms follow the one before: those that came later alone are sorted.
  const later: number[] = [];
  let count = 0;
  let last = -1;
  for (let at = 0; at < documents.length; at++) {
    const place = placeAt(at);
    if (place < 0) continue;
    if (place < last) later.push(at);
    else inOrder[count++] = at;
    last = Math.max(last, place);
  }
  later.sort((a, b) => placeAt(b) - placeAt(a));
  let to = count + later.length;
  const all = inOrder.subarray(0, to);
  // From behind, so that each of the others is moved once.
  for (const at of later) {
    while (count > 0 && placeAt(all[count - 1]!) > placeAt(at)) all[--to] = all[--count]!;
    all[--to] = at;
  }
  return all;
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
