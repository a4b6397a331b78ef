import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Filter } from '../../src/web/parts/term-filters.tsx';

const render = (count: number, omitted = 0): string => {
  const values = Array.from({ length: count }, (_, at) => ({
    value: `u${at}`,
    label: `unit ${at}`,
    count: count - at,
  }));
  return renderToString(
    h(Filter, { counts: { by: 'unit', label: 'Unit', values, omitted }, query: new URLSearchParams('q=power&page=2') }),
  );
};

test('a filter shows its most frequent values, and the others behind a click', () => {
  const html = render(150);
  expect(html.match(/<a href="\?q=power&amp;unit=u\d+"/g)).toHaveLength(150);
  expect(html).toContain('<summary>142 more</summary>');
  expect(html).not.toContain('not shown');
});

test('a filter with very many values says how many it leaves out', () => {
  const html = render(1_900);
  expect(html.match(/<a /g)).toHaveLength(200);
  expect(html).toContain('1,700 with fewer terms are not shown.');
  expect(Buffer.byteLength(html)).toBeLessThan(25_000);
  // So does one of which the hub left some out.
  expect(render(200, 1_700)).toContain('1,700 with fewer terms are not shown.');
});
