import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import type { ConvertOptions } from '../../src/mapping/convert.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { embedSemantic } from '../../src/mapping/embed.ts';
import { RDF_FORMATS, type RdfFormat } from '../../src/rdf/write/format.ts';
import { valueText } from '../../src/restore/json-tokens.ts';
import { parseRdf } from '../../src/restore/parse-rdf.ts';
import { restoreDocuments, type RestoredDocument } from '../../src/restore/restore-documents.ts';
import { documentCase, extendLexicon } from '../support/arbitrary-document.ts';
import { CONVERT_DEFAULTS, convert } from '../support/convert.ts';
import { listSamples, SAMPLES } from '../support/fixtures.ts';
import { readGoldenCases, readGoldenLexicon } from '../support/golden-cases.ts';
import { readBack, readBackAgain } from '../support/read-back.ts';
import { convertSourced, restoreNTriples, rewritten, withoutResidue } from '../support/restored.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const golden = readGoldenLexicon();
const cases = readGoldenCases().filter(({ expect: wanted }) => wanted.status === undefined);
const { lexicon } = await seededVocabulary();
const runs = process.env['HUB_NIGHTLY'] === '1' ? 10_000 : 100;

/** The document described by the vocabulary; keys that are no terms become plain literals. */
const described = (source: Uint8Array): Uint8Array =>
  Buffer.concat(embedSemantic(source, lexicon, { base: null, now: CONVERT_DEFAULTS.now }).parts);

async function restoreFrom(format: RdfFormat, graph: string, by: Lexicon): Promise<RestoredDocument[]> {
  const options = { lexicons: [by], block: null, base: null, byValue: false, maxLength: 1_000_000 };
  return [...restoreDocuments(await parseRdf(Buffer.from(graph), format, 100_000), options)];
}

test.each(RDF_FORMATS)('a graph has the same RDF/XML after one in %s', (format) => {
  const text = '{"@semantic":{"@context":{}},"k":1}';
  const shared = { ...golden };
  convertSourced(text, shared, { format });
  expect(convertSourced(text, shared, { format: 'rdf' })).toBe(convertSourced(text, { ...golden }, { format: 'rdf' }));
});

test('keys with the names of what the root says of its source come back', () => {
  const text = '{"residue":"ash","sourceDigest":"sha","voltage-V":1}';
  const base = 'https://company.example/ontology#';
  const body = Buffer.concat(embedSemantic(Buffer.from(text), lexicon, { base, now: CONVERT_DEFAULTS.now }).parts);
  const graph = convertSourced(body, lexicon, { base }, 'value', Buffer.from(text));
  expect(restoreNTriples(graph, lexicon)).toEqual([{ text, proof: 'value', notes: [] }]);
});

describe('a graph with its residue', () => {
  test.each(RDF_FORMATS)('entities keep the dot segments of their IRIs in %s', async (format) => {
    for (const id of ['http://plant.example/a/../b', 'http://plant.example/./a', 'urn:x:a/../b', '..', '.']) {
      const source = Buffer.from(JSON.stringify({ asset_id: id, 'voltage-V': 1 }));
      const graph = convertSourced(described(source), lexicon, { format }, 'bytes', source);
      expect(await restoreFrom(format, graph, lexicon)).toEqual([
        { text: source.toString(), proof: 'bytes', notes: [] },
      ]);
    }
  });

  test.each(RDF_FORMATS)('a block with the prefix hasOwnProperty comes back from %s', async (format) => {
    const text =
      '{"@semantic":{"@prefix":{"hasOwnProperty":"https://ex.example/ns#"},"@context":{"k":{"hasOwnProperty:v":"$k"}}},"k":1}';
    expect(await restoreFrom(format, convertSourced(text, golden, { format }, 'bytes'), golden)).toEqual([
      { text, proof: 'bytes', notes: [] },
    ]);
  });

  for (const { name, document, options } of cases) {
    test(`${name} comes back to the byte, and as a value`, () => {
      const text = document.toString();
      const [byBytes] = restoreNTriples(convertSourced(document, golden, options, 'bytes'), golden);
      expect(byBytes).toEqual({ text, proof: 'bytes', notes: [] });
      const [byValue] = restoreNTriples(convertSourced(document, golden, options), golden);
      expect(byValue).toEqual({ text: valueText(text), proof: 'value', notes: [] });
    });
  }

  for (const name of listSamples()) {
    test(`${name} comes back to the byte from every format and from what other parsers make of it`, async () => {
      const source = readFileSync(SAMPLES + name);
      for (const format of RDF_FORMATS) {
        // RDF/XML cannot name every key.
        const graph = unlessRefused(() => convertSourced(described(source), lexicon, { format }, 'bytes', source));
        if (graph === null && format === 'rdf') continue;
        const wanted = [{ text: source.toString(), proof: 'bytes', notes: [] }];
        expect(await restoreFrom(format, graph!, lexicon)).toEqual(wanted);
        expect(await restoreFrom('nt', rewritten(await readBack(format, graph!)), lexicon)).toEqual(wanted);
        expect(await restoreFrom('nt', rewritten(await readBackAgain(format, graph!)), lexicon)).toEqual(wanted);
      }
    });

    test(`${name} skolemized, and with a block of its own, comes back`, () => {
      const source = readFileSync(SAMPLES + name);
      const graph = convertSourced(described(source), lexicon, { skolemize: true }, 'value', source);
      expect(restoreNTriples(graph, lexicon)).toEqual([
        { text: valueText(source.toString()), proof: 'value', notes: [] },
      ]);
      const whole = Buffer.from(described(source)).toString();
      expect(restoreNTriples(convertSourced(whole, lexicon), lexicon)[0]).toMatchObject({
        text: valueText(whole),
        proof: 'value',
      });
    });
  }

  test.each(['si', 'MW,K', 'active_power=mW'])(
    'a document whose values were converted with units %s comes back as it was',
    (units) => {
      const text =
        '{"timestamp":"2026-03-01T10:15:00Z", "active_power-kW":[812.40,7E2,"x"],"air_temperature-degC":-0.0}';
      for (const grade of ['bytes', 'value'] as const) {
        const options = { semantics: 'registry', units } as const;
        const graph = convertSourced(text, lexicon, options, grade);
        expect(graph).not.toContain('"812.40"');
        const [restored] = restoreNTriples(graph, lexicon);
        expect(restored).toEqual({ text: grade === 'bytes' ? text : valueText(text), proof: grade, notes: [] });
      }
    },
  );

  test('random documents come back to the byte, whatever the options', () => {
    const terms = extendLexicon(golden);
    let done = 0;
    fc.assert(
      fc.property(documentCase, fc.boolean(), ({ text, options }, skolemize) => {
        const graph = unlessRefused(() => convertSourced(text, terms, { ...options, skolemize }, 'bytes'));
        if (graph === null) return;
        expect(restoreNTriples(graph, terms)).toEqual([{ text, proof: 'bytes', notes: [] }]);
        // Without the residue, the digest proves what is the same, and nothing else.
        const alone = unlessRefused(() => restoreNTriples(withoutResidue(graph), terms));
        if (alone !== null) expect(alone).toEqual([{ text, proof: 'bytes', notes: [] }]);
        done++;
      }),
      { numRuns: runs },
    );
    expect(done).toBeGreaterThan(runs / 4);
  });

  test('the graph has at most two triples more, and the same ones beside', () => {
    const reading = '{"voltage-V":231.40}';
    const options: Partial<ConvertOptions> = { semantics: 'registry' };
    const plain = convert(reading, lexicon, options);
    const sourced = convertSourced(reading, lexicon, options).split('\n');
    const more = sourced.filter((line) => !plain.text.split('\n').includes(line));
    expect(more).toHaveLength(1);
    expect(more[0]).toMatch(/^_:b0 <https:\/\/hub\.example\/ontology#sourceDigest> "sha-256:[0-9a-f]{64}" \.$/);
  });

  test('what a document has of oddities costs a residue of its own size, not of the document', () => {
    const stamps = Array.from({ length: 200 }, (_, i) => `"2026-03-01T10:${String(i % 60).padStart(2, '0')}:00.${i}Z"`);
    const document = `{"timestamp":[${stamps.toSorted().join()}],"voltage-V":[${stamps.map((_, i) => 230 + i / 10).join()}],"odd":null}`;
    const graph = convertSourced(described(Buffer.from(document)), lexicon, {}, 'value', Buffer.from(document));
    const residue = /#residue> "(.*)"\^\^/.exec(graph)![1]!;
    expect(residue).toContain('null');
    expect(residue.length).toBeLessThan(100);
    expect(document.length).toBeGreaterThan(5000);
  });
});

/** Null where the hub refuses a document or a graph. */
function unlessRefused<T>(run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof HubError) return null;
    throw error;
  }
}
