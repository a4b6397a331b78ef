import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentJson } from '../../src/web/parts/indent-json.ts';

test('JSON gets a line for each member and item', () => {
  expect(indentJson('{"a":[1.50,{"b":"x, {y}"}],"c":{},"d":[]}')).toBe(`{
  "a": [
    1.50,
    {
      "b": "x, {y}"
    }
  ],
  "c": {},
  "d": []
}`);
});

test('it is what JSON.stringify writes, for what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('a text that was cut off keeps all of its tokens', () => {
  const text = JSON.stringify({ a: [1, { b: 'a "quoted" text\\' }], c: null });
  const tight = (json: string): string => json.replaceAll(/\s/g, '');
  for (let length = 0; length <= text.length; length++)
    expect(tight(indentJson(text.slice(0, length)))).toBe(tight(text.slice(0, length)));
});
