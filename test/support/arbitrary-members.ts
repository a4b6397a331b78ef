import fc from 'fast-check';
import { columns, documentOf, FORM_ROWS, iso, oneOf, scalars, type Value } from './arbitrary-forms.ts';

/** A document in which a record has data for keys. */
export interface KeyedForm {
  readonly text: string;
  /** Members of one shape, of which rows may be copies. */
  readonly members: number;
  /** Sets of keys that records under these keys have. */
  readonly shapes: number;
  /** Keys that RDF/XML writes with one prefix. */
  readonly areXmlNames: boolean;
}

const keys: Readonly<Record<string, { readonly keyOf: Value; readonly areXmlNames: boolean }>> = {
  name: { keyOf: (row) => `row-${row}`, areXmlNames: true },
  dotted: { keyOf: (row) => `sensor.power_${row}`, areXmlNames: true },
  number: { keyOf: String, areXmlNames: false },
  day: { keyOf: (row) => iso(row * 96).slice(0, 10), areXmlNames: false },
  stamp: { keyOf: (row) => iso(row), areXmlNames: false },
  beyondAscii: { keyOf: (row) => `Zähler ${row}`, areXmlNames: false },
};
/** Keys that are no like of the others: each is written in a way of its own, or cited, or a term. */
const OTHER_KEYS = [
  '-x',
  'x.',
  '~x',
  'a\\u0062c',
  '\\ud800',
  '\\n',
  '',
  '%41',
  '?x',
  'inner',
  'plain',
  'energy-kWh',
  'Description',
];
const OTHER_VALUES = ['1', '"x"', '[1,1,2]', '[{"plain":1}]', '{"plain":{"plain":2}}', '{}', '[]', 'null', 'true'];
const BASE = 'https://ex.org/id/';

/** Whatever stands among the members: keys and values of all kinds, records that hold their own key, prefixes that extend the base. */
const disorder = fc.record({
  others: fc.array(fc.tuple(fc.constantFrom(...OTHER_KEYS), fc.constantFrom(...OTHER_VALUES)), { maxLength: 6 }),
  prefixes: fc.constantFrom<object>(
    {},
    { '@base': BASE, ex: BASE },
    { '@base': BASE, ex: 'https://ex.org/' },
    { '@base': BASE, ex: `${BASE}row-` },
    { '@base': 'https://ex.org/id#a', ex: 'https://ex.org/id#' },
    { '@base': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' },
  ),
  mixed: fc.option(fc.constantFrom(...Object.values(keys))),
});

const keyed = fc.record({
  key: fc.constantFrom(...Object.values(keys)),
  value: oneOf(scalars),
  records: fc.option(columns),
  everyNull: fc.constantFrom(FORM_ROWS * 2, 7),
  within: fc.constantFrom('{}', '{"rows":{}}', '{"list":[{}]}'),
});

/** Records, or values, each under a key of its own. */
export const formOfMembers: fc.Arbitrary<KeyedForm> = keyed.map((form) => keyedForm(form, [], {}, null));

/** The same with other members between them, which are not like them. */
export const membersInDisorder: fc.Arbitrary<string> = fc
  .tuple(keyed, disorder)
  .map(([form, { others, prefixes, mixed }]) => keyedForm(form, others, prefixes, mixed).text);

function keyedForm(
  { key, value, records, everyNull, within }: Keyed,
  others: readonly (readonly [key: string, value: string])[],
  prefixes: object,
  mixed: (typeof keys)[string] | null,
): KeyedForm {
  const shapes = new Set<string>();
  const met = new Set<string>();
  let members = 0;
  const valueOf = (row: number): string => {
    if (records === null) return value(row);
    const shape: string[] = [];
    const inner = records.flatMap(({ key, value, every }) => {
      if (row % every !== 0) return [];
      const text = value(row);
      shape.push(met.has(text) ? key : `${key} first`);
      if (key === 'timestamp' || key === 'device_id') met.add(text);
      return [`"${key}":${text}`];
    });
    shapes.add(shape.join());
    return `{${inner.join()}}`;
  };
  const all = Array.from({ length: FORM_ROWS }, (_, row) => {
    const isNull = records === null && (row + 1) % everyNull === 0;
    if (!isNull) members++;
    const name = (mixed !== null && row % 3 === 0 ? mixed : key).keyOf(row);
    return `"${name}":${isNull ? 'null' : valueOf(row)}`;
  });
  for (const [i, [name, value]] of others.entries()) all.splice(i * 11, 0, `"${name}":${value}`);
  const text = documentOf(within.slice(1, -1).replace('{}', `{${all.join()}}`) || all.join(), prefixes);
  return {
    text,
    members,
    shapes: Math.max(1, shapes.size),
    areXmlNames: key.areXmlNames,
  };
}

type Keyed = typeof keyed extends fc.Arbitrary<infer Form> ? Form : never;
