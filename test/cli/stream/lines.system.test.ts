import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChangingHub } from '../../support/changing-hub.ts';
import { packageFolder } from '../../support/installed-package.ts';
import { SMALL } from '../../vocabulary/small-vocabulary.ts';
import { buildCommandLine, type CommandLine } from '../run-cli.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await buildCommandLine();
}, 120_000);
afterAll(() => cli?.remove());

function readingOf(number: number): string {
  return `{"timestamp":"2026-03-01T10:15:00Z","device_id":"meter-${number}","voltage-V":${number}.10}`;
}

test('lines become what convert makes of them, in their order, and the others dead letters', async () => {
  const lines = Array.from({ length: 3000 }, (_, i) => (i % 100 === 7 ? `{"nonsense":${i}}` : readingOf(i)));
  const input = `${lines.join('\n\n')}\r\n{`;
  const good = lines.filter((line) => !line.includes('nonsense'));
  const converted = await cli.run(['convert', '-f', 'ndjson', '-t', 'nt', '--skolemize', '-q'], good.join('\n'));
  for (const [i, stdin] of [input, gzipSync(input)].entries()) {
    const ran = await cli.run(['stream', '--jobs', '2', '--dead-letters', `lines-${i}.failed`], stdin);
    expect(ran.code).toBe(0);
    expect(ran.err).toBe('3,001 documents, 31 dead letters\n');
    expect(ran.out === converted.out).toBe(true);
    const letters = (await readFile(join(cli.folder, `lines-${i}.failed`), 'utf8')).trimEnd().split('\n');
    const told = letters.map((line) => JSON.parse(line) as { text: string; offset: number; line: number });
    expect(told.map(({ text }) => text)).toEqual([...lines.filter((line) => line.includes('nonsense')), '{']);
    for (const { text, offset, line } of told) {
      expect(input.slice(offset, offset + text.length)).toBe(text);
      expect(input.split('\n')[line - 1]).toBe(text);
    }
  }
}, 120_000);

test('lines of bytes that are no document are dead letters with these bytes, and a byte order mark is none', async () => {
  const lines = [
    Buffer.from(`\ufeff${readingOf(1)}`),
    Buffer.from(`\0${readingOf(2)}`),
    Buffer.from(readingOf(3), 'utf16le'),
    Buffer.from('{"device_id":"Zähler"}', 'latin1'),
    Buffer.from('\ufeff'),
    Buffer.from('null'),
    Buffer.from(`[${readingOf(4)}]`),
    Buffer.from(`${readingOf(5)}${readingOf(6)}`),
    Buffer.from(gzipSync(readingOf(7)).toString('latin1').replaceAll('\n', ''), 'latin1'),
    Buffer.from(readingOf(8)),
  ];
  const ran = await cli.run(['stream', '-q'], Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])));
  expect(ran.code).toBe(0);
  expect(ran.out.match(/(?<=numericValue> ")[^"]+/g)).toEqual(['1.10', '8.10']);
  const letters = ran.err
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  const bytes = letters.map(({ text, base64 }) => Buffer.from(text ?? base64!, text === undefined ? 'base64' : 'utf8'));
  expect(bytes).toEqual(lines.slice(1, -1));
  expect(letters.map(({ code }) => code)).toEqual([
    'malformed-json',
    'malformed-json',
    'not-utf8',
    'malformed-json',
    'not-an-object',
    'not-an-object',
    'malformed-json',
    'malformed-encoding',
  ]);
});

test('a process adds its dead letters to those of the one before, which may have ended amid one', async () => {
  await cli.write('kept.ndjson', '{"code":"first"}\n{"code":"sec');
  const options = ['stream', '-q', '--dead-letters', 'kept.ndjson'];
  for (const line of ['{"nonsense":1}\n', '{"nonsense":2}\n']) expect((await cli.run(options, line)).code).toBe(0);
  const lines = (await readFile(join(cli.folder, 'kept.ndjson'), 'utf8')).trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual(['{"code":"first"}', '{"code":"sec']);
  const added = lines.slice(2).map((line) => JSON.parse(line) as { text: string });
  expect(added.map(({ text }) => text)).toEqual(['{"nonsense":1}', '{"nonsense":2}']);
});

test('dead letters that cannot be kept end it', async () => {
  const nonsense = '{"nonsense":1}\n';
  const full = await cli.run(['stream', '--dead-letters', '/dev/full'], nonsense);
  expect(full).toMatchObject({ code: 3, err: expect.stringMatching(/^\/dev\/full cannot be written: ENOSPC/) });
  const missing = await cli.run(['stream', '--dead-letters', 'nowhere/failed.ndjson'], nonsense);
  expect(missing).toMatchObject({ code: 3, err: expect.stringContaining('nowhere/failed.ndjson cannot be written') });
  // What is compressed is there at the end alone.
  const packed = await cli.run(['stream', '--dead-letters', 'failed.ndjson.gz'], nonsense);
  expect(packed).toMatchObject({ code: 2, err: expect.stringContaining('without this ending') });
  const child = cli.start(['stream', '-q']);
  child.stderr!.destroy();
  child.stdin!.on('error', () => {});
  child.stdin!.write(nonsense);
  expect(await once(child, 'close')).toEqual([3, null]);
});

test('from source it starts its threads, too', async () => {
  const root = new URL('../../../', import.meta.url);
  // A checkout that is built: this one may not be.
  const checkout = join(cli.folder, 'checkout');
  for (const name of ['src', 'package.json', 'tsconfig.json'])
    await cp(new URL(name, root), join(checkout, name), { recursive: true });
  await symlink(new URL('node_modules', root), join(checkout, 'node_modules'));
  await symlink(join(packageFolder(), 'dist'), join(checkout, 'dist'));
  const child = spawn(process.execPath, ['--import', 'tsx', join(checkout, 'src/cli/main.ts'), 'stream'], {
    cwd: checkout,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stdin.end(`${readingOf(1)}\n`);
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(out).toContain('"1.10"');
}, 120_000);

test('a signal ends it when all that came is written', async () => {
  const child = cli.start(['stream', '-t', 'ttl']);
  let [out, err] = ['', ''];
  child.stdout!.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr!.on('data', (bytes: Buffer) => (err += bytes.toString()));
  child.stdin!.write(`${readingOf(1)}\n{"nonsense":1}\n`);
  await expect.poll(() => out).toContain('"1.10"');
  // A dead letter that has no file.
  await expect.poll(() => err).toContain('"text":"{\\"nonsense\\":1}"');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(err).toContain('2 documents, 1 dead letter');
});

test('the vocabulary of a hub changes between batches', async () => {
  const prefixes = `${SMALL}
    <prefix/dcterms> a hub:Prefix ; vann:preferredNamespacePrefix "dcterms" ; vann:preferredNamespaceUri <http://purl.org/dc/terms/> .`;
  const hub = await startChangingHub(prefixes);
  try {
    const child = cli.start(['stream', '--hub', hub.url, '--refresh', '1']);
    let [out, err] = ['', ''];
    child.stdout!.on('data', (bytes: Buffer) => (out += bytes.toString()));
    child.stderr!.on('data', (bytes: Buffer) => (err += bytes.toString()));
    const versions = (): string[] => [...new Set(out.match(/(?<=conformsTo> <)[^>]+/g))];
    child.stdin!.write('{"start":"2026-01-01T00:00:00Z"}\n');
    await expect.poll(() => versions().length, { timeout: 30_000 }).toBe(1);
    await hub.use(prefixes.replaceAll('"End."', '"Where it ends."'));
    await expect.poll(() => err, { timeout: 30_000 }).toContain('From now on');
    child.stdin!.write('{"start":"2026-01-02T00:00:00Z"}\n');
    await expect.poll(() => versions().length, { timeout: 30_000 }).toBe(2);
    const closed = once(child, 'close');
    child.stdin!.end();
    expect(await closed).toEqual([0, null]);
    expect(err).toContain(versions()[1]);
  } finally {
    await hub.stop();
  }
}, 120_000);

test('a reader that has seen enough ends it without a word', async () => {
  const child = cli.start(['stream']);
  let err = '';
  child.stderr!.on('data', (bytes: Buffer) => (err += bytes.toString()));
  child.stdin!.on('error', () => {});
  child.stdin!.write(`${readingOf(1)}\n`);
  await once(child.stdout!, 'data');
  child.stdout!.destroy();
  child.stdin!.write(`${readingOf(2)}\n`);
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(err).not.toContain('mistake');
});

test('a hub that is away is told, and a source that there is not', async () => {
  expect(await cli.run(['stream', '--hub', 'http://127.0.0.1:9'])).toMatchObject({ code: 3, out: '' });
  expect(await cli.run(['stream', '--source', 'nobody'])).toMatchObject({ code: 2, out: '' });
});
