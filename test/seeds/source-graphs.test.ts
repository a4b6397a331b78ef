import { beforeAll, describe, expect, test } from 'vitest';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { getSourceOrChooser } from '../../src/sources/source-files.ts';
import type { SourceChooser } from '../../src/mapping/sources/source-chooser.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';
import { readFixture } from '../support/fixtures.ts';
import { convertExample, listSourceExamples } from '../support/source-graphs.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const SOSA = 'http://www.w3.org/ns/sosa/';
const QUDT = 'http://qudt.org/schema/qudt/';
const examples = listSourceExamples();
/** One says a single value, the other sends keys of many sources. */
const IN_DOUBT = new Set(['powerwall/system_status_soe', 'opsd/household_data']);

let lexicon: Lexicon;
beforeAll(async () => {
  ({ lexicon } = await seededVocabulary());
});

describe.each(examples)('$path', (example) => {
  test('becomes the graph that stands beside it (npm run sources:graphs writes it anew), in RDF/XML as in Turtle', async () => {
    const expected = await readBack('ttl', readFixture(`sources/${example.path}.ttl`));
    for (const format of ['ttl', 'rdf'] as const) {
      const { text, warnings } = convertExample(example, lexicon, format);
      expect(areIsomorphic(await readBack(format, text), expected), text).toBe(true);
      expect(warnings).toEqual([]);
    }
  });

  test('has no observation without its property and its value in a unit', async () => {
    const graph = await readBack('ttl', convertExample(example, lexicon).text);
    const has = (node: string, property: string) => graph.some(([s, p]) => s === node && p === `<${property}>`);
    for (const [observation, , type] of graph) {
      if (type !== `<${SOSA}Observation>`) continue;
      expect(has(observation, `${SOSA}observedProperty`)).toBe(true);
      const results = graph.filter(([s, p]) => s === observation && p === `<${SOSA}hasResult>`);
      for (const [, , result] of results) {
        const values = graph.filter(([s, p]) => s === result && p === `<${QUDT}numericValue>`);
        // Two keys of one term would share the node of their result.
        expect(values).toHaveLength(1);
      }
    }
  });

  test('is found by its keys', () => {
    const chooser = getSourceOrChooser('auto', {}) as SourceChooser;
    const chosen = chooser.choose([...keysOf(JSON.parse(example.document))]);
    const base = example.path.split('/')[0];
    expect(chosen?.name ?? null).toBe(IN_DOUBT.has(example.path) ? null : base);
  });
});

function keysOf(value: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) keysOf(item, into);
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) keysOf(member, into.add(key));
  return into;
}
