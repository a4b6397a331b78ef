import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/mapping/convert-document.ts';
import type { Conversion, ConvertOptions } from '../../src/mapping/convert.ts';
import { DocumentCopies } from '../../src/mapping/copies/document-copies.ts';
import { HubError } from '../../src/errors.ts';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import type { TakeChunk } from '../../src/rdf/write/byte-sink.ts';
import { documentCase, extendLexicon, plainDocument, registerKeys } from '../support/arbitrary-document.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';
import { writeJson, type Written } from '../support/written-json.ts';
import { Random } from '../fuzz/random.ts';
import { parseWritten } from '../fuzz/tree.ts';

const lexicon = extendLexicon(readGoldenLexicon());
const registered = registerKeys(readGoldenLexicon());
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 60);
const LIMIT = Math.max(60_000, RUNS * 500);

type Convert = (body: Uint8Array, options: ConvertOptions, write: TakeChunk) => Conversion;

/** All that can be observed of a conversion. */
function outcomeOf(convert: Convert, body: string | Uint8Array, options: ConvertOptions): string {
  const chunks: Uint8Array[] = [];
  try {
    // The chunks are copied, as by somebody who gives them back.
    const take: TakeChunk = (chunk) => chunks.push(chunk.slice()) > 0;
    const {
      head,
      copiedRows: _,
      ...facts
    } = convert(typeof body === 'string' ? new TextEncoder().encode(body) : body, options, take);
    return Buffer.concat([head, ...chunks]).toString() + JSON.stringify(facts);
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return error.message;
  }
}

/** The texts as they stand in one file of lines. */
function linesOf(texts: readonly string[]): Uint8Array[] {
  const file = Buffer.from(texts.map((text) => `${text}\n`).join(''));
  let at = 0;
  return texts.map((text) => {
    const line = file.subarray(at, at + Buffer.byteLength(text));
    at += line.length + 1;
    return line;
  });
}

/**
 * Converts texts one after the other, each as a part of its own; answers how many were copies.
 *
 * @param areLines they stand in one file, else each has memory of its own
 */
function expectCopies(
  texts: readonly string[],
  by: typeof lexicon,
  options: ConvertOptions,
  firstPart = 1,
  areLines = true,
): number {
  const copies = new DocumentCopies({ ...by });
  const bodies = areLines ? linesOf(texts) : texts;
  texts.forEach((text, i) => {
    const part = options.part === undefined ? {} : { part: { nodePrefix: `d${firstPart + i}_` } };
    const all = { ...options, ...part };
    const copied = outcomeOf((body, to, write) => copies.convert(body, to, write), bodies[i]!, all);
    const walked = outcomeOf((body, to, write) => convertDocument(body, by, to, write), text, {
      ...all,
      copyRows: false,
    });
    expect(copied, texts.slice(0, i + 1).join('\n')).toBe(walked);
  });
  return copies.copied;
}

const PARTED = { nodePrefix: 'd1_' };
const IN_BLOCK: ConvertOptions = { ...CONVERT_DEFAULTS, semantics: 'block' };

/** Scalars that are like others, and not quite. */
const SCALARS = [
  '1',
  '-2.50',
  '3e4',
  'true',
  'false',
  '"1"',
  '"2,5"',
  '"a b"',
  '"d3_b0"',
  '"a\\nb"',
  '"\\u00e9\\ud83d"',
]
  .concat(['"é"', '"http://plant.example/x"', '"HTTP://plant.example/x"', '"urn:x:1"', '"http:"', '""', '"<&>"'])
  .concat(['"2024-01-01T00:00:00Z"', '"2024-01-01 00:00"', '"2024-01-01T00:00:00+0100"', '"2024-01-01"', '"\\ufffe"']);

/** The same document with other scalars; now and then also with nulls. */
function withOtherScalars(tree: Written, random: Random): Written {
  if ('items' in tree) return { items: tree.items.map((item) => withOtherScalars(item, random)) };
  if ('members' in tree)
    return {
      members: tree.members.map(([key, value]) => [key, key === '@semantic' ? value : withOtherScalars(value, random)]),
    };
  if (random.once(60)) return { raw: 'null' };
  return random.once(6) ? { raw: random.pick(SCALARS) } : tree;
}

const BLOCK = JSON.stringify({
  '@context': {
    timestamp: { a: 'time:Instant', 'time:inXSDDateTimeStamp': '$timestamp' },
    device: { a: 'sosa:Sensor', 'rdfs:label': '$device' },
    power: { a: 'sosa:Observation', 'sosa:hasResult': '?r', 'sosa:madeBySensor': '@device' },
    '?r': { 'qudt:numericValue': '$power' },
  },
});

const reading = (stamp: string, device: string, power: string): string =>
  `{"@semantic":${BLOCK},"timestamp":"${stamp}","device":${device},"power":${power}}`;

/** A document that has a template whatever its values are. */
const readings = fc.constant({
  text: reading('2024-01-01T00:00:00Z', '"d"', '1'),
  options: { base: null, align: true, maxArrayItems: 0 },
});

describe('documents one after the other', () => {
  test(
    'have the bytes, the warnings and the keys of each by itself, whatever their values are',
    () => {
      const copied = { named: 0, numbered: 0 };
      fc.assert(
        fc.property(
          fc.oneof(documentCase, plainDocument, readings),
          fc.constantFrom(...RDF_FORMATS),
          fc.boolean(),
          fc.nat(),
          fc.nat({ max: 110 }),
          fc.boolean(),
          fc.boolean(),
          ({ text, options }, format, isParted, seed, first, areLines, skolemize) => {
            const tree = parseWritten(text);
            const random = new Random(seed, 1);
            const texts = Array.from({ length: 12 }, (_, i) =>
              i < 3 ? text : writeJson(withOtherScalars(tree, random), 0),
            );
            const all = { ...CONVERT_DEFAULTS, ...options, base: options.base ?? null, format, skolemize };
            const part = isParted ? { part: PARTED } : {};
            const count =
              expectCopies(texts, lexicon, { ...all, ...part, semantics: 'block' }, first + 1, areLines) +
              expectCopies(texts, registered, { ...all, ...part, semantics: 'registry' }, first + 1, areLines);
            copied[skolemize ? 'named' : 'numbered'] += count;
          },
        ),
        { numRuns: RUNS },
      );
      expect(copied.named).toBeGreaterThan(0);
      expect(copied.numbered).toBeGreaterThan(0);
    },
    LIMIT,
  );
});

const FORMS = RDF_FORMATS.flatMap((format) => [
  { format, skolemize: false },
  { format, skolemize: true },
]);

describe.each(FORMS)('documents of one shape, as $format, named: $skolemize', ({ format, skolemize }) => {
  const options = { ...IN_BLOCK, format, skolemize };

  test('are copies from the third on, with labels of their own', () => {
    const texts = Array.from({ length: 25 }, (_, i) => reading('2024-01-01T00:00:00Z', `"d ${i}"`, `${i}.5`));
    expect(expectCopies(texts, lexicon, { ...options, part: PARTED }, 90)).toBe(23);
    expect(expectCopies(texts, lexicon, options)).toBe(23);
  });

  test('are copies whose texts are mended, escaped and warned of', () => {
    const texts = Array.from({ length: 9 }, (_, i) => reading(`2024-01-01 00:0${i}`, `"<${i}\\n>"`, `"n/a"`));
    expect(expectCopies(texts, lexicon, { ...options, part: PARTED })).toBe(7);
  });

  test('are copies also where a text is longer than a chunk', () => {
    const long = '7'.repeat(70_000);
    const powers = ['1', '"1,5"', `"${long},5"`, `"${long}"`, `"${long}é"`, `"${long}\\n"`, long, '"1,5"', '1'];
    const texts = powers.concat(powers).map((power) => reading('2024-01-01T00:00:00Z', `"${power.length}"`, power));
    expect(expectCopies(texts, lexicon, { ...options, part: PARTED })).toBeGreaterThan(5);
    const stamps = ['00', '01', `02.${long}`, `03.${long}`].map((seconds) => `2024-01-01 00:00:${seconds}Z`);
    expect(
      expectCopies(
        [...stamps, ...stamps].map((stamp) => reading(stamp, '"d"', '1')),
        lexicon,
        options,
      ),
    ).toBe(6);
    const devices = powers.map((device) => reading('2024-01-01T00:00:00Z', device, '1'));
    expect(expectCopies(devices, lexicon, { ...options, part: PARTED })).toBeGreaterThan(3);
  });

  test('are copies only where the same instants and the same entities are equal', () => {
    const text = (one: string, other: string, first: string, second: string): string =>
      `{"@semantic":{"@context":{"at":{"a":"time:Instant"},"x":{"a":"sosa:Sensor","rdfs:label":"@x"},"y":{"a":"sosa:Sensor","rdfs:label":"@y"}}},` +
      `"x":${first},"y":${second},"rows":[{"at":"${one}"},{"at":"${other}"}]}`;
    const apart = text('a', 'b', '"1"', '"2"');
    const texts = [apart, apart, apart, text('c', 'c', '"1"', '"2"'), text('c', 'd', '"urn:x:1"', '"urn:x:1"'), apart];
    expectCopies(texts, lexicon, { ...CONVERT_DEFAULTS, format, skolemize });
    expectCopies(texts.toReversed(), lexicon, { ...CONVERT_DEFAULTS, format, skolemize });
  });

  test('are walked where one entity has two texts, each of which describes it', () => {
    const text = (first: string, second: string): string =>
      `{"@semantic":{"@context":{"x":{"rdfs:label":"$x","rdfs:seeAlso":"@x"},"y":{"rdfs:label":"$y","rdfs:seeAlso":"@y"}}},` +
      `"x":"${first}","y":"${first}","in":{"x":"${second}","y":"${second}"}}`;
    for (const [one, other] of [
      ['d', 'https://hub.example/id/x/d'],
      ['http://e.example/a b', 'http://e.example/a%20b'],
    ] as const)
      for (const same of [one, other]) {
        const texts = [text(same, same), text(same, same), text(same, same), text(one, other), text(other, one)];
        expectCopies(texts, lexicon, { ...IN_BLOCK, format, skolemize });
      }
  });

  test('hold nothing of one that could not be written', () => {
    const copies = new DocumentCopies({ ...lexicon });
    const to = { ...IN_BLOCK, format, skolemize };
    const text = (value: number): string => `{"@semantic":{"@context":{}},"k":${value}}`;
    const convert = (body: Uint8Array, all: ConvertOptions, write: TakeChunk) => copies.convert(body, all, write);
    for (const value of [1, 2, 3]) outcomeOf(convert, text(value), to);
    const fail = (): never => {
      throw new Error('gone');
    };
    expect(() => copies.convert(Buffer.from(text(7)), to, fail)).toThrow('gone');
    expect(outcomeOf(convert, text(8), to)).toBe(
      outcomeOf((body, all, write) => convertDocument(body, lexicon, all, write), text(8), to),
    );
  });

  test('are no copies of documents with other keys, other blocks or other options', () => {
    const copies = new DocumentCopies({ ...lexicon });
    const block = (iri: string): string => `{"@semantic":{"@context":{"x":{"a":"${iri}"}}},"x":1}`;
    const texts = ['sosa:Sensor', 'sosa:Result'].map(block).concat('{"x":1,"y":2}', '{"x":1,"z":2}');
    for (let round = 0; round < 4; round++)
      for (const text of texts)
        for (const align of [true, false]) {
          const to = { ...CONVERT_DEFAULTS, format, skolemize, align, semantics: 'block' as const };
          expect(outcomeOf((body, all, write) => copies.convert(body, all, write), text, to)).toBe(
            outcomeOf((body, all, write) => convertDocument(body, lexicon, all, write), text, to),
          );
        }
    expect(copies.copied).toBeGreaterThan(0);
  });
});

describe.each(RDF_FORMATS)('documents with names for their nodes, as %s', (format) => {
  const options: ConvertOptions = { ...IN_BLOCK, format, skolemize: true };
  const context = {
    at: { a: 'time:Instant' },
    v: { a: 'sosa:Observation', 'sosa:hasResult': '?r' },
    w: { a: 'sosa:Observation', 'sosa:hasResult': '?r' },
    '?r': { 'qudt:numericValue': '$v' },
  };
  const documentOf = (members: object): string =>
    JSON.stringify({ '@semantic': { '@context': context }, ...members })
      .replaceAll('"#', '')
      .replaceAll('#"', '');

  test('are copies along an axis, in records of records, and by instants of their own', () => {
    const texts = Array.from({ length: 6 }, (_, i) =>
      documentOf({
        at: [`2024-01-0${i + 1}`, `2024-02-0${i + 1}`],
        v: [i, `#${i}.50#`],
        w: [`t\n${i}`, true],
        plain: { more: { at: `2023-0${i + 1}-01`, v: i, note: [`é${i}`, null] } },
        rows: [{ v: i }, { at: `2022-0${i + 1}-01`, v: [i, -i - 1] }],
      }),
    );
    expect(expectCopies(texts, lexicon, options)).toBe(4);
  });

  test('are copies where eight keys come and go, in whatever order', () => {
    const random = new Random(7, 1);
    const texts = Array.from({ length: 700 }, (_, i) => {
      const set = random.below(256);
      const members = Array.from({ length: 8 }, (_, key) => `"k${key}":${i + key}.5`);
      return `{"@semantic":${BLOCK},${members.filter((_, key) => (set >> key) & 1).join(',')}${set === 0 ? '' : ','}"power":1}`;
    });
    const again = [...texts, ...texts.toReversed(), ...texts];
    const copies = new DocumentCopies({ ...lexicon });
    for (const body of linesOf(again)) copies.convert(body, IN_BLOCK, () => {});
    // Each set is met twice before, and nearly all of the 256 were.
    expect(copies.copied).toBeGreaterThan(again.length - 2 * 256 - 1);
  });

  test('are walked where two nodes have one name', () => {
    const records = (first: number, second: number): string =>
      documentOf({ rows: [first, second].map((v) => ({ at: '2024-01-01', v })) });
    const values = (first: number, second: number): string => documentOf({ at: '2024-01-01', v: [first, second] });
    for (const of of [records, values]) {
      const texts = [of(1, 2), of(3, 4), of(5, 6), of(7, 7), of(8, 9), of(7, 7)];
      expect(expectCopies(texts, lexicon, options)).toBe(2);
    }
  });

  test('have those of their own base, and none of documents before', () => {
    const copies = new DocumentCopies({ ...lexicon });
    for (let i = 0; i < 8; i++)
      for (const base of [null, 'https://one.example/', 'urn:x:'])
        for (const skolemize of [true, false]) {
          const text = documentOf({ at: `2024-01-0${i + 1}`, v: i });
          const to = { ...options, base, skolemize };
          expect(outcomeOf((body, all, write) => copies.convert(body, all, write), text, to)).toBe(
            outcomeOf((body, all, write) => convertDocument(body, lexicon, all, write), text, to),
          );
        }
    expect(copies.copied).toBe(6 * 6);
  });

  test('are walked where a text of theirs is a name of a node', () => {
    const plain = documentOf({ at: '2024-01-01', v: 1 });
    const name = /genid[:/]([0-9a-f]{32})/.exec(
      outcomeOf((body, all, write) => convertDocument(body, lexicon, all, write), plain, options),
    )![1]!;
    const texts = Array.from({ length: 5 }, () => documentOf({ at: '2024-01-01', v: 1, [`k${name}`]: name }));
    expectCopies(texts, lexicon, options);
  });
});

test('a document with too many triples is refused, also where it would be a copy', () => {
  const texts = Array.from({ length: 4 }, () => reading('2024-01-01T00:00:00Z', '"d"', '1'));
  expect(expectCopies(texts, lexicon, { ...IN_BLOCK, maxTriples: 3 })).toBe(0);
});

describe('lines like others', () => {
  const options: ConvertOptions = { ...IN_BLOCK, format: 'nt', part: PARTED };
  const line = (stamp: string, device: string, power: string): string =>
    `{"timestamp":"${stamp}","device":${device},"more":{"power":[${power},true],"none":null}}`;
  const usual = line('2024-01-01T00:00:00Z', '"d"', '1');
  const inBlock = (text: string): string => text.replace('{', `{"@semantic":${BLOCK},`);
  /** What nobody may take for the usual line, between two that are. */
  const expectWalked = (odd: readonly string[]): void => {
    const texts = odd.flatMap((text) => [usual, usual, usual, text]).map(inBlock);
    expect(expectCopies([...texts, inBlock(usual)], lexicon, options)).toBe(odd.length * 3 - 1);
  };

  test('are scanned until one is a copy, whatever their scalars are', () => {
    const copies = new DocumentCopies({ ...lexicon });
    const scalars = ['1', '-2.50e4', '"1,5"', '"Überprüfung \\"x\\"\\n"'];
    for (let i = 0; i < 40; i++) {
      const text = inBlock(line(`2024-01-01T00:00:${i + 10}+01:00`, JSON.stringify(`d ${i % 7} é`), scalars[i % 4]!));
      copies.convert(new TextEncoder().encode(text), options, () => true);
    }
    // Each kind of scalars is recorded at first, and twenty are no times.
    expect(copies.scanned).toBeLessThan(12);
    expect(copies.copied).toBeGreaterThan(34);
  });

  test('that are no JSON are refused with the place of their fault', () => {
    const numbers = ['01', '-', '1.', '.5', '1e', '1e+', '+1', '--1', '1.2.3', '0x1', '1 2', 'tru', 'truee', 'nul', ''];
    expectWalked(numbers.map((number) => line('2024-01-01T00:00:00Z', '"d"', number)));
    const texts = ['"a', '"a""', '"a\\"', '"\\x"', '"\t"', '"a"b', '"\ud800'];
    expectWalked(texts.map((text) => line('2024-01-01T00:00:00Z', text, '1')));
    expectWalked([usual.slice(0, -1), `${usual}}`, `${usual},`, `x${usual}`, usual.replace(':', '='), '{', '{}']);
  });

  test('that are no UTF-8 are refused', () => {
    const bytes = Buffer.from([usual, usual, usual, usual.replace('"d"', '"Ä"')].map(inBlock).join('\n'));
    bytes[bytes.lastIndexOf('Ä') + 1] = 0x41;
    const copies = new DocumentCopies({ ...lexicon });
    const outcomes: string[] = [];
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf('\n', at) < 0 ? bytes.length : bytes.indexOf('\n', at);
      outcomes.push(outcomeOf((body, to, write) => copies.convert(body, to, write), bytes.subarray(at, end), options));
      at = end + 1;
    }
    expect(outcomes[0]).toBe(outcomes[2]);
    expect(outcomes[3]).toContain('not UTF-8');
  });

  test('have keys, white space and marks of their own', () => {
    const spaced = usual.replaceAll(':', ': ');
    const others = [spaced, `${usual}\r`, ` ${usual}`, `\ufeff${usual}`, usual.replace('"power"', '"p\\u006fwer"')];
    for (const other of others) {
      const texts = [usual, usual, usual, other, other, other, other, usual, other, usual];
      expect(expectCopies(texts.map(inBlock), lexicon, options), other).toBeGreaterThan(4);
    }
    expectWalked([
      usual.replace('"more"', '"mode"'),
      usual.replace('"device":"d"', '"device":"d","device":"e"'),
      usual.replace('"power":[1,true]', '"power":[1]'),
      usual.replace('null', '{}'),
    ]);
  });

  test('are copies in whatever order forty kinds of them come', () => {
    const kinds = Array.from({ length: 40 }, (_, i) => usual.replace('"none"', `"none${i}"`));
    const inTurn = Array.from({ length: 5 }, () => kinds).flat();
    expect(expectCopies(inTurn.map(inBlock), lexicon, options)).toBe(40 * 3);
    const several = Array.from({ length: 30 }, (_, i) => kinds[(i * 7) % 5]!);
    expect(expectCopies(several.map(inBlock), lexicon, options)).toBe(20);
  });
});
