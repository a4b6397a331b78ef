import {
  appendFile,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FolderArchive } from '../../src/vocabulary/versions/archive-folder.ts';
import { formerVersionOfText, versionOfText } from '../../src/vocabulary/versions/version.ts';
import { VersionFiles } from '../../src/vocabulary/versions/version-files.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'archive-test-')), 'vocabulary');
});
afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true, force: true });
});

const [A, B, C] = ['a', 'b', 'c'].map((letter) => `<https://hub.invalid/${letter}> <http://p.example/> "x" .\n`) as [
  string,
  string,
  string,
];
const [a, b, c] = [A, B, C].map(versionOfText) as [string, string, string];

async function openArchive(limits: { readonly maxTextBytes?: number; readonly mostChecked?: number } = {}) {
  const log: Record<string, unknown>[] = [];
  const write = (fields: object, message: string) => void log.push({ ...fields, message });
  let second = 0;
  const now = () => new Date(Date.UTC(2026, 0, 1, 0, 0, second++));
  const archive = new FolderArchive({
    folder,
    log: { info: write, warn: write },
    now,
    ...limits,
  });
  await archive.start();
  await archive.check();
  return { archive, log };
}
const versionsOf = (archive: FolderArchive) => archive.history().map(({ version }) => version);

describe('an archive in a folder', () => {
  test('keeps versions over restarts, as files whose texts they name', async () => {
    const first = await openArchive();
    expect(first.archive.history()).toEqual([]);
    await first.archive.keep(a, () => A);
    await first.archive.keep(b, () => B);
    const { archive, log } = await openArchive();
    expect(archive.history()).toEqual([
      { version: a, since: new Date('2026-01-01T00:00:00Z') },
      { version: b, since: new Date('2026-01-01T00:00:01Z') },
    ]);
    expect(await archive.read(a)).toBe(A);
    expect(await archive.read(c)).toBeNull();
    expect(log).toEqual([]);
    expect((await readdir(folder)).toSorted()).toEqual([`${a}.nt.gz`, `${b}.nt.gz`, 'history.ndjson'].toSorted());
    const text = gunzipSync(await readFile(join(folder, `${a}.nt.gz`)));
    expect(versionOfText(text)).toBe(a);
  });

  test('reads what releases before named by the text as a whole, also with lines that were added', async () => {
    const [former, extended] = [A, A + B].map((text) => formerVersionOfText(Buffer.from(text))) as [string, string];
    const first = await openArchive();
    await first.archive.keep(former, () => A);
    await first.archive.keep(extended, () => A + B, undefined, { version: former, writeLines: () => [B] });
    const later = versionOfText(A + B + C);
    await first.archive.keep(later, () => A + B + C, undefined, { version: extended, writeLines: () => [C] });
    const { archive, log } = await openArchive();
    expect(versionsOf(archive)).toEqual([former, extended, later]);
    expect(await Promise.all([former, extended, later].map((version) => archive.read(version)))).toEqual([
      A,
      A + B,
      A + B + C,
    ]);
    expect(log).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.added.gz'))).toHaveLength(2);
  });

  test('knows the lines in which versions differ that came of the same one', async () => {
    const { archive } = await openArchive();
    const withB = versionOfText(A + B);
    const withC = versionOfText(A + C);
    await archive.keep(a, () => A);
    await archive.keep(withB, () => A + B, undefined, { version: a, writeLines: () => [B] });
    await archive.keep(a, () => A);
    await archive.keep(withC, () => A + C, undefined, { version: a, writeLines: () => [C] });
    await archive.keep(c, () => C);
    expect(await archive.compareLines(a, withB)).toEqual({ added: [B], removed: [] });
    expect(await archive.compareLines(withC, a)).toEqual({ added: [], removed: [C] });
    const across = await archive.compareLines(withB, withC);
    expect(across).toEqual((await readdir(folder)).includes(`${withC}.added.gz`) ? { added: [C], removed: [B] } : null);
    expect(await archive.compareLines(a, c)).toBeNull();
    expect(await archive.compareLines(a, 'f'.repeat(64))).toBeNull();
  });

  test('leaves out lines that were added to another version, which are not compared', async () => {
    const [withB, withBoth] = [versionOfText(A + B), versionOfText(A + B + C)];
    const first = await openArchive();
    await first.archive.keep(a, () => A);
    await first.archive.keep(withB, () => A + B, undefined, { version: a, writeLines: () => [B] });
    await first.archive.keep(withBoth, () => A + B + C, undefined, { version: withB, writeLines: () => [C] });
    await copyFile(join(folder, `${withB}.added.gz`), join(folder, `${withBoth}.added.gz`));
    const { archive, log } = await openArchive();
    expect(await archive.compareLines(a, withBoth)).toBeNull();
    expect(await archive.compareLines(a, withB)).toEqual({ added: [B], removed: [] });
    expect(versionsOf(archive)).toEqual([a, withB]);
    expect(log).toEqual([
      expect.objectContaining({ version: withBoth, message: 'a version of the vocabulary is damaged and left out' }),
    ]);
  });

  test('knows lines that earlier releases wrote without the name of their version', async () => {
    const withB = versionOfText(A + B);
    const first = await openArchive();
    await first.archive.keep(a, () => A);
    await first.archive.keep(withB, () => A + B, undefined, { version: a, writeLines: () => [B] });
    await writeFile(join(folder, `${withB}.added.gz`), gzipSync(`${a}\n${B}`));
    const { archive, log } = await openArchive();
    expect(await archive.compareLines(a, withB)).toEqual({ added: [B], removed: [] });
    expect(await archive.read(withB)).toBe(A + B);
    expect(log).toEqual([]);
  });

  test('reads and compares what came of a version that is still being written', async () => {
    const { archive, log } = await openArchive();
    let goOn = (): void => {};
    const isAsked = new Promise<void>((resolve) => (goOn = resolve));
    await archive.keep(b, () => B);
    async function* slowly() {
      await isAsked;
      yield Buffer.from(A);
    }
    // Each who reads it writes it anew; the file gets it in the end.
    let writes = 0;
    const writing = archive.keep(a, () => (writes++ === 0 ? slowly() : A));
    const extended = versionOfText(A + C);
    const later = archive.keep(extended, () => A + C, undefined, { version: a, writeLines: () => [C] });
    expect(await archive.compareLines(a, extended)).toEqual({ added: [C], removed: [] });
    expect(await archive.read(extended)).toBe(A + C);
    expect(versionsOf(archive)).toEqual([b, a, extended]);
    goOn();
    await Promise.all([writing, later]);
    expect(await archive.read(extended)).toBe(A + C);
    expect(log).toEqual([]);
  });

  test('notes a version that is in use already no second time, and one that comes back again', async () => {
    const { archive } = await openArchive();
    for (const [version, text] of [
      [a, A],
      [a, A],
      [b, B],
      [a, A],
    ] as const)
      await archive.keep(version, () => text);
    expect(versionsOf(archive)).toEqual([a, b, a]);
    expect(versionsOf((await openArchive()).archive)).toEqual([a, b, a]);
  });

  test('gives the same history until there is another one', async () => {
    const { archive } = await openArchive();
    await archive.keep(a, () => A);
    const before = archive.history();
    expect(archive.history()).toBe(before);
    const keeping = archive.keep(b, () => B);
    expect(versionsOf(archive)).toEqual([a, b]);
    await keeping;
    await writeFile(join(folder, `${a}.nt.gz`), 'damaged');
    expect(await archive.read(a)).toBeNull();
    expect(versionsOf(archive)).toEqual([b]);
    expect(before.map(({ version }) => version)).toEqual([a]);
  });

  test('keeps a version that is written in pieces, which can be read before it is kept', async () => {
    const { archive } = await openArchive();
    const long = Array.from({ length: 300 }, (_, i) => A.replace('"x"', `"${i} ${'x'.repeat(4_000)}"`));
    const version = versionOfText(long.join(''));
    let written = 0;
    const keeping = archive.keep(version, async function* () {
      written++;
      for (const line of long) yield await Promise.resolve(Buffer.from(line));
    });
    expect(await archive.read(version)).toBe(long.join(''));
    await keeping;
    expect(written).toBe(2);
    expect(await archive.read(version)).toBe(long.join(''));
    expect(gunzipSync(await readFile(join(folder, `${version}.nt.gz`))).toString()).toBe(long.join(''));
  });

  test('tells that a version cannot be kept whose text breaks off, and keeps it with the next one', async () => {
    const { archive } = await openArchive();
    let isBroken = true;
    await archive.keep(a, async function* () {
      yield Buffer.from(A.slice(0, 9));
      if (isBroken) throw new Error('The text broke off');
      yield Buffer.from(A.slice(9));
    });
    expect(archive.lastError()).toContain('The text broke off');
    expect(await readdir(folder).catch(() => [])).toEqual([]);
    isBroken = false;
    await archive.keep(b, () => B);
    expect(archive.lastError()).toBeNull();
    expect(versionsOf((await openArchive()).archive)).toEqual([a, b]);
    expect(await archive.read(a)).toBe(A);
  });

  test('closes when the check of its files has ended', async () => {
    const { archive } = await openArchive();
    await archive.keep(a, () => A);
    let isChecked = false;
    void archive.check().then(() => (isChecked = true));
    await archive.close();
    expect(isChecked).toBe(true);
  });

  test('has a version at once, before it is on the disk', async () => {
    const { archive } = await openArchive();
    const saved = archive.keep(a, () => A);
    expect(versionsOf(archive)).toEqual([a]);
    expect(await archive.read(a)).toBe(A);
    await saved;
  });

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -9)],
    ['another text', () => gzipSync(C)],
    ['no gzip at all', () => Buffer.from('x')],
    ['empty', () => Buffer.alloc(0)],
  ])('names a file that is damaged (%s), leaves it out, and serves the others', async (_, damage) => {
    const { archive: before } = await openArchive();
    await before.keep(a, () => A);
    await before.keep(b, () => B);
    const path = join(folder, `${a}.nt.gz`);
    await writeFile(path, damage(await readFile(path)));
    const { archive, log } = await openArchive();
    expect(versionsOf(archive)).toEqual([b]);
    expect(await archive.read(a)).toBeNull();
    expect(await archive.read(b)).toBe(B);
    expect(log).toEqual([
      expect.objectContaining({ path, message: 'a version of the vocabulary is damaged and left out' }),
    ]);
  });

  test.each(['readWhole', 'readAdded'] as const)(
    'keeps a version whose file cannot be opened at this moment, as there are too many open files (%s)',
    async (method) => {
      const { archive: before } = await openArchive();
      await before.keep(a, () => A);
      const version = versionOfText(A + B);
      const cameOf = { version: a, lines: 1, writeLines: () => [B] };
      await before.keep(version, () => A + B, undefined, cameOf);
      const { archive, log } = await openArchive();
      const tooMany = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
      const reading = vi.spyOn(VersionFiles.prototype, method).mockRejectedValue(tooMany);
      await expect(archive.read(version)).rejects.toMatchObject({ code: 'converter-busy' });
      await archive.check();
      await archive.keep(version, () => A + B);
      reading.mockRestore();
      expect(versionsOf(archive)).toEqual([a, version]);
      expect(await archive.read(version)).toBe(A + B);
      expect(log.map(({ message }) => message)).not.toContain('a version of the vocabulary is damaged and left out');
      await archive.check();
      expect(archive.lastError()).toBeNull();
    },
  );

  test('notes a version that came back though its file cannot be opened at this moment', async () => {
    const { archive } = await openArchive();
    await archive.keep(a, () => A);
    await archive.keep(b, () => B);
    const tooMany = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    const reading = vi.spyOn(VersionFiles.prototype, 'readWhole').mockRejectedValue(tooMany);
    const isDurable = await archive.keep(a, () => A);
    reading.mockRestore();
    expect([isDurable, archive.lastError()]).toEqual([true, null]);
    expect(archive.durable().map(({ version }) => version)).toEqual([a, b, a]);
    expect(versionsOf((await openArchive()).archive)).toEqual([a, b, a]);
  });

  test('writes what could not be written with the next check', async () => {
    await writeFile(folder, '');
    const { archive } = await openArchive();
    expect(await archive.keep(a, () => A)).toBe(false);
    await archive.check();
    expect(archive.lastError()).toContain('cannot be written');
    await rm(folder);
    await archive.check();
    expect(archive.lastError()).toBeNull();
    expect(versionsOf((await openArchive()).archive)).toEqual([a]);
  });

  test('forgets a version that was given up, which no later write notes', async () => {
    await writeFile(folder, '');
    const { archive } = await openArchive();
    expect(await archive.keep(a, () => A)).toBe(false);
    archive.giveUp(a);
    expect([versionsOf(archive), archive.lastError(), await archive.read(a)]).toEqual([[], null, null]);
    await rm(folder);
    expect(await archive.keep(b, () => B)).toBe(true);
    archive.giveUp(b);
    expect(versionsOf((await openArchive()).archive)).toEqual([b]);
  });

  test('keeps a version that is too long to be read, as whole or with lines that were added, and says so', async () => {
    const before = await openArchive();
    await before.archive.keep(a, () => A);
    const lines = [B, C];
    const extended = versionOfText([A, ...lines].join(''));
    const cameOf = { version: a, writeLines: () => lines };
    await before.archive.keep(extended, () => [A, ...lines].join(''), undefined, cameOf);
    await before.archive.close();
    const files = await readdir(folder);
    expect(files).toContain(`${extended}.added.gz`);

    const { archive, log } = await openArchive({ maxTextBytes: A.length - 1 });
    expect(log).toEqual([]);
    await archive.keep(extended, () => expect.fail('it is written again'));
    expect(versionsOf(archive)).toEqual([a, extended]);
    expect([await archive.read(a), await archive.read(extended)]).toEqual([null, null]);
    expect(await readdir(folder)).toEqual(files);
    expect(new Set(log.map(({ message }) => message))).toEqual(
      new Set([
        expect.stringMatching(/^a version of the vocabulary has 0 MB, more than the 0 MB that are read of one/),
      ]),
    );
    expect(versionsOf(archive)).toEqual([a, extended]);
    // To a reader of longer texts they are as before.
    expect(await (await openArchive()).archive.read(extended)).toBe([A, ...lines].join(''));
  });

  test('mends a damaged file when its version comes into use again', async () => {
    const { archive: before } = await openArchive();
    await before.keep(a, () => A);
    await writeFile(join(folder, `${a}.nt.gz`), 'x');
    const { archive } = await openArchive();
    await archive.keep(a, () => A);
    expect(versionsOf(archive)).toEqual([a]);
    expect(await (await openArchive()).archive.read(a)).toBe(A);
  });

  const entryOf = (version: string, since: string): object => ({ version, since });
  const NEW_YEAR = '2026-01-01T00:00:00.000Z';

  const lacking = (count: number): object =>
    expect.objectContaining({
      path: join(folder, 'history.ndjson'),
      count,
      message: expect.stringMatching(/lacks versions that have files/),
    });

  test('goes by the times of the files when the history is damaged or gone, and names it', async () => {
    const { archive: before } = await openArchive();
    await before.keep(a, () => A);
    await before.keep(b, () => B);
    await rm(join(folder, 'history.ndjson'));
    for (const [name, text] of [
      ['history.json', '{'],
      ['history.json', '{"format":2,"entries":[]}'],
      ['history.json', '{"format":1,"entries":[{"version":"../x","since":"now"}]}'],
      ['history.ndjson', ''],
      ['history.ndjson', `{"format":3}\n${JSON.stringify(entryOf(a, NEW_YEAR))}\n`],
    ] as const) {
      await writeFile(join(folder, name), text);
      const { archive, log } = await openArchive();
      expect(versionsOf(archive).toSorted()).toEqual([a, b].toSorted());
      expect(log).toEqual([expect.objectContaining({ path: join(folder, name) })]);
      await rm(join(folder, name));
    }
    const { archive, log } = await openArchive();
    expect(versionsOf(archive)).toHaveLength(2);
    expect(log).toEqual([lacking(2)]);
  });

  test('adds a line for a new version to its history, and leaves what is there as it is', async () => {
    const { archive } = await openArchive();
    await archive.keep(a, () => A);
    const path = join(folder, 'history.ndjson');
    const before = await stat(path);
    await archive.keep(b, () => B);
    await archive.keep(b, () => B);
    expect((await stat(path)).ino).toBe(before.ino);
    const lines = (await readFile(path, 'utf8')).split('\n');
    expect(lines.map((line) => line && (JSON.parse(line) as object))).toEqual([
      { format: 2 },
      entryOf(a, NEW_YEAR),
      entryOf(b, '2026-01-01T00:00:01.000Z'),
      '',
    ]);
  });

  test('takes over the history of earlier releases', async () => {
    const { archive: before } = await openArchive();
    await before.keep(a, () => A);
    await before.keep(b, () => B);
    await rm(join(folder, 'history.ndjson'));
    const entries = [entryOf(b, '2025-12-31T23:00:00.000Z'), entryOf(a, NEW_YEAR)];
    await writeFile(join(folder, 'history.json'), JSON.stringify({ format: 1, entries }, null, 1));
    const told = [b, a];
    const first = await openArchive();
    expect(versionsOf(first.archive)).toEqual(told);
    // With the version in use, which the start of a hub notes.
    await first.archive.keep(a, () => expect.fail('it is there'));
    expect(await readdir(folder)).not.toContain('history.json');
    const { archive, log } = await openArchive();
    expect(archive.history()).toEqual([
      { version: b, since: new Date('2025-12-31T23:00:00Z') },
      { version: a, since: new Date(NEW_YEAR) },
    ]);
    expect(log).toEqual([]);
  });

  test('takes over what an earlier release added that ran in between', async () => {
    const { archive: before } = await openArchive();
    await before.keep(a, () => A);
    await before.keep(b, () => B);
    await before.keep(c, () => C);
    const path = join(folder, 'history.ndjson');
    const lines = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, `${lines.slice(0, 3).join('\n')}\n`);
    // It goes by the times of the files for what it does not know.
    const later = '2026-01-05T00:00:00.000Z';
    const entries = [entryOf(a, later), entryOf(b, later), entryOf(c, later)];
    await writeFile(join(folder, 'history.json'), JSON.stringify({ format: 1, entries }));
    const told = [entryOf(a, NEW_YEAR), entryOf(b, '2026-01-01T00:00:01.000Z'), entryOf(c, later)];
    const { archive } = await openArchive();
    await archive.keep(c, () => expect.fail('it is there'));
    for (const { archive: opened } of [{ archive }, await openArchive()])
      expect(opened.history().map(({ version, since }) => entryOf(version, since.toISOString()))).toEqual(told);
    expect(await readdir(folder)).not.toContain('history.json');
  });

  test.each([
    ['a line that has no end', async (path: string) => truncate(path, (await stat(path)).size - 9), () => [lacking(1)]],
    ['nothing but zeros behind the last line', (path: string) => appendFile(path, Buffer.alloc(20)), () => []],
    [
      'a line that says nothing',
      async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replace(b, b.slice(1))),
      () => [
        {
          path: expect.stringMatching(/history\.ndjson$/),
          lines: 1,
          message: expect.stringMatching(/lines of the history/),
        },
      ],
    ],
  ])('reads a history with %s, and writes it whole with the next version', async (_, damage, said) => {
    const { archive: before } = await openArchive();
    await before.keep(a, () => A);
    await before.keep(b, () => B);
    await damage(join(folder, 'history.ndjson'));
    const { archive, log } = await openArchive();
    expect(versionsOf(archive).toSorted()).toEqual([a, b].toSorted());
    expect(log).toEqual(said());
    await archive.keep(c, () => C);
    const after = await openArchive();
    expect(versionsOf(after.archive)).toEqual(versionsOf(archive));
    expect(after.archive.history().at(-1)?.version).toBe(c);
    expect(after.log).toEqual([]);
  });

  test('puts versions whose lines were cut off where they came into use, and says that they are lacking', async () => {
    const { archive: before } = await openArchive();
    const texts = [A, B, C, A + B];
    const versions = texts.map(versionOfText);
    for (const [at, text] of texts.entries()) {
      await before.keep(versions[at]!, () => text);
      const time = new Date(Date.UTC(2026, 0, 1, 0, 0, at, 500));
      await utimes(join(folder, `${versions[at]}.nt.gz`), time, time);
    }
    const path = join(folder, 'history.ndjson');
    const lines = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, `${lines.slice(0, 2).join('\n')}\n`);
    const { archive, log } = await openArchive();
    expect(log).toEqual([lacking(3)]);
    // The version in use stays the last one, whatever the times of files are.
    await archive.keep(versions[3]!, () => texts[3]!);
    await archive.check();
    expect(versionsOf(archive)).toEqual(versions);
  });

  test('loses no version where a line could be written in part only', async () => {
    const { archive } = await openArchive();
    await archive.keep(a, () => A);
    // As after a full disk: what came of the write stands behind the last line.
    await appendFile(join(folder, 'history.ndjson'), '{"version":"');
    await archive.keep(b, () => B);
    await archive.keep(c, () => C);
    const after = await openArchive();
    expect([versionsOf(after.archive), after.log]).toEqual([[a, b, c], []]);
  });

  test('reads some of many files with each check, and comes to all of them', async () => {
    const texts = Array.from({ length: 7 }, (_, at) => A.replace('"x"', `"${at}"`));
    const before = await openArchive();
    for (const text of texts) await before.archive.keep(versionOfText(text), () => text);
    for (const text of texts) await writeFile(join(folder, `${versionOfText(text)}.nt.gz`), 'x');
    // What the start believes, the check looks at.
    const { archive, log } = await openArchive({ mostChecked: 3 });
    expect([versionsOf(archive).length, log.length]).toEqual([4, 3]);
    await archive.check();
    await archive.check();
    expect([versionsOf(archive).length, log.length]).toEqual([0, 7]);
  });

  test('decompresses a long text into one memory, which is large enough to go back to the system', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => A.replace('"x"', `"${at * 7919}"`)).sort();
    const text = lines.join('');
    expect(text.length).toBeGreaterThan(1024 * 1024);
    const files = new VersionFiles(folder);
    await files.write(versionOfText(text), 'whole', gzipSync(text));
    const pieces: Buffer[] = [];
    await files.readWhole(versionOfText(text), (piece) => pieces.push(piece));
    expect(Buffer.concat(pieces).equals(Buffer.from(text))).toBe(true);
    expect(pieces.length).toBeGreaterThan(2);
    const memories = new Set(pieces.map(({ buffer }) => buffer));
    // Blocks of up to 32 MiB may be kept by the GNU C library.
    expect([memories.size, [...memories][0]!.byteLength > 32 * 1024 * 1024]).toEqual([1, true]);
  });

  test('reads a version that its caller has just read with the next check, and not with this one', async () => {
    const { archive, log } = await openArchive();
    await archive.keep(a, () => A);
    await archive.keep(b, () => B);
    for (const version of [a, b]) await writeFile(join(folder, `${version}.nt.gz`), 'x');
    await archive.check(b);
    expect([versionsOf(archive), log]).toEqual([[b], [expect.objectContaining({ version: a })]]);
    await archive.check();
    expect([versionsOf(archive), log.length]).toEqual([[], 2]);
  });

  test('names a file that is gone with the first check after a start, and knows its time when it comes back', async () => {
    const { archive: before } = await openArchive();
    await before.keep(a, () => A);
    await before.keep(b, () => B);
    const file = join(folder, `${a}.nt.gz`);
    await rename(file, join(folder, '..', 'away'));
    const { archive, log } = await openArchive({ mostChecked: 1 });
    expect(versionsOf(archive)).toEqual([b]);
    expect(log).toEqual([expect.objectContaining({ version: a, reason: 'there is no file' })]);
    await archive.keep(c, () => C);
    await archive.check();
    expect(log).toHaveLength(1);
    const after = await openArchive();
    expect([versionsOf(after.archive), after.log.length]).toEqual([[b, c], 1]);
    await rename(join(folder, '..', 'away'), file);
    await after.archive.check();
    for (const { archive: later } of [after, await openArchive()]) {
      expect(later.history().map(({ version }) => version)).toEqual([a, b, c]);
      expect(later.history()[0]!.since).toEqual(new Date(NEW_YEAR));
      expect(await later.read(a)).toBe(A);
    }
  });

  test('leaves out nothing while its folder is away, and says that it cannot be read', async () => {
    const { archive, log } = await openArchive();
    await archive.keep(a, () => A);
    await archive.keep(b, () => B);
    await rename(folder, `${folder}-away`);
    await archive.check();
    expect([versionsOf(archive), log.length]).toEqual([[a, b], 1]);
    expect(log[0]!['message']).toContain('cannot be read');
    // All that there is, is durable.
    expect(archive.lastError()).toBeNull();
    // A read finds no file, and the next check finds it again.
    expect(await archive.read(a)).toBeNull();
    await rename(`${folder}-away`, folder);
    await archive.check();
    expect(archive.lastError()).toBeNull();
    await archive.keep(c, () => C);
    expect([versionsOf(archive), await archive.read(a)]).toEqual([[a, b, c], A]);
    const after = await openArchive();
    expect([after.archive.history()[0], versionsOf(after.archive)]).toEqual([
      { version: a, since: new Date(NEW_YEAR) },
      [a, b, c],
    ]);
  });

  test('clears what a crash left, and touches no file that is not its own', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${a}.nt.gz.part`), 'half');
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const { archive } = await openArchive();
    expect(archive.history()).toEqual([]);
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  test('holds versions in memory while the folder cannot be written, says so, and writes them when it can', async () => {
    // A file where the folder should be stops every user, root too; a read-only folder does not stop root.
    await writeFile(folder, '');
    const { archive, log } = await openArchive();
    await archive.keep(a, () => A);
    expect(archive.lastError()).toContain(folder);
    expect(log.at(-1)!['message']).toMatch(/cannot be written; the current one is served, others are kept in memory/);
    expect(await archive.read(a)).toBe(A);
    await rm(folder);
    await archive.keep(b, () => B);
    expect(archive.lastError()).toBeNull();
    expect(versionsOf((await openArchive()).archive)).toEqual([a, b]);
  });

  test.skipIf(process.getuid?.() === 0)(
    'says so where the folder is read-only (root may write there, so it needs another user)',
    async () => {
      await mkdir(folder, { recursive: true });
      await chmod(folder, 0o500);
      const { archive } = await openArchive();
      await archive.keep(a, () => A);
      expect(archive.lastError()).toMatch(/cannot be written: EACCES/);
      await chmod(folder, 0o700);
    },
  );

  test.skipIf(process.platform !== 'linux')('says so where the disk is full (needs /dev/full of Linux)', async () => {
    const { symlink } = await import('node:fs/promises');
    await mkdir(folder, { recursive: true });
    const { archive } = await openArchive();
    await symlink('/dev/full', join(folder, `${a}.nt.gz.part`));
    expect(await archive.keep(a, () => A)).toBe(false);
    expect(archive.lastError()).toMatch(/cannot be written: ENOSPC/);
    expect(await archive.read(a)).toBe(A);
    expect(await readdir(folder)).toEqual([]);
    expect(await archive.keep(b, () => B)).toBe(true);
    expect(archive.lastError()).toBeNull();
  });
});

describe('versions that came of others', () => {
  const lineOf = (name: string): string => `<https://hub.invalid/${name}> <http://p.example/> "x" .\n`;
  const textOf = (names: readonly string[]): string => names.map(lineOf).sort().join('');
  const versionWith = (names: readonly string[]): string => versionOfText(textOf(names));
  // The second character comes before the first, as strings are compared, and behind it as bytes.
  const names = ['m', 'a', '\u{FF5E}', '\u{1F600}', 'z'];
  const upTo = (count: number): readonly string[] => names.slice(0, count);

  /** Keeps a version with so many lines, which came of the one with a line less. */
  const keep = (archive: FolderArchive, count: number, added = [lineOf(names[count - 1]!)]): Promise<boolean> =>
    archive.keep(versionWith(upTo(count)), () => textOf(upTo(count)), undefined, {
      version: versionWith(upTo(count - 1)),
      writeLines: () => added,
    });
  const files = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith('.gz')).toSorted();
  const fileOf = (count: number, ending: string): string => `${versionWith(upTo(count))}.${ending}.gz`;

  test('are kept as what is added to one that has a file of its own, over restarts too', async () => {
    const first = await openArchive();
    await first.archive.keep(versionWith(upTo(1)), () => textOf(upTo(1)));
    await Promise.all([2, 3].map((count) => keep(first.archive, count)));
    expect(await first.archive.read(versionWith(upTo(2)))).toBe(textOf(upTo(2)));
    const second = await openArchive();
    await second.archive.keep(versionWith(upTo(3)), () => textOf(upTo(3)));
    await keep(second.archive, 4);
    await keep(second.archive, 5);
    const { archive, log } = await openArchive();
    expect(versionsOf(archive)).toEqual([1, 2, 3, 4, 5].map((count) => versionWith(upTo(count))));
    for (const count of [1, 2, 3, 4, 5]) expect(await archive.read(versionWith(upTo(count)))).toBe(textOf(upTo(count)));
    expect(log).toEqual([]);
    const added = [2, 3, 4, 5].map((count) => fileOf(count, 'added'));
    expect(await files()).toEqual([fileOf(1, 'nt'), ...added].toSorted());
  });

  test('are kept as what is added where they came right behind a start, before the other one was read', async () => {
    const before = await openArchive();
    await before.archive.keep(a, () => A);
    await before.archive.close();
    const { archive, log } = await openArchive();
    const [withB, withBC] = [versionOfText(A + B), versionOfText(A + B + C)];
    // What reads the file of the other one takes long, and nothing waits for it.
    const reading = vi.spyOn(VersionFiles.prototype, 'readWhole').mockReturnValue(new Promise(() => {}));
    void archive.keep(a, () => A);
    const first = archive.keep(withB, () => A + B, undefined, { version: a, lines: 1, writeLines: () => [B] });
    expect(await archive.compareLines(a, withB)).toEqual({ added: [B], removed: [] });
    const second = archive.keep(withBC, () => A + B + C, undefined, {
      version: withB,
      lines: 2,
      writeLines: () => [C],
    });
    expect([await first, await second]).toEqual([true, true]);
    reading.mockRestore();
    expect((await readdir(folder)).toSorted()).toEqual(
      [`${a}.nt.gz`, `${withB}.added.gz`, `${withBC}.added.gz`, 'history.ndjson'].toSorted(),
    );
    const after = await openArchive();
    expect(versionsOf(after.archive)).toEqual([a, withB, withBC]);
    expect(await after.archive.read(withBC)).toBe(A + B + C);
    expect(log).toEqual([]);
  });

  test('are kept whole where nothing came to them, whatever they are said to have come of', async () => {
    const { archive } = await openArchive();
    await archive.keep(a, () => A, undefined, { version: a, lines: 1, writeLines: () => [] });
    expect((await readdir(folder)).toSorted()).toEqual([`${a}.nt.gz`, 'history.ndjson'].toSorted());
    expect(await archive.read(a)).toBe(A);
  });

  test('have files of their own where the other one is not the last that was kept, or too much is added', async () => {
    const { archive } = await openArchive();
    await keep(archive, 2);
    expect(await files()).toEqual([fileOf(2, 'nt')]);
    const many = Array.from({ length: 2_001 }, (_, i) => lineOf(`${i}`));
    await keep(archive, 3, many);
    await keep(archive, 4);
    expect(await files()).toEqual([fileOf(2, 'nt'), fileOf(3, 'nt'), fileOf(4, 'added')].toSorted());
    expect(await archive.read(versionWith(upTo(4)))).toBe(textOf(upTo(4)));
  });

  test.each([
    ['of its own lines', fileOf(3, 'added'), [1, 2]],
    ['of the version that it came of', fileOf(1, 'nt'), []],
  ])('are left out with a damaged file %s, and mended when they come into use again', async (_, name, left) => {
    const before = await openArchive();
    await before.archive.keep(versionWith(upTo(1)), () => textOf(upTo(1)));
    for (const count of [2, 3]) await keep(before.archive, count);
    const path = join(folder, name);
    await writeFile(path, (await readFile(path)).subarray(0, -9));
    const { archive, log } = await openArchive();
    expect(versionsOf(archive)).toEqual(left.map((count) => versionWith(upTo(count))));
    expect(log.map(({ message }) => message)).toEqual(
      Array.from({ length: 3 - left.length }, () => 'a version of the vocabulary is damaged and left out'),
    );
    await keep(archive, 3);
    const { archive: after } = await openArchive();
    expect(await after.read(versionWith(upTo(3)))).toBe(textOf(upTo(3)));
  });

  test('are mended as what is added where their own text is damaged', async () => {
    const before = await openArchive();
    for (const count of [2, 1]) await before.archive.keep(versionWith(upTo(count)), () => textOf(upTo(count)));
    await writeFile(join(folder, fileOf(2, 'nt')), 'x');
    const { archive } = await openArchive();
    await archive.keep(versionWith(upTo(1)), () => textOf(upTo(1)));
    await keep(archive, 2);
    expect(await files()).toEqual([fileOf(1, 'nt'), fileOf(2, 'added')].toSorted());
    const after = await openArchive();
    expect(await after.archive.read(versionWith(upTo(2)))).toBe(textOf(upTo(2)));
    expect(after.log).toEqual([]);
  });

  test('are left out when their lines do not make them', async () => {
    const { archive } = await openArchive();
    await archive.keep(versionWith(upTo(1)), () => textOf(upTo(1)));
    await keep(archive, 2, [lineOf('other')]);
    expect(await archive.read(versionWith(upTo(2)))).toBeNull();
    expect(versionsOf(archive)).toEqual([versionWith(upTo(1))]);
  });
});
