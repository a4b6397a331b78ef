/**
 * The documents of the bench as compact JSON-LD with as many triples of the same kinds. One thing differs: rows and records do not hang on
 * one node, for the time that jsonld.js takes grows with the square of the values that a node has of one property.
 */

const CONTEXT = {
  dcterms: 'http://purl.org/dc/terms/',
  qudt: 'http://qudt.org/schema/qudt/',
  saref: 'https://saref.etsi.org/core/',
  sosa: 'http://www.w3.org/ns/sosa/',
  time: 'http://www.w3.org/2006/time#',
  unit: 'http://qudt.org/vocab/unit/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  '@vocab': 'https://hub.example/vocabulary/',
  'time:inXSDDateTimeStamp': { '@type': 'xsd:dateTimeStamp' },
  'time:hasTime': { '@type': '@id' },
  'qudt:numericValue': { '@type': 'xsd:double' },
  'qudt:hasUnit': { '@type': '@id' },
  'sosa:hasSimpleResult': { '@type': 'xsd:double' },
  'sosa:madeBySensor': { '@type': '@id' },
};

interface Series {
  readonly timestamp: readonly string[];
  readonly 'active_power-kW': readonly number[];
  readonly 'active_energy-kWh': readonly number[];
}

interface Records {
  readonly records: ReadonlyArray<{
    readonly timestamp: string;
    readonly device_id: string;
    readonly note: string;
    readonly 'active_power-kW': number;
  }>;
}

/** Of `wideSeries`. */
export function seriesAsJsonLd(body: Uint8Array): string {
  const series = parse<Series>(body);
  const rows = series.timestamp.map((stamp, i) => ({
    timestamp: instant(i, stamp),
    'active_power-kW': {
      '@type': 'qudt:QuantityValue',
      'qudt:numericValue': String(series['active_power-kW'][i]),
      'qudt:hasUnit': 'unit:KiloW',
      'time:hasTime': `_:t${i}`,
    },
    'active_energy-kWh': {
      '@type': 'sosa:Observation',
      'sosa:hasSimpleResult': String(series['active_energy-kWh'][i]),
      'time:hasTime': `_:t${i}`,
    },
  }));
  return JSON.stringify({ '@context': CONTEXT, '@graph': rows });
}

/** Of `records`. */
export function recordsAsJsonLd(body: Uint8Array, base: string): string {
  const described = new Set<string>();
  const records = parse<Records>(body).records.map((record, i) => {
    const iri = `${base}device_id/${record.device_id}`;
    const device = described.has(iri)
      ? { '@id': iri }
      : { '@id': iri, '@type': 'saref:Device', 'dcterms:identifier': record.device_id };
    described.add(iri);
    return {
      recordOf: { '@id': '_:document' },
      timestamp: instant(i, record.timestamp),
      device_id: device,
      note: record.note,
      'active_power-kW': {
        '@type': 'sosa:Observation',
        'sosa:madeBySensor': iri,
        'sosa:hasSimpleResult': String(record['active_power-kW']),
        'time:hasTime': `_:t${i}`,
      },
    };
  });
  return JSON.stringify({ '@context': CONTEXT, '@graph': records });
}

/** Of `smallDocument`. */
export function smallAsJsonLd(body: Uint8Array): string {
  const { timestamp, device_id, ...values } = parse<Record<string, number | string>>(body);
  delete values['@semantic'];
  const quantities = Object.entries(values).map(([key, value]) => [
    key,
    {
      '@type': 'qudt:QuantityValue',
      'qudt:numericValue': String(value),
      'qudt:hasUnit': 'unit:KiloW',
      'time:hasTime': '_:t0',
    },
  ]);
  return JSON.stringify({
    '@context': CONTEXT,
    timestamp: instant(0, String(timestamp)),
    device_id: { '@type': 'saref:Device', 'dcterms:identifier': device_id, 'time:hasTime': '_:t0' },
    ...Object.fromEntries(quantities),
  });
}

function instant(i: number, stamp: string) {
  return { '@id': `_:t${i}`, '@type': 'time:Instant', 'time:inXSDDateTimeStamp': stamp };
}

function parse<T>(body: Uint8Array): T {
  return JSON.parse(Buffer.from(body).toString()) as T;
}
