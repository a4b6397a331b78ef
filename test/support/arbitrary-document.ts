/**
 * Documents with their blocks, as JSON text, made to run into every rule of the mapping: few keys, few stamps and short arrays, so
 * that they meet each other often; numbers, strings and white space of every shape, written out so that digits survive.
 */
import { toUSVString } from 'node:util';
import fc from 'fast-check';
import type { Lexicon, Template } from '../../src/mapping/lexicon.ts';
import { parseJsonTree } from './json-tree.ts';
import type { JsonTree } from './json-tree.ts';
import type { ReferenceOptions } from './reference-mapping.ts';

/** JSON as it will be written: `raw` is copied, `characters` are quoted. */
export type Written =
  | { readonly raw: string }
  | { readonly characters: string }
  | { readonly items: readonly Written[] }
  | { readonly members: readonly (readonly [string, Written])[] };

export interface DocumentCase {
  readonly text: string;
  readonly options: Required<Pick<ReferenceOptions, 'base' | 'align' | 'maxArrayItems'>>;
}

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** The golden hub with a term for every datatype that has a rule of its own. */
export function extendLexicon(lexicon: Lexicon): Lexicon {
  const terms = new Map(lexicon.terms);
  for (const [name, type] of [
    ['tiny', 'byte'],
    ['loss', 'nonPositiveInteger'],
    ['cells', 'positiveInteger'],
    ['ticks', 'unsignedLong'],
    ['ratio', 'float'],
    ['token', 'token'],
  ] as const) {
    terms.set(name, { datatype: XSD + type, template: [] });
  }
  return { ...lexicon, terms };
}

const TIME_KEYS = ['datetime', 'forecast_time', 'when', 'day'];
const VALUE_KEYS = ['energy-kWh', 'active_power-kW', 'status', 'b'];
const ENTITY_KEYS = ['device_id', 'site'];
const RECORD_KEYS = ['readings', 'location', 'sub'];
const ODD_KEYS = [
  '__proto__', 'constructor', 'toString', '', '1', '10', '2', 'x y', 'a/b~c?#%', '?n', '?q', '@id', '$x', '@base', 'ключ', 'k"\\\n',
  'k\ud800', 'local_time', 'delivery_date', 'clock_time', 'cycle_count', 'port', 'is_online', 'tiny', 'loss', 'cells', 'ticks', 'ratio',
  'token', 'wkt', 'price-EUR_per_MWh', '-', '7up', '.', '..',
]; // prettier-ignore

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TIME_KEYS) },
  { weight: 6, arbitrary: fc.constantFrom(...VALUE_KEYS) },
  { weight: 3, arbitrary: fc.constantFrom(...ENTITY_KEYS) },
  { weight: 3, arbitrary: fc.constantFrom(...RECORD_KEYS) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_KEYS) },
);

/** Null but for one time in `times`. */
function rarely<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

const digits = fc.stringMatching(/^[0-9]{1,3}$/);
export const numberText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('1', '2', '1.0', '0', '-0', '12.50', '9007199254740993') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.constantFrom('0', '7', '10', '120', '255', '65536', '18446744073709551616'),
        fc.option(fc.oneof(digits, fc.constantFrom('0', '00', '50'))),
        fc.option(
          fc.tuple(
            fc.constantFrom('e', 'E'),
            fc.constantFrom('', '+', '-'),
            fc.constantFrom('0', '1', '2', '03', '30', '31', '400'),
          ),
        ),
      )
      .map(
        ([sign, whole, fraction, exponent]) =>
          sign + whole + (fraction === null ? '' : `.${fraction}`) + (exponent?.join('') ?? ''),
      ),
  },
);

const stamp = fc.constantFrom(
  '2024-01-01T00:00:00Z',
  '2024-01-01T00:15:00Z',
  '2024-01-01T00:00:00Z',
  '2024-01-01 00:30',
);
export const dateTimeText = fc
  .tuple(
    fc.constantFrom(
      '2024-02-29',
      '2023-02-29',
      '2024-12-31',
      '-0001-01-01',
      '0000-01-01',
      '12024-01-01',
      '02024-01-01',
      '2024-1-1',
      '2024-04-31',
      '2024-00-10',
      '1900-02-29',
      '2000-02-29',
    ),
    fc.option(
      fc.tuple(
        fc.constantFrom('T', ' ', 't', '  '),
        fc.constantFrom(
          '00:00',
          '23:59:59',
          '24:00',
          '24:00:00.000',
          '24:00:01',
          '12:30:60',
          '12:30:15.',
          '12:30:15.250',
          '7:00',
          '12',
          '25:00',
        ),
      ),
    ),
    fc.constantFrom('', '', 'Z', 'z', '+01:00', '+0100', '+01', '-00:00', '+14:00', '+14:30', '-15', ' Z', '+1', '\n'),
  )
  .map(([date, time, zone]) => date + (time === null ? '' : time.join('')) + zone);
const clockText = fc
  .tuple(
    fc.constantFrom('10:00', '10:00:00', '24:00:00', '10:60', '1:00', '10:00:00.5'),
    fc.constantFrom('', 'Z', 'z', '+02', '+0200', '-02:00'),
  )
  .map((parts) => parts.join(''));

export const oddText = fc.oneof(
  fc.constantFrom(
    'ok',
    'bad',
    'ok',
    '1',
    '1.0',
    '1e3',
    '+1',
    '.5',
    '5.',
    'NaN',
    'INF',
    '+INF',
    '-INF',
    'inf',
    'true',
    '0',
    ' 1',
    '007',
    '-0',
  ),
  fc.constantFrom(
    '', ' ', '\u0000', '\u0001 \u001f', 'tab\t nl\n cr\r', '\r\n', '"', '\\', '\u007f\u0085\u2028', '\ufeff', '\ufffe \uffff', ']]>', '<&>\'"', '\ud83d\ude00',
    '\ud800', 'x\udc00y', '\ud800\ud800\udc00', '\u{10ffff}', '-', 'a.', 'a:b', '_:b0', '@en', '"""', "'''", '\\u0041', 'é', 'e\u0301',
  ), // prettier-ignore
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

export const entityText = fc.oneof(
  fc.constantFrom('inv-1', 'inv 1', 'inv-2', 'inv-1', 'inv/ä'),
  fc.constantFrom(
    'https://plant.example/inv 1', 'HTTP://Plant.example/a?b=c#d', 'http://plant.example', 'http:plant', 'http://', 'http:///path', 'http://a:80x/',
    'http://a:80/', 'http://u:p@h/', 'http://h/a[b]c', 'http://h/%zz%41%4', 'http://h/?q[]=1#f#g', 'http://h/\ue000?\ue000#\ue000', 'http://h/\u0085\ufdd0\ufffd',
    'http://h/"<>\\^`{|}', 'urn:x', 'urn:x:', 'urn:isbn:123', 'urn:isbn:1 2', 'URN:uuid:f81d4fae', 'urn:-x:y', 'ftp://h/x', 'mailto:a@b', 'http://h/\ud800', 'https://h/é/\u{10fffd}',
    'http://h/\n', 'http://h ost/', 'http://[h/', 'http://h?x', 'http://h#x',
  ), // prettier-ignore
);

const scalar: fc.Arbitrary<Written> = fc.oneof(
  { weight: 4, arbitrary: numberText.map((raw) => ({ raw })) },
  { weight: 3, arbitrary: stamp.map((characters) => ({ characters })) },
  { weight: 1, arbitrary: dateTimeText.map((characters) => ({ characters })) },
  { weight: 1, arbitrary: clockText.map((characters) => ({ characters })) },
  { weight: 3, arbitrary: oddText.map((characters) => ({ characters })) },
  { weight: 2, arbitrary: entityText.map((characters) => ({ characters })) },
  { weight: 1, arbitrary: fc.constantFrom({ raw: 'true' }, { raw: 'false' }) },
  { weight: 2, arbitrary: fc.constant({ raw: 'null' }) },
);

/** Values that suit a key more often than not, so that time axes are stamps and entities repeat. */
function suitable(name: string): fc.Arbitrary<Written> {
  if (TIME_KEYS.includes(name))
    return fc.oneof(
      { weight: 8, arbitrary: stamp.map((characters) => ({ characters })) },
      { weight: 1, arbitrary: dateTimeText.map((characters) => ({ characters })) },
      { weight: 2, arbitrary: scalar },
    );
  if (ENTITY_KEYS.includes(name))
    return fc.oneof(
      { weight: 3, arbitrary: entityText.map((characters) => ({ characters })) },
      { weight: 1, arbitrary: scalar },
    );
  return scalar;
}

function member(depth: number): fc.Arbitrary<readonly [string, Written]> {
  return key.chain((name) => fc.tuple(fc.constant(name), value(name, depth)));
}

function value(name: string, depth: number): fc.Arbitrary<Written> {
  const one = suitable(name);
  const record = depth > 0 ? fc.array(member(depth - 1), { maxLength: 5 }).map((members) => ({ members })) : one;
  const item = fc.oneof(
    { weight: 8, arbitrary: one },
    { weight: RECORD_KEYS.includes(name) ? 16 : 1, arbitrary: record },
  );
  const nested = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: item },
      { weight: 1, arbitrary: fc.array(item, { maxLength: 2 }).map((items) => ({ items })) },
    ),
    { maxLength: 3 },
  );
  const items = fc.oneof(
    { weight: 4, arbitrary: fc.array(item, { minLength: 2, maxLength: 2 }) },
    { weight: 2, arbitrary: fc.array(item, { minLength: 3, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(item, { maxLength: 5 }) },
    { weight: 1, arbitrary: nested },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          nested.map((inner) => ({ items: inner })),
          item,
        )
        .map((pair) => pair),
    },
  );
  const array: fc.Arbitrary<Written> = items.map((list) => ({ items: list }));
  return RECORD_KEYS.includes(name)
    ? fc.oneof({ weight: 2, arbitrary: record }, { weight: 3, arbitrary: array }, { weight: 1, arbitrary: one })
    : fc.oneof({ weight: 5, arbitrary: one }, { weight: 5, arbitrary: array }, { weight: 1, arbitrary: record });
}

const stamped: fc.Arbitrary<Written> = stamp.map((characters) => ({ characters }));
const series = fc.constantFrom(...VALUE_KEYS, 'readings').chain((name) => {
  const item: fc.Arbitrary<Written> =
    name === 'readings'
      ? fc.array(member(0), { minLength: 1, maxLength: 4 }).map((members) => ({ members }))
      : numberText.map((raw) => ({ raw }));
  const items = fc.oneof(
    { weight: 5, arbitrary: fc.array(item, { minLength: 2, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.array(item, { maxLength: 3 }) },
  );
  return fc.tuple(
    fc.constant(name),
    fc.oneof(
      items.map((list): Written => ({ items: list })),
      item,
    ),
  );
});
/** Members of a record with a time axis or a timestamp of its own, and arrays that may fit it. */
const timed: fc.Arbitrary<(readonly [string, Written])[]> = fc
  .tuple(
    fc.constantFrom(...TIME_KEYS),
    fc.oneof(
      fc.array(stamped, { minLength: 2, maxLength: 2 }).map((items): Written => ({ items })),
      stamped,
    ),
    fc.array(fc.oneof(member(2), series), { minLength: 3, maxLength: 7 }),
    fc.nat(7),
  )
  .map(([name, time, members, at]) => [...members.slice(0, at), [name, time] as const, ...members.slice(at)]);

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

const KNOWN: Record<string, readonly Written[]> = {
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

/** A hub in which every key of the documents but those with `?` is a term, most of them with the templates that the blocks use. */
export function registerKeys(lexicon: Lexicon): Lexicon {
  const read = (template: Written): Template =>
    !('members' in template)
      ? []
      : template.members.map(
          ([name, value_]) =>
            [
              name,
              'characters' in value_
                ? [value_.characters]
                : 'items' in value_
                  ? value_.items.map((item) => ('characters' in item ? item.characters : ''))
                  : [],
            ] as const,
        );
  const terms = new Map(extendLexicon(lexicon).terms);
  for (const name of [...TIME_KEYS, ...VALUE_KEYS, ...ENTITY_KEYS, ...RECORD_KEYS, ...ODD_KEYS]) {
    if (name.startsWith('?')) continue;
    const template = Object.hasOwn(KNOWN, name) ? read(KNOWN[name]![0]!) : [];
    terms.set(name, { datatype: terms.get(name)?.datatype ?? `${XSD}string`, template });
  }
  const nodes = new Map(
    Object.keys(KNOWN)
      .filter((name) => name.startsWith('?'))
      .map((name) => [name.slice(1), read(KNOWN[name]![0]!)] as const),
  );
  return { ...lexicon, terms, nodes, prefixes: new Map([...lexicon.prefixes, ['ex', 'https://ex.org/ns#']]) };
}

/** A document without a block of its own making. */
export const plainDocument: fc.Arbitrary<DocumentCase> = fc
  .record({
    members: fc.oneof(fc.array(member(2), { maxLength: 8 }), timed),
    old: rarely(
      fc.oneof(
        scalar,
        fc.constant({ items: [] }),
        fc.constant({
          members: [['@context', { members: [['b', { members: [['a', { characters: 'ex:old' }]] }]] }]],
        } as Written),
      ),
      3,
    ),
    style: fc.oneof(fc.constant(0), fc.nat()),
    options: fc.record({
      base: rarely(fc.constantFrom('https://option.example/x/', 'http://option.example/#'), 3),
      align: fc.boolean(),
      maxArrayItems: fc.oneof(
        { weight: 2, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
      ),
    }),
  })
  .map(({ members, old, style, options }) => ({
    text: writeJson({ members: old === null ? members : [...members, ['@semantic', old]] }, style),
    options,
  }));

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

/** A document with its block somewhere among its members, now and then with a second block that is overruled. */
export const documentCase: fc.Arbitrary<DocumentCase> = fc
  .record({
    members: fc.oneof(fc.array(member(2), { maxLength: 8 }), timed),
    semantic: block,
    overruled: rarely(block, 12),
    at: fc.nat(8),
    style: fc.oneof(fc.constant(0), fc.nat()),
    options: fc.record({
      base: rarely(fc.constantFrom('https://option.example/x/', 'http://option.example/#'), 4),
      align: fc.integer({ min: 0, max: 5 }).map((number) => number > 0),
      maxArrayItems: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
      ),
    }),
  })
  .map(({ members, semantic, overruled, at, style, options }) => {
    const place = Math.min(at, members.length);
    const all: (readonly [string, Written])[] = [
      ...members.slice(0, place),
      ['@semantic', semantic],
      ...members.slice(place),
    ];
    if (overruled !== null) all.unshift(['@semantic', overruled]);
    return { text: writeJson({ members: all }, style), options };
  });

/** The same document with other white space and escapes. */
export function rewriteJson(text: string, style: number): string {
  const read = (tree: JsonTree): Written => {
    if (tree.kind === 'null') return { raw: 'null' };
    if (tree.kind === 'string') return { characters: tree.text };
    if (tree.kind === 'array') return { items: tree.items.map(read) };
    if (tree.kind === 'record') return { members: [...tree.members].map(([name, member_]) => [name, read(member_)]) };
    return { raw: tree.text };
  };
  return writeJson(read(parseJsonTree(text)), style);
}

/** Writes JSON; `style` 0 is plain, any other seeds random white space and escapes. */
export function writeJson(tree: Written, style = 0): string {
  let state = style >>> 0;
  const draw = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return style === 0 ? 0 : (state >>> 16) % bound;
  };
  const space = () => ['', '', '', '', ' ', '\n', '\t', '\r\n  '][draw(8)]!;
  const hex = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const short: Record<string, string> = {
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\b': '\\b',
    '\f': '\\f',
    '"': '\\"',
    '\\': '\\\\',
    '/': '\\/',
  };
  const quote = (characters: string) => {
    let text = '';
    for (const character of characters) {
      const lone = character.length === 1 && /[\ud800-\udfff]/.test(character);
      const must = lone || character < ' ' || character === '"' || character === '\\';
      const escape = must ? 1 : draw(12) === 1 ? 1 : 0;
      if (escape === 0) text += character;
      else if (Object.hasOwn(short, character) && (style === 0 || draw(2) === 0)) text += short[character]!;
      else
        text += character
          .split('')
          .map((unit) => (draw(2) === 0 ? hex(unit) : `\\u${hex(unit).slice(2).toUpperCase()}`))
          .join('');
    }
    return `"${text}"`;
  };
  const write = (node_: Written): string => {
    if ('raw' in node_) return node_.raw;
    if ('characters' in node_) return quote(node_.characters);
    if ('items' in node_) return `[${space()}${node_.items.map((item) => write(item) + space()).join(`,${space()}`)}]`;
    return `{${space()}${node_.members.map(([name, value_]) => `${quote(name)}${space()}:${space()}${write(value_)}${space()}`).join(`,${space()}`)}}`;
  };
  return space() + write(tree) + space();
}
