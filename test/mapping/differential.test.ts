import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/mapping/convert-document.ts';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { embedSemantic } from '../../src/mapping/embed.ts';
import { documentCase, extendLexicon, plainDocument, registerKeys } from '../support/arbitrary-document.ts';
import { listDisagreements, listWarnings } from '../support/compare-conversions.ts';
import { convert, statusOf } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';
import { canonicalize } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';
import { convertByReference } from '../support/reference-mapping.ts';

const lexicon = extendLexicon(readGoldenLexicon());
const registry = registerKeys(readGoldenLexicon());
/** Raise it for a long hunt. */
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 300);
const LIMIT = Math.max(60_000, RUNS * 600);

const counts = (length: number): number[] => Array.from({ length }, (_, i) => i);
const stamps = (length: number): string[] => counts(length).map((i) => new Date(i * 900_000).toISOString());

describe('the conversion and its reference', () => {
  test(
    'agree on every document: graph in all four formats, counts, warnings, unmapped keys, refusals',
    async () => {
      await fc.assert(
        fc.asyncProperty(documentCase, async ({ text, options }) => {
          const disagreements = await listDisagreements(text, lexicon, options);
          expect(disagreements, `${text}\n${JSON.stringify(options)}`).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test.each([
    [
      'an entity whose own value is cited by nobody',
      '"when":{"rdf:type":"$day","ex:p":"@when"}',
      '"when":["2024-01-01","2024-01-01"]',
    ],
    [
      'numbers that get a digit more',
      '"t":{"a":"time:Instant"},"x":{"ex:p":"$x","ex:q":"?n"},"?n":{"ex:r":"$x"}',
      `"t":${JSON.stringify(stamps(120))},"x":${JSON.stringify(counts(120))}`,
    ],
    [
      'stamps out of order, and again',
      '"t":{"a":"time:Instant"},"x":{"ex:p":"$x"}',
      `"t":${JSON.stringify([...stamps(20), ...stamps(40).toReversed()])},"x":${JSON.stringify(counts(60))}`,
    ],
    [
      'stamps of two keys in turn, of which one stops ascending',
      '"t":{"a":"time:Instant"},"u":{"a":"time:Instant"}',
      `"r":[${[1, 2, 3, 2, 4, 1].map((t, i) => `{"t":"2026-01-0${t}","u":"2026-01-0${i + 1}"}`).join()}]`,
    ],
    [
      'texts longer than a chunk among short ones',
      '"x":{"ex:p":"$x"}',
      `"x":${JSON.stringify(counts(30).map((i) => 'x'.repeat(i === 20 ? 70_000 : i)))}`,
    ],
  ])('agree on %s', async (_, context, members) => {
    const text = `{"@semantic":{"@prefix":{"ex":"https://ex.org/ns#","time":"http://www.w3.org/2006/time#"},"@context":{${context}}},${members}}`;
    expect(await listDisagreements(text, lexicon)).toEqual([]);
  });

  test(
    'agree on the least number of triples that is too many',
    () => {
      fc.assert(
        fc.property(documentCase, ({ text, options }) => {
          const { length } = convertByReference(text, lexicon, options).triples;
          expect(statusOf(() => convert(text, lexicon, { ...options, maxTriples: length }))).toBe(null);
          if (length > 0)
            expect(
              statusOf(() => convert(text, lexicon, { ...options, maxTriples: length - 1 })),
              text,
            ).toBe(413);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test(
    'leave the body as it was, and chunks that were handed out',
    () => {
      fc.assert(
        fc.property(
          documentCase,
          fc.constantFrom(...RDF_FORMATS),
          fc.boolean(),
          ({ text, options }, format, skolemize) => {
            const body = Buffer.from(text);
            const chunks: { kept: Uint8Array; copy: Buffer }[] = [];
            const all = { ...options, format, skolemize, semantics: 'block', now: new Date(0) } as const;
            const status = statusOf(() =>
              convertDocument(body, lexicon, all, (kept) => chunks.push({ kept, copy: Buffer.from(kept) })),
            );
            convert(text, lexicon, { ...options, skolemize });
            expect(status === null || status === 422).toBe(true);
            expect(body.toString('utf8')).toBe(Buffer.from(text).toString('utf8'));
            for (const { kept, copy } of chunks) expect(copy.equals(kept)).toBe(true);
          },
        ),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test(
    'point every warning at a place that the document has',
    () => {
      fc.assert(
        fc.property(documentCase, ({ text, options }) => {
          const whole: unknown = JSON.parse(text);
          for (const { pointer, code } of convert(text, lexicon, options).warnings) {
            const found = resolvePointer(whole, pointer);
            expect(found, `${code} ${pointer} in ${text}`).toBe(true);
          }
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );
});

/** Blocks at the edge of what is allowed, whole or in their parts. */
const BLOCKS = [
  '{}', '{"@prefix":{}}', '{"@prefix":null}', '{"@prefix":[]}', '{"@prefix":"x"}', '{"@context":null}', '{"@context":1}', '{"@annotations":[]}', '{"@annotations":null}', '{"@annotations":{}}',
  '{"@other":[1,{"x":null}],"@prefix":{"p":"urn:x:"}}', '{"@prefix":{"p":1}}', '{"@prefix":{"p":null}}', '{"@prefix":{"p":"no iri"}}', '{"@prefix":{"p":"http://h/ h"}}', '{"@prefix":{"p":"/x"}}', '{"@prefix":{"p":""}}',
  '{"@prefix":{"@base":"relative"}}', '{"@prefix":{"p":"http://h/<"}}', '{"@prefix":{"p":"urn:x:"},"@context":{"x":{"p:y":"p:z"}}}', '{"@prefix":{"":"https://e.x/"},"@context":{"x":{":y":":z"}}}',
  '{"@context":{"x":null}}', '{"@context":{"x":[]}}', '{"@context":{"y":1}}', '{"@context":{"y":{"a":null}}}', '{"@context":{"y":{"a":true}}}', '{"@context":{"y":{"a":{}}}}', '{"@context":{"y":{"a":[["$x"]]}}}', '{"@context":{"y":{"a":[]}}}',
  '{"@context":{"x":{"a":[]}}}', '{"@context":{"y":{"":"$x"}}}', '{"@context":{"y":{"a b":"$x"}}}', '{"@context":{"y":{"rdf:a b":"$x"}}}', '{"@context":{"y":{"rdf:a<b":"$x"}}}', '{"@context":{"y":{"rdf:a%b":"$x"}}}', '{"@context":{"y":{"rdf:a%20b":"$x"}}}',
  '{"@context":{"y":{"rdf:a":"x"}}}', '{"@context":{"y":{"rdf:a":""}}}', '{"@context":{"y":{"rdf:a":"nope:x"}}}', '{"@context":{"y":{"rdf:a":"rdf:x y"}}}', '{"@context":{"y":{"rdf:a":"a"}}}', '{"@context":{"y":{"$x":"rdf:a"}}}', '{"@context":{"y":{"?x":"rdf:a"}}}',
  '{"@context":{"?x":{"nope:x":"$x"}}}', '{"@context":{"x":{"a":["$","@","?"]}}}', '{"@context":{"x":{"a":["$$x","@@x","??x"]}}}', '{"@context":{"x":{"rdf:":"rdf:"}}}', '{"@context":{"x":{"__proto__:y":"$x"}}}', '{"@context":{"__proto__":{"a":"rdf:x"}}}',
  '{"@prefix":{"__proto__":"https://e.x/"},"@context":{"x":{"__proto__:y":"$x"}}}', '{"@context":{"x":{"constructor:y":"$x"}}}', '{"@context":{"x":{"https://e.x/p":"$x"}}}', '{"@context":{"x":{"rdf:p":"https://e.x/p"}}}',
  '{"@annotations":{"dcterms:title":null}}', '{"@annotations":{"dcterms:title":["a"]}}', '{"@annotations":{"title":"a"}}', '{"@annotations":{"nope:title":"a"}}', '{"@annotations":{"dcterms:title":"a","dcterms:title":"b"}}', '{"@annotations":{"rdf:type":"https://e.x/T"}}',
  '{"@annotations":{"dcterms:created":"2024-02-30","dcterms:date":"2024-01-01T24:00:00Z","dcterms:issued":"2024-01-01 00:00","dcterms:modified":"2024-01-01Z"}}', '{"@annotations":{"dcterms:license":"HTTP://e.x","dcterms:rights":"http:x","dcterms:title":"https://e.x/a b"}}',
  '{"@context":{"x":{"a":"rdf:x"},"x":{}}}', '{"@context":{"x":{"a":"rdf:x","rdf:type":"rdf:y","a":"rdf:z"}}}', '{"@context":{"x":{"time:inXSDDate":"$y"},"y":{"time:inXSDDateTime":"$y"}}}', '{"@context":{"y":{"time:inXSDDateTime":"$y"},"x":{"time:inXSDDate":["$y"]}}}',
]; // prettier-ignore

describe('a block', () => {
  for (const block of BLOCKS) {
    test(`is taken or refused as the reference does: ${block}`, async () => {
      const text = `{"@semantic":${block},"x":1,"y":["2024-01-01","2024-01-01T00:00:00"],"__proto__":{"x":"z"}}`;
      expect(await listDisagreements(text, lexicon), text).toEqual([]);
    });
  }
});

describe('a document that was once converted wrongly', () => {
  const time = '"when":{"time:inXSDDateTime":"$when"},"day":{"time:inXSDDate":["$day","$when"]}';
  const documents: readonly (readonly [string, string])[] = [
    [
      'a record in a nested array resolves the key under which it stands to itself',
      '{"@semantic":{"@context":{"status":{"dcterms:title":"$status"},"z":{"dcterms:title":["$status","@status"]}}},"status":[[{"z":1}]]}',
    ],
    [
      'a byte order mark at the start of a string is part of it',
      '{"@semantic":{"@context":{"w":{"dcterms:title":["$w","@w"]}}},"v":["","\ufeff","a","\ufeffa"],"w":["","\ufeff"],"\ufeff":1,"":2}',
    ],
    [
      'an instant is described where it occurs first, however deep that is',
      `{"@semantic":{"@context":{${time}}},"site":{"b":{"day":"2024-01-01T00:00:00Z","when":"2024-01-01T00:00:00Z"}},"day":"2024-01-01T00:00:00Z"}`,
    ],
    [
      'timestamps are one instant that differ in halves of surrogate pairs, each of which is U+FFFD',
      String.raw`{"@semantic":{"@context":{${time}}},"when":["\ud800","\udc00","\ufffd"],"status":["\ud800","\udc00"]}`,
    ],
    [
      'the row nodes of an instant belong to the row where it occurs first',
      `{"@semantic":{"@context":{"when":{"time:inXSDDateTime":"$when","dcterms:title":"?n"},"?n":{"dcterms:title":"$status"}}},"status":[{"when":"2024-01-01 00:30"}],"when":"2024-01-01 00:30"}`,
    ],
  ];
  for (const [name, text] of documents) {
    test(name, async () => {
      expect(await listDisagreements(text, lexicon)).toEqual([]);
    });
  }
});

describe('a large document', () => {
  const block = `"@semantic":{"@prefix":{"@base":"https://ex.org/"},"@context":{
    "datetime":{"rdf:type":"time:Instant","time:inXSDDateTimeStamp":"$datetime"},
    "active_power-kW":{"a":"sosa:Observation","sosa:hasResult":"?n","sosa:madeBySensor":"@device_id"},
    "?n":{"qudt:numericValue":"$active_power-kW","rdfs:label":"$status"},
    "device_id":{"a":"sosa:Sensor","dcterms:identifier":"$device_id"}}}`;
  const list = (count: number, item: (at: number) => string) =>
    `[${Array.from({ length: count }, (_, at) => item(at)).join(',')}]`;
  const stamp = (at: number) =>
    `"2024-01-${String(1 + (Math.floor(at / 1440) % 28)).padStart(2, '0')}T${String(Math.floor(at / 60) % 24).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00Z"`;
  const sizes = [65_533, 65_534, 65_535, 65_536, 65_537, 131_072, 200_000];
  const documents: readonly (readonly [string, string])[] = [
    [
      'a wide series',
      `{${block},"device_id":"d","datetime":${list(600, stamp)},"active_power-kW":${list(600, (at) => `${at % 97}.${at}0`)},"status":${list(600, (at) => `"é${at % 7}"`)}}`,
    ],
    [
      'records',
      `{${block},"readings":${list(600, (at) => `{"datetime":${stamp(at % 400)},"active_power-kW":${at},"device_id":"d ${at % 50}","status":null}`)}}`,
    ],
    ['a plain array with repetitions', `{${block},"x":${list(8000, (at) => `${(at * at) % 4001}.5`)}}`],
    ['many keys', `{${block},${Array.from({ length: 5000 }, (_, at) => `"k${at}":${at}`).join(',')}}`],
    [
      'long strings',
      `{${block},"x":[${sizes.map((size) => `"${'a'.repeat(size)}"`).join(',')}],"y":[${sizes.map((size) => `"é${'\u{1f600}'.repeat(size / 4)}"`).join(',')}]}`,
    ],
    [
      'long strings of escapes',
      `{${block},"x":[${sizes.map((size) => `"${'\\n\\u00e9\\ud83d\\ude00\\"'.repeat(size / 20)}"`).join(',')}]}`,
    ],
    [
      'long entities',
      `{${block},"active_power-kW":1,"device_id":[${sizes.map((size) => `"${'é '.repeat(size / 9)}"`).join(',')}]}`,
    ],
    ['a long key', `{${block},"${'k'.repeat(150_000)}":1,"${'é'.repeat(30_000)}":2}`],
    [
      'long numbers',
      `{${block},"x":[${sizes.map((size) => `1${'0'.repeat(size)}`).join(',')},0.${'1'.repeat(100_000)}],"energy-kWh":1${'2'.repeat(70_000)}e30}`,
    ],
    ['records in records', `{${block},${'"sub":{"active_power-kW":1,'.repeat(126)}"x":1${'}'.repeat(126)}}`],
    ['arrays in arrays', `{${block},"x":${'[1,'.repeat(127)}2${']'.repeat(127)}}`],
    ['one level too many', `{${block},"x":${'['.repeat(128)}${']'.repeat(128)}}`],
  ];
  for (const [name, text] of documents) {
    test(
      `is converted as the reference does: ${name}`,
      async () => {
        const found = await listDisagreements(text, lexicon);
        expect(found.map((line) => line.slice(0, 500))).toEqual([]);
      },
      LIMIT,
    );
  }
});

describe('an entity', () => {
  // jsonld-streaming-parser knows no IP literal in brackets, and readers of RDF/XML resolve dot segments away.
  for (const [iri, formats] of [
    ['https://[::1]:80/x', ['nt', 'ttl', 'rdf']],
    ['http://[v1.a:b]/', ['nt']],
    ['https://h/a/../b/./c', ['nt', 'ttl', 'jsonld']],
  ] as const) {
    test(`is named by ${iri}`, async () => {
      const text = `{"@semantic":{"@context":{"site":{"dcterms:relation":"@site"}}},"site":"${iri}"}`;
      expect(await listDisagreements(text, lexicon, {}, formats)).toEqual([]);
      expect(convert(text, lexicon).text).toContain(`<${iri}>`);
    });
  }
});

describe('conversion in one step', () => {
  test(
    'does what embedding followed by conversion does',
    async () => {
      await fc.assert(
        fc.asyncProperty(plainDocument, async ({ text, options }) => {
          const now = new Date('2026-11-21T12:00:00Z');
          const embedding = embedSemantic(Buffer.from(text), registry, { base: options.base, now });
          const document = Buffer.concat([...embedding.parts]);
          if (embedding.report.notTerms.length > 0) {
            expect(statusOf(() => convert(text, registry, { ...options, now, semantics: 'registry' }))).toBe(422);
            return;
          }
          const oneStep = convert(text, registry, { ...options, now, semantics: 'registry' });
          const twoSteps = convert(document, registry, { ...options, now });
          expect(canonicalize(await readBack('nt', oneStep.text)), text).toBe(
            canonicalize(await readBack('nt', twoSteps.text)),
          );
          expect(oneStep.triples).toBe(twoSteps.triples);
          expect(listWarnings(oneStep.warnings)).toEqual(listWarnings(twoSteps.warnings));
          expect(oneStep.unmapped).toEqual(twoSteps.unmapped);
          expect(oneStep.described).toBe(embedding.report.described.length);
          expect(await listDisagreements(document.toString('utf8'), registry, options, ['nt'])).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );
});

/** Whether a JSON Pointer (RFC 6901) leads to a value. */
function resolvePointer(value: unknown, pointer: string): boolean {
  let at: unknown = value;
  for (const piece of pointer.split('/').slice(1)) {
    const name = piece.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = (at as Record<string, unknown>)[name];
  }
  return pointer === '' || pointer.startsWith('/');
}
