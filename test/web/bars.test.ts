import { expect, test } from 'vitest';
import { barsOf } from '../../src/web/browser/sparql/bars.ts';

const number = (value: string, datatype = 'integer') =>
  ({ type: 'literal', value, datatype: `http://www.w3.org/2001/XMLSchema#${datatype}` }) as const;
const text = (value: string) => ({ type: 'literal', value }) as const;

test('a number per label has a bar, the largest the longest', () => {
  const rows = [
    { label: text('a'), n: number('4') },
    { label: text('b'), n: number('1.0', 'decimal') },
    { label: text('c'), n: number('0') },
  ];
  expect(barsOf(['label', 'n'], rows)).toEqual({ variable: 'n', shares: [1, 0.25, 0] });
});

test('other tables have none', () => {
  const one = { label: text('a'), n: number('4') };
  expect(barsOf(['label', 'n'], [one])).toBeNull();
  expect(barsOf(['n'], [one, one])).toBeNull();
  expect(barsOf(['label', 'n'], [one, { label: text('b') } as typeof one])).toBeNull();
  expect(barsOf(['label', 'n'], [one, { label: text('b'), n: number('-1') }])).toBeNull();
  expect(barsOf(['label', 'n'], [one, { label: text('b'), n: number('INF', 'double') }])).toBeNull();
  expect(
    barsOf(
      ['n', 'm'],
      [
        { n: number('1'), m: number('2') },
        { n: number('1'), m: number('2') },
      ],
    ),
  ).toBeNull();
  expect(
    barsOf(
      ['label', 'n'],
      [
        { label: text('a'), n: number('0') },
        { label: text('b'), n: number('0') },
      ],
    ),
  ).toBeNull();
});
