import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Filter } from '../../src/web/parts/term-filters.tsx';

const render = (count: number, { omitted = 0, shown = 'Unit' } = {}): string => {
  const values = Array.from({ length: count }, (_, at) => ({
    value: `u${at}`,
    label: `unit ${at}`,
    count: count - at,
  }));
  return renderToString(
    h(Filter, {
      counts: { by: 'unit', label: 'Unit', values, omitted },
      query: new URLSearchParams(`q=power&skip=30&values=${shown}`),
    }),
  );
};

test('a filter shows its most frequent values, and leads to the same page with all of them', () => {
  const few = render(150, { shown: 'Quantity' });
  expect(few.match(/<a href="\?q=power&amp;values=Quantity&amp;unit=u\d+"/g)).toHaveLength(8);
  expect(few).toContain('<a href="?q=power&amp;skip=30&amp;values=Unit">142 more</a>');
  expect(few).toContain('<details><summary>Unit');
  const all = render(150);
  expect(all).toContain('<details open><summary>Unit');
  expect(all.match(/<a href="\?q=power&amp;values=Unit&amp;unit=u\d+"/g)).toHaveLength(150);
  expect(all).not.toContain('not shown');
});

test('a filter with very many values says how many it leaves out', () => {
  const html = render(1_900);
  expect(html.match(/<a /g)).toHaveLength(200);
  expect(html).toContain('1,700 with fewer terms are not shown.');
  expect(Buffer.byteLength(html)).toBeLessThan(25_000);
  // So does one of which the hub left some out.
  expect(render(200, { omitted: 1_700 })).toContain('1,700 with fewer terms are not shown.');
});
