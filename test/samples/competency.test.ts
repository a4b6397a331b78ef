import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { readTurtleInto } from '../../src/rdf/read-rdf.ts';
import { asText } from '../../src/rdf/rows.ts';
import { unsafeRawSparql } from '../../src/rdf/sparql.ts';
import type { EmbeddedStore } from '../../src/store/embedded.ts';
import { seededStore } from '../vocabulary/seeded.ts';

const HUB = hubNamespaces('http://localhost:4000');
const DATA = 'http://localhost:4000/graph/sample';

/** The vocabulary with the graph of a smart meter's document beside it. */
let store: EmbeddedStore;
beforeAll(async () => {
  store = await seededStore(HUB);
  const name = '07_smart_meter_15min.ttl';
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  await store.change({ add: readTurtleInto(DATA, [{ name, text, baseIri: HUB.id }]) });
});

/** What a query that knows the ontologies, and no name of a term, finds in the data. */
async function ask(ofData: string, ofVocabulary: string): Promise<string[]> {
  const query = `BASE <${HUB.vocabulary}> PREFIX hub: <${HUB.ontology}>
    PREFIX qudt: <http://qudt.org/schema/qudt/> PREFIX quantitykind: <http://qudt.org/vocab/quantitykind/>
    PREFIX dcterms: <http://purl.org/dc/terms/> PREFIX dqv: <http://www.w3.org/ns/dqv#> PREFIX prov: <http://www.w3.org/ns/prov#>
    PREFIX s4ener: <https://saref.etsi.org/saref4ener/> PREFIX saref: <https://saref.etsi.org/core/>
    PREFIX sosa: <http://www.w3.org/ns/sosa/> PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
    SELECT (STR(?found) AS ?text) WHERE {
      GRAPH <${DATA}> { ${ofData} } GRAPH <${HUB.vocabularyGraph}> { ${ofVocabulary} } }
    ORDER BY ?text`;
  return (await store.select(unsafeRawSparql(query), { text: asText })).map(({ text }) => text);
}

const VALUE = '?o sosa:observedProperty ?term ; sosa:hasResult/qudt:value ?found .';

test.each<[question: string, ofData: string, ofVocabulary: string, answer: (found: string[]) => void]>([
  [
    'registers of export, whatever their unit',
    VALUE,
    '?term hub:facet <facet/direction/export>, <facet/aggregation/register>',
    (found) => expect(found).toHaveLength(6),
  ],
  [
    'active power that was drawn',
    VALUE,
    '?term hub:facet <facet/direction/import> ; qudt:hasQuantityKind quantitykind:ActivePower',
    (found) => expect(found).toHaveLength(6),
  ],
  [
    'amounts of an interval, which may be added',
    VALUE,
    '?term hub:facet <facet/aggregation/interval_sum>',
    (found) => expect(found).toEqual(['0.108', '0.112', '0.119', '0.241', '0.298', '0.305']),
  ],
  [
    'what was estimated, by quantity',
    '?o sosa:observedProperty ?term ; dqv:hasQualityAnnotation/prov:value "estimated"',
    '?term hub:quantity/skos:notation ?found',
    (found) => expect(found).toEqual(['active_energy', 'active_energy_export', 'active_power_import', 'voltage']),
  ],
  [
    'the limit of the contract',
    '?limit a s4ener:ContractualPowerLimit ; dcterms:subject ?term ; s4ener:hasContractualConsumptionMax/saref:hasValue ?found',
    '?term hub:facet <facet/stage/limit>',
    (found) => expect(found).toEqual(['6.9']),
  ],
  [
    'whose voltage it is',
    '?o sosa:observedProperty ?term ; sosa:hasFeatureOfInterest/dcterms:identifier ?found',
    '?term qudt:hasQuantityKind quantitykind:Voltage',
    (found) => expect(new Set(found)).toEqual(new Set(['PT0002000012345678AB'])),
  ],
  [
    'nothing that is produced by a discharge',
    VALUE,
    '?term hub:facet <facet/direction/discharge>',
    (found) => expect(found).toEqual([]),
  ],
])('data and vocabulary answer: %s', async (_, ofData, ofVocabulary, answer) => {
  answer(await ask(ofData, ofVocabulary));
});
