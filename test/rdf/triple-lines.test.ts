import fc from 'fast-check';
import n3 from 'n3';
import { expect, test } from 'vitest';
import { boundIri } from '../../src/rdf/bound-terms.ts';
import { escapeTriplesText } from '../../src/rdf/escape.ts';
import { TripleLines } from '../../src/rdf/triple-lines.ts';

const MOVED = { from: 'https://hub.invalid', to: 'https://hub.example' };
const XSD = 'http://www.w3.org/2001/XMLSchema#';

test('a line is read as the triple that it is, below the other address', () => {
  const lines = new TripleLines(MOVED);
  const s = boundIri('https://hub.example/a');
  expect(lines.read('<https://hub.invalid/a> <http://p/> <https://hub.invalid/b> .')).toEqual({
    s,
    p: 'http://p/',
    o: boundIri('https://hub.example/b'),
  });
  expect(lines.read('<https://hub.invalid/a> <http://p/> "see <https://hub.invalid/b> .\\n"@en-gb .')).toEqual({
    s,
    p: 'http://p/',
    o: { type: 'literal', value: 'see <https://hub.invalid/b> .\n', 'xml:lang': 'en-gb' },
  });
  expect(lines.read(`<https://hub.invalid.example/a> <http://p/> "1"^^<${XSD}integer> .`)).toEqual({
    s: boundIri('https://hub.invalid.example/a'),
    p: 'http://p/',
    o: { type: 'literal', value: '1', datatype: `${XSD}integer` },
  });
});

test('any text is read as the parser of all of N-Triples reads it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      const line = `<http://s/> <http://p/> "${escapeTriplesText(text)}" .`;
      const [quad] = new n3.Parser({ format: 'N-Triples' }).parse(line);
      expect(new TripleLines(MOVED).read(line)?.o.value).toBe(quad?.object.value);
    }),
  );
});

test.each([
  '',
  '# a comment',
  '<http://s/> <http://p/> <http://o/>',
  '<http://s/> <http://p/> _:b .',
  '_:b <http://p/> <http://o/> .',
  '<http://s/> <http://p/> "a"b" .',
  '<http://s/> <http://p/> "a\\x" .',
  '<http://s/> <http://p/> "a\\u00e" .',
  '<http://s/> <http://p/> "a\\',
])('%s is no such line', (line) => {
  expect(new TripleLines(MOVED).read(line)).toBeNull();
});

test('triples share what they have in common', () => {
  const lines = new TripleLines(MOVED);
  const [one, other] = ['o', 's'].map((name) => lines.read(`<http://s/> <http://p/> <http://${name}/> .`)!);
  expect(one!.s).toBe(other!.s);
  expect(other!.o).toBe(one!.s);
});

test('terms in common are shared for a while: a graph of millions takes no memory for all of its IRIs', () => {
  const lines = new TripleLines();
  const subjectOf = (name: number) => lines.read(`<http://s.example/${name}> <http://p/> "x" .`)!.s;
  const first = subjectOf(0);
  expect(subjectOf(0)).toBe(first);
  for (let name = 1; name <= 10_000; name++) subjectOf(name);
  expect(subjectOf(0)).not.toBe(first);
  expect(subjectOf(0)).toEqual(first);
});
