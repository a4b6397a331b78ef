import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommandLine, type CommandLine } from './run-cli.ts';

const READING = '{"timestamp":"2026-03-01T10:15:00Z","voltage-V":230.10}';

/** A line of the dead letters. */
interface DeadLetter {
  readonly code: string;
  readonly message: string;
  readonly pointer?: string;
  readonly file: string;
  readonly line: number | null;
  readonly offset: number;
  readonly endsInput?: boolean;
  readonly vocabulary: string;
  readonly text?: string | null;
  readonly base64?: string;
}

let cli: CommandLine;
beforeAll(async () => {
  cli = await buildCommandLine();
}, 120_000);
afterAll(() => cli?.remove());

function parseLetters(lines: string): DeadLetter[] {
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as DeadLetter]));
}

function bytesOf({ text, base64 }: DeadLetter): Buffer {
  return base64 === undefined ? Buffer.from(text!) : Buffer.from(base64, 'base64');
}

async function readLetters(name: string): Promise<DeadLetter[]> {
  return parseLetters(await readFile(join(cli.folder, name), 'utf8'));
}

test('a document that fails is kept to the byte, with what, where and by which vocabulary', async () => {
  const binary = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
  const lines = [
    '{"timestamp":\r',
    READING,
    '',
    '{"b\u2028":"\ud83d\udd0b\\n"}',
    binary,
    READING,
    '{"voltage-V":{"a~/b":[1e999]}}',
  ];
  const input = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));
  await cli.write('mixed.ndjson', input);
  const run = ['convert', 'mixed.ndjson', '-o', 'mixed.nt', '--dead-letters', 'bad.ndjson'];
  expect((await cli.run(run)).code).toBe(1);
  expect((await cli.run([...run, '--failures-ok'])).code).toBe(0);
  const letters = await readLetters('bad.ndjson');
  expect(letters.map(({ code, line, file }) => [code, line, file])).toEqual([
    ['malformed-json', 1, 'mixed.ndjson'],
    ['not-all-terms', 4, 'mixed.ndjson'],
    ['not-utf8', 5, 'mixed.ndjson'],
    ['not-all-terms', 7, 'mixed.ndjson'],
  ]);
  expect(letters.map(({ base64 }) => base64 !== undefined)).toEqual([false, false, true, false]);
  for (const letter of letters) {
    const bytes = bytesOf(letter);
    expect(bytes).toEqual(Buffer.from(lines[letter.line! - 1]!));
    expect(input.subarray(letter.offset, letter.offset + bytes.length)).toEqual(bytes);
    expect(letter.vocabulary).toMatch(/^http:\/\/localhost:4000\/vocabulary\/v\/[0-9a-f]{64}\/$/);
  }
  const good = await cli.run(['convert', '-f', 'ndjson', '-t', 'nt'], `${READING}\n${READING}\n`);
  const triplesOf = (text: string): number => text.split('\n').length;
  expect(triplesOf(await readFile(join(cli.folder, 'mixed.nt'), 'utf8'))).toBe(triplesOf(good.out));
});

test('none is lost where every document of many threads fails, and an archive of them is whole', async () => {
  const lines = Array.from(
    { length: 12_000 },
    (_, i) => `{"timestamp":"2026-03-01T10:15:00Z","nonsense":"${'x'.repeat(i % 90)}${i}"}`,
  );
  const args = ['convert', '-f', 'ndjson', '-t', 'nt', '--jobs', '2', '-q', '--failures-ok'];
  const { code, out } = await cli.run([...args, '--dead-letters', 'all.ndjson.gz'], lines.join('\n'));
  expect({ code, out }).toEqual({ code: 0, out: '' });
  const letters = parseLetters(gunzipSync(await readFile(join(cli.folder, 'all.ndjson.gz'))).toString());
  expect(letters.map(({ text }) => text)).toEqual(lines);
});

test('rows of CSV and whole files are kept as they stand, and what is not read is a failure of the run', async () => {
  await cli.write('rows.csv', 'timestamp,voltage-V\r\n2026-03-01T10:15:00Z,1\r\nx,"y\r\nz"\r\n1,2,3\r\n');
  await cli.write('twice.csv', 'a,a\n1,2\n');
  await cli.write('whole.json', '{\n  "a": 1\n}\n');
  const run = ['convert', '-t', 'nt', '--dead-letters', 'rows.bad', '--failures-ok'];
  expect((await cli.run([...run, 'rows.csv', 'whole.json'])).code).toBe(0);
  expect((await readLetters('rows.bad')).map(({ code, text, offset, line }) => [code, text, offset, line])).toEqual([
    ['malformed-csv', '1,2,3', 55, 5],
    ['not-all-terms', '{\n  "a": 1\n}\n', 0, null],
  ]);
  expect((await cli.run([...run, 'twice.csv'])).code).toBe(1);
  expect(await readLetters('rows.bad')).toEqual([
    expect.objectContaining({ code: 'malformed-csv', text: 'a,a', offset: 0, endsInput: true }),
  ]);
});

test('what failed so far is there when the command is interrupted', async () => {
  const child = cli.start(['convert', '-f', 'ndjson', '-t', 'nt', '--dead-letters', 'so-far.ndjson', '-']);
  child.stdin!.write('{"nonsense":1}\n');
  await expect.poll(() => readFile(join(cli.folder, 'so-far.ndjson'), 'utf8').catch(() => '')).toContain('\n');
  child.kill('SIGINT');
  expect((await once(child, 'close'))[0]).toBe(130);
  expect((await readLetters('so-far.ndjson')).map(({ text }) => text)).toEqual(['{"nonsense":1}']);
});

test('an exit code that hides failures is refused where the first one ends the run, and so is one file for two outputs', async () => {
  expect(await cli.run(['convert', '--failures-ok'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--keep-going'),
  });
  for (const args of [['-'], ['a.nt', '-o', 'a.nt'], ['b.txt', '--report', 'b.txt']])
    expect((await cli.run(['convert', '--dead-letters', ...args], '{}')).code).toBe(2);
});

test('what is read is not written beside the result, and no two outputs are one file', async () => {
  await cli.write('again.ndjson', `${READING}\n{"b":1}\n`);
  for (const options of [
    ['--dead-letters', 'again.ndjson'],
    ['--dead-letters', './again.ndjson'],
    ['--report', join(cli.folder, 'again.ndjson')],
    ['--dead-letters', 'letters', '--report', './letters'],
    ['--dead-letters', './again.nt'],
  ]) {
    const { code, err } = await cli.run(['convert', 'again.ndjson', '-o', 'again.nt', ...options]);
    expect(code, options.join(' ')).toBe(2);
    expect(err).toContain('are the same file');
  }
  expect(await readFile(join(cli.folder, 'again.ndjson'), 'utf8')).toBe(`${READING}\n{"b":1}\n`);
});

test('who stops reading a report ends neither the result nor its failures, and who stops reading documents is no mistake', async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `{"voltage-V":"x${i}"}`);
  await cli.write('warned.ndjson', `${lines.join('\n')}\n{"b":1}\n`);
  const endEarly = async (args: readonly string[]): Promise<{ code: number | null; err: string }> => {
    const child = cli.start(args);
    let err = '';
    child.stderr!.on('data', (bytes: Buffer) => (err += bytes.toString()));
    child.stdout!.once('data', () => child.stdout!.destroy());
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, err };
  };
  const report = ['convert', 'warned.ndjson', '-q', '-k', '-o', 'warned.nt', '--report', '-'];
  expect((await endEarly(report)).code).toBe(1);
  const written = await readFile(join(cli.folder, 'warned.nt'), 'utf8');
  expect(written.match(/"x\d+"/g)!.length).toBeGreaterThanOrEqual(20_000);
  expect(await endEarly(['restore', '-q', 'warned.nt'])).toEqual({ code: 0, err: '' });
});
