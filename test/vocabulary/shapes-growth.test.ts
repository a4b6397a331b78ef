import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { CheckedGraph } from '../../src/vocabulary/shapes/checked-graph.ts';
import { parseShapes } from '../../src/vocabulary/shapes/parse-shapes.ts';
import { Shapes } from '../../src/vocabulary/shapes/validate-shapes.ts';
import type { TripleTable } from '../../src/vocabulary/triple-table.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { HUB, SHAPE_PATHS } from './seeded.ts';
import { SHAPED, withOwnCategories } from './shaped-vocabulary.ts';

const [shapes, units, ontology] = [SHAPE_PATHS.shapes, SHAPE_PATHS.units, SHAPE_PATHS.ontology].map((path) =>
  readFileSync(path, 'utf8'),
) as [string, string, string];
const SHAPES = new Shapes(parseShapes({ baseUrl: HUB.baseUrl, shapes, units, ontology }));

const tableFor = (terms: number, change = (text: string) => text): TripleTable => {
  const text = change(withOwnCategories(terms, SHAPED));
  return tableOf(readTurtle({ name: 'own', text, baseIri: HUB.vocabulary }), HUB);
};

/** How often the check looks for triples. */
function looksFor(table: TripleTable): number {
  const looks = vi.spyOn(CheckedGraph.prototype, 'find');
  try {
    expect(SHAPES.validate(table)).toEqual([]);
    return looks.mock.calls.length;
  } finally {
    looks.mockRestore();
  }
}

test('a vocabulary with twice the terms, categories and prefixes has twice as much looked up', () => {
  const [small, large] = [looksFor(tableFor(200)), looksFor(tableFor(400))];
  expect(large / small).toBeLessThan(2.1);
});

test('of hundreds of prefixes the one that is not registered is missed, and a namespace alone is no property', () => {
  const without = tableFor(400, (text) => text.replace(/<prefix\/n7> .*\n/, ''));
  const cited = 'What a row cites is in the namespace of a registered prefix';
  const found = SHAPES.validate(without);
  expect(new Set(found.map(({ message }) => message))).toEqual(new Set([cited]));
  expect(found).toHaveLength(20);
  const alone = tableFor(400, (text) => text.replaceAll('<https://ns.example/7#value>', '<https://ns.example/7#>'));
  expect(SHAPES.validate(alone).filter(({ message }) => message === cited)).toHaveLength(10);
});
