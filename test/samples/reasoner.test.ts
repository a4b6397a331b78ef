import { readFileSync, readdirSync } from 'node:fs';
import n3 from 'n3';
import type { Quad } from 'n3';
import { beforeAll, describe, expect, test } from 'vitest';
import { hubNamespaces, XSD } from '../../src/rdf/namespaces.ts';
import { listTemplateRows } from '../../src/vocabulary/terms.ts';
import type { Term, Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { convert } from '../support/convert.ts';
import { FIXTURES } from '../support/fixtures.ts';
import { findContradictions } from '../support/owl-rl.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const HUB = hubNamespaces('http://localhost:4000');
const ONTOLOGIES = `${FIXTURES}ontologies/`;
const SOURCES = `${FIXTURES}sources/`;
const OWN_DOCUMENTS = `${FIXTURES}competency/`;
const GOLDENS = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.ttl'));
const NONE = { contradictions: [], merged: [] };

function parse(text: string, name: string): Quad[] {
  return new n3.Parser({ format: 'text/turtle', baseIRI: HUB.id, blankNodePrefix: `${name}_` }).parse(text);
}

/** SSN with SOSA, SAREF with SAREF4ENER, QUDT, and which of their classes nobody takes for each other. */
const ontologies = readdirSync(ONTOLOGIES)
  .filter((name) => name.endsWith('.ttl'))
  .flatMap((name) => parse(readFileSync(ONTOLOGIES + name, 'utf8'), name.replace('.ttl', '')));

/** A record for each term with a template: its example, and those of all keys that its template cites. */
function recordsOfAll(vocabulary: Vocabulary): object[] {
  const valueOf = ({ datatype, example }: Term): unknown => {
    if (datatype === 'xsd:boolean') return example === 'true';
    return /double|decimal|integer/.test(datatype) ? Number(example) : (example ?? 'a text');
  };
  return [...vocabulary.terms.values()]
    .filter(({ rows }) => rows.length > 0)
    .map((term) => {
      const cited = listTemplateRows(vocabulary, term.name).filter(({ object }) => /^[$@]/.test(object));
      const names = new Set([term.name, ...cited.map(({ object }) => object.slice(1))]);
      return Object.fromEntries(Array.from(names, (name) => [name, valueOf(vocabulary.terms.get(name)!)]));
    });
}

const graphs = new Map(
  GOLDENS.map((name) => [name, parse(readFileSync(new URL(name, import.meta.url), 'utf8'), name.slice(0, 2))]),
);
let everyTemplate: Quad[];
beforeAll(async () => {
  const vocabulary = await seededVocabulary(HUB);
  const { lexicon } = vocabulary;
  for (const name of readdirSync(OWN_DOCUMENTS)) {
    const { text } = convert(readFileSync(OWN_DOCUMENTS + name), lexicon, { format: 'ttl', semantics: 'registry' });
    graphs.set(name, parse(text, name.replace('.json', '')));
  }
  const lexiconOfAll = {
    ...lexicon,
    terms: new Map([...lexicon.terms, ['records', { datatype: `${XSD}string`, template: [] }]]),
  };
  const document = JSON.stringify({ records: recordsOfAll(vocabulary) });
  everyTemplate = parse(convert(document, lexiconOfAll, { format: 'ttl', semantics: 'registry' }).text, 'all');
});

test('the ontologies contradict neither themselves nor each other', () => {
  expect(findContradictions(ontologies)).toEqual(NONE);
});

test('nothing in the graphs of all samples contradicts, and no two things are made one', () => {
  expect(graphs.size).toBe(GOLDENS.length + readdirSync(OWN_DOCUMENTS).length);
  expect(findContradictions([...ontologies, ...[...graphs.values()].flat()])).toEqual(NONE);
});

test('nothing in the graphs of the documents of all sources contradicts, and no two things are made one', () => {
  const graphsOfSources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ttl'))
    .map((name) => parse(readFileSync(SOURCES + name, 'utf8'), name.replace(/\W/g, '_')));
  expect(graphsOfSources.length).toBeGreaterThan(36);
  expect(findContradictions([...ontologies, ...graphsOfSources.flat()])).toEqual(NONE);
});

test('nothing in what the templates of all terms write contradicts, and no two things are made one', () => {
  expect(everyTemplate.length).toBeGreaterThan(10_000);
  expect(findContradictions([...ontologies, ...everyTemplate])).toEqual(NONE);
});

/** A graph of two observations, a rating, a forecast and a limit of power, as templates write them. */
const SOUND = `
  @prefix dcterms: <http://purl.org/dc/terms/> . @prefix qudt: <http://qudt.org/schema/qudt/> .
  @prefix s4ener: <https://saref.etsi.org/saref4ener/> . @prefix saref: <https://saref.etsi.org/core/> .
  @prefix sosa: <http://www.w3.org/ns/sosa/> . @prefix ssn: <http://www.w3.org/ns/ssn/> .
  @prefix time: <http://www.w3.org/2006/time#> . @prefix unit: <http://qudt.org/vocab/unit/> .
  @prefix vocab: <${HUB.vocabulary}> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  <o1> a sosa:Observation ; sosa:observedProperty vocab:voltage-V ; sosa:hasFeatureOfInterest <room> ; sosa:madeBySensor <meter> ;
    sosa:hasResult <r1> .
  <r1> a qudt:QuantityValue ; qudt:numericValue 231.4 ; qudt:value 231.4 ; qudt:hasUnit unit:V .
  <rating> a qudt:QuantityValue, saref:PropertyValue ; saref:hasValue 10.0 ; saref:isMeasuredIn unit:KiloW ; qudt:hasUnit unit:KiloW .
  <forecast> a s4ener:DataPoint, sosa:Observation ; s4ener:hasQuantile 0.9 ; sosa:observedProperty vocab:forecast_q90-kW .
  <limit> a s4ener:ContractualPowerLimit ; s4ener:hasContractualConsumptionMax <most> .
  <most> a qudt:QuantityValue, saref:PropertyValue ; saref:hasValue 6.9 .
  <meter> a saref:Meter . <room> a sosa:FeatureOfInterest .
`;

describe('a reasoner that finds nothing finds what is wrong:', () => {
  const find = (added: string) => findContradictions([...ontologies, ...parse(SOUND + added, 'mutated')]);

  test('nothing, if nothing is', () => {
    expect(find('')).toEqual(NONE);
  });

  test.each([
    ['two features of interest are one', '<o1> sosa:hasFeatureOfInterest <building> .', /id\/building = .*id\/room/],
    ['two sensors are one', '<o1> sosa:madeBySensor <logger> .', /id\/logger = .*id\/meter/],
    ['two observed properties are one', '<o1> sosa:observedProperty vocab:current-A .', /current-A = .*voltage-V/],
    ['samples of two things are of one', '<s> sosa:isSampleOf <lake>, <river> .', /id\/lake = .*id\/river/],
    ['two units of a value are one', '<rating> saref:isMeasuredIn unit:W .', /unit\/KiloW = .*unit\/W/],
  ])('%s', (_, added, merged) => {
    expect(find(added).merged).toEqual([expect.stringMatching(merged)]);
  });

  test.each([
    ['two values of one rating', '<rating> saref:hasValue 11.0 .', /^dt-diff: 10\.0 = 11\.0$/],
    ['two quantiles of one point', '<forecast> s4ener:hasQuantile 0.1 .', /^dt-diff: 0\.1 = 0\.9$/],
    [
      'a deviation that is a double',
      '<forecast> s4ener:hasStandardDeviation "2.1"^^xsd:double .',
      /^dt-not-type: .*hasStandardDeviation 2\.1 is no decimal$/,
    ],
    ['a limit that is a value', '<limit> qudt:numericValue 6.9 ; a saref:PropertyValue .', /^cax-dw: .*id\/limit /],
    ['an observation that is a value', '<o1> a qudt:QuantityValue .', /^cax-dw: .*id\/o1 /],
    ['an observation that is a unit', '<r1> qudt:hasUnit <o1> .', /^cax-dw: .*id\/o1 /],
    [
      'a sensor that is a property',
      '<o2> a sosa:Observation ; sosa:observedProperty <meter> ; sosa:madeBySensor <meter> .',
      /^cax-dw: .*id\/meter /,
    ],
    [
      'a limit whose value is an observation',
      '<limit> s4ener:hasContractualConsumptionMax <o1> .',
      /^cax-dw: .*id\/o1 /,
    ],
    [
      'a period that is an instant',
      '<forecast> s4ener:hasEffectivePeriod <now> . <now> a time:Instant .',
      /^cax-dw: .*id\/now /,
    ],
    [
      'a name in place of a feature of interest',
      '<o1> sosa:hasFeatureOfInterest "room 1" .',
      /^a literal of a property of objects: .*room 1$/,
    ],
    ['a thing in place of a number', '<rating> saref:hasValue <ten> .', /^an object of a property of data: .*id\/ten$/],
  ])('%s', (_, added, contradiction) => {
    expect(find(added).contradictions).toContainEqual(expect.stringMatching(contradiction));
  });
});
