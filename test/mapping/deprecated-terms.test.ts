import { describe, expect, test } from 'vitest';
import { embedSemantic } from '../../src/mapping/embed.ts';
import type { Lexicon, LexiconTerm } from '../../src/mapping/lexicon/lexicon.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';
import { convert } from '../support/convert.ts';

const golden = readGoldenLexicon();
const described: LexiconTerm = {
  datatype: 'http://www.w3.org/2001/XMLSchema#string',
  template: [['a', ['time:Thing']]],
};
const lexicon: Lexicon = {
  ...golden,
  terms: new Map<string, LexiconTerm>([
    ['kept', described],
    ['other', described],
    ['old', { ...described, replacedBy: 'kept' }],
    ['orphan/1', { ...described, template: [], replacedBy: null }],
  ]),
  prefixes: new Map([...golden.prefixes, ['time', 'http://www.w3.org/2006/time#']]),
};
const warningsOf = (text: string, options = {}) => convert(text, lexicon, options).warnings;

describe('a deprecated term', () => {
  test('converts, with a warning at its first place that names the replacement, once however often it occurs', () => {
    const document = { at: [{ other: 1 }, { deep: [[{ old: null }]] }, { old: 'x' }], old: 1 };
    const [warning, ...rest] = warningsOf(JSON.stringify({ '@semantic': {}, ...document }));
    expect(warning).toEqual({
      code: 'deprecated-term',
      key: 'old',
      pointer: '/at/1/deep/0/0/old',
      count: 1,
      message: 'The vocabulary term "old" is deprecated: it converts, and will not be kept up. Use "kept" instead.',
    });
    expect(rest.map(({ code }) => code)).not.toContain('deprecated-term');
  });

  test('is told of first, in order of the keys, also where the registry gives the meaning', () => {
    const text = '{"x":[{"orphan/1":"a"}],"old":["2026-01-01T00:00:00Z"],"?n":1}';
    const withBlock = `{"@semantic":{},${text.slice(1)}`;
    for (const warnings of [
      warningsOf(withBlock),
      warningsOf(text.replace('"x"', '"other"').replace(',"?n":1', ''), { semantics: 'registry' }),
    ]) {
      expect(warnings.slice(0, 2).map(({ code, key }) => `${code} ${key}`)).toEqual([
        'deprecated-term orphan/1',
        'deprecated-term old',
      ]);
      expect(warnings[0]!.pointer).toMatch(/^\/[^/]+\/0\/orphan~11$/);
      expect(warnings[0]!.message).toMatch(/ No term takes its place\.$/);
    }
    expect(warningsOf(withBlock).at(-1)!.code).toBe('reserved-key');
  });

  test('is not told of where it stands behind the cut, in @semantic alone, or in a document of the same keys again', () => {
    expect(warningsOf('{"@semantic":{"@context":{"old":{}}},"x":1}')).toEqual([]);
    expect(warningsOf('{"@semantic":{},"x":[1,{"old":1}]}', { maxArrayItems: 1 })).toEqual([]);
    const text = '{"@semantic":{},"old":1}';
    expect(warningsOf(text)).toEqual(warningsOf(text));
  });

  test('is embedded as ever', () => {
    const embed = (key: string) =>
      embedSemantic(Buffer.from(`{"${key}":1}`), lexicon, { base: null, now: new Date(0) }).report;
    expect(embed('old')).toEqual({ ...embed('kept'), described: ['old'] });
  });
});
