/** Generated members: few keys, few stamps and short arrays, so that they meet each other often. */
import fc from 'fast-check';
import type { Written } from './written-json.ts';

export const TIME_KEYS = ['datetime', 'forecast_time', 'when', 'day'];
export const VALUE_KEYS = ['energy-kWh', 'active_power-kW', 'status', 'b'];
export const ENTITY_KEYS = ['device_id', 'site'];
export const RECORD_KEYS = ['readings', 'location', 'sub'];
export const ODD_KEYS = [
  '__proto__', 'constructor', 'toString', '', '1', '10', '2', 'x y', 'a/b~c?#%', '?n', '?q', '@id', '$x', '@base', 'ключ', 'k"\\\n',
  'k\ud800', 'local_time', 'delivery_date', 'clock_time', 'cycle_count', 'port', 'is_online', 'tiny', 'loss', 'cells', 'ticks', 'ratio',
  'token', 'wkt', 'price-EUR_per_MWh', '-', '7up', '.', '..',
]; // prettier-ignore

export const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TIME_KEYS) },
  { weight: 6, arbitrary: fc.constantFrom(...VALUE_KEYS) },
  { weight: 3, arbitrary: fc.constantFrom(...ENTITY_KEYS) },
  { weight: 3, arbitrary: fc.constantFrom(...RECORD_KEYS) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_KEYS) },
);

/** Null but for one time in `times`. */
export function rarely<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | null> {
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

const entityText = fc.oneof(
  fc.constantFrom('inv-1', 'inv 1', 'inv-2', 'inv-1', 'inv/ä'),
  fc.constantFrom(
    'https://plant.example/inv 1', 'HTTP://Plant.example/a?b=c#d', 'http://plant.example', 'http:plant', 'http://', 'http:///path', 'http://a:80x/',
    'http://a:80/', 'http://u:p@h/', 'http://h/a[b]c', 'http://h/%zz%41%4', 'http://h/?q[]=1#f#g', 'http://h/\ue000?\ue000#\ue000', 'http://h/\u0085\ufdd0\ufffd',
    'http://h/"<>\\^`{|}', 'urn:x', 'urn:x:', 'urn:isbn:123', 'urn:isbn:1 2', 'URN:uuid:f81d4fae', 'urn:-x:y', 'ftp://h/x', 'mailto:a@b', 'http://h/\ud800', 'https://h/é/\u{10fffd}',
    'http://h/\n', 'http://h ost/', 'http://[h/', 'http://h?x', 'http://h#x',
  ), // prettier-ignore
);

export const scalar: fc.Arbitrary<Written> = fc.oneof(
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

export function member(depth: number): fc.Arbitrary<readonly [string, Written]> {
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
export const timed: fc.Arbitrary<(readonly [string, Written])[]> = fc
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
