import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { isEmail, normalizeEmail } from '../../src/accounts/account.ts';
import { readCsv } from '../../src/cli/documents/csv-batches.ts';
import { readReason } from '../../src/client/refusal-reason.ts';
import { readConfig } from '../../src/config.ts';
import { settings } from '../../src/settings.ts';
import { readGlobalId } from '../../src/graphql/shared/global-id.ts';
import { preferredMediaType } from '../../src/http/headers/accept.ts';
import { readContentType } from '../../src/http/headers/content-type.ts';
import { clientKeyOf } from '../../src/http/limits/client-address.ts';
import { scanJson } from '../../src/mapping/json/scan.ts';
import { STRING } from '../../src/mapping/json/tape-entry.ts';
import { DatatypeTable, type Datatype } from '../../src/mapping/rdf-terms/datatypes.ts';
import { MOST_REPAIRED, REPAIRED } from '../../src/mapping/rdf-terms/verdict.ts';
import { readBackup } from '../../src/operations/read-backup.ts';
import { scanQuery } from '../../src/queries/scan-query.ts';
import { checkBase } from '../../src/rdf/check-base.ts';
import { isAbsoluteIri } from '../../src/rdf/iri.ts';
import { hubNamespaces, XSD } from '../../src/rdf/namespaces.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { serialize } from '../../src/rdf/write/serialize.ts';
import { ncNameStart } from '../../src/rdf/xml-names.ts';
import { QueryOptions } from '../../src/http/query-options.ts';
import { BASE } from '../../src/rest/document-options.ts';
import { withCanonicalDecimal } from '../../src/store/decimals.ts';
import { readFields } from '../../src/suggestions/read-fields.ts';
import { brokenNamingRule } from '../../src/suggestions/term-name.ts';
import { UnitsInKeys } from '../../src/vocabulary/search/units-in-keys.ts';
import { spellingOf } from '../../src/vocabulary/search/words.ts';
import { readCanonical } from '../../src/vocabulary/versions/version.ts';
import { findFaultOfGrowth, msOf } from '../support/growth.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';

const HUB = hubNamespaces('http://localhost:4000');
const XSD_DECIMAL = 'http://www.w3.org/2001/XMLSchema#decimal';
const SUGGESTION = { parameter: 'a', description: 'a', datatype: 'xsd:double', units: 'kW', email: 'a@b.example' };
const units = UnitsInKeys.of(['power-kW', 'price-EUR_per_MWh']);
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const datatypes = new DatatypeTable();
const LEXICAL_FORMS = ['dateTimeStamp', 'date', 'time', 'double', 'decimal', 'integer', 'unsignedByte', 'boolean'].map(
  (name) => datatypes.get(XSD + name),
);
/** What a datatype makes of a text; a repair, too, if it takes one. */
function verdictOf(datatype: Datatype, text: Uint8Array): unknown {
  const verdict = datatype.verdictOf(STRING, text, 0, text.length);
  if ((verdict & REPAIRED) === 0) return verdict;
  return datatype.repair(STRING, text, 0, text.length, new Uint8Array(text.length + MOST_REPAIRED), 0);
}

/** What reads the texts of strangers, by what it reads. None may fail but by an error that says so. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a media range': (text) => preferredMediaType(text, ['text/turtle', 'application/ld+json']),
  'a content type': readContentType,
  'an address of a client': clientKeyOf,
  'a query': (text) => new QueryOptions(text).get(BASE),
  'a base': checkBase,
  'an IRI': isAbsoluteIri,
  'the name at the end of an IRI': ncNameStart,
  'a lexical form': (text) => LEXICAL_FORMS.map((datatype) => verdictOf(datatype, bytesOf(text))),
  JSON: (text) => scanJson(bytesOf(text)),
  'a decimal': (text) => withCanonicalDecimal({ type: 'literal', value: text, datatype: XSD_DECIMAL }),
  'an e-mail address': (text) => isEmail(normalizeEmail(text)),
  'the name of a term': brokenNamingRule,
  'a key with a unit': (text) => [units.read(text), spellingOf(text)],
  'an id of GraphQL': readGlobalId,
  'a SPARQL query': scanQuery,
  'canonical N-Triples': (text) => readCanonical(`${text}\n`, HUB),
  'a predicate for XML': (text) =>
    serialize(
      [{ s: { type: 'uri', value: 'a:b' }, p: `http://a.example/${text}`, o: { type: 'literal', value: '' } }],
      'rdf',
      {
        prefixes: new Map(),
        base: HUB.vocabulary,
      },
    ),
  'Turtle for the store': (text) => readTurtle({ name: 'a.ttl', text, baseIri: HUB.vocabulary }),
  'a backup': (text) => readBackup(Readable.from([bytesOf(text)]), HUB),
  CSV: async (text) => {
    const options = { marks: { delimiter: ',', decimal: '.' }, keepsGoing: false } as Parameters<typeof readCsv>[3];
    for await (const _batch of readCsv('a.csv', Readable.from([bytesOf(text)]), 0, options));
  },
  'the reason of a platform': (text) => readReason({ detail: text }, ['a secret']),
  ...Object.fromEntries(
    Object.keys(SUGGESTION).map((name) => [
      `${name} of a suggestion`,
      (text: string) => readFields({ ...SUGGESTION, [name]: text }),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(settings).map((name) => [`the setting ${name}`, (text: string) => readConfig({ [name]: text }, 1)]),
  ),
};

async function faultsOf(read: (text: string) => unknown, texts = HOSTILE_TEXTS): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, of } of texts) {
    const fault = await findFaultOfGrowth((length) => {
      const text = of(length);
      return msOf(async () => {
        try {
          await read(text);
        } catch (error) {
          // It was refused, which is what most of them are for.
          if (!(error instanceof Error) || error instanceof RangeError) throw error;
        }
      });
    });
    if (fault !== null) faults.push(`${name}: ${fault}`);
  }
  return faults;
}

test.each(Object.entries(READERS))('%s is read in linear time, whatever it is', async (_name, read) => {
  expect(await faultsOf(read)).toEqual([]);
});

describe('the measure finds', () => {
  test.each<readonly [name: string, text: string, read: (text: string) => unknown]>([
    [
      'the expression that read charsets',
      'spaces in an unclosed charset',
      (text) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/.exec(text.slice('application/json;'.length)),
    ],
    ['the expression that read ends of paths', 'slashes before a letter', (text) => text.replace(/\/+$/, '')],
    [
      'the expression that read texts of SPARQL',
      '"\\\\\\"" again and again',
      (text) => [...text.matchAll(/"(?:[^"\\\n\r]|\\[^])*"/g)],
    ],
  ])('%s', async (_name, name, read) => {
    const texts = HOSTILE_TEXTS.filter((text) => text.name === name);
    expect(texts).toHaveLength(1);
    expect(await faultsOf(read, texts)).toHaveLength(1);
  });
});
