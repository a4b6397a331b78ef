import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { extendTable } from '../../src/vocabulary/extend-table.ts';
import { CheckedGraph } from '../../src/vocabulary/shapes/checked-graph.ts';
import { parseShapes } from '../../src/vocabulary/shapes/parse-shapes.ts';
import { Shapes } from '../../src/vocabulary/shapes/validate-shapes.ts';
import type { TripleTable } from '../../src/vocabulary/triple-table.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { HUB, SHAPE_PATHS } from './seeded.ts';
import { SHAPED, withOwnCategories, withSensors } from './shaped-vocabulary.ts';

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

/** Turtle of so many chains of five nodes each, which the template of one term introduces. */
const chains = (count: number): string =>
  Array.from({ length: count }, (_each, chain) => {
    const introduced = `<load-kW#row-${chain + 4}> a hub:TemplateRow ; hub:subject <load-kW> ; hub:position ${chain + 4} ; hub:predicate sosa:hasResult ; hub:object <node/c${chain}_0> .\n`;
    const nodes = Array.from({ length: 5 }, (_node, at) => {
      const [node, next] = [`node/c${chain}_${at}`, at === 4 ? 'load-kW#value' : `node/c${chain}_${at + 1}`];
      return `<${node}> a hub:TemplateNode ; skos:notation "c${chain}_${at}" .\n${rowOf(node, 1, next)}`;
    });
    return introduced + nodes.join('');
  }).join('');

const rowOf = (subject: string, position: number, object: string): string =>
  `<${subject}#row-${position}> a hub:TemplateRow ; hub:subject <${subject}> ; hub:position ${position} ; hub:predicate sosa:hasResult ; hub:object <${object}> .\n`;

const readChanged = (text: string): Triple[] => readTurtle({ name: 'changed', text, baseIri: HUB.vocabulary });
const chained = (count: number): TripleTable => tableOf(readChanged(SHAPED + chains(count)), HUB);

test('a change has as much looked up however many nodes there are that do not lead to it', () => {
  const added = readChanged(withSensors(['accepted_id'], ''));
  const [few, many] = [20, 200].map((count) => {
    const before = chained(count);
    const after = extendTable(before, added, HUB);
    // The first one finds out what is kept of the vocabulary before.
    expect(SHAPES.validateChange(after, { added, removed: [] }, before)).toEqual([]);
    const looks = vi.spyOn(CheckedGraph.prototype, 'find');
    try {
      SHAPES.validateChange(after, { added, removed: [] }, before);
      return looks.mock.calls.length;
    } finally {
      looks.mockRestore();
    }
  }) as [number, number];
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThanOrEqual(few + 5);
});

test.each([
  ['the first node of its chain', [rowOf('node/c3_4', 2, 'node/c3_0')], 5],
  ['a node in the middle', [rowOf('node/c3_4', 2, 'node/c3_2')], 3],
  ['itself', [rowOf('node/c3_1', 2, 'node/c3_1')], 1],
  ['another chain, which leads back', [rowOf('node/c3_4', 2, 'node/c4_0'), rowOf('node/c4_4', 2, 'node/c3_0')], 10],
])('a change that has a node lead to %s is found for each node that leads back to itself', (_name, rows, count) => {
  const before = chained(8);
  const added = readChanged(PREFIXES_OF_ROWS + rows.join(''));
  const after = extendTable(before, added, HUB);
  const found = SHAPES.validateChange(after, { added, removed: [] }, before);
  expect(found).toEqual(SHAPES.validate(after));
  expect(found.filter(({ message }) => message === 'A template node does not lead back to itself')).toHaveLength(count);
});

const PREFIXES_OF_ROWS = '@prefix hub: <../ontology#> . @prefix sosa: <http://www.w3.org/ns/sosa/> .\n';
