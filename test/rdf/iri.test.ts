import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { describe, expect, test } from 'vitest';
import { entityIriOf, isAbsoluteIri } from '../../src/rdf/iri.ts';

function isReadByEngine(iri: string): boolean {
  try {
    new oxigraph.Store().load(`<a:a> <a:b> <${iri}> .`, { format: 'text/turtle' });
    return true;
  } catch {
    return false;
  }
}

describe('an IP literal', () => {
  test.each([
    '[::]', '[::1]', '[1::]', '[1:2:3:4:5:6:7:8]', '[1:2:3:4:5:6:7::]', '[::2:3:4:5:6:7:8]', '[fe80::a:b]', '[::ffff:192.0.2.1]',
    '[1:2:3:4:5:6:192.0.2.255]', '[::0.0.0.0]', '[ABCD::abcd]', '[v1.a]', '[V1f.a:b~(c)]',
  ])('http://%s/x stays as it is', (host) => {
    expect(entityIriOf(`http://${host}/x`)).toBe(`http://${host}/x`);
    expect(entityIriOf(`http://user@${host}:80`)).toBe(`http://user@${host}:80`);
    expect(isReadByEngine(`http://${host}/x`)).toBe(true);
  }); // prettier-ignore

  test.each([
    '[]', '[0]', '[:]', '[.]', '[1.2.3.4]', '[:1]', '[1:]', '[:::]', '[1::2::3]', '[12345::]', '[g::]', '[::1.2.3.400]', '[::01.2.3.4]',
    '[1.2.3.4::]', '[1:2:3:4:5:6:7]', '[1:2:3:4:5:6:7:8:9]', '[1::2:3:4:5:6:7:8]', '[1:2:3:4:5:6:7:1.2.3.4]', '[v1.]', '[v.a]',
    '[v1.é]', '[v1.%41]', '[v1. ]',
  ])('is none in http://%s/x, whose brackets are characters like others', (host) => {
    expect(isAbsoluteIri(`http://${host}/x`)).toBe(false);
    const iri = entityIriOf(`http://${host}/x`);
    expect(iri ?? '').not.toMatch(/[[\]]/);
    if (iri !== null) expect(isReadByEngine(iri)).toBe(true);
  }); // prettier-ignore

  test('is what the engine takes for one', () => {
    const group = fc.oneof(
      fc.constantFrom('', '0', '1', 'ab', 'FFFF', '12345', '1.2.3.4', '1.2.3.256', '1.2.3'),
      fc.nat(9999).map(String),
    );
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 9 }), (groups) => {
        const iri = `http://[${groups.join(':')}]/`;
        expect(isAbsoluteIri(iri), iri).toBe(isReadByEngine(iri));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the host of an IRI of the web', () => {
  test.each([
    'http://:80/',
    'http://@',
    'http://a@',
    'http://a@/',
    'http://u:p@:80/x',
    'https://a@?q',
    'http:a',
    'http:///a',
  ])('is missing in %s, which is no IRI', (text) => {
    expect(entityIriOf(text)).toBeNull();
    expect(isAbsoluteIri(text)).toBe(false);
  });

  test.each(['http://a@b/', 'http://u:p@b:80/x', 'http://b:', 'urn:a:b', 'urn:a:b@c', 'http://b/@:80/'])(
    'is not missing in %s',
    (text) => {
      expect(entityIriOf(text)).toBe(text);
    },
  );

  test.each(['ftp://a@/', 'file:///a', 'mailto:a@b', 'x://@'])(
    'may be missing in %s, which is of another scheme',
    (text) => {
      expect(isAbsoluteIri(text)).toBe(true);
    },
  );
});
