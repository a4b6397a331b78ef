import fc from 'fast-check';
import { DataFactory } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { expect, it } from 'vitest';
import { isBlank } from './graph.ts';
import type { Triple } from './graph.ts';
import { areIsomorphic, canonicalize } from './isomorphic.ts';

const { blankNode, literal, namedNode, quad } = DataFactory;

const node = fc.constantFrom('_:a', '_:b', '_:c', '_:d', '_:e', '_:f');
const graph = fc.array(
  fc.tuple(
    fc.oneof({ weight: 5, arbitrary: node }, { weight: 1, arbitrary: fc.constant('<s>') }),
    fc.constantFrom('<p>', '<q>'),
    fc.oneof({ weight: 5, arbitrary: node }, { weight: 1, arbitrary: fc.constant('"x"^^<t>') }),
  ),
  { maxLength: 9 },
);

function toQuads(triples: readonly Triple[]) {
  const term = (text: string) => (isBlank(text) ? blankNode(text.slice(2)) : namedNode(text.slice(1, -1)));
  return triples.map(([s, p, o]) => quad(term(s), namedNode(p.slice(1, -1)), o.startsWith('"') ? literal(o) : term(o)));
}

it('graphs are isomorphic exactly where another library says so', () => {
  fc.assert(
    fc.property(graph, graph, fc.boolean(), (one, two, near) => {
      // Near graphs differ in one triple, so that both answers are met.
      const other = near ? [...one.slice(1), ...two.slice(0, 1)] : two;
      expect(areIsomorphic(one, other)).toBe(isomorphic(toQuads(one), toQuads(other)));
    }),
    { numRuns: 2000 },
  );
});

it('new labels and another order make no difference', () => {
  fc.assert(
    fc.property(graph, fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 6 }), (triples, order) => {
      const rename = (term: string) => (isBlank(term) ? `_:${order['abcdef'.indexOf(term.slice(2))]}` : term);
      const renamed = triples.map(([s, p, o]) => [rename(s), p, rename(o)] as const).toReversed();
      expect(canonicalize(renamed)).toBe(canonicalize(triples));
    }),
    { numRuns: 1000 },
  );
});

it('thousands of twins are compared, and one twin too many is seen', () => {
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

it('two rings of three are not one ring of six', () => {
  const ring = (name: string, count: number): Triple[] =>
    Array.from({ length: count }, (_, at) => [`_:${name}${at}`, '<p>', `_:${name}${(at + 1) % count}`] as const);
  expect(areIsomorphic([...ring('a', 3), ...ring('b', 3)], ring('c', 6))).toBe(false);
  expect(areIsomorphic([...ring('a', 3), ...ring('b', 3)], [...ring('y', 3), ...ring('x', 3)])).toBe(true);
});
