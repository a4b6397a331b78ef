/** Generated `@semantic` blocks: templates that suit the keys of the documents, and any others. */
import { toUSVString } from 'node:util';
import fc from 'fast-check';
import { dateTimeText, key, oddText, rarely } from './arbitrary-values.ts';
import type { Written } from './written-json.ts';

const node = fc.constantFrom('?n', '?m', '?o', '?q', '?');
const token = fc.oneof(
  { weight: 5, arbitrary: key.map((name) => `$${name}`) },
  { weight: 2, arbitrary: fc.constantFrom('@device_id', '@site', '@device_id') },
  { weight: 1, arbitrary: key.map((name) => `@${name}`) },
  { weight: 4, arbitrary: node },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'sosa:Observation',
      'time:Instant',
      'ex:thing',
      'ex:',
      'ex:a%20b/c',
      'ex:é.',
      'unit:KiloW-HR',
      'ex:-1',
      'rdf:type',
    ),
  },
);
const predicate = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'sosa:hasResult',
      'sosa:hasSimpleResult',
      'schema:status',
      'ex:p',
      'rdfs:label',
      'qudt:numericValue',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('rdf:type', 'a') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'time:inXSDDateTimeStamp',
      'time:inXSDDateTime',
      'time:inXSDDate',
      'time:hasTime',
      'ex:with%20percent',
      'ex:q.é',
      'ex:li/1x',
    ),
  },
);
const objects: fc.Arbitrary<Written> = fc.oneof(
  { weight: 4, arbitrary: token.map((characters) => ({ characters })) },
  {
    weight: 2,
    arbitrary: fc.array(token, { maxLength: 3 }).map((list) => ({ items: list.map((characters) => ({ characters })) })),
  },
);
const anyTemplate: fc.Arbitrary<Written> = fc
  .array(fc.tuple(predicate, objects), { maxLength: 4 })
  .map((members) => ({ members }));

function written(template: Record<string, string | readonly string[]>): Written {
  return {
    members: Object.entries(template).map(([name, value_]) => [
      name,
      typeof value_ === 'string' ? { characters: value_ } : { items: value_.map((characters) => ({ characters })) },
    ]),
  };
}

export const KNOWN: Record<string, readonly Written[]> = {
  datetime: [written({ 'rdf:type': 'time:Instant', 'time:inXSDDateTimeStamp': '$datetime' })],
  forecast_time: [
    written({ a: 'time:Instant' }),
    written({ 'time:inXSDDateTimeStamp': '$forecast_time', 'ex:p': '?n' }),
  ],
  when: [written({ 'time:inXSDDateTime': '$when' })],
  day: [written({ 'time:inXSDDate': ['$day', '$when'] })],
  'energy-kWh': [
    written({
      'rdf:type': 'sosa:Observation',
      'sosa:hasSimpleResult': '$energy-kWh',
      'sosa:madeBySensor': '@device_id',
    }),
  ],
  'active_power-kW': [
    written({
      a: ['sosa:Observation', 'ex:thing'],
      'sosa:hasResult': '?n',
      'sosa:madeBySensor': ['@device_id', '@site'],
    }),
  ],
  device_id: [written({ a: 'sosa:Sensor', 'dcterms:identifier': '$device_id', 'ex:p': '$status' })],
  site: [written({ 'dcterms:title': '$site', 'ex:p': ['?m', '@device_id'] })],
  status: [written({ 'ex:p': '$status' }), written({})],
  readings: [written({}), written({ a: 'sosa:Sample', 'ex:p': ['$readings', '?n'] })],
  '?n': [written({ 'qudt:numericValue': '$active_power-kW', 'ex:p': ['?m', '$status'] }), written({ a: 'ex:thing' })],
  '?m': [written({ 'ex:p': ['?n', '?m'] }), written({})],
};

const templates: fc.Arbitrary<Written> = fc
  .tuple(
    fc
      .oneof(fc.subarray(Object.keys(KNOWN)), fc.constant(Object.keys(KNOWN)))
      .chain((names) =>
        fc.tuple(
          ...names.map((name) =>
            fc
              .oneof({ weight: 3, arbitrary: fc.constantFrom(...KNOWN[name]!) }, { weight: 1, arbitrary: anyTemplate })
              .map((template) => [name, template] as const),
          ),
        ),
      ),
    fc.array(fc.tuple(fc.oneof(key, node), anyTemplate), { maxLength: 4 }),
  )
  .map(([known, others]) => ({ members: [...known, ...others] }));

const prefixes: fc.Arbitrary<Written> = fc
  .tuple(
    fc.option(fc.constantFrom('https://ex.org/', 'https://ex.org/doc#', 'http://ex.org/a/')),
    rarely(fc.constantFrom('https://other.example/sosa#'), 5),
    rarely(fc.constantFrom('https://other.example/time#'), 8),
  )
  .map(([base, sosa, time]) => {
    const members: [string, Written][] = [['ex', { characters: 'https://ex.org/ns#' }]];
    if (base !== null) members.push(['@base', { characters: base }]);
    if (sosa !== null) members.push(['sosa', { characters: sosa }]);
    if (time !== null) members.push(['time', { characters: time }]);
    return { members };
  });

const annotations: fc.Arbitrary<Written> = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'dcterms:created',
        'dcterms:issued',
        'dcterms:modified',
        'dcterms:date',
        'dcterms:title',
        'dcterms:license',
        'dcat:keyword',
        'ex:note',
      ),
      fc
        .oneof(
          dateTimeText,
          fc.constantFrom(
            '2026-11-20',
            '2026-11-20T10:00:00Z',
            'https://ex.org/l',
            'https://ex.org/a b',
            'http:',
            'urn:x:y',
            'A "title"',
          ),
          oddText,
        )
        .filter((text) => toUSVString(text) === text)
        .map((characters) => ({ characters })),
    ),
    { maxLength: 3 },
  )
  .map((members) => ({ members }));

export const block: fc.Arbitrary<Written> = fc
  .tuple(prefixes, templates, rarely(annotations, 3))
  .map(([prefix, context, notes]) => ({
    members: [
      ['@prefix', prefix],
      ['@context', context],
      ...(notes === null ? [] : [['@annotations', notes] as const]),
    ],
  }));
