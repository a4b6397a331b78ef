import { expect, test } from 'vitest';
import { keyShapesOf } from '../../src/artefacts/key-shapes.ts';
import { checkDocument } from '../../src/check/check-document.ts';
import { resolveTemplates } from '../../src/mapping/templates/resolve-templates.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { makeVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { versionOf } from '../../src/vocabulary/versions/version.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { REVIEWABLE } from '../vocabulary/shaped-vocabulary.ts';

const LENGTH = 2_000;
const KEYS = ['first', 'second', 'third'];

const row = (subject: string, position: number, predicate: string, object: string): string =>
  `<${subject}#row-${position}> a hub:TemplateRow ; hub:subject <${subject}> ; hub:position ${position} ; hub:predicate ${predicate} ; hub:object ${object} .\n`;
/** Terms whose values lead to a node, that to another one, and so on. */
const text = [
  REVIEWABLE,
  ...Array.from(
    { length: LENGTH },
    (_, at) =>
      `<node/n${at}> a hub:TemplateNode ; skos:notation "n${at}" .\n${row(`node/n${at}`, 1, 'sosa:hasResult', at + 1 < LENGTH ? `<node/n${at + 1}>` : 'sosa:Result')}`,
  ),
  ...KEYS.map(
    (key) => `<${key}> a hub:Term ; skos:prefLabel "${key}"@en ; skos:definition "A key."@en ; skos:notation "${key}" ;
  skos:broader <category/power> ; hub:datatype xsd:double .
<${key}#value> a hub:ValueToken ; hub:key <${key}> .
${row(key, 1, 'rdf:value', `<${key}#value>`)}${row(key, 2, 'sosa:hasResult', '<node/n0>')}`,
  ),
].join('');
const triples = tableOf(readTurtle({ name: 'chain', text, baseIri: HUB.vocabulary }), HUB);
const { lexicon } = await makeVocabulary(
  { triples, ontology: tableOf([], HUB), version: versionOf(triples, HUB) },
  HUB,
);
const TOLD =
  'The templates of the 3 keys have more than 5,000,000 rows and steps to their nodes, which is the limit; it is met at "third". Take fewer of the keys, or terms with shorter chains of nodes.';

test('each node of a long chain has a shape, which leads to the next one', () => {
  const { keys } = resolveTemplates(['first'], lexicon, { base: null, align: true });
  const [shape] = keyShapesOf({ keys: [...keys.values()], shape: null });
  expect(shape!.nodes.size).toBe(LENGTH + 1);
  const leading = [...shape!.nodes.values()].filter((constraints) =>
    constraints.some((one) => one.kind === 'property' && one.constraints.some(({ kind }) => kind === 'node')),
  );
  expect(leading).toHaveLength(LENGTH);
});

test('keys whose chains are too long together are refused with the limit, the key that met it and what to do', () => {
  expect(() => resolveTemplates(KEYS, lexicon, { base: null, align: true })).toThrow(
    expect.objectContaining({ code: 'answer-too-large', message: TOLD }),
  );
});

test('a document with such keys is checked but for its shapes, and told why', () => {
  const body = new TextEncoder().encode(JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, 1]))));
  const { findings, triples: count } = checkDocument(body, lexicon, {
    semantics: 'registry',
    base: null,
    align: true,
    maxArrayItems: 1_000,
    now: new Date(0),
    source: null,
    restructure: false,
    maxTriples: 100_000,
    maxCheckedTriples: 100_000,
  });
  expect(count).toBeGreaterThan(LENGTH);
  expect(findings).toMatchObject([{ code: 'graph-not-checked', message: `Shapes did not look at the graph. ${TOLD}` }]);
});
