import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBlank } from './graph.ts';
import type { Triple } from './graph.ts';
import { areIsomorphic, canonicalize } from './isomorphic.ts';

const node = fc.constantFrom('_:a', '_:b', '_:c', '_:d', '_:e', '_:f');
const graph = fc.array(
  fc.tuple(
    fc.oneof({ weight: 5, arbitrary: node }, { weight: 1, arbitrary: fc.constant('<s>') }),
    fc.constantFrom('<p>', '<q>'),
    fc.oneof({ weight: 5, arbitrary: node }, { weight: 1, arbitrary: fc.constant('"x"^^<t>') }),
  ),
  { maxLength: 9 },
);

/** Tries every renaming of six nodes. rdf-isomorphic 2.0.1 is no judge: it calls some graphs with loops equal that are not. */
function areIsomorphicByTrying(one: readonly Triple[], other: readonly Triple[]): boolean {
  const write = (triples: readonly Triple[]) =>
    [...new Set(triples.map((triple) => triple.join(' ')))].sort().join('\n');
  const wanted = write(other);
  const attempt = (renaming: string, left: string): boolean => {
    if (left === '') {
      const rename = (term: string) => (isBlank(term) ? `_:${renaming['abcdef'.indexOf(term.slice(2))]}` : term);
      return write(one.map(([s, p, o]) => [rename(s), p, rename(o)] as const)) === wanted;
    }
    return [...left].some((letter) => attempt(renaming + letter, left.replace(letter, '')));
  };
  return attempt('', 'abcdef');
}

test('graphs are isomorphic exactly where some renaming makes them equal', () => {
  fc.assert(
    fc.property(graph, graph, fc.boolean(), (one, two, near) => {
      // Near graphs differ in one triple, so that both answers are met.
      const other = near ? [...one.slice(1), ...two.slice(0, 1)] : two;
      expect(areIsomorphic(one, other)).toBe(areIsomorphicByTrying(one, other));
    }),
    { numRuns: 500 },
  );
});

test('new labels and another order make no difference', () => {
  fc.assert(
    fc.property(graph, fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 6 }), (triples, order) => {
      const rename = (term: string) => (isBlank(term) ? `_:${order['abcdef'.indexOf(term.slice(2))]}` : term);
      const renamed = triples.map(([s, p, o]) => [rename(s), p, rename(o)] as const).toReversed();
      expect(canonicalize(renamed)).toBe(canonicalize(triples));
    }),
    { numRuns: 1000 },
  );
});

test('thousands of twins are compared, and one twin too many is seen', () => {
  const twins = (count: number): Triple[] =>
    Array.from({ length: count }, (_, at): Triple[] => [
      ['_:root', '<p>', `_:v${at}`],
      [`_:v${at}`, '<q>', `_:w${at}`],
      [`_:w${at}`, '<r>', '"1"^^<t>'],
    ]).flat();
  expect(areIsomorphic(twins(3000), twins(3000).toReversed())).toBe(true);
  expect(areIsomorphic([...twins(3000), ['_:root', '<p>', '_:z']], [...twins(3000), ['_:v0', '<p>', '_:z']])).toBe(
    false,
  );
});

test('two rings of three are not one ring of six', () => {
  const ring = (name: string, count: number): Triple[] =>
    Array.from({ length: count }, (_, at) => [`_:${name}${at}`, '<p>', `_:${name}${(at + 1) % count}`] as const);
  expect(areIsomorphic([...ring('a', 3), ...ring('b', 3)], ring('c', 6))).toBe(false);
  expect(areIsomorphic([...ring('a', 3), ...ring('b', 3)], [...ring('y', 3), ...ring('x', 3)])).toBe(true);
});
