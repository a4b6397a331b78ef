import { expect, test } from 'vitest';
import { RDF } from '../../src/rdf/namespaces.ts';
import { encodeText } from '../../src/rdf/utf8.ts';
import { parseRdf } from '../../src/restore/parse-rdf.ts';

test.each([
  ['ttl', '<a:a> <a:b> 1 . <a:a> <a:c> 2 . <a:a> <<'],
  [
    'rdf',
    `<rdf:RDF xmlns:rdf="${RDF}" xmlns:e="a:"><rdf:Description rdf:about="a:a"><e:b>1</e:b><e:c>2</e:c></rdf:Description><e:b <></rdf:RDF>`,
  ],
] as const)('what is too much of %s ends its parser at the triple at which it is', async (format, text) => {
  // What stands behind that triple would be malformed.
  await expect(parseRdf(encodeText(text), format, 1)).rejects.toMatchObject({ code: 'too-many-triples' });
  await expect(parseRdf(encodeText(text), format, 2)).rejects.toMatchObject({ code: 'malformed-rdf' });
});

test('JSON-LD that is no JSON is told the place', async () => {
  await expect(parseRdf(encodeText('{"@id":"urn:a",\n "urn:p":}'), 'jsonld', 1)).rejects.toMatchObject({
    code: 'malformed-rdf',
    message:
      'The graph is no JSON-LD: Found "}" where a value behind the ":" was expected (line 2, column 10, byte 25).',
    details: { offset: 25, line: 2, column: 10 },
  });
});
