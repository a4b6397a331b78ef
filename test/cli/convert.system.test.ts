import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  convert,
  embed,
  HubError,
  readLexicon,
  RDF_FORMATS,
  type Lexicon,
  type RdfFormat,
} from '../../src/mapping/library.ts';
import { writeLexiconFile } from '../../src/vocabulary/registry/write-lexicon-file.ts';
import { readGoldenCases } from '../support/golden-cases.ts';
import { listSamples, SAMPLES } from '../support/fixtures.ts';
import { replaceForXml } from '../support/compare-conversions.ts';
import { isBlank, type Triple } from '../support/graph.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { readBack, readBackAgain } from '../support/read-back.ts';
import { HUB, seededVocabulary } from '../vocabulary/seeded.ts';
import { buildCommandLine, type CommandLine } from './run-cli.ts';

const samples = listSamples().map((name) => SAMPLES + name);
const READING = '{"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter-7","active_power-kW":812.40}';
/** A row of documents that need names of their own for their nodes. */
const READINGS = Array.from(
  { length: 40 },
  (_, i) => `{"timestamp":"2026-03-01T10:${i + 10}:00Z","device_id":"inverter-${i % 3}","active_power-kW":${i}.50}\n`,
);

let cli: CommandLine;
let vocabulary: Lexicon;
beforeAll(async () => {
  vocabulary = readLexicon(JSON.parse(JSON.stringify(writeLexiconFile(await seededVocabulary(), HUB.baseUrl))));
  cli = await buildCommandLine();
}, 120_000);
afterAll(() => cli?.remove());

/** What the graphs of the documents are together, each with nodes of its own; those that do not convert are left out. */
async function graphOf(documents: readonly (string | Uint8Array)[], format: RdfFormat): Promise<Triple[]> {
  const graphs = documents.map(async (document, i) => {
    try {
      const { text } = convert(document, { vocabulary, format, semantics: 'auto-open' });
      const own = (term: string): string => (isBlank(term) ? `_:g${i}${term.slice(2)}` : term);
      return (await readBack(format, text())).map(([s, p, o]): Triple => [own(s), p, own(o)]);
    } catch (error) {
      if (error instanceof HubError) return [];
      throw error;
    }
  });
  return (await Promise.all(graphs)).flat();
}

async function expectGraph(format: RdfFormat, text: string, expected: readonly Triple[]): Promise<void> {
  for (const read of [readBack, readBackAgain]) {
    const graph = await read(format, text);
    expect(graph.length > 0, read.name).toBe(expected.length > 0);
    expect(areIsomorphic(graph, expected), read.name).toBe(true);
  }
}

describe('one document', () => {
  test.each(RDF_FORMATS)('is converted to the bytes of the library in %s', async (format) => {
    const expected = convert(READING, {
      vocabulary,
      format,
      skolemize: true,
      base: 'https://plant.example/id/',
    }).text();
    const options = ['--to', format, '--skolemize', '--base', 'https://plant.example/id/'];
    expect(await cli.run(['convert', '--quiet', ...options], READING)).toEqual({ code: 0, out: expected, err: '' });
    const file = await cli.write('reading.json', READING);
    expect((await cli.run(['convert', file, '-o', `reading.${format}`, ...options.slice(2)])).code).toBe(0);
    expect(await readFile(join(cli.folder, `reading.${format}`), 'utf8')).toBe(expected);
  });

  test('follows the options of the REST interface', async () => {
    const document = '{"timestamp":["2026-03-01T10:15:00Z","2026-03-01T10:30:00Z"],"voltage-V":[230.1,230.4]}';
    const out = async (...options: string[]): Promise<string> => (await cli.run(['convert', ...options], document)).out;
    expect(await out('--no-align')).toBe(convert(document, { vocabulary, align: false }).text());
    expect(await out('--unit', 'voltage=kV', '--units', 'si')).toBe(
      convert(document, { vocabulary, units: 'voltage=kV,si' }).text(),
    );
    expect(await out('--max-array-items', '1')).toBe(convert(document, { vocabulary, maxArrayItems: 1 }).text());
    const other = readLexicon(JSON.parse(JSON.stringify(writeLexiconFile(await seededVocabulary(), HUB.baseUrl))), {
      baseUrl: 'https://hub.example',
    });
    expect(await out('--base-url', 'https://hub.example/')).toBe(convert(document, { vocabulary: other }).text());
  });

  test('that carries @semantic is converted by it, unless the vocabulary is to count', async () => {
    const described = '{"@semantic":{"@prefix":{"@base":"https://plant.example/"}},"timestamp":"2026-03-01T10:15:00Z"}';
    expect((await cli.run(['convert', '-t', 'nt'], described)).out).not.toContain('time#Instant');
    expect((await cli.run(['convert', '-t', 'nt', '--registry'], described)).out).toContain('time#Instant');
  });

  test('of a source is described by its source, in a thread and without one', async () => {
    const document = '{"Body":{"Data":{"FAC":{"Unit":"Hz","Value":49.98},"UDC":{"Unit":"V","Value":371.80}}}}';
    const converted = await cli.run(['convert', '-t', 'nt', '--source', 'auto', '-q'], document);
    expect(converted.out).toContain('"371.80"^^');
    expect(converted.out.match(/sosa\/Observation>/g)).toHaveLength(2);
    const kept = await cli.run(['embed', '--source', 'fronius', '--no-restructure', '-q'], document);
    expect(kept.out.endsWith(`${document.slice(1)}\n`)).toBe(true);
    expect(await cli.run(['convert', '--source', 'nobody'], document)).toMatchObject({ code: 2, out: '' });
    const lines = `${document}\n`.repeat(8000);
    const many = await cli.run(['convert', '-t', 'nt', '-f', 'ndjson', '--source', 'fronius', '-q'], lines);
    expect(many.out.match(/sosa\/Observation>/g)).toHaveLength(16_000);
  });

  test('with keys that are no terms is refused with a hint, and converted when that is asked for', async () => {
    const open = '{"timestamp":"2026-03-01T10:15:00Z","U_L1":231.40}';
    const refused = await cli.run(['convert'], open);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/^\(standard input\): error: .*"U_L1".*\[not-all-terms\]\n.*--lenient/);
    expect((await cli.run(['convert', '--lenient', '-q'], open)).out).toBe(
      convert(open, { vocabulary, semantics: 'open' }).text(),
    );
  });

  test('of a megabyte goes through a thread, and is the same', async () => {
    const stamps = Array.from({ length: 20_000 }, (_, i) => `"${new Date(i * 900_000).toISOString()}"`);
    const values = Array.from({ length: 20_000 }, (_, i) => `${i}.${i % 10}0`);
    const document = `{"timestamp":[${stamps.join(',')}],"voltage-V":[${values.join(',')}]}`;
    for (const format of RDF_FORMATS) {
      const file = await cli.write('series.json', document);
      expect((await cli.run(['convert', file, '-o', 'series.out', '-t', format])).code).toBe(0);
      const output = await readFile(join(cli.folder, 'series.out'));
      expect(output.equals(convert(document, { vocabulary, format }).bytes()), format).toBe(true);
    }
  });
});

describe('many documents', () => {
  test.each(RDF_FORMATS)('of NDJSON become one document of %s, each with nodes of its own', async (format) => {
    const expected = await graphOf(READINGS, format);
    const { code, out, err } = await cli.run(['convert', '--from', 'ndjson', '--to', format], READINGS.join(''));
    expect(code).toBe(0);
    expect(err).toMatch(/^40 documents, [\d,]+ triples, 0 warnings, [\d.]+ s\n$/);
    await expectGraph(format, out, expected);
  });

  test.each(RDF_FORMATS)('of several files become one document of %s, samples as they are', async (format) => {
    const documents = samples.map((path) => readFileSync(path));
    const { code, out, err } = await cli.run(['convert', '--lenient', '--keep-going', '--to', format, ...samples]);
    // Column titles of one sample end in no name of XML.
    expect([code, err.match(/\[unnameable-predicate\]/g)?.length ?? 0]).toEqual(format === 'rdf' ? [1, 1] : [0, 0]);
    await expectGraph(format, out, await graphOf(documents, format));
  });

  test.each(RDF_FORMATS)(
    'that carry @semantic, odd ones and wrong ones, become what they are in %s',
    async (format) => {
      const lines = readGoldenCases().map(({ document }) => document.toString().replace(/[\r\n]+/g, ' '));
      const documents = lines.map((line) => embedded(line));
      const file = await cli.write('golden.ndjson', documents.join('\n'));
      const { code, out, err } = await cli.run(['convert', '--lenient', '--keep-going', '--to', format, file]);
      const failed = documents.filter((document) => codeOf(document, format) !== null);
      expect(code).toBe(1);
      expect(err).toContain(`${documents.length} documents, ${failed.length} failed`);
      const expected = await graphOf(documents, format);
      await expectGraph(
        format,
        out,
        format === 'rdf' ? expected.map(([s, p, o]): Triple => [s, p, replaceForXml(o)]) : expected,
      );
    },
  );

  /** Golden documents use prefixes that other hubs register: those of this hub are embedded first, where that is possible. */
  function embedded(line: string): string {
    try {
      return embed(line, { vocabulary }).text();
    } catch {
      return line;
    }
  }

  function codeOf(document: string, format: RdfFormat): string | null {
    try {
      convert(document, { vocabulary, format, semantics: 'auto-open' });
      return null;
    } catch (error) {
      return (error as HubError).code;
    }
  }

  test('have the order of the input, whatever the number of threads', async () => {
    const file = await cli.write('many.ndjson', Array.from({ length: 60 }, () => READINGS.join('')).join('\n\n'));
    const outputs = await Promise.all(
      ['1', '3'].map((jobs) => cli.run(['convert', '-q', '-t', 'nt', '--jobs', jobs, file])),
    );
    expect(outputs[0]!.out === outputs[1]!.out).toBe(true);
    const stamps = outputs[0]!.out.match(/(?<=DateTimeStamp> "2026-03-01T10:)\d\d/g)!;
    expect(stamps.map(Number)).toEqual(Array.from({ length: 2400 }, (_, i) => (i % 40) + 10));
  });

  test('that give a prefix another meaning leave the others as they are', async () => {
    const block = '{"@prefix":{"unit":"http://x.example/"},"@context":{"a":{"qudt:hasUnit":"unit:V"}}}';
    const documents = [READING, `{"@semantic":${block},"a":1}`, READING];
    const { out } = await cli.run(['convert', '-q', '-f', 'ndjson'], documents.join('\n'));
    expect(out.match(/^@prefix unit:/gm)).toHaveLength(3);
    await expectGraph('ttl', out, await graphOf(documents, 'ttl'));
  });

  test('that are none are an empty document', async () => {
    for (const format of RDF_FORMATS) {
      const { code, out } = await cli.run(['convert', '-f', 'ndjson', '-t', format], '\n  \n');
      expect(code).toBe(0);
      expect(await readBackAgain(format, out)).toEqual([]);
    }
  });
});

describe('a line that fails', () => {
  const lines = [READING, '{"timestamp":', '', '{"timestamp":"2026-03-01T10:15:00Z","a":1}', READING].join('\n');

  test('ends the run, named with file, line and column, and leaves no output file', async () => {
    await cli.write('bad.ndjson', lines);
    const { code, err } = await cli.run(['convert', 'bad.ndjson', '-o', 'bad.ttl']);
    expect(code).toBe(1);
    expect(err).toMatch(/^bad\.ndjson:2:14: error: .*\[malformed-json\]\n2 documents, 1 failed/);
    // The place is that in the file, and is told once.
    expect(err).toContain(
      'was expected. Something is open at the end: the document is cut off, or a bracket is missing. [',
    );
    expect(readdirSync(cli.folder).filter((name) => name.includes('bad.ttl'))).toEqual([]);
  });

  test('is passed over with --keep-going, and reported', async () => {
    await cli.write('bad.ndjson', lines);
    const { code, err } = await cli.run(['convert', 'bad.ndjson', '-o', 'bad.nt', '-k', '--report', 'bad.report']);
    expect(code).toBe(1);
    expect(err).toMatch(/4 documents, 2 failed, 42 triples/);
    const report = await readFile(join(cli.folder, 'bad.report'), 'utf8');
    const entries = report
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(entries).toEqual([
      expect.objectContaining({ level: 'error', file: 'bad.ndjson', line: 2, column: 14, code: 'malformed-json' }),
      expect.objectContaining({ level: 'error', file: 'bad.ndjson', line: 4, code: 'not-all-terms', notTerms: ['a'] }),
    ]);
    await expectGraph(
      'nt',
      await readFile(join(cli.folder, 'bad.nt'), 'utf8'),
      await graphOf([READING, READING], 'nt'),
    );
  });

  test('is told when it is not UTF-8, nested too deep, or no object', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n[1]\n'),
      Buffer.from('['.repeat(200)),
    ]);
    const { code, err } = await cli.run(['convert', '-f', 'ndjson', '-k', '--lenient'], bytes);
    expect(code).toBe(1);
    expect(err.match(/\[[a-z0-9-]+\]$/gm)).toEqual(['[not-utf8]', '[not-an-object]', '[too-deep]']);
  });
});

describe('warnings', () => {
  test('are counted in the summary and told in the report, with file, line and key', async () => {
    const document = '{"timestamp":"2026-03-01T10:15:00Z","voltage-V":["n/a","?"]}';
    const args = ['convert', '-f', 'ndjson', '-o', 'warned.nt', '--report', '-'];
    const { code, out, err } = await cli.run(args, `${READING}\n${document}\n`);
    expect(code).toBe(0);
    expect(err).toMatch(/2 documents, \d+ triples, 2 warnings \(datatype-mismatch 2\)/);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      expect.objectContaining({
        level: 'warning',
        file: '-',
        line: 2,
        code: 'datatype-mismatch',
        key: 'voltage-V',
        count: 2,
        pointer: '/voltage-V/0',
      }),
    ]);
  });
});

describe('CSV', () => {
  const HEADER = 'timestamp,device_id,active_power-kW,comment,cycle_count';
  const asked = async (text: string, ...args: string[]) =>
    cli.run(['convert', '-f', 'csv', '-t', 'nt', '-q', ...args], text);

  test('is a document a row: the datatype of the column decides what a cell is, empty cells are left out', async () => {
    const rows = [
      `2026-03-01T10:15:00Z,inverter-7,812.40,"he said ""on""\nand left",12`,
      `2026-03-01T10:30:00Z,,+1.5,12,`,
      ``,
      `2026-03-01T10:45:00Z,007,n/a,,`,
    ];
    const documents = [
      '{"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter-7","active_power-kW":812.40,"comment":"he said \\"on\\"\\nand left","cycle_count":12}',
      '{"timestamp":"2026-03-01T10:30:00Z","active_power-kW":"+1.5","comment":"12"}',
      '{"timestamp":"2026-03-01T10:45:00Z","device_id":"007","active_power-kW":"n/a"}',
    ];
    const { code, out, err } = await asked(
      `\uFEFF${HEADER}\r\n${rows.join('\r\n')}\r\n`,
      '-o',
      'rows.nt',
      '--report',
      '-',
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ file: '-', line: 6, code: 'datatype-mismatch', key: 'active_power-kW' });
    const text = await readFile(join(cli.folder, 'rows.nt'), 'utf8');
    await expectGraph('nt', text, await graphOf(documents, 'nt'));
  });

  test('may be separated by something else, and have columns that are no terms', async () => {
    const { code, out } = await asked('voltage-V;U_L1\n230.10;017\n', '--delimiter', ';', '--lenient');
    expect(code).toBe(0);
    await expectGraph('nt', out, await graphOf(['{"voltage-V":230.10,"U_L1":"017"}'], 'nt'));
    expect((await asked('voltage-V\tU_L1\n230.10\t017\n', '--delimiter', '\\t', '--lenient')).out).toBe(out);
  });

  test('may have numbers with a comma, and keeps their digits', async () => {
    const text = 'voltage-V;U_L1\n230,10;017\n230.100;x\n1.230,50;0.5\n';
    const { code, out, err } = await asked(text, '--delimiter', ';', '--decimal', ',', '--lenient', '--keep-going');
    expect(code).toBe(1);
    expect(err).toContain('(standard input):3: error:');
    expect(err).toContain(
      'The point in 230.100, a cell of the column "voltage-V", may stand before a fraction or between',
    );
    const documents = ['{"voltage-V":230.10,"U_L1":"017"}', '{"voltage-V":1230.50,"U_L1":"0.5"}'];
    await expectGraph('nt', out, await graphOf(documents, 'nt'));
    const both = await asked(text, '--decimal', ',');
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('--decimal and --delimiter are both ","') });
  });

  test('with a row of another length names its line', async () => {
    const text = `voltage-V,comment\n230,a\n231\n232,c\n`;
    const stopped = await asked(text);
    expect(stopped.code).toBe(1);
    expect(stopped.err).toMatch(/^\(standard input\):3: error: .*\[malformed-csv\]\n$/);
    const { code, out, err } = await asked(text, '--keep-going');
    expect([code, err.match(/malformed-csv/g)!.length]).toEqual([1, 1]);
    await expectGraph(
      'nt',
      out,
      await graphOf(['{"voltage-V":230,"comment":"a"}', '{"voltage-V":232,"comment":"c"}'], 'nt'),
    );
  });

  test('with two columns of one name, or an open quote, is refused', async () => {
    expect(await asked('voltage-V,voltage-V\n1,2\n')).toMatchObject({ code: 1, out: '' });
    expect((await asked('voltage-V,comment\n1,"2\n')).err).toContain('malformed-csv');
  });
});

test('files of the output are there only when they are complete', async () => {
  await cli.write('reading.json', READING);
  const { code, err } = await cli.run(['convert', 'reading.json', '-o', 'no/such/folder.ttl']);
  expect(code).toBe(3);
  expect(err).toContain('no/such/folder.ttl cannot be written');
  expect(existsSync(join(cli.folder, 'no'))).toBe(false);
});
