import type { Made } from './measure.ts';

/** Characters of a piece: longer ones are flattened expensively. */
const PIECE_LENGTH = 64 * 1024;

interface Series {
  readonly timestamp: readonly string[];
  readonly 'active_power-kW': readonly number[];
  readonly 'active_energy-kWh': readonly number[];
}

/** Writes `wideSeries` as N-Triples the way one would by hand: parsed values, template strings. Changes digits, as parsing does. */
export function writeSeriesAsText(body: Buffer, vocabularyIri: string): Made {
  const series = JSON.parse(body.toString()) as Series;
  const { timestamp: stamps, 'active_power-kW': powers, 'active_energy-kWh': energies } = series;
  const rdfType = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
  const xsd = 'http://www.w3.org/2001/XMLSchema#';
  const time = 'http://www.w3.org/2006/time#';
  const qudt = 'http://qudt.org/schema/qudt/';
  const sosa = 'http://www.w3.org/ns/sosa/';
  const rows = stamps.length;
  let bytes = 0;
  let piece = '';
  for (let i = 0; i < rows; i++) {
    const instant = `_:b${i + 1}`;
    const power = `_:b${i + 1 + rows}`;
    const energy = `_:b${i + 1 + 2 * rows}`;
    piece +=
      `_:b0 <${vocabularyIri}timestamp> ${instant} .\n` +
      `${instant} ${rdfType} <${time}Instant> .\n` +
      `${instant} <${time}inXSDDateTimeStamp> "${stamps[i]}"^^<${xsd}dateTimeStamp> .\n` +
      `_:b0 <${vocabularyIri}active_power-kW> ${power} .\n` +
      `${power} ${rdfType} <${qudt}QuantityValue> .\n` +
      `${power} <${qudt}numericValue> "${powers[i]}"^^<${xsd}double> .\n` +
      `${power} <${qudt}hasUnit> <http://qudt.org/vocab/unit/KiloW> .\n` +
      `${power} <${time}hasTime> ${instant} .\n` +
      `_:b0 <${vocabularyIri}active_energy-kWh> ${energy} .\n` +
      `${energy} ${rdfType} <${sosa}Observation> .\n` +
      `${energy} <${sosa}hasSimpleResult> "${energies[i]}"^^<${xsd}double> .\n` +
      `${energy} <${time}hasTime> ${instant} .\n`;
    if (piece.length > PIECE_LENGTH) {
      bytes += Buffer.from(piece).length;
      piece = '';
    }
  }
  bytes += Buffer.from(piece).length;
  return { triples: rows * 12, bytes };
}
