import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtModule } from '../support/installed-package.ts';
import { buildCommandLine, type CommandLine } from './run-cli.ts';

const READING = '{"timestamp":"2026-03-01T10:15:00Z","voltage-V":"n/a"}';
const CONVERT = ['convert', '-f', 'ndjson', '-t', 'nt', '-q'];

let cli: CommandLine;
beforeAll(async () => {
  cli = await buildCommandLine();
}, 120_000);
afterAll(() => cli?.remove());

const textOf = (name: string): Promise<string> => readFile(join(cli.folder, name), 'utf8');

test('a summary has the counts and the version, and none is left of a run that ended early', async () => {
  const input = `${READING}\n{"timestamp":\n\n${READING}\n`;
  const { code, out } = await cli.run([...CONVERT, '-k', '--failures-ok', '--summary', 'counts.json'], input);
  expect(code).toBe(0);
  expect(JSON.parse(await textOf('counts.json'))).toEqual({
    documents: 3,
    failed: 1,
    triples: out.trimEnd().split('\n').length,
    warnings: { 'datatype-mismatch': 2 },
    vocabulary: expect.stringMatching(/^http:\/\/localhost:4000\/vocabulary\/v\/[0-9a-f]{64}\/$/),
  });
  expect((await cli.run([...CONVERT, '--summary', 'left.json'], input)).code).toBe(1);
  await expect(textOf('left.json')).rejects.toThrow('ENOENT');
});

test('a summary takes the place of no other output', async () => {
  const collisions = [
    ['--summary', '-'],
    ['--summary', 'a.nt', '-o', 'a.nt'],
    ['--summary', 'b', '--dead-letters', 'b'],
  ];
  for (const args of collisions) expect((await cli.run([...CONVERT, ...args], READING)).code).toBe(2);
});

test('of outputs of which one cannot be opened none is begun, and nothing that is there changes', async () => {
  await cli.write('earlier.ndjson', 'earlier');
  await cli.write('one.ndjson', READING);
  const before = await readdir(cli.folder);
  for (const options of [
    ['--dead-letters', 'nowhere/bad.ndjson', '--report', 'report.jsonl'],
    ['--dead-letters', 'earlier.ndjson', '--summary', 'nowhere/counts.json'],
  ]) {
    const { code, err } = await cli.run(['convert', 'one.ndjson', '-o', 'result.nt', ...options]);
    expect([code, err]).toEqual([3, expect.stringMatching(/^nowhere\/.* cannot be written: ENOENT/)]);
  }
  const { code, err } = await cli.run([
    'validate',
    'one.ndjson',
    '--report',
    'report.jsonl',
    '-o',
    'nowhere/found.txt',
  ]);
  expect([code, err]).toEqual([3, expect.stringMatching(/^nowhere\/found\.txt cannot be written: ENOENT/)]);
  expect(await readdir(cli.folder)).toEqual(before);
  expect(await textOf('earlier.ndjson')).toBe('earlier');
});

test('a date that is given takes the place of today', async () => {
  const { out } = await cli.run([...CONVERT, '--created', '2024-02-29'], READING);
  expect(out).toContain('/created> "2024-02-29"^^');
  const { out: embedded } = await cli.run(['embed', '--created', '2024-02-29', '-q'], READING);
  expect(embedded).toContain('"dcterms:created":"2024-02-29"');
  for (const date of ['2026-02-30', '2026-3-1', '01.03.2026', 'today', '']) {
    const { code, err } = await cli.run([...CONVERT, '--created', date], READING);
    expect([code, err]).toEqual([2, expect.stringContaining('2026-03-01')]);
  }
});

test('a vocabulary of a file is that of documents, under the address that is said', async () => {
  const shipped = await readFile(builtModule('vocabulary.json'), 'utf8');
  const version = 'c'.repeat(64);
  const changed = shipped
    .replace('"name":"voltage-V"', '"name":"Spannung-V"')
    .replace(/"version":"[0-9a-f]{64}"/, `"version":"${version}"`);
  await cli.write('lexicon.json', changed);
  const args = [...CONVERT, '--vocabulary-file', 'lexicon.json', '--base-url', 'https://hub.example'];
  const { code, out } = await cli.run([...args, '--summary', 'counts.json'], '{"Spannung-V":230.10}');
  expect(code).toBe(0);
  expect(out).toContain('<https://hub.example/vocabulary/Spannung-V>');
  expect(await textOf('counts.json')).toContain(`"https://hub.example/vocabulary/v/${version}/"`);
  expect((await cli.run(args, '{"voltage-V":230.10}')).code).toBe(1);
});

test('what is no vocabulary file, and two vocabularies at once, are refused', async () => {
  await cli.write('other.json', '{"format":2}');
  await cli.write('broken.json', '{');
  const ran = (...args: string[]): Promise<{ code: number | null; err: string }> =>
    cli.run([...CONVERT, ...args], READING);
  for (const name of ['other.json', 'broken.json'])
    expect(await ran('--vocabulary-file', name)).toMatchObject({
      code: 2,
      err: expect.stringContaining('/api/lexicon'),
    });
  expect(await ran('--vocabulary-file', 'none.json')).toMatchObject({
    code: 3,
    err: expect.stringContaining('none.json'),
  });
  const both = await ran('--vocabulary-file', 'other.json', '--hub', 'http://localhost:1');
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('--hub') });
});
