import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import n3 from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { describe, expect, test } from 'vitest';
import { convert } from '../../src/mapping/library.ts';
import { termDocument } from '../support/arbitrary-terms.ts';
import { artefactOf, HOSTILE_KEYS, PLANT } from '../support/artefacts.ts';
import { listSamples, SAMPLES } from '../support/fixtures.ts';
import { toNTriples } from '../support/graph-text.ts';
import { FAULTLESS, GRAPH_FAULTS } from '../support/graph-faults.ts';
import { readBack } from '../support/read-back.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();

const graphOf = (document: string): string =>
  convert(document, { vocabulary: vocabulary.lexicon, semantics: 'open', format: 'nt', base: PLANT }).text();

const storeOf = (text: string): n3.Store => new n3.Store(new n3.Parser().parse(text));

/** What the engine finds; each as the path that breaks a shape. */
async function faultsOf(shapes: string, graph: string): Promise<string[]> {
  const { results } = await new SHACLValidator(storeOf(shapes)).validate(storeOf(graph));
  return results.map(
    ({ focusNode, path, message }) => `${focusNode.value} ${path?.value ?? ''} ${message[0]?.value ?? ''}`,
  );
}

describe('shapes', () => {
  test.each(listSamples().filter((name) => readFileSync(SAMPLES + name, 'utf8').startsWith('{')))(
    'find nothing in the graph of %s',
    async (name) => {
      const document = readFileSync(SAMPLES + name, 'utf8');
      expect(await faultsOf(artefactOf(vocabulary, 'shacl', document).text, graphOf(document))).toEqual([]);
    },
  );

  test('find nothing in the graphs of documents of any form, asked by keys or by the document itself', async () => {
    const more = [...vocabulary.terms.keys()].filter((_, i) => i % 23 === 0);
    await fc.assert(
      fc.asyncProperty(termDocument(vocabulary.lexicon, more), async (document) => {
        const text = JSON.stringify(document);
        const graph = graphOf(text);
        const { report, text: shapes } = artefactOf(vocabulary, 'shacl', text);
        expect(await faultsOf(shapes, graph), text).toEqual([]);
        const keys = report.terms.map(({ key }) => key);
        expect(await faultsOf(artefactOf(vocabulary, 'shacl', keys).text, graph), text).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  const sound = graphOf(FAULTLESS);
  const shapes = {
    keys: artefactOf(vocabulary, 'shacl', ['timestamp', 'device_id', 'active_power-kW']).text,
    sample: artefactOf(vocabulary, 'shacl', FAULTLESS).text,
  };

  test('find nothing in the graph that faults are made of', async () => {
    expect(await faultsOf(shapes.keys, sound)).toEqual([]);
    expect(await faultsOf(shapes.sample, sound)).toEqual([]);
  });

  test.each(Object.keys(GRAPH_FAULTS))('find %s', async (fault) => {
    const graph = toNTriples(GRAPH_FAULTS[fault]!(await readBack('nt', sound)));
    expect(await faultsOf(shapes.keys, graph)).not.toEqual([]);
    expect(await faultsOf(shapes.sample, graph)).not.toEqual([]);
  });

  test('of hostile keys are Turtle, with one shape per key and nothing else', () => {
    const { text, report } = artefactOf(vocabulary, 'shacl', HOSTILE_KEYS, { lenient: true });
    const quads = new n3.Parser().parse(text);
    const targets = quads.filter(({ predicate }) => predicate.value.endsWith('#targetObjectsOf'));
    const known = report.terms.filter(({ missing }) => !missing.some((line) => line.includes('surrogate')));
    expect(new Set(targets.map(({ object }) => object.value)).size).toBe(known.length);
    expect(new Set(targets.map(({ subject }) => subject.value)).size).toBe(known.length);
    expect(quads.every(({ predicate }) => /shacl#|rdf-syntax-ns#/.test(predicate.value))).toBe(true);
  });
});
