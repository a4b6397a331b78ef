import { beforeAll, describe, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import { readSeeds } from '../../src/vocabulary/load-seeds.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { plainVocabulary } from './plain-vocabulary.ts';
import { HUB, SEED_PATHS, seededVocabulary } from './seeded.ts';
import { SMALL, smallStore } from './small-vocabulary.ts';
import { plainLexicon } from '../../src/mapping/lexicon/derived-map.ts';

describe('readVocabulary of the seeds', () => {
  let vocabulary: Vocabulary;
  beforeAll(async () => {
    vocabulary = await seededVocabulary();
  });

  test('reads a term with all that is known of it', () => {
    const term = vocabulary.terms.get('state_of_charge-percent');
    expect(term).toMatchObject({
      name: 'state_of_charge-percent',
      iri: 'https://hub.example/vocabulary/state_of_charge-percent',
      label: 'State of charge (%)',
      description: expect.stringMatching(/^[A-Z].* usable .*\.$/),
      datatype: 'xsd:double',
      datatypeIri: 'http://www.w3.org/2001/XMLSchema#double',
      category: 'storage',
      unit: 'http://qudt.org/vocab/unit/PERCENT',
      quantityKind: 'http://qudt.org/vocab/quantitykind/StateOfCharge',
      example: '67.5',
    });
    expect(term?.rows[0]).toEqual({
      subject: 'state_of_charge-percent',
      predicate: 'rdf:type',
      object: 'sosa:Observation',
    });
  });

  test('tells what is not there as null', () => {
    expect(vocabulary.terms.get('title')).toMatchObject({ unit: null, quantityKind: null, rows: [] });
  });

  test('sorts every list by name', () => {
    const names = [
      [...vocabulary.terms.keys()],
      [...vocabulary.nodes.keys()],
      vocabulary.categories.map((c) => c.name),
      vocabulary.prefixes.map((p) => p.prefix),
    ];
    for (const list of names) {
      expect(list.length).toBeGreaterThan(1);
      expect(list).toEqual(list.toSorted());
    }
  });

  test('gives the mapping templates with the objects of one predicate together', () => {
    const { lexicon } = vocabulary;
    expect(lexicon.terms.get('area_load-MW')).toEqual({
      datatype: 'http://www.w3.org/2001/XMLSchema#double',
      range: { smallest: '0', largest: null },
      unit: 'http://qudt.org/vocab/unit/MegaW',
      template: [
        ['rdf:type', ['sosa:Observation']],
        ['dcterms:type', ['oeo:OEO_00320062']],
        ['sosa:observedProperty', ['vocab:area_load-MW']],
        ['sosa:hasFeatureOfInterest', ['@bidding_zone']],
        ['sosa:hasUltimateFeatureOfInterest', ['@asset_id', '@control_area']],
        ['sosa:madeBySensor', ['@device_id']],
        ['prov:wasAssociatedWith', ['@meter_id', '@sensor_id']],
        ['dqv:hasQualityAnnotation', ['@quality_flag', '@estimated']],
        ['sosa:hasResult', ['?area_load_MW_result']],
      ],
    });
    expect(lexicon.nodes.get('area_load_MW_result')).toEqual([
      ['rdf:type', ['qudt:QuantityValue']],
      ['qudt:hasQuantityKind', ['quantitykind:ActivePower']],
      ['qudt:numericValue', ['$area_load-MW']],
      ['qudt:value', ['$area_load-MW']],
      ['qudt:hasUnit', ['unit:MegaW']],
    ]);
    expect(lexicon.terms.get('title')?.template).toEqual([]);
    expect(lexicon.prefixes.get('sosa')).toBe('http://www.w3.org/ns/sosa/');
  });

  test('survives a structured clone in plain maps, so that it crosses to a worker', () => {
    const plain = plainLexicon(vocabulary.lexicon);
    expect(structuredClone(plain)).toEqual(plain);
  });

  test('mints everything below the base URL, also below one with a path', async () => {
    const hub = hubNamespaces('http://localhost:4000/some/hub/');
    const elsewhere = await seededVocabulary(hub);
    expect(elsewhere.lexicon).toMatchObject({
      vocabularyIri: 'http://localhost:4000/some/hub/vocabulary/',
      idIri: 'http://localhost:4000/some/hub/id/',
      versionIri: `http://localhost:4000/some/hub/vocabulary/v/${elsewhere.version}/`,
    });
    expect(elsewhere.lexicon.prefixes.get('hub')).toBe('http://localhost:4000/some/hub/ontology#');
    expect(elsewhere.lexicon.prefixes.get('vunit')).toBe('http://localhost:4000/some/hub/vocabulary/unit/');
    expect(elsewhere.version).toBe(vocabulary.version);
  });

  test('has one version whatever the order of loading', async () => {
    const store = new EmbeddedStore();
    await replaceGraph(store, HUB.vocabularyGraph, (await readSeeds(SEED_PATHS.seeds, HUB)).toReversed());
    const again = await readVocabulary(store, HUB);
    // The ontology is a graph of its own, which is not in this store. Tables number their terms as they come.
    const comparable = (read: Vocabulary) => ({
      ...plainVocabulary(read),
      triples: [...read.triples],
      ontology: [],
    });
    expect(comparable(again)).toEqual(comparable(vocabulary));
    expect(again.ontology).toHaveLength(0);
    expect(again.version).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('readVocabulary', () => {
  test('gives another version for any other content', async () => {
    const before = await readVocabulary(await smallStore(), HUB);
    const after = await readVocabulary(await smallStore('<start> skos:example "2026-03-01T10:00:00Z" .'), HUB);
    expect(after.version).not.toBe(before.version);
  });

  test('takes the English label and definition of those in several languages', async () => {
    const more = `<start> skos:prefLabel "Anfang"@de, "Início"@pt ; skos:altLabel "Begin"@en, "Beginn"@de ; skos:hiddenLabel "t0" ;
        skos:definition "Augenblick, in dem es beginnt."@de .
      <category/time> skos:prefLabel "Zeit"@de ; skos:definition "Wann."@de .`;
    const vocabulary = await readVocabulary(await smallStore(more), HUB);
    expect(vocabulary.terms.get('start')).toMatchObject({ label: 'Start', description: 'Beginning.' });
    expect(vocabulary.categories).toMatchObject([{ label: 'Time', description: 'When.' }]);
  });

  test('takes a shared node once', async () => {
    const vocabulary = await readVocabulary(await smallStore(), HUB);
    expect([...vocabulary.nodes]).toEqual([
      ['interval', [{ subject: '?interval', predicate: 'rdf:type', object: 'time:Interval' }]],
    ]);
  });

  test('shortens by the longest namespace', async () => {
    const extra = `<prefix/node> a hub:Prefix ; vann:preferredNamespacePrefix "node" ; vann:preferredNamespaceUri <own/> .
      <start#row-2> a hub:TemplateRow ; hub:subject <start> ; hub:position 2 ; hub:predicate <own/p> ; hub:object <other> .`;
    const vocabulary = await readVocabulary(await smallStore(extra), HUB);
    expect(vocabulary.terms.get('start')?.rows[1]).toEqual({
      subject: 'start',
      predicate: 'node:p',
      object: 'vocab:other',
    });
  });

  test('keeps the rows of a template in the order of their positions', async () => {
    const extra = `<start#row-2> a hub:TemplateRow ; hub:subject <start> ; hub:position 10 ; hub:predicate time:inside ; hub:object <start#value> .
      <start#row-3> a hub:TemplateRow ; hub:subject <start> ; hub:position 2 ; hub:predicate rdf:type ; hub:object time:TemporalEntity .`;
    const vocabulary = await readVocabulary(await smallStore(extra), HUB);
    expect(vocabulary.terms.get('start')?.rows.map((row) => row.predicate)).toEqual([
      'time:hasTime',
      'rdf:type',
      'time:inside',
    ]);
  });

  test('refuses two templates under one node name, and names the node and both terms', async () => {
    const other = `<node/interval2> a hub:TemplateNode ; skos:notation "interval" .
      <node/interval2#row-1> a hub:TemplateRow ; hub:subject <node/interval2> ; hub:position 1 ; hub:predicate rdf:type ; hub:object time:Instant .`;
    const text = SMALL.replace(
      'hub:subject <end> ; hub:position 1 ; hub:predicate time:hasTime ; hub:object <node/interval>',
      'hub:subject <end> ; hub:position 1 ; hub:predicate time:hasTime ; hub:object <node/interval2>',
    );
    const refused = readVocabulary(await smallStore(other, text), HUB);
    await expect(refused).rejects.toThrow(
      'The vocabulary is refused: the node ?interval has one template where start introduces it and another where end does.',
    );
    await expect(refused).rejects.toBeInstanceOf(HubError);
  });

  test('takes two nodes of one name that have the same template', async () => {
    const same = `<node/interval2> a hub:TemplateNode ; skos:notation "interval" .
      <node/interval2#row-1> a hub:TemplateRow ; hub:subject <node/interval2> ; hub:position 7 ; hub:predicate rdf:type ; hub:object time:Interval .`;
    expect((await readVocabulary(await smallStore(same), HUB)).nodes.size).toBe(1);
  });

  test.each([
    ['no terms at all', '', '<a> <b> <c> .', /holds no terms/],
    ['a blank node', '<start> skos:related [ a skos:Concept ] .', SMALL, /blank node/],
    [
      'a term without a datatype',
      '',
      SMALL.replaceAll('hub:datatype xsd:dateTimeStamp', 'a skos:Concept'),
      /lacks a name/,
    ],
    ['a term with two datatypes', '<start> hub:datatype xsd:date .', SMALL, /start has two/],
    [
      'a term whose IRI does not follow from its name',
      '',
      SMALL.replace('skos:notation "start"', 'skos:notation "begin"'),
      /begin has another IRI/,
    ],
    [
      'a row that cites no registered namespace',
      '<start#row-2> a hub:TemplateRow ; hub:subject <start> ; hub:position 2 ; hub:predicate <http://x/p> ; hub:object <a> .',
      SMALL,
      /http:\/\/x\/p, which is in no registered namespace/,
    ],
    [
      'a row with a literal',
      '<start#row-2> a hub:TemplateRow ; hub:subject <start> ; hub:position 2 ; hub:predicate rdf:type ; hub:object "x" .',
      SMALL,
      /no literals/,
    ],
    [
      'a row of something else',
      '<x#row-1> a hub:TemplateRow ; hub:subject <x> ; hub:position 1 ; hub:predicate rdf:type ; hub:object <a> .',
      SMALL,
      /neither a term nor a node/,
    ],
    ['a token of no term', '<x#value> a hub:ValueToken ; hub:key <x> .', SMALL, /which is no term/],
    [
      'a prefix registered twice',
      '<prefix/x> a hub:Prefix ; vann:preferredNamespacePrefix "time" ; vann:preferredNamespaceUri <x/> .',
      SMALL,
      /prefix time is registered twice/,
    ],
    [
      'a category described twice',
      '<category/time> skos:definition "Again."@en .',
      SMALL,
      /category time is described twice|start has two/,
    ],
  ])('refuses %s', async (_what, extra, text, message) => {
    await expect(readVocabulary(await smallStore(extra, text), HUB)).rejects.toThrow(message);
  });
});
