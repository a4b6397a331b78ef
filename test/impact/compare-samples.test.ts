import { describe, expect, test } from 'vitest';
import { compareSamples } from '../../src/impact/compare-samples.ts';
import type { Impact, KeyImpact } from '../../src/impact/impact.ts';
import { readShippedSamples } from '../../src/impact/shipped-samples.ts';
import type { Lexicon, LexiconTerm, Template } from '../../src/mapping/lexicon/lexicon.ts';
import { XSD } from '../../src/rdf/namespaces.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const { lexicon } = await seededVocabulary();
const POWER = lexicon.terms.get('active_power-kW')!;
const RECORD = '{"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter 7","active_power-kW":812.40}';
const SERIES =
  '{"timestamp":["2026-03-01T10:15:00Z","2026-03-01T10:30:00Z"],"device_id":"a","active_power-kW":[812.40,"INF"]}';
const RECORDS = `{"site":"north","readings":[${RECORD},${RECORD.replace('10:15', '10:30').replace('812.40', '7')}]}`;

/** The vocabulary with another term, or without it. */
function withTerm(name: string, term: Partial<LexiconTerm> | null, version = 'b'): Lexicon {
  const terms = new Map(lexicon.terms);
  if (term === null) terms.delete(name);
  else terms.set(name, { ...(terms.get(name) ?? { datatype: `${XSD}double`, template: [] }), ...term });
  return { ...lexicon, terms, versionIri: `${lexicon.vocabularyIri}v/${version}/` };
}

/** The vocabulary with another template of a node. */
function withNode(name: string, change: (template: Template) => Template): Lexicon {
  return { ...lexicon, nodes: new Map(lexicon.nodes).set(name, change(lexicon.nodes.get(name)!)) };
}

function impactOf(document: string, after: Lexicon, before: Lexicon = lexicon): Impact {
  return compareSamples([{ name: 'reading.json', document }], { before, after });
}

function onlyKey(impact: Impact): KeyImpact {
  const [key, ...others] = impact.documents[0]!.keys;
  expect(others).toEqual([]);
  return key!;
}

describe('the impact of a change', () => {
  test('is none where no template of the document changed, nor one that it cites', () => {
    const samples = readShippedSamples();
    expect(samples.length).toBeGreaterThan(3);
    const impact = compareSamples(samples, {
      before: lexicon,
      after: withTerm('no_sample_has_this', { template: POWER.template }),
    });
    expect(impact).toMatchObject({ level: 'same', keys: [], migration: null });
    expect(impact.documents.map(({ keys }) => keys)).toEqual(samples.map(() => []));
  });

  const unitNode = POWER.template
    .flatMap(([, objects]) => objects)
    .find((object) => object.startsWith('?'))!
    .slice(1);

  test.each([
    ['a record', RECORD, 1],
    ['a series', SERIES, 2],
    ['records', RECORDS, 2],
  ])('is a migration where a constant is another: %s', (_, document, values) => {
    const after = withNode(unitNode, (template) =>
      template.map(([p, objects]) => [
        p,
        objects.map((o) => (o === 'quantitykind:ActivePower' ? 'quantitykind:Power' : o)),
      ]),
    );
    const impact = impactOf(document, { ...after, versionIri: `${lexicon.vocabularyIri}v/b/` });
    expect(impact.level).toBe('needs-migration');
    const key = onlyKey(impact);
    expect(key).toMatchObject({ key: 'active_power-kW', added: values, removed: values, warnings: [] });
    expect(key.removedTriples[0]).toMatch(/^_:n1 qudt:\w+ quantitykind:ActivePower \.$/);
    expect(key.addedTriples[0]).toMatch(/^_:n1 qudt:\w+ quantitykind:Power \.$/);
    expect(impact.migration).toContain(key.migration!);
    expect(impact.migration).toContain('v/b/>');
  });

  test.each([
    ['a record', RECORD],
    ['a series', SERIES],
  ])('is additive where a template says more, and its update is told: %s', (_, document) => {
    const after = withTerm('active_power-kW', {
      template: [...POWER.template, ['dcterms:subject', ['unit:KiloW', '?more']], ['dcterms:relation', ['@device_id']]],
    });
    const nodes = new Map(after.nodes).set('more', [
      ['a', ['qudt:Quantity']],
      ['dcterms:identifier', ['$active_power-kW']],
    ]);
    const impact = impactOf(document, { ...after, nodes });
    expect(impact.level).toBe('additive');
    expect(onlyKey(impact)).toMatchObject({ removed: 0, level: 'additive' });
    expect(onlyKey(impact).migration).toContain('OPTIONAL { ?record');
  });

  test('is a migration where the datatype is another, and a break where values do not fit it', () => {
    expect(impactOf(RECORD, withTerm('active_power-kW', { datatype: `${XSD}decimal` })).level).toBe('needs-migration');
    const impact = impactOf(RECORD, withTerm('active_power-kW', { datatype: `${XSD}integer` }));
    expect(impact.level).toBe('breaks');
    expect(onlyKey(impact).warnings).toMatchObject([{ code: 'datatype-mismatch', pointer: '/active_power-kW' }]);
  });

  test('is a break where a term is gone, or its range is', () => {
    const gone = impactOf(RECORD, withTerm('active_power-kW', null));
    expect(gone.level).toBe('breaks');
    // Nothing cites the device any more, so that it is no entity.
    expect(gone.keys).toMatchObject([
      { key: 'active_power-kW', level: 'breaks', documents: 1, migration: null },
      { key: 'device_id', level: 'needs-migration' },
    ]);
    const ranged = withTerm('active_power-kW', { range: { smallest: '0', largest: '100' } });
    expect(impactOf(RECORD, ranged).level).toBe('breaks');
    expect(impactOf(RECORD, ranged, ranged).level).toBe('same');
  });

  test('is a warning alone where a term is deprecated', () => {
    const impact = impactOf(RECORD, withTerm('active_power-kW', { replacedBy: 'active_power-MW' }));
    expect(impact.level).toBe('same');
    expect(onlyKey(impact).warnings).toMatchObject([{ code: 'deprecated-term' }]);
  });

  test('of a term that a key was waiting for is a migration in records, and changed in series, where no graph tells which is which', () => {
    const before = withTerm('active_power-kW', null);
    for (const document of [RECORD, RECORDS]) {
      const { level, keys, migration } = impactOf(document, lexicon, before);
      expect(level).toBe('needs-migration');
      // That of the power reads the device, which therefore is migrated behind it.
      const [power, device] = ['active_power-kW', 'device_id'].map((name) => keys.find(({ key }) => key === name)!);
      expect(migration!.indexOf(power!.migration!)).toBeLessThan(migration!.indexOf(device!.migration!));
    }
    expect(impactOf(SERIES, lexicon, before).level).toBe('changed');
  });

  test('tells which documents were refused before, and which are', () => {
    const bad = withTerm('active_power-kW', { template: [['nowhere:x', ['$active_power-kW']]] });
    expect(impactOf(RECORD, bad).documents[0]).toMatchObject({
      level: 'breaks',
      refusedBefore: null,
      refusedAfter: { code: 'invalid-semantic' },
    });
    expect(impactOf(RECORD, lexicon, bad).level).toBe('additive');
  });

  test('tells no update that does for one document and not for the other', () => {
    const samples = [
      { name: 'one', document: RECORD },
      { name: 'two', document: SERIES },
    ];
    const impact = compareSamples(samples, { before: withTerm('active_power-kW', null), after: lexicon });
    expect(impact.keys).toMatchObject([
      { key: 'active_power-kW', level: 'changed', documents: 2, migration: null },
      { key: 'device_id', level: 'needs-migration', documents: 2 },
    ]);
    expect(impact.migration).toContain(impact.keys[1]!.migration);
    // Some of the graph stays that of the version before.
    expect(impact.migration).not.toContain('v/b/>');
  });

  test('names the document that it cannot read', () => {
    expect(() => impactOf('{"a":', lexicon)).toThrow(/reading\.json: /);
  });
});
