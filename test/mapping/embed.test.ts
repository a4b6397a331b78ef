import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { embedSemantic } from '../../src/mapping/embed.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = readGoldenLexicon();
const now = new Date('2026-11-21T23:59:59Z');

function embed(body: string, base: string | null = null): string {
  const { parts } = embedSemantic(Buffer.from(body), lexicon, { base, now });
  return Buffer.concat(parts).toString();
}

/** The answer with the block that the hub wrote cut out, and what stands around it. */
function withoutBlock(answer: string): string {
  const start = answer.indexOf('{"@semantic":') + 1;
  let depth = 0;
  let isText = false;
  for (let at = start + '"@semantic":'.length; ; at++) {
    if (isText) {
      if (answer[at] === '\\') at++;
      else if (answer[at] === '"') isText = false;
    } else if (answer[at] === '"') isText = true;
    else if (answer[at] === '{') depth++;
    else if (answer[at] === '}' && --depth === 0) {
      const end = answer[at + 1] === ',' ? at + 2 : at + 1;
      return answer.slice(0, start) + answer.slice(end);
    }
  }
}

describe('embedding', () => {
  test.each([
    '{}',
    '{ }',
    ' \n{"a":1}\n ',
    '{"a" : 1.50 ,\n\t"a": 2e3, "b":[ 1 , {"c":null} ] }',
    '{"":0,"__proto__":1,"2":2,"1":1}',
    '{"k":"\\u00e9\\ud800 é \\/"}',
  ])('leaves every byte of %j as it was', (body) => {
    expect(withoutBlock(embed(body))).toBe(body);
  });

  test.each([
    ['{"@semantic":1}', '{}'],
    ['{ "@semantic" : {"a":[1,2]} }', '{  }'],
    ['{"@semantic":{},"a":1}', '{"a":1}'],
    ['{"a":1,"@semantic":{}}', '{"a":1}'],
    ['{"a":1 , "@semantic":{} , "b":2}', '{"a":1  , "b":2}'],
    ['{"@sem\\u0061ntic":{},"a":1,"@semantic":[]}', '{"a":1}'],
    ['{"@semantic":{},"@semantic":{}}', '{}'],
    ['{"a":1,"@semantic":1,"@semantic":2,"b":3}', '{"a":1,"b":3}'],
    ['{"a":{"@semantic":1}}', '{"a":{"@semantic":1}}'],
  ])('takes the block out of %s that was there', (body, rest) => {
    expect(withoutBlock(embed(body))).toBe(rest);
  });

  test('documents with the same keys share a block as it is written, and no other documents do', () => {
    const blockOf = (body: string, base: string | null = null, on = now): Uint8Array =>
      embedSemantic(Buffer.from(body), lexicon, { base, now: on }).parts[2]!;
    const block = blockOf('{"power":1,"note":{"a":2}}');
    expect(blockOf('{ "power" : [null] , "note" : {"a":"x"} }')).toBe(block);
    const others = [
      blockOf('{"note":{"power":1},"a":2}'),
      blockOf('{"power":1,"note":2}'),
      blockOf('{"power":1,"note":{"a":2}}', 'https://example.org/'),
      blockOf('{"power":1,"note":{"a":2}}', null, new Date('2026-11-22T00:00:00Z')),
    ].map((bytes) => Buffer.from(bytes).toString());
    expect(new Set([Buffer.from(block).toString(), ...others]).size).toBe(5);
  });

  test('skips a byte order mark', () => {
    expect(embed('\uFEFF{"a":1}').startsWith('{"@semantic":')).toBe(true);
  });

  test('dates the block in UTC and pins the version of the vocabulary', () => {
    const block = (JSON.parse(embed('{"a":1}', 'https://ex.org/')) as Record<string, Record<string, unknown>>)[
      '@semantic'
    ]!;
    expect(block['@prefix']).toEqual({ '@base': 'https://ex.org/', dcterms: 'http://purl.org/dc/terms/' });
    expect(block['@annotations']).toMatchObject({
      'dcterms:created': '2026-11-21',
      'dcterms:conformsTo': lexicon.versionIri,
    });
  });

  test('gives a document that JSON.parse reads as the same document with another block', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('a', 'b', '@semantic', 'c d'),
            fc.jsonValue({ maxDepth: 2 }),
            fc.constantFrom('', ' ', '\n\t'),
          ),
        ),
        fc.constantFrom('', ' ', '\r\n'),
        (members, space) => {
          const body = `${space}{${members.map(([key, value, gap]) => `${gap}${JSON.stringify(key)}${gap}:${gap}${JSON.stringify(value)}${gap}`).join(',')}${space}}${space}`;
          const { '@semantic': block, ...rest } = JSON.parse(embed(body)) as Record<string, unknown>;
          const { '@semantic': _before, ...given } = JSON.parse(body) as Record<string, unknown>;
          expect(Object.keys(block as object)).toEqual(['@prefix', '@context', '@annotations']);
          expect(rest).toEqual(given);
        },
      ),
      { numRuns: 500 },
    );
  });
});
