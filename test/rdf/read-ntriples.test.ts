import { expect, test } from 'vitest';
import { RdfSyntaxError } from '../../src/rdf/read-rdf.ts';
import { readNTriples, streamNQuads, streamNTriples } from '../../src/rdf/read-ntriples.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* pieces<T extends string | Uint8Array>(whole: T, length: number): AsyncGenerator<T> {
  for (let at = 0; at < whole.length; at += length) yield whole.slice(at, at + length) as T;
}

const TRIPLES = '<http://x/a> <http://x/p> "één \\" < \\n" .\n_:b <http://x/p> "1"^^<http://x/d> .\n';
const QUADS =
  '<http://x/a> <http://x/p> "één \\" < \\n" <http://x/g> .\n<http://x/a> <http://x/p> <http://x/b> <http://x/h> .';

test('triples are the same wherever the document is cut', async () => {
  const whole = await collect(streamNTriples(pieces(TRIPLES, 1_000)));
  expect(whole.map(({ o }) => o.value)).toEqual(['één " < \n', '1']);
  expect(whole.map(({ s }) => s.type)).toEqual(['uri', 'bnode']);
  for (const length of [1, 7, 50]) expect(await collect(streamNTriples(pieces(TRIPLES, length)))).toEqual(whole);
});

test('quads are the same wherever the bytes are cut, also within a character', async () => {
  const bytes = new TextEncoder().encode(QUADS);
  const whole = await collect(streamNQuads('the text', pieces(bytes, 1_000)));
  expect(whole.map(({ graph }) => graph)).toEqual(['http://x/g', 'http://x/h']);
  for (const length of [1, 5, 40])
    expect(await collect(streamNQuads('the text', pieces(bytes, length)))).toEqual(whole);
});

test('quads that are not canonical are read in their places among those that are', async () => {
  const lines = [
    '<http://x/a> <http://x/p> "1"@EN-gb <http://x/g> .',
    '<http://x/a> <http://x/p> "2"^^<http://www.w3.org/2001/XMLSchema#string> <http://x/g> .',
    '_:b <http://x/p> <http://x/c> <http://x/g> .',
    '<http://x/a> <http://x/p> "3 <http://x/no> ." <http://x/g> .\r',
    '# <http://x/a> <http://x/p> <http://x/no> <http://x/g> .',
    '<http://x/a>  <http://x/p>\t"\\u00e9" <http://x/\\u0067> . ',
    '<http://x/a> <http://x/p> "4"^^<http://x/d> <http://x/h> .',
  ];
  const quads = await collect(streamNQuads('the text', pieces(new TextEncoder().encode(lines.join('\n')), 60)));
  expect(quads.map(({ o }) => o)).toEqual([
    { type: 'literal', value: '1', 'xml:lang': 'en-gb' },
    { type: 'literal', value: '2' },
    { type: 'uri', value: 'http://x/c' },
    { type: 'literal', value: '3 <http://x/no> .' },
    { type: 'literal', value: 'é' },
    { type: 'literal', value: '4', datatype: 'http://x/d' },
  ]);
  expect(quads.map(({ s }) => s.type)).toEqual(['uri', 'uri', 'bnode', 'uri', 'uri', 'uri']);
  expect(quads.map(({ graph }) => graph)).toEqual([...lines.slice(0, 5).map(() => 'http://x/g'), 'http://x/h']);
});

test.each([
  '<a> <http://x/p> "1" <http://x/g> .',
  '<http://x/a> <http://x/p> "1" <g> .',
  '<http://x/a> <http://x/p> "1"^^<d> <http://x/g> .',
  '<http://x/a> <http://x/p> "1"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString> <http://x/g> .',
  '<http://x/a> <http://x/p> "1"@abcdefghijk <http://x/g> .',
  '<http://x/a> <http://x/p> "1"@en- <http://x/g> .',
  '<http://x/a> <http://x/p> "\\uD800" <http://x/g> .',
])('a line that only looks like a canonical quad is refused: %s', async (line) => {
  const bytes = new TextEncoder().encode(line);
  await expect(collect(streamNQuads('the text', pieces(bytes, 100)))).rejects.toThrow(RdfSyntaxError);
});

test('what is no N-Quads is refused with the line of the document, in whichever piece it stands', async () => {
  const bytes = new TextEncoder().encode(`${'<http://x/a> <http://x/p> "text" <http://x/g> .\n'.repeat(20)}nonsense\n`);
  for (const length of [100, 10_000]) {
    const failure = collect(streamNQuads('the text', pieces(bytes, length)));
    await expect(failure).rejects.toThrow(RdfSyntaxError);
    await expect(failure).rejects.toThrow(/^the text cannot be read: .* on line 21/);
  }
});

test('a triple outside of named graphs, and a line without end, are refused', async () => {
  const bytes = new TextEncoder().encode('<http://x/a> <http://x/p> "text" .\n');
  await expect(collect(streamNQuads('the text', pieces(bytes, 100)))).rejects.toThrow(
    'the text holds a triple outside of named graphs, of http://x/a',
  );
  const endless = pieces('x'.repeat(5 * 1024 * 1024), 64 * 1024);
  await expect(collect(streamNTriples(endless))).rejects.toThrow(
    'A line of the document has 4,259,840 characters or more; at most 4,194,304 are read. Is it N-Triples?',
  );
});

test('lines that are not canonical are read in their places among those that are', async () => {
  const text = [
    '<http://x/a> <http://x/p> "1"@EN .',
    '',
    '_:b <http://x/p> <http://x/c> .',
    '# <http://x/a> <http://x/p> <http://x/no> .',
    '<http://x/a>  <http://x/p>\t"\\u00e9" . ',
    '<http://x/a> <http://x/p> "2"^^<http://www.w3.org/2001/XMLSchema#integer> .\r',
    '<http://x/a> <http://x/p> "3" .',
  ].join('\n');
  for (const length of [3, 40, 1_000]) {
    const triples = await collect(streamNTriples(pieces(text, length)));
    expect(triples).toEqual(readNTriples(text));
    expect(triples.map(({ o }) => o.value)).toEqual(['1', 'http://x/c', 'é', '2', '3']);
  }
});

test.each(['<http://x/a b> <http://x/p> "1" .', '<http://x/a> <http://x/p> "1" nonsense'])(
  'a line that is no triple is refused with its number: %s',
  async (line) => {
    const text = `${'<http://x/a> <http://x/p> "1" .\n'.repeat(30)}${line}\n<http://x/a> <http://x/p> "1" .`;
    for (const length of [100, 10_000])
      await expect(collect(streamNTriples(pieces(text, length)))).rejects.toThrow(
        /^the document cannot be read: .* on line 31/,
      );
  },
);
