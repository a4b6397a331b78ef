import { spellUnit } from '../mapping/units/spell-unit.ts';
import { unitsOf } from '../mapping/units/unit-table.ts';
import type { Caller } from '../streaming/fair-semaphore.ts';
import { findSimilar, type KeySuggestions } from '../vocabulary/search/find-terms.ts';
import { unitOfName } from '../vocabulary/terms.ts';
import type { Term, Vocabulary } from '../vocabulary/vocabulary.ts';

/** What a key may mean, and why. */
export interface KeyCandidate {
  readonly term: Term;
  /** From 0 to 1, rounded to thousandths. */
  readonly confidence: number;
  /** A sentence. */
  readonly why: string;
  /** The source of the document says so, whatever the other keys mean. */
  readonly isSaid?: boolean;
}

/** The terms that a key may mean, the likeliest first. */
export interface NearestTerms {
  readonly candidates: readonly KeyCandidate[];
  /** The key, as it was read, or what stands beside its value names a unit. */
  readonly saysUnit: boolean;
}

/** From this confidence on a term is likely; a key without such a term is read in other ways, too. */
const LIKELY = 0.6;
/** A key that a term is called by tells the category of a document. */
const CERTAIN = 0.8;
/** Terms whose confidence differs by less fit alike. */
const ALIKE = 0.01;
/** A longer key has more groups than a name has. */
const MAX_GROUPS = 3;

/** For each key the terms whose names and units come near, the likeliest first. */
export async function nearestTerms(
  vocabulary: Vocabulary,
  keys: readonly string[],
  most: number,
  units: readonly (string | null)[],
  caller: Caller,
): Promise<NearestTerms[]> {
  const found = await findSimilar(vocabulary, keys, most, caller, units);
  const known = unitsOf(vocabulary.lexicon);
  // There are units whose codes are numbers, which nobody writes.
  const isUnit = (text: string): boolean => !/^\d*$/.test(text) && known.find(spellUnit(text)) !== null;
  const all: NearestTerms[] = [];
  for (const [at, own] of found.entries()) {
    let best = own;
    if (scoreOf(best) < LIKELY) {
      const readings = otherReadings(own.key, isUnit);
      const others = await findSimilar(
        vocabulary,
        readings,
        most,
        caller,
        readings.map(() => units[at] ?? null),
      );
      // A unit that no term has is one all the same, and is not read over.
      const asSaid = others.filter(({ unit }) => own.unit === null || unit === own.unit);
      for (const other of asSaid) if (scoreOf(other) > scoreOf(best)) best = other;
    }
    const candidates = best.suggestions.map(({ term, score }) => ({
      term,
      confidence: score,
      why: `${reasonOf(score)}${noteOnUnit(term, best.unit)}`,
    }));
    all.push({ candidates, saysUnit: best.saysUnit });
  }
  return all;
}

/** Of the likeliest term; 0 where there is none. */
function scoreOf({ suggestions }: KeySuggestions): number {
  return suggestions[0]?.score ?? 0;
}

/** The last name of a path, without brackets; any other key as it is, for names that people write have points and brackets, too. */
export function lastName(path: string): string {
  if (/\s/.test(path)) return path;
  let end = path.length;
  while (path[end - 1] === ']') {
    const open = path.lastIndexOf('[', end - 1);
    if (open < 0) break;
    end = open;
  }
  return (
    path
      .slice(0, end)
      .split(/[.[\]]/)
      .at(-1) || path
  );
}

/** Other texts that a key may be read as: without what stands in brackets and is no unit, such as the number of a device; the end of a path. */
function otherReadings(key: string, isUnit: (text: string) => boolean): string[] {
  const groups = [...key.matchAll(/\[([^[\]]*)\]|\(([^()]*)\)/g)]
    .filter(([, square, round]) => !isUnit(square ?? round ?? ''))
    .slice(0, MAX_GROUPS)
    .map(([group]) => group);
  const without = (group: string): string => oneSpaced(key.replace(group, ' '));
  const bare = oneSpaced(groups.reduce((text, group) => text.replace(group, ' '), key));
  const readings = new Set([...groups.map(without), bare, lastName(key)]);
  return [...readings].filter((reading) => reading !== '' && reading !== key);
}

function oneSpaced(text: string): string {
  return text
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');
}

function reasonOf(score: number): string {
  if (score === 1) return 'It is a name of the term.';
  if (score >= 0.995) return 'It is a name of the term in another spelling.';
  if (score >= LIKELY) return 'Its words come near the names of the term.';
  return 'Some of its words come near the names of the term: little speaks for it.';
}

/** @param unit what the key says */
function noteOnUnit({ name }: Term, unit: string | null): string {
  const own = unitOfName(name);
  if (unit === null || own === null || own === unit) return '';
  return ` Its values are in ${unit}, and those of the term in ${own}.`;
}

/** How many keys certainly mean a term of each category. */
export function countCategories(keys: readonly (readonly KeyCandidate[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [first, second] of keys) {
    if (first === undefined || first.confidence < CERTAIN) continue;
    // What could be of two categories tells neither.
    const isTied = first.isSaid !== true && second !== undefined && first.confidence - second.confidence < ALIKE;
    if (isTied && second.term.category !== first.term.category) continue;
    counts.set(first.term.category, (counts.get(first.term.category) ?? 0) + 1);
  }
  return counts;
}

/** The candidates, those that fit like the first one in the order in which their categories are frequent in the document. */
export function inContext(
  candidates: readonly KeyCandidate[],
  weights: ReadonlyMap<string, number>,
): readonly KeyCandidate[] {
  const [first] = candidates;
  if (first === undefined || first.isSaid === true) return candidates;
  const alike = candidates.filter(({ confidence }) => first.confidence - confidence < ALIKE);
  const weightOf = ({ term }: KeyCandidate): number => weights.get(term.category) ?? 0;
  return [...alike.toSorted((a, b) => weightOf(b) - weightOf(a)), ...candidates.slice(alike.length)];
}
