import { toUSVString } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entityIriOf } from '../../src/rdf/iri.ts';
import { isPlainEntityIri } from '../../src/rdf/iri-bytes.ts';
import { encodeText } from '../../src/rdf/utf8.ts';

const isPlain = (text: string): boolean => {
  const bytes = encodeText(`"${text}"`);
  return isPlainEntityIri(bytes, 1, bytes.length - 1);
};

/** What the table leaves to the regular expressions. */
const isLeftOut = (text: string): boolean =>
  /[&[\]\ud800-\uffff]/.test(text) || /^\w+:\/\/(?:[^/?#]*[@%]|[\u0080-\uffff])/.test(text);

const piece = fc.oneof(
  fc.constantFrom('http', 'HTTPS', 'https', 'urn', 'uRn', 'ftp', ':', '://', '/', '//', '?', '#', '@', '%', '%4a', '%zz', ':80', ':8x', '-', '&', '[', ' '),
  fc.constantFrom('plant.example', 'host', 'a', 'x'.repeat(31), 'uuid', 'é', '\u0080', '\u009f', '\u00a0', '\u00bf', '\ud7ff', '\ue000', '\ufffd', '\u{10fffd}'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 3 }).map((text) => text.replace(/["\\]/g, '')),
); // prettier-ignore

const text = fc
  .tuple(
    fc.constantFrom('', 'http://h', 'https://plant.example', 'urn:uuid:', 'urn:a'),
    fc.array(piece, { maxLength: 6 }),
  )
  .map(([start, pieces]) => toUSVString(start + pieces.join('')));

test('bytes that the table takes are an IRI as they stand, and it takes all that it does not leave out', () => {
  fc.assert(
    fc.property(text, (candidate) => {
      expect(isPlain(candidate), candidate).toBe(!isLeftOut(candidate) && entityIriOf(candidate) === candidate);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['https://plant.example/id/inverter-1', true],
  ['http://plant.example:8080/a%20b?q=1#f', true],
  ['urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6', true],
  [`urn:${'x'.repeat(32)}:y`, true],
  [`urn:${'x'.repeat(33)}:y`, false],
  ['https://plant.example/zähler', true],
  ['https://plant.example/a b', false],
  ['https:///path', false],
  ['https://h/#a#b', false],
  ['https://user@h/', false],
])('%s is taken as it stands: %s', (iri, isTaken) => {
  expect(isPlain(iri)).toBe(isTaken);
});
