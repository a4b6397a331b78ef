/**
 * The texts that the byte writer copies, per document and format. `{1}` to `{9}` are the nodes of a row, `{stamp}` is its stamp. Each
 * begins where a value ends and ends where the next begins, so that a row is one copy per value.
 */
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';

/** The texts of a wide series. */
export interface SeriesSegments {
  /** Before the first row. */
  readonly head: string;
  /** From the second number of the row before to the first number. Begins with `tail`. */
  readonly one: string;
  /** From the first number to the second. */
  readonly two: string;
  /** From the second number of the last row to the end. */
  readonly tail: string;
}

/** The texts of the records. */
export interface RecordSegments {
  /** From the number of the record before to the device's number. Begins with `tail`. */
  readonly record: string;
  /** From the device's number to the same again. */
  readonly sensor: string;
  /** From the device's number to the note. */
  readonly note: string;
  /** From the note to the number. */
  readonly number: string;
  readonly tail: string;
  /** What is said of a device. */
  readonly describeDevice: (device: number) => string;
}

const DCTERMS = 'http://purl.org/dc/terms/';
const QUDT = 'http://qudt.org/schema/qudt/';
const RDF_TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
const SOSA = 'http://www.w3.org/ns/sosa/';
const TIME = 'http://www.w3.org/2006/time#';
const UNIT = 'http://qudt.org/vocab/unit/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

const DOUBLE = `"^^<${XSD}double> .\n`;
const HAS_TIME = `<${TIME}hasTime>`;

/** `wideSeries` in N-Triples. */
export function seriesInNTriples(vocabularyIri: string): SeriesSegments {
  return {
    head: '',
    one:
      DOUBLE +
      instantOf('_:b0', vocabularyIri) +
      `_:b0 <${vocabularyIri}active_power-kW> _:b{2} .\n` +
      `_:b{2} ${RDF_TYPE} <${QUDT}QuantityValue> .\n` +
      `_:b{2} <${QUDT}hasUnit> <${UNIT}KiloW> .\n` +
      `_:b{2} ${HAS_TIME} _:b{1} .\n` +
      `_:b{2} <${QUDT}numericValue> "`,
    two:
      DOUBLE +
      `_:b0 <${vocabularyIri}active_energy-kWh> _:b{3} .\n` +
      `_:b{3} ${RDF_TYPE} <${SOSA}Observation> .\n` +
      `_:b{3} ${HAS_TIME} _:b{1} .\n` +
      `_:b{3} <${SOSA}hasSimpleResult> "`,
    tail: DOUBLE,
  };
}

/** `wideSeriesOfTerms` in N-Triples, its block assembled on a day such as `2026-11-21`. */
export function termSeriesInNTriples({ vocabularyIri, versionIri }: Lexicon, day: string): SeriesSegments {
  const observation = (key: string, kind: string, unit: string, node: number, result: number) =>
    `_:b0 <${vocabularyIri}${key}> _:b{${node}} .\n` +
    `_:b{${node}} ${RDF_TYPE} <${SOSA}Observation> .\n` +
    `_:b{${node}} <${SOSA}observedProperty> <http://qudt.org/vocab/quantitykind/${kind}> .\n` +
    `_:b{${node}} <${SOSA}hasResult> _:b{${result}} .\n` +
    `_:b{${node}} ${HAS_TIME} _:b{1} .\n` +
    `_:b{${result}} ${RDF_TYPE} <${QUDT}QuantityValue> .\n` +
    `_:b{${result}} <${QUDT}hasUnit> <${UNIT}${unit}> .\n` +
    `_:b{${result}} <${QUDT}numericValue> "`;
  return {
    head:
      `_:b0 ${RDF_TYPE} <http://www.w3.org/ns/dcat#Dataset> .\n` +
      `_:b0 <${DCTERMS}created> "${day}"^^<${XSD}date> .\n` +
      `_:b0 <${DCTERMS}provenance> "The @semantic block was assembled by the Vocabulary Hub API, version 1.0.0." .\n` +
      `_:b0 <${DCTERMS}conformsTo> <${versionIri}> .\n`,
    one: DOUBLE + instantOf('_:b0', vocabularyIri) + observation('active_power-kW', 'ActivePower', 'KiloW', 2, 3),
    two: DOUBLE + observation('active_energy-kWh', 'ActiveEnergy', 'KiloW-HR', 4, 5),
    tail: DOUBLE,
  };
}

/** `wideSeries` in Turtle. */
export function seriesInTurtle(vocabularyIri: string): SeriesSegments {
  const end = '"^^xsd:double\n  ] .\n';
  return {
    head:
      `@prefix qudt: <${QUDT}> .\n@prefix sosa: <${SOSA}> .\n@prefix time: <${TIME}> .\n@prefix unit: <${UNIT}> .\n` +
      `@prefix vocab: <${vocabularyIri}> .\n@prefix xsd: <${XSD}> .\n\n`,
    one:
      end +
      `_:b{1} a time:Instant ;\n  time:inXSDDateTimeStamp "{stamp}"^^xsd:dateTimeStamp .\n` +
      `_:b0 vocab:timestamp _:b{1} ;\n  vocab:active_power-kW [\n    a qudt:QuantityValue ;\n    qudt:hasUnit unit:KiloW ;\n` +
      `    time:hasTime _:b{1} ;\n    qudt:numericValue "`,
    two:
      `"^^xsd:double\n  ] ;\n  vocab:active_energy-kWh [\n    a sosa:Observation ;\n    time:hasTime _:b{1} ;\n` +
      `    sosa:hasSimpleResult "`,
    tail: end,
  };
}

/** `records` in N-Triples. */
export function recordsInNTriples(vocabularyIri: string, base: string): RecordSegments {
  const name = `<${base}device_id/inverter-`;
  return {
    record:
      DOUBLE +
      `_:b0 <${base}records> _:b{2} .\n` +
      instantOf('_:b{2}', vocabularyIri) +
      `_:b{2} <${vocabularyIri}active_power-kW> _:b{3} .\n` +
      `_:b{3} ${RDF_TYPE} <${SOSA}Observation> .\n` +
      `_:b{3} ${HAS_TIME} _:b{1} .\n` +
      `_:b{2} <${vocabularyIri}device_id> ${name}`,
    sensor: `> .\n_:b{3} <${SOSA}madeBySensor> ${name}`,
    note: `> .\n_:b{2} <${base}note> "`,
    number: `" .\n_:b{3} <${SOSA}hasSimpleResult> "`,
    tail: DOUBLE,
    describeDevice: (device) =>
      `${name}${device}> ${RDF_TYPE} <https://saref.etsi.org/core/Device> .\n` +
      `${name}${device}> <${DCTERMS}identifier> "inverter-${device}" .\n`,
  };
}

function instantOf(record: string, vocabularyIri: string): string {
  return (
    `${record} <${vocabularyIri}timestamp> _:b{1} .\n` +
    `_:b{1} ${RDF_TYPE} <${TIME}Instant> .\n` +
    `_:b{1} <${TIME}inXSDDateTimeStamp> "{stamp}"^^<${XSD}dateTimeStamp> .\n`
  );
}
