import { Fragment, h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { RenderedParts } from '../../src/web/pages/rendered-parts.ts';

const part = (text: string): VNode =>
  h(Fragment, null, h('input', { name: 'q', value: text }), h('p', { title: text }, text));

describe('parts that pages have in common', () => {
  test('are in a page what they are when they are rendered there', () => {
    const parts = new RenderedParts();
    for (const text of ['plain', '<b> & "quoted"']) {
      const expected = renderToString(h('main', null, part(text)));
      for (let time = 0; time < 2; time++)
        expect(
          renderToString(
            h(
              'main',
              null,
              parts.of(text, () => part(text)),
            ),
          ),
        ).toBe(expected);
    }
  });

  test('are rendered once, until there are many', () => {
    const parts = new RenderedParts();
    const made: string[] = [];
    const ask = (key: string): VNode =>
      parts.of(key, () => {
        made.push(key);
        return part(key);
      });
    ask('a');
    ask('a');
    expect(made).toEqual(['a']);
    for (let at = 0; at < 64; at++) ask(String(at));
    ask('a');
    expect(made.filter((key) => key === 'a')).toHaveLength(2);
    expect(renderToString(ask('a'))).toBe(renderToString(part('a')));
  });
});
