import type { Triple } from './graph.ts';

const QUDT = 'http://qudt.org/schema/qudt/';
const SOSA = 'http://www.w3.org/ns/sosa/';
const TIME = 'http://www.w3.org/2006/time#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const RDF_TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
const HAS_RESULT = `<${SOSA}hasResult>`;
const NUMBER = `<${QUDT}numericValue>`;
const UNIT = `<${QUDT}hasUnit>`;
const KIND = `<${QUDT}hasQuantityKind>`;
const PROPERTY = `<${SOSA}observedProperty>`;
const SENSOR = `<${SOSA}madeBySensor>`;
const HAS_TIME = `<${TIME}hasTime>`;
const STAMP = `<${TIME}inXSDDateTimeStamp>`;
const IDENTIFIER = '<http://purl.org/dc/terms/identifier>';
const OBSERVATION = `<${SOSA}Observation>`;

/** The document whose graph the faults are made for. */
export const FAULTLESS = '{"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter 7","active_power-kW":812.40}';

type Fault = (graph: readonly Triple[]) => Triple[];

const without =
  (predicate: string, object?: string): Fault =>
  (graph) =>
    graph.filter(([, p, o]) => p !== predicate || (object !== undefined && o !== object));
const with_ =
  (predicate: string, object: string): Fault =>
  (graph) =>
    graph.map(([s, p, o]) => (p === predicate ? [s, p, object] : [s, p, o]));
const twice =
  (predicate: string, object: string): Fault =>
  (graph) => [...graph, ...graph.flatMap(([s, p]): Triple[] => (p === predicate ? [[s, p, object]] : []))];

/** Ways in which a graph of `FAULTLESS` is not what the hub writes. Each is one mistake that mappers make. */
export const GRAPH_FAULTS: Readonly<Record<string, Fault>> = {
  'another unit': with_(UNIT, '<http://qudt.org/vocab/unit/MegaW>'),
  'no unit': without(UNIT),
  'two units': twice(UNIT, '<http://qudt.org/vocab/unit/W>'),
  'another quantity kind': with_(KIND, '<http://qudt.org/vocab/quantitykind/Voltage>'),
  'no quantity kind': without(KIND),
  'no number': without(NUMBER),
  'a number of another datatype': with_(NUMBER, `"812.40"^^<${XSD}decimal>`),
  'a number as text': with_(NUMBER, `"812.40"^^<${XSD}string>`),
  'two numbers': twice(NUMBER, `"813.5"^^<${XSD}double>`),
  'no result': without(HAS_RESULT),
  'a number as result': with_(HAS_RESULT, `"812.40"^^<${XSD}double>`),
  'two results': (graph) => [
    ...graph,
    ...graph.flatMap(([s, p]): Triple[] => (p === HAS_RESULT ? [[s, p, '_:other']] : [])),
  ],
  'a result of no class': without(RDF_TYPE, `<${QUDT}QuantityValue>`),
  'another observed property': with_(PROPERTY, '<https://hub.example/vocabulary/voltage-V>'),
  'no observed property': without(PROPERTY),
  'a value of no class': without(RDF_TYPE, OBSERVATION),
  'a sensor that is a text': with_(SENSOR, `"inverter 7"^^<${XSD}string>`),
  'two instants': twice(HAS_TIME, '<https://plant.example/other>'),
  'an instant that is a text': with_(HAS_TIME, `"2026-03-01T10:15:00Z"^^<${XSD}dateTimeStamp>`),
  'an instant of no class': without(RDF_TYPE, `<${TIME}Instant>`),
  'an instant without its stamp': without(STAMP),
  'a stamp that is a local time': with_(STAMP, `"2026-03-01T10:15:00"^^<${XSD}dateTime>`),
  'a device of no class': without(RDF_TYPE, '<https://saref.etsi.org/core/Device>'),
  'a device without its identifier': without(IDENTIFIER),
  'a value that is a number alone': with_(
    '<https://hub.example/vocabulary/active_power-kW>',
    `"812.40"^^<${XSD}double>`,
  ),
};
