import fc from 'fast-check';
import * as oxigraph from 'oxigraph';
import { expect, test } from 'vitest';
import { XSD } from '../../src/rdf/namespaces.ts';
import type { BoundTerm } from '../../src/rdf/rows.ts';
import type { Quad } from '../../src/rdf/triple.ts';
import { CanonicalLines } from '../../src/store/canonical-lines.ts';

const GRAPH = 'https://hub.example/graph/g';
const SUBJECT = { type: 'uri', value: 'https://hub.example/s' } as const;
const PREDICATE = 'http://www.w3.org/2004/02/skos/core#notation';
const quadOf = (o: BoundTerm): Quad => ({ s: SUBJECT, p: PREDICATE, o, graph: GRAPH });
const lineOf = (o: BoundTerm): string | null => new CanonicalLines().line(quadOf(o));

/** What the engine writes of what this wrote. */
function writtenBack(line: string): string {
  const store = new oxigraph.Store();
  store.load(`${line}\n`, { format: 'application/n-quads' });
  return store.dump({ format: 'application/n-quads' }).trimEnd();
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\0', '\b', '\t', '\n', '\f', '\r', '"', '\\', '\u007f', '\ufffe', '\uffff', 'é', '🔋', 'a'),
  }),
);
const literals = fc.oneof(
  texts.map((value): BoundTerm => ({ type: 'literal', value })),
  fc
    .tuple(texts, fc.constantFrom('en', 'de', 'pt-br', 'zh-hans-cn', 'EN', 'x', 'i-klingon'))
    .map(([value, language]): BoundTerm => ({ type: 'literal', value, 'xml:lang': language })),
  fc
    .tuple(
      fc.oneof(
        fc.integer().map(String),
        fc.bigInt().map(String),
        fc.constantFrom('-0', '+1', '007', 'true', '1', 'TRUE'),
      ),
      fc.constantFrom('integer', 'boolean', 'decimal', 'double', 'date'),
    )
    .map(([value, name]): BoundTerm => ({ type: 'literal', value, datatype: XSD + name })),
  fc.webUrl({ withFragments: true, withQueryParameters: true }).map((value): BoundTerm => ({ type: 'uri', value })),
);

test('what is written without the engine is what the engine writes back', () => {
  let written = 0;
  fc.assert(
    fc.property(literals, (object) => {
      const line = lineOf(object);
      if (line === null) return;
      written++;
      expect(writtenBack(line)).toBe(line);
    }),
    { numRuns: 3000 },
  );
  expect(written).toBeGreaterThan(1000);
});

test.each<BoundTerm>([
  { type: 'literal', value: 'Wirkleistung "kW"\n', 'xml:lang': 'de' },
  { type: 'literal', value: '12', datatype: `${XSD}integer` },
  { type: 'literal', value: 'true', datatype: `${XSD}boolean` },
  { type: 'uri', value: 'https://hub.example/vocabulary/a%20b#row-1' },
])('is written: %j', (object) => expect(lineOf(object)).not.toBeNull());

test.each<BoundTerm>([
  { type: 'literal', value: '012', datatype: `${XSD}integer` },
  { type: 'literal', value: '1.50', datatype: `${XSD}decimal` },
  { type: 'literal', value: 'a', 'xml:lang': 'EN' },
  { type: 'literal', value: '\ud800' },
  { type: 'uri', value: 'https://hub.example/a b' },
  { type: 'uri', value: 'https://hub.example/%zz' },
  { type: 'uri', value: 'urn:example:a' },
  { type: 'bnode', value: 'b0' },
])('is left to the engine: %j', (object) => expect(lineOf(object)).toBeNull());
