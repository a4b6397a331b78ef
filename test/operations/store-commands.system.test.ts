import { lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { readSeeds } from '../../src/vocabulary/load-seeds.ts';
import { SEED_SOURCES } from '../../src/vocabulary/seeds/read-sources.ts';
import { ADMINISTRATOR, requireAdministrator } from '../support/administrator.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { startProgram } from '../support/hub-process.ts';
import { suggestTerm } from '../support/suggest.ts';
import { REVIEWABLE } from '../vocabulary/shaped-vocabulary.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

let folder: string;
const apps: TestApp[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-operate-'));
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Where {
  readonly dataFolder: string;
  readonly baseUrl?: string;
}

/** A busy machine is no fault. */
const PATIENTLY = { timeout: 30_000 };

/** @param vocabulary Turtle that the folder gets first; without it, a new folder gets the seeds */
async function startHub(
  { dataFolder, baseUrl = 'http://localhost:4000' }: Where,
  vocabulary?: string,
): Promise<TestApp> {
  const config = { dataFolder, baseUrl };
  const options = { config, requireAdministrator };
  const app = await createTestApp(vocabulary === undefined ? options : { ...options, vocabulary });
  apps.push(app);
  const { data } = (await read(app, '/api/versions')) as { data: { version: string }[] };
  // A hub notes its version soon after it listens; a backup that comes before is one without it.
  await vi.waitFor(async () => {
    const kept = await readdir(join(dataFolder, 'vocabulary'));
    expect(kept.some((name) => name.startsWith(data[0]!.version))).toBe(true);
  }, PATIENTLY);
  return app;
}

async function stop(app: TestApp): Promise<void> {
  apps.splice(apps.indexOf(app), 1);
  await app.stop();
}

async function run(args: string[], { dataFolder, baseUrl = 'http://localhost:4000' }: Where, stdin?: Buffer) {
  const out: Buffer[] = [];
  let err = '';
  const code = await runCommand(args, {
    stdin: stdin === undefined ? new PassThrough().end() : Readable.from([stdin]),
    stdout: new Writable({ write: (chunk: Buffer, _, done) => (out.push(chunk), done()) }),
    stderr: new Writable({ write: (chunk: Buffer, _, done) => ((err += chunk.toString()), done()) }),
    env: { HUB_DATA: dataFolder, HUB_BASE_URL: baseUrl },
    cores: 1,
    cleanUps: new Set(),
  });
  return { code, out: Buffer.concat(out), err };
}

async function read(app: TestApp, path: string): Promise<unknown> {
  return (await fetch(app.url + path)).json();
}

const ACCEPT = `mutation ($input: ReviewSuggestionInput!) { reviewSuggestion(input: $input) { inUse problems { message } } }`;

/** Asks as an administrator. */
async function ask<Data>(app: TestApp, query: string, variables: object = {}): Promise<Data> {
  const headers = { 'Content-Type': 'application/json', Authorization: ADMINISTRATOR };
  const body = JSON.stringify({ query, variables });
  const answer = (await (await fetch(`${app.url}/graphql`, { method: 'POST', headers, body })).json()) as {
    data: Data;
  };
  return answer.data;
}

async function namesOf(app: TestApp): Promise<string[]> {
  const { data } = (await read(app, '/api/parameters?whole=true')) as { data: { parameter: string }[] };
  return data.map(({ parameter }) => parameter);
}

/**
 * The lines of a backup but its head, what the store says of the revision, which is another one after each change, and when the hub took versions
 * into use. The vocabulary has lines of its own, also where the backup says that it is one of the versions.
 */
function contentOf(backup: Buffer): string[] {
  const lines = gunzipSync(backup).toString().split('\n').slice(1);
  const inUse = lines.find((line) => line.includes('history#inUse'));
  const said = /state#revision|state#version|history#since|history#inUse/;
  return [...lines.filter((line) => !said.test(line)), ...linesInUse(lines, inUse)].toSorted();
}

/** The lines of the version that the vocabulary is, as those of its graph. */
function linesInUse(lines: readonly string[], inUse: string | undefined): string[] {
  if (inUse === undefined) return [];
  const [, graph, baseUrl, version] = /^(<(.*)\/graph\/vocabulary>) .*\/v\/([0-9a-f]{64})\/>/.exec(inUse)!;
  const end = ` <https://hub.invalid/vocabulary/v/${version}/> .`;
  return lines
    .filter((line) => line.endsWith(end))
    .map((line) => `${line.slice(0, -end.length).replaceAll('<https://hub.invalid/', `<${baseUrl}/`)} ${graph} .`);
}

describe('store backup and store restore', () => {
  test('work while the hub runs, and put back everything', async () => {
    const where = { dataFolder: join(folder, 'a') };
    const hub = await startHub(where, REVIEWABLE);
    const file = join(folder, 'backup.nq.gz');
    await symlink('linked.nq.gz', file);
    expect(await run(['store', 'backup', file], where)).toMatchObject({ code: 0 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    const before = await namesOf(hub);

    await writeFile(join(folder, 'small.ttl'), SMALL);
    expect(await run(['store', 'load', join(folder, 'small.ttl')], where)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/it breaks shapes\.\n[^]*small\.ttl:\d+: /),
    });
    expect(await namesOf(hub)).toEqual(before);

    const restored = await run(['store', 'restore', file], where);
    expect(restored).toMatchObject({ code: 0, err: expect.stringContaining(`Restored: ${before.length} terms`) });
    expect(await namesOf(hub)).toEqual(before);
    const again = await run(['store', 'backup', '-'], where);
    expect(contentOf(again.out)).toEqual(contentOf(await readFile(file)));
  });

  test('move a store to a hub at another address, with the versions of the vocabulary', async () => {
    const from = { dataFolder: join(folder, 'a') };
    const old = await startHub(from, REVIEWABLE);
    const versions = (await read(old, '/api/versions')) as { version: string }[];
    const { out } = await run(['store', 'backup', '-'], from);
    await stop(old);

    const to = { dataFolder: join(folder, 'b'), baseUrl: 'https://hub.example/energy' };
    const hub = await startHub(to, REVIEWABLE);
    expect(await run(['store', 'restore', '-'], to, out)).toMatchObject({ code: 0 });
    expect(JSON.stringify(await read(hub, '/api/versions'))).toContain(
      JSON.stringify(versions).match(/[0-9a-f]{64}/)![0],
    );
    const { out: moved } = await run(['store', 'backup', '-'], to);
    const relocated = contentOf(moved).map((line) =>
      line.replaceAll('<https://hub.example/energy/', '<http://localhost:4000/'),
    );
    expect(relocated.toSorted()).toEqual(contentOf(out));
  });

  test('work without a hub, on its folder', async () => {
    const where = { dataFolder: join(folder, 'a') };
    const hub = await startHub(where, REVIEWABLE);
    const running = await run(['store', 'backup', '-'], where);
    await stop(hub);
    const { code, out } = await run(['store', 'backup', '-'], where);
    expect(code).toBe(0);
    expect(contentOf(out)).toEqual(contentOf(running.out));
  });

  test('name the place where a backup cannot be written', async () => {
    const where = { dataFolder: join(folder, 'a') };
    await startHub(where, REVIEWABLE);
    const nowhere = join(folder, 'nowhere', 'backup.nq.gz');
    expect(await run(['store', 'backup', nowhere], where)).toMatchObject({ err: expect.stringContaining(nowhere) });
    const settings = { HUB_DATA: where.dataFolder, HUB_BASE_URL: 'http://localhost:4000' };
    const { child, written, exit } = startProgram('cli/main.js', settings, { args: ['store', 'backup', '-'] });
    // Whoever reads it is gone.
    child.stdout!.destroy();
    expect(await exit).not.toBe(0);
    expect(written.err).toContain('standard output: write EPIPE');
    expect(written.err).not.toContain('mistake');
  });

  test('refuse what is no backup, with nothing changed', async () => {
    const where = { dataFolder: join(folder, 'a') };
    const hub = await startHub(where, REVIEWABLE);
    const before = await namesOf(hub);
    const { out } = await run(['store', 'backup', '-'], where);
    const text = gunzipSync(out).toString();
    const refused: [Buffer, string][] = [
      [Buffer.from('{}'), 'no backup of a hub'],
      [Buffer.alloc(0), 'no backup of a hub'],
      [out.subarray(0, out.length / 2), 'cut short or damaged'],
      [Buffer.from(`${text}<http://x/a> <http://x/p> "x" <http://x/g> .\n`), 'a graph that hubs do not have'],
      [gzipSync(`${text}nonsense\n`), 'cannot be read'],
      [Buffer.from(text.split('\n', 1)[0]! + '\n'), 'breaks shapes'],
    ];
    for (const [backup, words] of refused) {
      const ran = await run(['store', 'restore', '-'], where, backup);
      expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(words) });
    }
    expect(await namesOf(hub)).toEqual(before);
  });
});

describe('store salvage', () => {
  const filesOf = async (at: string): Promise<Map<string, string>> => {
    const files = (await readdir(at)).map(async (name) => [name, await readFile(join(at, name), 'latin1')] as const);
    return new Map(await Promise.all(files));
  };

  /** @returns the name of the file, the first that ends so */
  const flipBit = async (store: string, ending: string, placeIn: (bytes: Buffer) => number): Promise<string> => {
    const name = (await readdir(store)).find((file) => file.endsWith(ending))!;
    const bytes = await readFile(join(store, name));
    bytes[placeIn(bytes)]! ^= 1;
    await writeFile(join(store, name), bytes);
    return name;
  };

  /** The lines that docs/operating.md shows: numbers may be others, and `…` stands for what is left out. */
  const shownLines = async (): Promise<RegExp[]> => {
    const text = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    const lines = /```text\n(Lost: [^`]+)\n```/.exec(text)![1]!.split('\n');
    const patterns = lines.map((line) =>
      line
        .replaceAll(/[.()]/g, String.raw`\$&`)
        .replaceAll(/[0-9a-f]{8}(?=…)/g, '[0-9a-f]+')
        .replaceAll(/(?<![-[])\b\d+\b/g, String.raw`\d+`)
        .replaceAll('…', '.*'),
    );
    return patterns.map((pattern) => new RegExp(`^${pattern}$`));
  };

  test('makes a backup of a damaged store, with all but the change that is damaged, and says what is lost', async () => {
    const where = { dataFolder: join(folder, 'a') };
    const hub = await startHub(where, REVIEWABLE);
    const statuses = ['kiln_1', 'kiln_2', 'kiln_3'].map(async (name) => (await suggestTerm(hub, name)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
    const whole = contentOf((await run(['store', 'backup', '-'], where)).out);
    await stop(hub);
    const store = join(where.dataFolder, 'store');
    const log = await flipBit(store, '.log', (bytes) => bytes.lastIndexOf('kiln_2'));
    const damaged = await filesOf(store);

    const refused = await run(['account', 'list'], where);
    expect(refused).toMatchObject({
      code: 3,
      err: expect.stringMatching(/is damaged: .* vocabulary-hub store salvage/),
    });
    const file = join(folder, 'rescued.nq.gz');
    const { code, err } = await run(['store', 'salvage', file], where);
    expect({ code, err }).toMatchObject({ code: 0 });
    const said = err.replaceAll(file, 'rescued.nq.gz').replaceAll(store, '/data/store').trimEnd().split('\n');
    const shown = await shownLines();
    expect(said).toHaveLength(shown.length);
    said.forEach((line, at) => expect(line).toMatch(shown[at]!));
    expect(said[0]).toContain(`Lost: ${log} has `);
    expect(said[2]).toContain(': accounts, webhooks, contacts, suggestions, missing-keys,');
    expect(said[3]).toBe('2 suggestions, 0 accounts and 0 webhooks are there.');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await filesOf(store)).toEqual(damaged);
    expect(await readdir(where.dataFolder)).not.toContain('store.salvaged');

    await rename(store, join(folder, 'damaged'));
    expect(await run(['store', 'restore', file], where)).toMatchObject({ code: 0 });
    const left = contentOf((await run(['store', 'backup', '-'], where)).out);
    const lost = whole.filter((line) => !left.includes(line) && !line.includes('/graph/state>'));
    expect(lost.some((line) => line.includes('"kiln_2"'))).toBe(true);
    expect(lost.every((line) => /graph\/(?:suggestions|contacts)> \.$/.test(line))).toBe(true);
  });

  test('takes the vocabulary from its archive where the store has lost a part of it', async () => {
    const where = { dataFolder: join(folder, 'a') };
    await stop(await startHub(where, REVIEWABLE));
    const whole = contentOf((await run(['store', 'backup', '-'], where)).out);
    const store = join(where.dataFolder, 'store');
    // All tables but for their ends, where the index is.
    for (const name of await readdir(store)) {
      if (!name.endsWith('.ldb')) continue;
      const bytes = await readFile(join(store, name));
      await writeFile(join(store, name), bytes.fill(0, 0, bytes.length >> 1));
    }
    const { code, err, out } = await run(['store', 'salvage', '-'], where);
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^The vocabulary is version .*vocabulary\//m),
    });
    const ofVocabulary = (lines: string[]): string[] => lines.filter((line) => line.includes('/graph/vocabulary> .'));
    expect(ofVocabulary(whole)).not.toEqual([]);
    expect(ofVocabulary(contentOf(out))).toEqual(ofVocabulary(whole));
  });

  test('takes the newest version of the archive where the last change of the vocabulary is lost', async () => {
    const where = { dataFolder: join(folder, 'a') };
    const hub = await startHub(where, REVIEWABLE);
    const versions = async (): Promise<string[]> => {
      const { data } = (await read(hub, '/api/versions')) as { data: { version: string }[] };
      return data.map(({ version }) => version);
    };
    const file = join(folder, 'next.ttl');
    await writeFile(file, REVIEWABLE.replace('Load (kW)', 'Load 2 (kW)'));
    expect(await run(['store', 'load', file], where)).toMatchObject({ code: 0 });
    await expect.poll(versions, PATIENTLY).toHaveLength(2);
    expect((await suggestTerm(hub, 'kiln-kW')).status).toBe(200);
    const pending = await ask<{ suggestions: { nodes: { id: string }[] } }>(
      hub,
      '{ suggestions(state: PENDING) { nodes { id } } }',
    );
    const input = {
      id: pending.suggestions.nodes[0]!.id,
      decision: 'ACCEPT',
      term: { category: 'power', unit: 'unit:KiloW', quantityKind: 'quantitykind:ActivePower' },
    };
    const accepted = await ask(hub, ACCEPT, { input });
    expect(accepted).toMatchObject({ reviewSuggestion: { inUse: true, problems: [] } });
    await expect.poll(versions, PATIENTLY).toHaveLength(3);
    const [newest, before] = await versions();
    await stop(hub);
    const store = join(where.dataFolder, 'store');
    // The change itself, of which the log has the version that it made.
    await flipBit(store, '.log', (bytes) => bytes.lastIndexOf(newest!));

    const { code, err, out } = await run(['store', 'salvage', '-'], where);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).toContain(
      `The vocabulary is version ${newest}, as the folder vocabulary/ of HUB_DATA has it. The store says that it was version ${before}.\n`,
    );
    await rename(store, join(folder, 'damaged'));
    const restored = await run(['store', 'restore', '-'], where, out);
    expect(restored).toMatchObject({ code: 0, err: expect.stringContaining(newest!) });
  });

  test('refuses a store that is not there, or has a hub, and loses nothing of one that is not damaged', async () => {
    const where = { dataFolder: join(folder, 'a') };
    const file = join(folder, 'rescued.nq.gz');
    expect(await run(['store', 'salvage', file], where)).toMatchObject({
      code: 3,
      err: expect.stringContaining('ENOENT'),
    });
    const hub = await startHub(where, REVIEWABLE);
    const running = await run(['store', 'salvage', file], where);
    expect(running).toMatchObject({ code: 2, err: expect.stringContaining('A hub runs on') });
    await stop(hub);
    const sound = await run(['store', 'salvage', file], where);
    expect(sound).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Nothing of the vocabulary is lost\.\nNothing else is lost\./),
    });
    expect(await readdir(where.dataFolder)).not.toContain('store.salvaged');
    const { out } = await run(['store', 'backup', '-'], where);
    const withoutOntology = contentOf(out).filter((line) => !line.includes('state#ontology'));
    expect(contentOf(await readFile(file))).toEqual(withoutOntology);

    // The index of other blocks, and where it is: nothing but its checksum says that they are damaged.
    const store = join(where.dataFolder, 'store');
    await flipBit(store, '.ldb', ({ length }) => length - 48);
    expect(await run(['store', 'backup', '-'], where)).toMatchObject({
      code: 3,
      err: expect.stringContaining('store salvage'),
    });
    expect(await run(['store', 'salvage', file], where)).toMatchObject({ code: 0 });
    expect(contentOf(await readFile(file))).toEqual(withoutOntology);
  });
});

describe('store load', () => {
  test("makes Turtle files the vocabulary, over restarts too, and the hub's own seeds stay out of it", async () => {
    const where = { dataFolder: join(folder, 'a') };
    const hub = await startHub(where);
    const before = await namesOf(hub);
    const shipped = await readSeeds(SEED_SOURCES, hubNamespaces('https://hub.example'));
    const files = shipped.map(({ name }) => basename(name).replace('.yaml', '.ttl'));
    for (const [index, { text }] of shipped.entries())
      await writeFile(
        join(folder, files[index]!),
        text.replace(/"Active power at the measuring point[^"]*"@en/, '"Another definition of our own."@en'),
      );
    const definition = async (app: TestApp): Promise<string> => {
      const { data } = (await read(app, '/api/parameters?whole=true')) as {
        data: { parameter: string; description: string }[];
      };
      return data.map(({ description }) => description).find((text) => text.includes('of our own')) ?? 'as shipped';
    };
    expect(await definition(hub)).toBe('as shipped');
    const loaded = await run(['store', 'load', ...files.map((name) => join(folder, name))], where);
    expect(loaded).toMatchObject({ code: 0, err: expect.stringContaining(`Loaded: ${before.length} terms`) });
    // It is read, which takes a busy machine its time, and then in use.
    await expect.poll(() => definition(hub)).toBe('Another definition of our own.');
    await stop(hub);
    expect(await definition(await startHub(where))).toBe('Another definition of our own.');
    // The shapes are checked for real, by both hubs.
  }, 120_000);
});

describe('a second hub', () => {
  test('on the folder of one that runs is refused', async () => {
    const where = { dataFolder: join(folder, 'a') };
    await startHub(where);
    await expect(startHub(where)).rejects.toThrow(/in use by another hub/);
  });
});
