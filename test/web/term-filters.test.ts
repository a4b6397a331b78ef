import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Filter } from '../../src/web/parts/term-filters.tsx';

const render = (count: number, { omitted = 0, shown = 'unit' } = {}): string => {
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
  const few = render(150, { shown: 'quantity' });
  expect(few.match(/<a href="\?q=power&amp;values=quantity&amp;unit=u\d+"/g)).toHaveLength(8);
  expect(few).toContain('<a href="?q=power&amp;skip=30&amp;values=unit">142 more</a>');
  expect(few).toContain('<details><summary>Unit');
  const all = render(150);
  expect(all).toContain('<details open><summary>Unit');
  expect(all.match(/<a href="\?q=power&amp;values=unit&amp;unit=u\d+"/g)).toHaveLength(150);
  expect(all).not.toContain('not shown');
});

test('a filter with very many values says how many it leaves out', () => {
  const html = render(1_900);
  expect(html.match(/<a /g)).toHaveLength(201);
  expect(html).toContain('<a href="?q=power&amp;skip=30">Fewer</a>');
  expect(html).toContain('1,700 with fewer terms are not shown.');
  expect(Buffer.byteLength(html)).toBeLessThan(25_000);
  // So does one of which the hub left some out.
  expect(render(200, { omitted: 1_700 })).toContain('1,700 with fewer terms are not shown.');
});

test('a filter that is a facet is shown whole by the name of the facet, in every language', () => {
  const values = Array.from({ length: 20 }, (_, at) => ({ value: `place/p${at}`, label: `Ort ${at}`, count: 1 }));
  const counts = { by: 'facet', label: 'Ort', values, omitted: 0 };
  const html = renderToString(h(Filter, { counts, query: new URLSearchParams('language=de&values=place') }));
  expect(html.match(/facet=place/g)).toHaveLength(20);
  const few = renderToString(h(Filter, { counts, query: new URLSearchParams('language=de') }));
  expect(few).toContain('<a href="?language=de&amp;values=place">12 more</a>');
});
