import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/mapping/library.ts';
import { decompress } from '../../src/cli/shared/decompress.ts';
import { buildCommandLine, type CommandLine } from './run-cli.ts';

/** Lines that are more than what is read at a time: documents of several sizes, blank lines, both line ends, characters of several bytes. */
const LINES = Array.from({ length: 9000 }, (_, i) => {
  if (i % 97 === 5) return i % 2 === 0 ? '' : ' \t\r';
  const note = 'Überprüfung fällig 🔋'.repeat(i % 7);
  return `{"timestamp":"2026-03-01T10:15:00Z","device_id":"${note}${i}","voltage-V":${i / 4}}${i % 3 === 0 ? '\r' : ''}`;
});
/** The last line has no end. */
const INPUT = LINES.join('\n');

let cli: CommandLine;
beforeAll(async () => {
  cli = await buildCommandLine();
  await cli.write('many.ndjson', INPUT);
  await cli.write('many.ndjson.gz', Buffer.concat([gzipSync(INPUT.slice(0, 333_333)), gzipSync(INPUT.slice(333_333))]));
}, 120_000);
afterAll(() => cli?.remove());

const read = (name: string): Promise<Buffer> => readFile(join(cli.folder, name));
const partsOf = (name: string): string[] => readdirSync(cli.folder).filter((file) => file.includes(name));

async function unpackZstd(archive: Buffer): Promise<Buffer> {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield archive;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of decompress(source(), 'zstd')) pieces.push(Uint8Array.from(piece));
  return Buffer.concat(pieces);
}

describe.each(RDF_FORMATS)('%s', (format) => {
  test('has the same bytes from one thread and from several, in a file, a pipe and an archive', async () => {
    const options = ['convert', '-q', '-t', format, 'many.ndjson'];
    expect((await cli.run([...options, '-o', 'one.out', '-j', '1'])).code).toBe(0);
    const one = await read('one.out');
    expect(one.length).toBeGreaterThan(2 * 1024 * 1024);
    const same = (bytes: Buffer): boolean => bytes.equals(one);
    await cli.run([...options, '-o', 'three.out', '-j', '3']);
    expect(same(await read('three.out'))).toBe(true);
    expect(same(Buffer.from((await cli.run([...options, '-j', '2'])).out))).toBe(true);
    await cli.run([...options, '-o', 'two.out.gz', '-j', '2']);
    expect(same(gunzipSync(await read('two.out.gz')))).toBe(true);
    await cli.run([...options, '-o', 'two.out.zst', '-j', '2']);
    expect(same(await unpackZstd(await read('two.out.zst')))).toBe(true);
    await cli.run(['convert', '-q', '-t', format, 'many.ndjson.gz', '-o', 'from.out', '-j', '2']);
    expect(same(await read('from.out'))).toBe(true);
  });
});

test('pieces of any size on standard input give the same bytes', async () => {
  const { out } = await cli.run(['convert', '-q', '-t', 'nt', 'many.ndjson']);
  for (const pieceBytes of [4096, 65_537]) {
    const child = cli.start(['convert', '-q', '-t', 'nt', '--from', 'ndjson', '-j', '2']);
    const read: Buffer[] = [];
    child.stdout!.on('data', (bytes: Buffer) => read.push(bytes));
    const bytes = Buffer.from(INPUT);
    for (let at = 0; at < bytes.length; at += pieceBytes)
      if (!child.stdin!.write(bytes.subarray(at, at + pieceBytes))) await once(child.stdin!, 'drain');
    child.stdin!.end();
    await once(child, 'close');
    expect(Buffer.concat(read).toString() === out, `${pieceBytes}`).toBe(true);
  }
});

test('rows of CSV have the same bytes from one thread and from several', async () => {
  const rows = Array.from({ length: 24_000 }, (_, i) => {
    if (i % 101 === 7) return '';
    const note = i % 5 === 0 ? `"he said ""${i}""\r\nand left, 🔋"` : `note ${i}`;
    return `2026-03-01T10:15:00Z,${note},${i / 4}`;
  });
  // One is malformed, far behind the first piece.
  rows[20_000] = 'a"b,c,1';
  await cli.write('rows.csv', `timestamp,device_id,voltage-V\r\n${rows.join('\r\n')}`);
  const asked = ['convert', '-t', 'nt', '-k', 'rows.csv'];
  const [one, three] = [await cli.run([...asked, '-j', '1']), await cli.run([...asked, '-j', '3'])];
  expect(one.out.length).toBeGreaterThan(2 * 1024 * 1024);
  expect(three.out === one.out).toBe(true);
  expect(one.err).toContain('malformed-csv');
  expect(three.err.split('\n')[0]).toBe(one.err.split('\n')[0]);
});

test('an archive on standard input is known by its first bytes', async () => {
  const { out } = await cli.run(['convert', '-q', '-t', 'nt', 'many.ndjson']);
  const packed = await cli.run(['convert', '-q', '-t', 'nt', '--from', 'ndjson'], gzipSync(INPUT));
  expect(packed.out === out).toBe(true);
});

test('the format of an archive is that of the name before its end', async () => {
  await cli.write('reading.json.gz', gzipSync('{"voltage-V":230.50}'));
  expect((await cli.run(['convert', '-q', 'reading.json.gz', '-o', 'reading.nt.gz'])).code).toBe(0);
  expect(gunzipSync(await read('reading.nt.gz')).toString()).toContain(' "230.50"^^<');
});

test.each(['broken.ndjson.gz', 'broken.ndjson'])(
  'an archive that is cut off ends the command with its name, and leaves no output: %s',
  async (name) => {
    await cli.write(name, gzipSync(INPUT).subarray(0, 60_000));
    for (const output of ['broken.nt', 'broken.nt.gz', 'broken.nt.zst']) {
      const { code, err } = await cli.run(['convert', '-j', '2', name, '-o', output]);
      expect({ code, err }).toEqual({ code: 3, err: `${name} cannot be read: the archive of gzip is cut off\n` });
      expect(partsOf('broken.nt')).toEqual([]);
    }
  },
);

test('a document that fails ends the output behind the ones before it', async () => {
  const broken = [...LINES.slice(0, 5000), '{"timestamp":', ...LINES.slice(5000)].join('\n');
  await cli.write('failing.ndjson', broken);
  const before = await cli.run(['convert', '-q', '-t', 'nt', '-f', 'ndjson'], LINES.slice(0, 5000).join('\n'));
  for (const jobs of ['1', '3']) {
    const { code, out, err } = await cli.run(['convert', '-q', '-t', 'nt', '-j', jobs, 'failing.ndjson']);
    expect(code).toBe(1);
    expect(err).toMatch(/^failing\.ndjson:5001:14: error: .*\[malformed-json\]\n$/);
    expect(out === before.out).toBe(true);
  }
});

test.each(['1', '2'])('a pipe that nobody reads ends %s threads without a word', async (jobs) => {
  const child = cli.start(['convert', '-q', '-t', 'nt', '-j', jobs, 'many.ndjson']);
  let err = '';
  child.stderr!.on('data', (bytes: Buffer) => (err += bytes.toString()));
  child.stdout!.destroy();
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test('a thread that dies ends the command, and leaves no output', async () => {
  // Ends each thread while it has work.
  const ending = `const threads = process.getBuiltinModule('node:worker_threads');
    const Plain = threads.Worker;
    threads.Worker = class extends Plain {
      constructor(file, options) {
        super(file, options);
        setTimeout(() => this.terminate(), 400);
      }
    };
    process.getBuiltinModule('node:module').syncBuiltinESMExports();`;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(ending)}`];
  const child = cli.start(['convert', '-q', '-t', 'nt', '-j', '2', '--from', 'ndjson', '-', '-o', 'dying.nt'], preload);
  let err = '';
  child.stderr!.on('data', (bytes: Buffer) => (err += bytes.toString()));
  child.stdin!.on('error', () => {});
  // Threads always have more to do.
  const feeding = setInterval(() => child.stdin!.write(`${INPUT}\n`), 50);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(feeding);
  expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('a worker thread ended') as string });
  expect(partsOf('dying.nt')).toEqual([]);
});

test('one small document is converted without a thread, however it comes, and a long one by one thread', async () => {
  const noted = `import threads from 'node:worker_threads';
    import { syncBuiltinESMExports } from 'node:module';
    const { Worker } = threads;
    threads.Worker = class extends Worker { constructor(...given) { super(...given); console.error('a thread'); } };
    syncBuiltinESMExports();`;
  const run = async (args: readonly string[], stdin: string): Promise<string> => {
    const child = cli.start([...args, '-q'], ['--import', `data:text/javascript,${encodeURIComponent(noted)}`]);
    const said = { out: '', err: '' };
    child.stdout!.on('data', (bytes: Buffer) => (said.out += bytes.toString()));
    child.stderr!.on('data', (bytes: Buffer) => (said.err += bytes.toString()));
    child.stdin!.end(stdin);
    expect(await once(child, 'close')).toEqual([0, null]);
    if (args[0] === 'convert') expect(said.out).toContain('"1.5"');
    return said.err;
  };
  const convert = (args: readonly string[], stdin: string): Promise<string> =>
    run(['convert', '-t', 'nt', '--lenient', ...args], stdin);
  const small = '{"timestamp":"2026-03-01T10:15:00Z","voltage-V":1.5}';
  const long = `{"records":[${Array.from({ length: 12_000 }, () => small).join(',')}]}`;
  await cli.write('small.json', small);
  await cli.write('small.json.gz', gzipSync(small));
  expect(await convert(['-'], small)).toBe('');
  expect(await convert(['small.json'], '')).toBe('');
  expect(await convert(['small.json.gz'], '')).toBe('');
  for (const command of ['embed', 'validate']) expect(await run([command, '-'], small)).toBe('');
  expect(await convert(['-'], long)).toBe('a thread\n');
  await cli.write('long.json.gz', gzipSync(long));
  expect(await convert(['long.json.gz'], '')).toBe('a thread\n');
});
