import { describe, expect, test } from 'vitest';
import { RDF, RDF_TYPE } from '../../src/rdf/namespaces.ts';
import { parseRdf } from '../../src/restore/parse-rdf.ts';
import { bytesHeld } from '../support/bytes-held.ts';
import { convert } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';
import { linesOf } from '../support/restored.ts';

const read = async (json: unknown, maxTriples = 1000) =>
  parseRdf(Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)), 'jsonld', maxTriples);

const context = {
  p: 'urn:a:p',
  of: { '@reverse': 'urn:a:p' },
  set: { '@id': 'urn:a:p', '@container': '@set' },
  index: { '@id': 'urn:a:p', '@container': '@index' },
  byId: { '@id': 'urn:a:p', '@container': '@id' },
  byType: { '@id': 'urn:a:p', '@container': '@type' },
  language: { '@id': 'urn:a:p', '@container': '@language' },
  list: { '@id': 'urn:a:p', '@container': '@list' },
  json: { '@id': 'urn:a:p', '@type': '@json' },
};

describe('JSON-LD', () => {
  test('nodes are in the order of the text', async () => {
    const nodes = Array.from({ length: 12 }, (_, i) => ({ '@id': `_:r${i}`, 'urn:a:p': { '@value': `${i}` } }));
    const wanted = nodes.map((_, i) => `_:b${i} <urn:a:p> "${i}"`);
    expect(linesOf(await read({ '@graph': nodes }))).toEqual(wanted);
    expect(linesOf(await read(nodes))).toEqual(wanted);
  });

  test('an array of 40,000 items is read in a time that grows with it', { timeout: 30_000 }, async () => {
    const note = Array.from({ length: 40_000 }, (_, i) => `text ${i}`);
    const document = JSON.stringify({ '@semantic': { '@context': {} }, note, part: note.map((text) => ({ text })) });
    const graph = await read(convert(document, readGoldenLexicon(), { format: 'jsonld' }).text, 200_000);
    expect(graph.size).toBeGreaterThanOrEqual(120_000);
  });

  test.each([
    ['nested nodes', { '@id': 'urn:s', p: { p: 'x' } }, ['<urn:s> <urn:a:p> _:b0', '_:b0 <urn:a:p> "x"']],
    [
      'a node in two places',
      [{ p: { '@id': '_:x' } }, { '@id': '_:x', p: 'x' }],
      ['_:b0 <urn:a:p> _:b1', '_:b1 <urn:a:p> "x"'],
    ],
    [
      'labels that nodes without one could have',
      { '@id': '_:b1', p: { '@id': '_:b0', p: {} } },
      ['_:b0 <urn:a:p> _:b1', '_:b1 <urn:a:p> _:b2'],
    ],
    [
      'types',
      { '@id': 'urn:s', '@type': ['urn:T', '_:t'], p: { '@id': '_:t' } },
      [`<urn:s> <${RDF_TYPE}> <urn:T>`, `<urn:s> <${RDF_TYPE}> _:b0`, '<urn:s> <urn:a:p> _:b0'],
    ],
    [
      'reverse properties',
      { '@id': 'urn:s', of: { '@id': 'urn:o', p: 'x' } },
      ['<urn:o> <urn:a:p> <urn:s>', '<urn:o> <urn:a:p> "x"'],
    ],
    ['@reverse', { '@id': 'urn:s', '@reverse': { p: [{ p: 'x' }] } }, ['_:b0 <urn:a:p> <urn:s>', '_:b0 <urn:a:p> "x"']],
    [
      '@included',
      { '@id': 'urn:s', p: 'x', '@included': [{ '@id': 'urn:i', p: 'y' }] },
      ['<urn:s> <urn:a:p> "x"', '<urn:i> <urn:a:p> "y"'],
    ],
    ['sets', { '@id': 'urn:s', set: ['x', { '@set': ['y'] }] }, ['<urn:s> <urn:a:p> "x"', '<urn:s> <urn:a:p> "y"']],
    [
      'an index',
      { '@id': 'urn:s', index: { a: 'x', b: { '@id': 'urn:o' } } },
      ['<urn:s> <urn:a:p> "x"', '<urn:s> <urn:a:p> <urn:o>'],
    ],
    [
      'maps by @id and @type',
      { '@id': 'urn:s', byId: { 'urn:o': { p: 'x' } }, byType: { 'urn:T': { '@id': 'urn:t' } } },
      [
        '<urn:s> <urn:a:p> <urn:o>',
        '<urn:s> <urn:a:p> <urn:t>',
        '<urn:o> <urn:a:p> "x"',
        `<urn:t> <${RDF_TYPE}> <urn:T>`,
      ],
    ],
    [
      'a language map',
      { '@id': 'urn:s', language: { de: 'x', '@none': 'y' } },
      ['<urn:s> <urn:a:p> "y"', '<urn:s> <urn:a:p> "x"@de'],
    ],
    ['JSON', { '@id': 'urn:s', json: { b: [1] } }, [`<urn:s> <urn:a:p> "{\\"b\\":[1]}"^^<${RDF}JSON>`]],
    ['what has no value', { '@id': 'urn:s', p: [null, [], { '@value': null }, { '@id': '@x', p: 1 }] }, []],
  ])('%s are triples', async (_, json, wanted) => {
    expect(linesOf(await read({ '@context': context, '@graph': json }))).toEqual(wanted);
  });

  test('lists of a graph that somebody else wrote are triples', async () => {
    const json = { '@context': context, '@id': 'urn:s', list: ['x', { '@id': 'urn:o' }] };
    const bytes = Buffer.from(JSON.stringify({ ...json, p: { '@list': [] } }));
    expect(linesOf(await parseRdf(bytes, 'jsonld', 1000, { baseIri: 'urn:base:' }))).toEqual([
      `_:b0 <${RDF}first> "x"`,
      `_:b0 <${RDF}rest> _:b1`,
      `_:b1 <${RDF}first> <urn:o>`,
      `_:b1 <${RDF}rest> <${RDF}nil>`,
      '<urn:s> <urn:a:p> _:b0',
      `<urn:s> <urn:a:p> <${RDF}nil>`,
    ]);
  });

  test('a context that would have to be fetched is refused with its address', async () => {
    await expect(read({ '@context': 'https://schema.org/', name: 'A' })).rejects.toMatchObject({
      code: 'malformed-rdf',
      message: 'The context https://schema.org/ is not fetched; write it into the text.',
    });
  });

  test.each([
    ['at an address', 'https://schema.org/', 'The context https://schema.org/ is not fetched; write it into the text.'],
    ['with a long term', { q: `https://q.example/${'a'.repeat(3000)}` }, 'The term "q" of a context stands for 3018 '],
  ])('a context of a term %s is refused with the reason', async (_, own, reason) => {
    const json = { '@context': { p: { '@id': 'urn:a:p', '@context': own } }, p: { q: 1 } };
    await expect(read(json)).rejects.toMatchObject({
      code: 'malformed-rdf',
      message: expect.stringContaining(reason) as unknown,
    });
  });

  test.each([
    ['a list', { list: ['x'] }, 'The JSON-LD has a list; the hub writes none.'],
    ['an empty list', { list: [] }, 'The JSON-LD has a list; the hub writes none.'],
    ['a named graph', { '@id': 'urn:g', '@graph': [{ p: 'x' }] }, 'The text has named graphs'],
    ['an empty named graph', { p: { '@id': 'urn:g', '@graph': [] } }, 'The text has named graphs'],
    [
      'a node at two places of an index',
      { index: { a: { '@id': 'urn:o' }, b: { '@id': 'urn:o' } } },
      'The graph is no JSON-LD: Invalid JSON-LD syntax; conflicting @index property detected.',
    ],
  ])('%s is refused', async (_, json, message) => {
    await expect(read({ '@context': context, '@graph': [json] })).rejects.toMatchObject({
      code: 'malformed-rdf',
      message: expect.stringContaining(message) as unknown,
    });
  });

  test('contexts are not kept when their text is read', async () => {
    const readOther = async (text: number): Promise<unknown> => {
      const terms = Array.from({ length: 2000 }, (_, i) => [`k${text}-${i}`, `urn:a:${i}`]);
      return read({ '@context': Object.fromEntries(terms), [`k${text}-1`]: 1 });
    };
    await readOther(0);
    const before = bytesHeld();
    for (let text = 1; text <= 20; text++) await readOther(text);
    expect(bytesHeld() - before).toBeLessThan(2 * 1024 * 1024);
  });

  test.each([
    ['a prefix', (long: string) => ({ p: long }), 'p:'],
    ['a prefix of a prefix', (long: string) => ({ q: `${long.slice(0, 1500)}/`, p: `q:${'a'.repeat(1500)}/` }), 'p:'],
    ['@vocab', (long: string) => ({ '@vocab': long }), ''],
  ])('many names of a long namespace, of %s, are refused before any is made', async (_, contextOf, prefix) => {
    const long = `https://long.example/${'a'.repeat(20_000)}/`;
    const names = Array.from({ length: 3000 }, (_, i) => [`${prefix}k${i}`, i]);
    const text = JSON.stringify({ '@context': contextOf(long), ...Object.fromEntries(names) });
    const before = process.cpuUsage();
    await expect(read(text)).rejects.toMatchObject({
      code: 'malformed-rdf',
      message: expect.stringMatching(/ of a context stands for \d+ characters; 2000 are the most/) as unknown,
    });
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
  });
});
