import { expect, test } from 'vitest';
import { RdfSyntaxError, readTurtle, turtleTriples } from '../../src/rdf/read-rdf.ts';

const DOCUMENT = { name: 'large.ttl', baseIri: 'https://hub.example/vocabulary/' };
const bytesOf = (text: string) => ({ ...DOCUMENT, bytes: new TextEncoder().encode(text) });

/** Longer than the pieces in which it is parsed, whose ends fall anywhere, also within characters. */
const LINES = Array.from({ length: 5_000 }, (_, at) => `<t${at}> <p> "ä${'ü€𝄞'.repeat(at % 40)}"@de , ${at} .\n`);
const TEXT = `@prefix : <#> .\n${LINES.join('')}`;

test('the bytes of a document have the triples of its text', () => {
  expect([...turtleTriples(bytesOf(TEXT))]).toEqual(readTurtle({ ...DOCUMENT, text: TEXT }));
});

test.each(['', '\uFEFF', '# nothing\n'])('a document without triples has none: %j', (text) => {
  expect([...turtleTriples(bytesOf(text))]).toEqual([]);
});

test.each([
  ['in its middle', `${TEXT}<a> <b> .\n${LINES.join('')}`],
  ['at its end', `${TEXT}<a> <b>`],
])('a fault %s names the document and the line', (_, text) => {
  const read = (): unknown => [...turtleTriples(bytesOf(text))];
  expect(read).toThrow(RdfSyntaxError);
  expect(read).toThrow(/^large\.ttl cannot be read: .*on line 5002$/);
});

test('a fault at the beginning is told before the rest is read', () => {
  const triples = turtleTriples(bytesOf(`<a> <b> <c> , .\n${TEXT}`));
  expect(() => triples.next()).toThrow(/on line 1/);
});
