import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { PrefixedNames, prefixedNamesOf } from '../../src/rdf/prefixed-names.ts';
import { PrefixTable } from '../../src/rdf/write/prefixes.ts';
import { TurtleNames } from '../../src/rdf/write/write-turtle.ts';

const LOCAL_NAME = /^[a-c]*$/;
/** Few characters, so that namespaces begin with one another; some above and below surrogates. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '#', '\u{1F600}', '\uFFFD'), maxLength: 6 });
const pairs = fc.array(fc.tuple(fc.constantFrom('p', 'q', 'r', 's', 't', 'u'), text), { maxLength: 12 });

/** The rule, as a look at all namespaces: the longest first. */
function search(prefixes: readonly (readonly [string, string])[], iri: string, fits: (local: string) => boolean) {
  const found = prefixes
    .toSorted(([, a], [, b]) => b.length - a.length)
    .find(([, namespace]) => iri.startsWith(namespace) && fits(iri.slice(namespace.length)));
  return found === undefined ? null : `${found[0]}:${iri.slice(found[1].length)}`;
}

test('an IRI is shortened by the longest namespace that leaves a local name, of equal ones the first', () => {
  fc.assert(
    fc.property(pairs, fc.array(text), (prefixes, iris) => {
      const table = new PrefixTable(prefixes, () => true, LOCAL_NAME);
      for (const iri of iris) {
        const found = table.find(iri);
        expect(found?.name ?? null).toBe(search(prefixes, iri, (local) => LOCAL_NAME.test(local)));
        if (found !== null) expect(found.name.split(':')[0]).toBe(table.prefixes[found.prefix]![0]);
      }
    }),
  );
});

test('an IRI is shortened by the longest namespace that is not all of it, of equal ones by the first prefix', () => {
  fc.assert(
    fc.property(pairs, fc.array(text), (prefixes, iris) => {
      const names = new PrefixedNames(prefixes.map(([prefix, namespace]) => ({ prefix, namespace })));
      const sorted = prefixes.toSorted(([a], [b]) => (a < b ? -1 : 1));
      for (const iri of iris) expect(names.find(iri)).toBe(search(sorted, iri, (local) => local !== ''));
    }),
  );
});

test('few of many namespaces are looked at', () => {
  const prefixes = Array.from({ length: 4_096 }, (_, i) => [`p${i}`, `http://a.example/${i}/`] as const);
  const table = new PrefixTable(prefixes, () => true, LOCAL_NAME);
  const names = new PrefixedNames(prefixes.map(([prefix, namespace]) => ({ prefix, namespace })));
  const looks = vi.spyOn(String.prototype, 'startsWith');
  for (const [prefix, namespace] of prefixes) {
    if (table.find(`${namespace}a`)?.name !== `${prefix}:a`) throw new Error(prefix);
    if (names.find(`${namespace}a`) !== `${prefix}:a`) throw new Error(prefix);
  }
  const { length } = looks.mock.calls;
  looks.mockRestore();
  expect(length).toBeLessThan(20_000);
});

test('what is made of a list of prefixes, which may be thousands, is made once for it', () => {
  const prefixes = new Map([['sosa', 'http://www.w3.org/ns/sosa/']]);
  expect(prefixedNamesOf(prefixes)).toBe(prefixedNamesOf(prefixes));
  expect(prefixedNamesOf(prefixes).find('http://www.w3.org/ns/sosa/Sensor')).toBe('sosa:Sensor');
  expect(new TurtleNames(prefixes).prefixes).toBe(new TurtleNames(prefixes).prefixes);
  expect(new TurtleNames(new Map()).prefixes).not.toBe(new TurtleNames(prefixes).prefixes);
});
