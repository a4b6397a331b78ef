import { beforeAll, describe, expect, test } from 'vitest';
import type { Lexicon, Template } from '../../../src/mapping/lexicon/lexicon.ts';
import { convertUnits } from '../../../src/mapping/units/convert-units.ts';
import { citedByOthers } from '../../../src/mapping/units/cited-keys.ts';
import { haveSameForm } from '../../../src/mapping/units/same-form.ts';
import { statedUnits } from '../../../src/mapping/units/stated-units.ts';
import { seededVocabulary } from '../../vocabulary/seeded.ts';

const KEYS = 50;
const NODES = 40;
const keys = Array.from({ length: KEYS }, (_, i) => `k${i}`);

/** Templates of which each key leads to one node, and through that to others, by name of the key and by name of the node with its `?`. */
const SHARED: Readonly<Record<string, (node: number) => readonly string[]>> = {
  'one node that cites all keys': () => keys.map((key) => `$${key}`),
  'a chain of nodes': (node) => [`?${node + 1}`, `$k${node}`],
  'a circle of nodes': (node) => [`?${(node + 1) % NODES}`, `$k${node}`],
  'nodes that cite the next one twice': (node) => [`?${node + 1}`, `?${node + 1}`],
};

function templatesOf(objectsOf: (node: number) => readonly string[]): Map<string, Template> {
  const templates = new Map<string, Template>(keys.map((key) => [key, [['dcterms:isPartOf', ['?0']]]]));
  for (let node = 0; node < NODES; node++) templates.set(`?${node}`, [['dcterms:references', objectsOf(node)]]);
  templates.set(`?${NODES}`, [['qudt:hasUnit', ['unit:W']]]);
  return templates;
}

/** Reads of templates, counted by name. */
class Reads {
  readonly counts = new Map<string, number>();
  readonly #templates: ReadonlyMap<string, Template>;

  constructor(templates: ReadonlyMap<string, Template>) {
    this.#templates = templates;
  }

  readonly of = (name: string): Template | undefined => {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    return this.#templates.get(name);
  };

  get most(): number {
    return Math.max(...this.counts.values());
  }
}

describe.each(Object.entries(SHARED))('nodes that many keys lead to, as %s,', (_, objectsOf) => {
  const templates = templatesOf(objectsOf);

  test('are read once for the units that they state', () => {
    const reads = new Reads(templates);
    const units = statedUnits(keys, reads.of);
    const isLed = templates.get(`?${NODES - 1}`)![0]![1].includes(`?${NODES}`);
    expect(keys.map((key) => units.get(key))).toEqual(keys.map(() => (isLed ? 'unit:W' : undefined)));
    expect(reads.most).toBe(1);
  });

  test('are read twice at most for the keys that they cite', () => {
    const reads = new Reads(templates);
    const cited = citedByOthers(
      keys.map((key) => [key, templates.get(key)!]),
      (node) => reads.of(`?${node}`),
    );
    const written = [...templates.values()].flatMap((rows) => rows.flatMap(([, objects]) => objects));
    expect([...cited].toSorted()).toEqual(keys.filter((key) => written.includes(`$${key}`)).toSorted());
    expect(reads.most).toBeLessThanOrEqual(2);
  });

  test('are read no further than the template of a term goes', () => {
    const reads = new Reads(templates);
    const known: Template = [['dcterms:isPartOf', ['?n']]];
    const isLike = haveSameForm(
      { name: 'k0', template: templates.get('k0')!, nodeOf: (node) => reads.of(`?${node}`) },
      { name: 'k0', template: known, nodeOf: () => [['qudt:hasUnit', ['unit:W']]] },
    );
    expect(isLike).toBe(false);
    expect([...reads.counts]).toEqual([['?0', 1]]);
  });
});

test.each([
  [
    'several units',
    { a: [['x:p', ['?n', '?m']]], '?n': [['qudt:hasUnit', ['u:1']]], '?m': [['qudt:hasUnit', ['u:2']]] },
    null,
  ],
  [
    'one unit twice',
    { a: [['x:p', ['?n', '?m']]], '?n': [['qudt:hasUnit', ['u:1']]], '?m': [['qudt:hasUnit', ['u:1']]] },
    'u:1',
  ],
  [
    'several units of a circle',
    {
      a: [
        ['x:p', ['?n']],
        ['qudt:hasUnit', ['u:1']],
      ],
      '?n': [['x:p', ['?m']]],
      '?m': [
        ['x:p', ['?n']],
        ['qudt:hasUnit', ['u:2']],
      ],
    },
    null,
  ],
  ['no unit', { a: [['x:p', ['?n', 'unit:W']]] }, undefined],
] as const)('a key with %s', (_, templates, unit) => {
  const byName = new Map<string, Template>(Object.entries(templates));
  expect(statedUnits(['a'], (name) => byName.get(name)).get('a')).toBe(unit);
});

test('a key that its own template alone cites, by whichever nodes, is cited by no other', () => {
  const nodes = new Map<string, Template>([
    ['n', [['x:p', ['?m', '$a']]]],
    ['m', [['x:p', ['?n', '@b']]]],
  ]);
  const nodeOf = (node: string) => nodes.get(node);
  expect([...citedByOthers([['a', [['x:p', ['?n', '$a']]]]], nodeOf)]).toEqual(['b']);
  expect(
    [
      ...citedByOthers(
        [
          ['a', [['x:p', ['?n']]]],
          ['b', [['x:p', ['?m']]]],
        ],
        nodeOf,
      ),
    ].toSorted(),
  ).toEqual(['a', 'b']);
});

let lexicon: Lexicon;
beforeAll(async () => {
  ({ lexicon } = await seededVocabulary());
}, 120_000);

test.each([
  ['that cites the next one twice, 60 deep', 60, (next: string) => [next, next]],
  ['in a chain of 20,000', 20_000, (next: string) => [next]],
])('a value stays whose block has nodes %s', (_, depth, objectsOf) => {
  const context: Record<string, object> = { 'active_power-kW': { 'dcterms:isPartOf': '?0' } };
  for (let node = 0; node < depth; node++) context[`?${node}`] = { 'dcterms:isPartOf': objectsOf(`?${node + 1}`) };
  const document = { 'active_power-kW': 1, '@semantic': { '@context': context } };
  const { warnings } = convertUnits(Buffer.from(JSON.stringify(document)), lexicon, 'MW', { semantics: 'block' });
  expect(warnings.map(({ code, key }) => `${code} ${key}`)).toEqual(['unit-not-converted active_power-kW']);
});
