import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCommandLine, type CommandLine } from './run-cli.ts';

const MEBIBYTE = 1024 * 1024;

let cli: CommandLine;
beforeAll(async () => {
  cli = await buildCommandLine();
}, 120_000);
afterAll(() => cli?.remove());

/** A series of 15 minutes with two values an instant. */
function seriesOf(length: number, from: number): string {
  const stamps = Array.from({ length }, (_, i) => `"${new Date((from + i) * 900_000).toISOString()}"`);
  const values = (by: number) => Array.from({ length }, (_, i) => ((from + i) * by).toFixed(2));
  return `{"timestamp":[${stamps.join(',')}],"voltage-V":[${values(0.37).join(',')}],"current-A":[${values(0.11).join(',')}]}`;
}

/** A file of documents, a line each, of at least so many bytes. */
async function writeSeries(name: string, bytes: number, length: number): Promise<void> {
  const lines = Array.from({ length: 20 }, (_, i) => `${seriesOf(length, i * length)}\n`).join('');
  const file = await open(join(cli.folder, name), 'w');
  for (let written = 0; written < bytes; written += lines.length) await file.write(lines);
  await file.close();
}

/** The exit code, and the largest resident size in MiB that the command reached. */
async function peakOf(args: readonly string[]): Promise<{ code: number | null; peakMib: number }> {
  const tell = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + '\\n'))`;
  const child = cli.start(args, ['--import', `data:text/javascript,${encodeURIComponent(tell)}`]);
  let err = '';
  child.stderr!.on('data', (bytes: Buffer) => (err += bytes.toString()));
  child.stdout!.resume();
  child.stdin!.end();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, peakMib: Number(/peak (\d+)/.exec(err)![1]) / 1024 };
}

describe('memory', () => {
  // What is under way, and garbage that no thread has collected yet, have a bound; all of the output has three times as much.
  const SLACK_MIB = 160;

  test.each([
    ['documents of a few kilobytes', 40, 30],
    ['documents of half a megabyte', 12_000, 60],
  ])(
    'is flat for %s: a long input takes no more than a short one',
    async (_, length, mebibytes) => {
      await writeSeries('short.ndjson', 6 * MEBIBYTE, length);
      await writeSeries('long.ndjson', mebibytes * MEBIBYTE, length);
      const options = ['-t', 'nt', '--max-array-items', '1000', '--jobs', '2'];
      const short = await peakOf(['convert', 'short.ndjson', ...options]);
      const long = await peakOf(['convert', 'long.ndjson', ...options]);
      expect([short.code, long.code]).toEqual([0, 0]);
      expect(long.peakMib).toBeLessThan(short.peakMib + SLACK_MIB);
    },
    120_000,
  );

  test('is that of the threads that have work, however many may be started', async () => {
    await writeSeries('little.ndjson', MEBIBYTE, 40);
    const { code, peakMib } = await peakOf(['convert', 'little.ndjson', '-t', 'nt', '--jobs', '200']);
    expect(code).toBe(0);
    expect(peakMib).toBeLessThan(700);
  }, 120_000);

  test('is flat where every document fails and is kept', async () => {
    const peaks: number[] = [];
    for (const [name, count] of [
      ['few.ndjson', 5000],
      ['many.ndjson', 40_000],
    ] as const) {
      await cli.write(name, `{"nonsense":"${'x'.repeat(200)}"}\n`.repeat(count));
      const options = ['-t', 'nt', '-q', '--jobs', '2', '--dead-letters', 'failed.ndjson', '--failures-ok'];
      const { code, peakMib } = await peakOf(['convert', name, ...options]);
      expect(code).toBe(0);
      peaks.push(peakMib);
    }
    expect(peaks[1]).toBeLessThan(peaks[0]! + SLACK_MIB);
  }, 120_000);

  test('is flat for CSV, which is read row by row', async () => {
    const file = await open(join(cli.folder, 'rows.csv'), 'w');
    const rows = Array.from({ length: 2000 }, (_, i) => `2026-03-01T10:15:00Z,${i},${i / 4}\n`).join('');
    await file.write('timestamp,device_id,voltage-V\n');
    for (let i = 0; i < 10; i++) await file.write(rows);
    await file.close();
    const { code, peakMib } = await peakOf(['convert', 'rows.csv', '-t', 'nt', '--jobs', '1']);
    expect(code).toBe(0);
    expect(peakMib).toBeLessThan(400);
  });
});

describe('a pipe', () => {
  test('whose reader has seen enough ends the command without a word', async () => {
    await writeSeries('piped.ndjson', 4 * MEBIBYTE, 2000);
    for (const format of ['nt', 'ttl']) {
      const child = cli.start(['convert', '-t', format, 'piped.ndjson']);
      let err = '';
      child.stderr!.on('data', (bytes: Buffer) => (err += bytes.toString()));
      await once(child.stdout!, 'data');
      child.stdout!.destroy();
      const [code] = (await once(child, 'close')) as [number | null];
      expect({ code, err }).toEqual({ code: 0, err: '' });
    }
  });

  test('gets what is there before the input ends', async () => {
    const child = cli.start(['convert', '-q', '--from', 'ndjson', '-t', 'nt']);
    child.stdin!.write('{"voltage-V":230.50}\n{"vol');
    const [first] = (await once(child.stdout!, 'data')) as [Buffer];
    expect(first.toString()).toContain('"230.50"');
    child.stdin!.end('tage-V":231.50}');
    let rest = '';
    child.stdout!.on('data', (bytes: Buffer) => (rest += bytes.toString()));
    await once(child, 'close');
    expect(rest).toContain('"231.50"');
  });

  test('that is read slowly makes the command wait, and loses nothing', async () => {
    await writeSeries('slow.ndjson', MEBIBYTE, 500);
    const direct = await cli.run(['convert', '-q', '-t', 'nt', 'slow.ndjson']);
    const child = cli.start(['convert', '-q', '-t', 'nt', 'slow.ndjson']);
    const read: Buffer[] = [];
    for await (const bytes of child.stdout! as AsyncIterable<Buffer>) {
      read.push(bytes);
      if (read.length % 200 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(Buffer.concat(read).toString() === direct.out).toBe(true);
  });
});

test('a command that is interrupted leaves nothing behind', async () => {
  const child = cli.start(['convert', '--from', 'ndjson', '-o', 'interrupted.nt', '-']);
  child.stdin!.write('{"voltage-V":230.50}\n');
  const parts = (): string[] => readdirSync(cli.folder).filter((name) => name.includes('interrupted'));
  await expect.poll(parts).toEqual([expect.stringMatching(/^\.interrupted\.nt\..*\.part$/)]);
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(130);
  expect(parts()).toEqual([]);
});
