import { readFileSync, readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { readTurtleInto } from '../../src/rdf/read-rdf.ts';
import { asText, optional } from '../../src/rdf/rows.ts';
import { unsafeRawSparql } from '../../src/rdf/sparql.ts';
import type { EmbeddedStore } from '../../src/store/embedded.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { convert } from '../support/convert.ts';
import { FIXTURES } from '../support/fixtures.ts';
import { seededStore } from '../vocabulary/seeded.ts';

const HUB = hubNamespaces('http://localhost:4000');
const DATA = 'http://localhost:4000/graph/samples';
const OWN_DOCUMENTS = `${FIXTURES}competency/`;

/** The vocabulary, and beside it the graphs of all samples and of the documents that were written for these questions. */
let store: EmbeddedStore;
beforeAll(async () => {
  store = await seededStore(HUB);
  const goldens = readdirSync(new URL('.', import.meta.url))
    .filter((name) => name.endsWith('.ttl'))
    .map((name) => ({ name, text: readFileSync(new URL(name, import.meta.url), 'utf8') }));
  const { lexicon } = await readVocabulary(store, HUB);
  const own = readdirSync(OWN_DOCUMENTS).map((name) => ({
    name,
    text: convert(readFileSync(OWN_DOCUMENTS + name), lexicon, { format: 'ttl', semantics: 'registry' }).text,
  }));
  const documents = [...goldens, ...own].map((document) => ({ ...document, baseIri: HUB.id }));
  await store.change({ add: readTurtleInto(DATA, documents) });
});

const PREFIXES = `BASE <${HUB.vocabulary}> PREFIX hub: <${HUB.ontology}>
  PREFIX qudt: <http://qudt.org/schema/qudt/> PREFIX quantitykind: <http://qudt.org/vocab/quantitykind/>
  PREFIX unit: <http://qudt.org/vocab/unit/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
  PREFIX dcterms: <http://purl.org/dc/terms/> PREFIX dqv: <http://www.w3.org/ns/dqv#> PREFIX prov: <http://www.w3.org/ns/prov#>
  PREFIX s4ener: <https://saref.etsi.org/saref4ener/> PREFIX saref: <https://saref.etsi.org/core/>
  PREFIX sosa: <http://www.w3.org/ns/sosa/> PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
  PREFIX time: <http://www.w3.org/2006/time#> PREFIX schema: <https://schema.org/>`;

interface Question {
  readonly ofData: string;
  readonly ofVocabulary: string;
  /** On what both say. */
  readonly condition?: string;
  /** As it stands in the documents. */
  readonly answer: readonly string[];
}

/** What a query that knows the ontologies, and no name of a term, finds: numbers as `1.5 KiloW`, texts as they are; sorted. */
async function ask({ ofData, ofVocabulary, condition = '' }: Question): Promise<string[]> {
  const query = `${PREFIXES} SELECT (STR(?found) AS ?text) (STR(?unit) AS ?measure) WHERE {
    GRAPH <${DATA}> { ${ofData} } GRAPH <${HUB.vocabularyGraph}> { ${ofVocabulary} } ${condition} }`;
  const rows = await store.select(unsafeRawSparql(query), { text: asText, measure: optional(asText) });
  const answers = rows.map(({ text, measure }) =>
    measure === null ? text : `${Number(text)} ${measure.slice(measure.lastIndexOf('/') + 1)}`,
  );
  return answers.toSorted();
}

/** A value that was observed, and its term. */
const OBSERVED = '?o sosa:observedProperty ?term ; sosa:hasResult [ qudt:value ?found ; qudt:hasUnit ?unit ] .';
/** A value that is stated, and its term. */
const STATED = '?v saref:isValueOfProperty ?term ; qudt:value ?found ; qudt:hasUnit ?unit .';

const inUnit = (unit: string, ...values: number[]): string[] => values.map((value) => `${value} ${unit}`);

const QUESTIONS: Readonly<Record<string, Question>> = {
  'the states of all registers, whatever they count': {
    ofData: OBSERVED,
    ofVocabulary: '?term hub:facet <facet/aggregation/register>',
    answer: [
      ...inUnit('KiloW-HR', 4821.3, 4821.512, 4821.733, 4821.801, 4821.91, 4822.14, 1204.5, 1204.6, 170.7, 170.72),
      ...inUnit('W-HR', 512_300, 512_345),
      ...inUnit('NUM', 412),
      ...inUnit('KiloW-HR', 4812.6),
      ...inUnit('MegaW-HR', 4.3102),
    ],
  },
  'the export of phase L2 as power, whatever its unit': {
    ofData: OBSERVED,
    ofVocabulary:
      '?term hub:facet <facet/direction/export>, <facet/phase/L2> ; qudt:hasQuantityKind quantitykind:ActivePower',
    answer: [...inUnit('W', 180, 205), ...inUnit('KiloW', 1.35)],
  },
  'prices per energy, in any currency': {
    ofData: STATED,
    ofVocabulary: '?term qudt:hasQuantityKind quantitykind:CostPerEnergy',
    answer: [
      ...inUnit('EUR-PER-MegaW-HR', 48.12, 45.9, 43.07, 42.88, 48.12, 45.9, 43.07, -1.2, 61.5),
      ...inUnit('CCY_EUR-PER-KiloW-HR', 0.2315),
      ...inUnit('EURCent-PER-KiloW-HR', 8.03),
    ],
  },
  'amounts of energy of an interval, which may be added': {
    ofData: OBSERVED,
    ofVocabulary: '?term hub:facet <facet/aggregation/interval_sum>',
    answer: [
      ...inUnit('KiloW-HR', 0.112, 0.108, 0.241, 0.305, 0.298, 0.119, 18.42, 4.1),
      ...inUnit('MegaW-HR', 5120.4, 4988.1, 4870, 4801.7),
    ],
  },
  'reactive power that is fed in': {
    ofData: OBSERVED,
    ofVocabulary: '?term hub:facet <facet/direction/export> ; qudt:hasQuantityKind quantitykind:ReactivePower',
    answer: inUnit('KiloVAR', 0.12),
  },
  'voltages of direct current': {
    ofData: OBSERVED,
    ofVocabulary: '?term hub:facet <facet/side/DC> ; qudt:hasQuantityKind quantitykind:Voltage',
    answer: inUnit('V', 612, 610.5, 51.8, 611),
  },
  'voltages between two phases': {
    ofData: OBSERVED,
    ofVocabulary:
      '?term qudt:hasQuantityKind quantitykind:Voltage ; hub:facet [ skos:inScheme <facet/phase> ; skos:notation ?n ] FILTER(CONTAINS(?n, "-"))',
    answer: inUnit('V', 399.1, 399.8),
  },
  'what flows in the neutral conductor': {
    ofData: OBSERVED,
    ofVocabulary: '?term hub:facet <facet/phase/N> ; qudt:hasQuantityKind quantitykind:ElectricCurrent',
    answer: inUnit('A', 0.4, 0.5),
  },
  'what was measured of the charging of storages': {
    ofData: OBSERVED,
    ofVocabulary: '?term hub:facet <facet/direction/charge>, <facet/place/storage>, <facet/stage/measured>',
    answer: [...inUnit('KiloW', 1.8), ...inUnit('KiloW-HR', 4812.6)],
  },
  'the ratings of storages': {
    ofData: STATED,
    ofVocabulary: '?term hub:facet <facet/place/storage>, <facet/stage/rated>',
    answer: [...inUnit('KiloW-HR', 10), ...inUnit('KiloW', 5, 5)],
  },
  'the level that the wind stays below in nine of ten cases': {
    ofData: `${OBSERVED} ?o hub:quantileLevel ?level .`,
    ofVocabulary: '?level s4ener:hasQuantile 0.9',
    answer: inUnit('KiloW', 5520, 5540, 5561, 5578),
  },
  'what is expected of one bidding zone, in power': {
    ofData: `${OBSERVED} ?o sosa:hasFeatureOfInterest/dcterms:identifier "10YPT-REN------W" .`,
    ofVocabulary: '?term hub:facet <facet/stage/forecast> ; qudt:hasQuantityKind quantitykind:ActivePower',
    answer: inUnit('MegaW', 5400, 1200),
  },
  'which quantities one inverter measured': {
    ofData:
      '{ SELECT DISTINCT ?term { ?o sosa:observedProperty ?term ; (sosa:madeBySensor|prov:wasAssociatedWith)/dcterms:identifier "INV-01" } }',
    ofVocabulary: '?term hub:quantity/skos:notation ?found',
    answer: ['active_power', 'dc_current', 'dc_voltage', 'frequency', 'power_factor'],
  },
  'at which charging points how much energy was delivered': {
    ofData: `?o sosa:observedProperty ?term ; sosa:hasResult/qudt:value ?value ;
      (sosa:hasFeatureOfInterest|sosa:hasUltimateFeatureOfInterest)/dcterms:identifier ?evse .
      BIND(CONCAT(?evse, " ", STR(?value)) AS ?found)`,
    ofVocabulary: '?term hub:facet <facet/place/charging_point> ; qudt:hasQuantityKind quantitykind:ElectricEnergy',
    answer: ['PT*ABC*E00012*1 18.42', 'PT*ABC*E00012*2 4.1'],
  },
  'the limit of the contract': {
    ofData:
      '?limit a s4ener:ContractualPowerLimit ; dcterms:subject ?term ; s4ener:hasContractualConsumptionMax/saref:hasValue ?found',
    ofVocabulary: '?term hub:facet <facet/stage/limit>',
    answer: ['6.9'],
  },
  'what was estimated, by quantity': {
    ofData: '?o sosa:observedProperty ?term ; dqv:hasQualityAnnotation/prov:value "estimated"',
    ofVocabulary: '?term hub:quantity/skos:notation ?found',
    answer: ['active_energy', 'active_energy_export', 'active_power_import', 'voltage'],
  },
  'when prices were below zero': {
    ofData: `{ SELECT DISTINCT ?term ?found { ?record ?term ?price ; ?key ?period . ?price qudt:value ?value FILTER(?value < 0)
      ?period time:hasTime/time:hasBeginning/time:inXSDDateTimeStamp ?found } }`,
    ofVocabulary: '?term qudt:hasQuantityKind quantitykind:CostPerEnergy',
    answer: ['2026-03-01T03:00:00Z'],
  },
  'how warm it was outdoors': {
    ofData: OBSERVED,
    ofVocabulary:
      '?term hub:facet <facet/place/outdoor> ; qudt:hasQuantityKind ?kind FILTER(CONTAINS(STR(?kind), "Temperature"))',
    answer: inUnit('DEG_C', 4.2, 4.1, 4.1),
  },
  'how warm the water of a heating system leaves and comes back': {
    ofData: OBSERVED,
    ofVocabulary:
      'VALUES ?place { <facet/place/supply> <facet/place/return> } ?term hub:facet ?place, <facet/stage/measured>',
    answer: inUnit('DEG_C', 38.4, 38.6, 38.5, 32.1, 32.2, 32.2),
  },
  'what is paid by the day, whatever is used': {
    ofData: STATED,
    ofVocabulary: '?term qudt:hasQuantityKind quantitykind:CurrencyPerTime',
    answer: inUnit('EUR-PER-DAY', 0.38),
  },
  'who sells energy since when, and for how much': {
    ofData: `${STATED} ?v prov:wasAttributedTo/rdfs:label "Example Energia" ; schema:validFrom ?since
      FILTER(STR(?since) = "2026-01-01T00:00:00Z")`,
    ofVocabulary: '?term hub:facet <facet/direction/import> ; qudt:hasQuantityKind quantitykind:CostPerEnergy',
    answer: inUnit('CCY_EUR-PER-KiloW-HR', 0.2315),
  },
  'whose alternating voltage was measured': {
    ofData:
      '{ SELECT DISTINCT ?term ?found { ?o sosa:observedProperty ?term ; sosa:hasFeatureOfInterest/dcterms:identifier ?found } }',
    ofVocabulary: '?term hub:facet <facet/side/AC> ; qudt:hasQuantityKind quantitykind:Voltage',
    answer: ['DE00701', 'DE00701', 'PT0002000012345678AB'],
  },
  'which power of more than a megawatt was measured, whatever its unit': {
    ofData: OBSERVED,
    ofVocabulary: `?term hub:facet <facet/stage/measured> ; qudt:hasQuantityKind quantitykind:ActivePower .
      ?unit qudt:conversionMultiplier ?watts`,
    condition: 'FILTER(?found * ?watts > 1000000)',
    answer: [
      ...inUnit('MegaW', 47_210.5, 45_988, 45_102.75),
      ...inUnit('KiloW', 1532.7, 1688),
      ...inUnit('MegaW', 5412, 5100),
    ],
  },
  'registers of what storages gave, in the unit that UN/ECE calls MWH': {
    ofData: OBSERVED,
    ofVocabulary:
      '?term hub:facet <facet/aggregation/register>, <facet/direction/discharge> . ?unit qudt:uneceCommonCode "MWH"',
    answer: inUnit('MegaW-HR', 4.3102),
  },
  'what charging points took out of vehicles': {
    ofData: OBSERVED,
    ofVocabulary: '?term hub:facet <facet/direction/discharge>, <facet/place/charging_point>',
    answer: [],
  },
};

test.each(Object.entries(QUESTIONS))('data and vocabulary answer: %s', async (_, question) => {
  expect(await ask(question)).toEqual(question.answer.toSorted());
});

test('the query that the documentation shows finds the exported energy of all documents', async () => {
  const documentation = readFileSync(new URL('../../docs/sparql.md', import.meta.url), 'utf8');
  const [, query] = /file exports\.rq -->\n```sparql\n([^]*?)```/.exec(documentation) as unknown as [string, string];
  const found = await store.select(
    unsafeRawSparql(
      query.replace(
        /SELECT.*WHERE/,
        `SELECT (STR(?value) AS ?text) FROM <${DATA}> FROM <${HUB.vocabularyGraph}> WHERE`,
      ),
    ),
    { text: asText },
  );
  expect(found.map(({ text }) => Number(text)).toSorted((a, b) => a - b)).toEqual([
    170.7, 170.72, 4821.3, 4821.512, 4821.733, 4821.801, 4821.91, 4822.14, 512_300, 512_345,
  ]);
});
