import { describe, expect, test } from 'vitest';
import { boundInteger, boundIri, boundText } from '../../src/rdf/bound-terms.ts';
import { DCTERMS, OWL, RDF_TYPE, SKOS, XSD_BOOLEAN } from '../../src/rdf/namespaces.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { draftSource } from '../../src/suggestions/draft-source.ts';
import { draftTerm, type TermDraft } from '../../src/suggestions/draft-term.ts';
import { extendTable, lackingIn } from '../../src/vocabulary/extend-table.ts';
import { extendVocabulary } from '../../src/vocabulary/registry/extend-vocabulary.ts';
import { NeededTriples } from '../../src/vocabulary/registry/needed-triples.ts';
import { makeVocabulary, type VocabularyTriples } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { versionOf } from '../../src/vocabulary/versions/version.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { plainVocabulary } from './plain-vocabulary.ts';
import { HUB, selectedVocabulary } from './seeded.ts';

const before = await selectedVocabulary(['active_power-kW', 'active_power-W', 'device_id', 'timestamp']);
const NAME = 'stack_temperature-degC';
const DRAFT: TermDraft = {
  name: NAME,
  label: null,
  description: 'What the stack has.',
  datatype: 'xsd:double',
  category: 'thermal',
  unit: 'unit:DEG_C',
  quantityKind: null,
  example: '38.50',
  template: [{ subject: null, predicate: 'rdf:type', object: 'sosa:Observation' }],
};
const NODE = [
  { subject: null, predicate: 'sosa:hasResult', object: '?stack' },
  { subject: '?stack', predicate: 'qudt:numericValue', object: `$${NAME}` },
];

/** What a draft adds to a vocabulary. */
function drafted(draft: Partial<TermDraft>, vocabulary: Vocabulary = before): Triple[] {
  const { triples, problems } = draftTerm({ ...DRAFT, ...draft }, vocabulary, HUB);
  expect(problems).toEqual([]);
  return lackingIn(vocabulary.triples, triples);
}

function extended(vocabulary: Vocabulary, added: readonly Triple[]) {
  const triples = extendTable(vocabulary.triples, added, HUB);
  const cameOf = { version: vocabulary.version, added };
  return { triples, ontology: vocabulary.ontology, version: versionOf(triples, HUB), cameOf };
}

function triple(s: string, p: string, o: Triple['o']): Triple {
  return { s: boundIri(HUB.vocabulary + s), p, o };
}

const own = (name: string): string => HUB.ontology + name;

/** Of a row of a subject, at a place where it has none. */
function row(subject: string): Triple[] {
  const of = `${subject}#row-99`;
  return [
    triple(of, RDF_TYPE, boundIri(own('TemplateRow'))),
    triple(of, own('subject'), boundIri(HUB.vocabulary + subject)),
    triple(of, own('position'), boundInteger(99)),
    triple(of, own('predicate'), boundIri(RDF_TYPE)),
    triple(of, own('object'), boundIri('http://www.w3.org/ns/sosa/Sample')),
  ];
}

describe('a vocabulary with more triples', () => {
  test.each<[string, Partial<TermDraft>]>([
    ['that has a unit of its own', {}],
    ['without a unit', { name: 'stack_state', unit: null, example: null }],
    ['with a node', { template: NODE }],
    [
      'that cites another term',
      { template: [{ subject: null, predicate: 'sosa:madeBySensor', object: '@device_id' }] },
    ],
    ['that cites a node', { template: [{ subject: null, predicate: 'sosa:hasResult', object: `?${nodeOf(before)}` }] }],
    ['that comes before all others', { name: 'a' }],
    ['that comes behind all others', { name: 'zz' }],
  ])('is, of one more term %s, what all of them together are, and only the term is read', async (_what, draft) => {
    const all = extended(before, drafted(draft));
    const found = await extendVocabulary(before, all, HUB);
    expect(plainVocabulary(found)).toEqual(plainVocabulary(await makeVocabulary(all, HUB)));
    expect([...found.terms.keys()]).toEqual([...(await makeVocabulary(all, HUB)).terms.keys()]);
    expect(found.prefixes).toBe(before.prefixes);
  });

  test.each([
    ['one more', []],
    ['one more, beside a term', drafted({})],
  ])('is, of sources of data, of which there is %s, what all of them together are', async (_what, besides) => {
    let known = before;
    for (const [name, more] of [
      ['zenith', []],
      ['acme', besides],
    ] as const) {
      const file = JSON.stringify({
        title: name,
        documentation: 'https://x.example/',
        keys: { power: 'active_power-kW' },
      });
      const { triples, faults } = await draftSource({ name, file }, known, HUB);
      expect(faults).toEqual([]);
      const all = extended(known, [...triples, ...more]);
      const found = await extendVocabulary(known, all, HUB);
      expect(plainVocabulary(found)).toEqual(plainVocabulary(await makeVocabulary(all, HUB)));
      expect(found.prefixes).toBe(known.prefixes);
      known = found;
    }
    expect(known.lexicon.sources?.map(({ name }) => name)).toEqual(['acme', 'zenith']);
  });

  test('reads, of one more term, no category but that of the term, and no prefixes', () => {
    const needed = new NeededTriples(before.triples, HUB);
    needed.addAll(drafted({}));
    const read = needed.triples.filter(({ p }) => p === RDF_TYPE).map(({ s, o }) => [s.value, o.value]);
    const instancesOf = (kind: string) => read.filter(([, type]) => type === own(kind)).map(([iri]) => iri);
    expect(before.categories.length).toBeGreaterThan(1);
    expect(instancesOf('Category')).toEqual([`${HUB.vocabulary}category/thermal`]);
    expect(instancesOf('Prefix')).toEqual([]);
  });

  test('is that also where the term cites one that another replaces', async () => {
    const replaced = await makeVocabulary(
      extended(before, [
        triple('active_power-kW', `${OWL}deprecated`, { type: 'literal', value: 'true', datatype: XSD_BOOLEAN }),
        triple('active_power-kW', `${DCTERMS}isReplacedBy`, boundIri(`${HUB.vocabulary}active_power-W`)),
      ]),
      HUB,
    );
    const template = [{ subject: null, predicate: 'sosa:madeBySensor', object: '@active_power-kW' }];
    const all = extended(replaced, drafted({ template }, replaced));
    const found = await extendVocabulary(replaced, all, HUB);
    expect(plainVocabulary(found)).toEqual(plainVocabulary(await makeVocabulary(all, HUB)));
    expect(found.prefixes).toBe(replaced.prefixes);
  });

  test.each<[string, Triple[]]>([
    ['a known term has another row', row('active_power-kW')],
    ['a known term has another label', [triple('timestamp', `${SKOS}altLabel`, boundText('stamp', 'en'))]],
    [
      'there is a category more',
      [
        triple('category/more', RDF_TYPE, boundIri(own('Category'))),
        triple('category/more', `${SKOS}notation`, boundText('more')),
        triple('category/more', `${SKOS}prefLabel`, boundText('More', 'en')),
        triple('category/more', `${SKOS}definition`, boundText('More of it.', 'en')),
      ],
    ],
  ])('is read whole where %s', async (_what, added) => {
    const all = extended(before, [...drafted({}), ...added]);
    expect(plainVocabulary(await extendVocabulary(before, all, HUB))).toEqual(
      plainVocabulary(await makeVocabulary(all, HUB)),
    );
  });

  test.each<[string, Triple[]]>([
    ['cites what is in no namespace', [triple(`${NAME}#row-1`, own('object'), boundIri('https://nowhere.example/x'))]],
    ['has two labels', [triple(NAME, `${SKOS}prefLabel`, boundText('Another', 'en'))]],
    [
      'has a row of what is neither a term nor a node',
      [triple(`${NAME}#row-1`, own('subject'), boundIri(`${HUB.vocabulary}nothing`))],
    ],
    [
      'comes with a node of a name that is known',
      [
        triple('node/other', RDF_TYPE, boundIri(own('TemplateNode'))),
        triple('node/other', `${SKOS}notation`, boundText(nodeOf(before))),
      ],
    ],
  ])('is refused as it is whole where the term %s', async (_what, added) => {
    const all = extended(before, [...drafted({}), ...added]);
    const refusal = await makeVocabulary(all, HUB).then(String, (error: Error) => error.message);
    await expect(extendVocabulary(before, all, HUB)).rejects.toThrow(refusal);
  });

  test('is read whole of what is known by its triples alone', async () => {
    const { triples, ontology, version } = before;
    const known: VocabularyTriples = { triples, ontology, version };
    const all = extended(before, drafted({}));
    expect(plainVocabulary(await extendVocabulary(known, all, HUB))).toEqual(
      plainVocabulary(await makeVocabulary(all, HUB)),
    );
  });
});

/** A node that templates introduce. */
function nodeOf({ nodes }: Vocabulary): string {
  return [...nodes.keys()][0]!;
}
