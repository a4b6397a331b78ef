import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { listFacets } from '../../src/vocabulary/describe/quantities.ts';
import { findSimilar, prepareFinding, searchTerms } from '../../src/vocabulary/search/find-terms.ts';
import { TermSearch } from '../../src/vocabulary/search/search.ts';
import { copyOfTerm, unitOfName } from '../../src/vocabulary/terms.ts';
import type { Term, Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { seededVocabulary } from './seeded.ts';

const full = await seededVocabulary();
const SEARCHER = { client: 'somebody' };
const LATER = ['active_power-kW', 'wind_speed-m_per_s', 'state_of_charge-percent'];
const TEXTS = ['active power', 'Wirkleistung', 'wnd sped', 'SoC', 'ladezustand', 'temperature outdoor', 'kWh import'];
const KEYS = ['Power (kW)', 'windSpeed', 'batterySoc', 'wattage', 'activepower', 'Batterieladezustand'];

let add: MockInstance<(typeof TermSearch)['prototype']['add']>;
beforeEach(() => {
  add = vi.spyOn(TermSearch.prototype, 'add');
});
afterEach(() => add.mockRestore());

const withTerms = (terms: Iterable<Term>): Vocabulary => ({
  ...full,
  terms: new Map(Array.from(terms, (term) => [term.name, term])),
});
const without = (names: readonly string[]): Vocabulary =>
  withTerms([...full.terms.values()].filter(({ name }) => !names.includes(name)));
const otherwise = (name: string): Vocabulary =>
  withTerms(
    Array.from(full.terms.values(), (term) => (term.name === name ? { ...copyOfTerm(term), label: 'Other' } : term)),
  );

async function resultsIn(vocabulary: Vocabulary): Promise<unknown> {
  const found = await Promise.all(TEXTS.map((text) => searchTerms(vocabulary, text, 10, SEARCHER)));
  const similar = await findSimilar(vocabulary, KEYS, 5, SEARCHER);
  const shown = (each: ReadonlyArray<{ readonly term: Term; readonly score: number }>): unknown =>
    each.map(({ term, score }) => [term.name, Math.round(score * 1e6)]);
  return [found.map(shown), similar.map(({ suggestions }) => shown(suggestions))];
}

test('a version with some terms more is found in by the index of the one before, as by one of its own', async () => {
  const before = without(LATER);
  await resultsIn(before);
  add.mockClear();
  const extended = await resultsIn(withTerms(full.terms.values()));
  expect(add).toHaveBeenCalledTimes(LATER.length);
  // The version before knows nothing of the terms that came later.
  const found = await searchTerms(before, 'active_power-kW', 50, SEARCHER);
  expect(found.map(({ term }) => term.name).filter((name) => LATER.includes(name))).toEqual([]);

  await resultsIn(otherwise('frequency-Hz'));
  expect(await resultsIn(withTerms(full.terms.values()))).toEqual(extended);
  expect(add).toHaveBeenCalledTimes(LATER.length + 2 * full.terms.size);
});

test('of a version that is known to have come of the one before by one term, that term alone is looked at', async () => {
  const before = without(LATER);
  await resultsIn(before);
  const [name] = LATER;
  const term = full.terms.get(name!)!;
  const added = [...full.triples.of(term.iri)];
  const extended = {
    ...withTerms([...before.terms.values(), term]),
    version: 'extended',
    cameOf: { version: before.version, added },
  };
  // Facets are read once for each version, whoever asks for them.
  listFacets(extended);
  const looks = vi.spyOn(full.triples, 'of');
  add.mockClear();
  await prepareFinding(extended);
  expect(add).toHaveBeenCalledTimes(1);
  expect(looks.mock.calls.length).toBeLessThan(10);
  looks.mockRestore();
  expect((await searchTerms(extended, name!, 1, SEARCHER))[0]!.term).toBe(term);
});

test('terms are of the version that is searched', async () => {
  const [first] = await searchTerms(otherwise('frequency-Hz'), 'frequency-Hz', 1, SEARCHER);
  expect(first!.term.label).toBe('Other');
});

test('a term that is gone, or the first of its unit, has the index made anew', async () => {
  const counts = new Map<string, string[]>();
  for (const name of full.terms.keys()) {
    const unit = unitOfName(name);
    if (unit !== null) counts.set(unit, [...(counts.get(unit) ?? []), name]);
  }
  const [only] = [...counts.values()].find((names) => names.length === 1)!;
  for (const [from, to] of [
    [withTerms(full.terms.values()), without(['frequency-Hz'])],
    [without([only!]), withTerms(full.terms.values())],
  ] as const) {
    await searchTerms(from, 'x', 1, SEARCHER);
    add.mockClear();
    await searchTerms(to, 'x', 1, SEARCHER);
    expect(add).toHaveBeenCalledTimes(to.terms.size);
  }
});
