import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AccountsGraph } from '../../src/accounts/accounts-graph.ts';
import { linkStateOf, newAccount } from '../../src/accounts/registration.ts';
import { stateOf } from '../../src/accounts/sign-in.ts';
import { backUp } from '../../src/operations/back-up.ts';
import { restore } from '../../src/operations/restore.ts';
import { keptGraphs, type StoreParts } from '../../src/operations/store-contents.ts';
import { boundText } from '../../src/rdf/bound-terms.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { inGraph, type Quad, type Triple } from '../../src/rdf/triple.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import type { Store } from '../../src/store/store.ts';
import { FolderArchive } from '../../src/vocabulary/versions/archive-folder.ts';
import { collectTable } from '../../src/vocabulary/triple-table-builder.ts';
import { versionOf, versionOfText, writeCanonical } from '../../src/vocabulary/versions/version.ts';
import {
  changeOfVocabulary,
  readVocabularyState,
  type VocabularyState,
} from '../../src/vocabulary/vocabulary-state.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { smallStore } from '../vocabulary/small-vocabulary.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const log = { info: () => {}, warn: () => {} };
const TEXT = `<https://hub.invalid/a> <http://p.example/> "x" .\n`;
const VERSION = versionOfText(TEXT);

async function openArchive(name: string): Promise<FolderArchive> {
  const archive = new FolderArchive({ folder: join(folder, name), log });
  await archive.start();
  return archive;
}

async function partsOf(store: Store, archive = 'versions'): Promise<StoreParts> {
  const shapes = { check: async () => {} };
  return { store, hub: HUB, archive: await openArchive(archive), shapes, kept: undefined };
}

/** Changes the vocabulary as hubs do. */
async function change(store: Store, add: readonly Quad[], after: Partial<VocabularyState> = {}): Promise<void> {
  const state = await readVocabularyState(store, HUB);
  expect(await store.change(changeOfVocabulary(state, { add }, HUB, after))).toBe(true);
}

/** A store of a hub that had seeds. */
async function startedStore(): Promise<EmbeddedStore> {
  const store = await smallStore();
  await change(store, [], { seeds: 'seeds', ontology: 'ontology' });
  return store;
}

const STATED = `${HUB.ontology}reviewState`;

/** Accepts the suggestion of a term. */
async function accept(store: Store): Promise<void> {
  const turtle = `@prefix hub: <../ontology#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    <stop> a hub:Term ; skos:prefLabel "Stop"@en ; skos:definition "Halt."@en ; skos:notation "stop" ;
      skos:broader <category/time> ; hub:datatype xsd:dateTimeStamp .`;
  const term = readTurtle({ name: 'stop.ttl', text: turtle, baseIri: HUB.vocabulary });
  const s = { type: 'uri', value: `${HUB.baseUrl}/suggestion/1` } as const;
  const review = { graph: HUB.suggestionsGraph, s, p: STATED, o: boundText('accepted') };
  await change(store, [review, ...inGraph(HUB.vocabularyGraph, term), ...inGraph(HUB.acceptedGraph, term)], {
    seeds: 'seeds',
    ontology: 'ontology',
  });
}

/** The store, in which something happens before a graph is dumped. */
function interrupted(store: EmbeddedStore, graph: string, happen: () => Promise<void>): Store {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown;
      if (name !== 'dump') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      return async function* (dumped: string) {
        if (dumped === graph) await happen();
        yield* target.dump(dumped);
      };
    },
  });
}

async function linesOf(store: Store, graph: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const triple of store.dump(graph)) lines.push(JSON.stringify([triple.s.value, triple.p, triple.o.value]));
  return lines.toSorted();
}

describe('a backup during which a suggestion is accepted', () => {
  test.each(keptGraphs(HUB))('before %s is written has it whole, or waiting', async (graph) => {
    const store = await startedStore();
    const backup = await buffer(await backUp(await partsOf(interrupted(store, graph, () => accept(store)))));
    const other = await smallStore();
    await restore(Readable.from([backup]), await partsOf(other, 'others'));
    const [vocabulary, accepted, suggestions] = await Promise.all(
      [HUB.vocabularyGraph, HUB.acceptedGraph, HUB.suggestionsGraph].map((name) => linesOf(other, name)),
    );
    const stop = vocabulary!.filter((line) => line.startsWith(`["${HUB.vocabulary}stop"`));
    // The next seeds put what was accepted beside themselves, and nothing else.
    expect(accepted).toEqual(stop);
    if (suggestions!.some((line) => line.includes('accepted'))) expect(stop).not.toEqual([]);
  });

  test('behind the vocabulary has it as a suggestion that waits', async () => {
    const store = await startedStore();
    const backup = await buffer(
      await backUp(await partsOf(interrupted(store, HUB.acceptedGraph, () => accept(store)))),
    );
    const other = await smallStore();
    const { triples } = await restore(Readable.from([backup]), await partsOf(other, 'others'));
    expect(triples).toMatchObject({ accepted: 0, suggestions: 0 });
  });
});

describe.each([
  ['loaded', { seeds: null }],
  ['brought up to date', { seeds: 'other seeds' }],
])('a backup during which a vocabulary is %s', (_, after) => {
  test.each(keptGraphs(HUB).slice(1))('before %s is written tells that it has to be made again', async (graph) => {
    const store = await startedStore();
    const replaced = interrupted(store, graph, () => change(store, [], { ontology: 'ontology', ...after }));
    await expect(backUp(await partsOf(replaced)).then(buffer)).rejects.toMatchObject({
      code: 'not-saved',
      message: expect.stringContaining('Make it again'),
    });
  });
});

test('a backup that is asked for while a store is filled waits, and has what fills it', async () => {
  const store = new EmbeddedStore({
    folder: await mkdtemp(join(folder, 'filled-')),
    baseUrl: HUB.baseUrl,
    dumpedGraphs: [HUB.vocabularyGraph, HUB.ontologyGraph],
  });
  await store.open();
  const triples: Triple[] = [];
  for await (const triple of (await smallStore()).dump(HUB.vocabularyGraph)) triples.push(triple);
  const add = inGraph(HUB.vocabularyGraph, triples);
  const filled = store.change(changeOfVocabulary(null, { add }, HUB, { seeds: 'seeds', ontology: 'ontology' }));
  const backup = await buffer(await backUp(await partsOf(store)));
  expect(await filled).toBe(true);
  const other = new EmbeddedStore();
  await restore(Readable.from([backup]), await partsOf(other, 'others'));
  expect(await linesOf(other, HUB.vocabularyGraph)).toEqual(await linesOf(store, HUB.vocabularyGraph));
  expect(await readVocabularyState(other, HUB)).toMatchObject({ seeds: 'seeds' });
  await store.close();
});

test('a backup of a store that holds nothing fails', async () => {
  const nothing = new EmbeddedStore();
  await expect(backUp(await partsOf(nothing))).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('HUB_DATA'),
  });
  // Accounts alone, as before the first start, are something.
  await new AccountsGraph(nothing, HUB).add(newAccount('ada@example.org', 'hash', new Date('2026-01-01T00:00:00Z')));
  expect(await buffer(await backUp(await partsOf(nothing)))).not.toHaveLength(0);
});

test('versions that are longer than what is read of one are in a backup, and what is damaged is told and not restored', async () => {
  const warned: unknown[] = [];
  const telling = { info: () => {}, warn: (about: object) => warned.push(about) };
  const archive = new FolderArchive({ folder: join(folder, 'long'), log: telling, maxTextBytes: 1_000 });
  await archive.start();
  const lines = Array.from(
    { length: 3_000 },
    (_, n) => `<https://hub.invalid/a> <http://p.example/> "${10_000 + n}" .\n`,
  );
  const more = [...lines, `<https://hub.invalid/b> <http://p.example/> "x" .\n`];
  const [long, longer] = [lines.join(''), more.join('')];
  const [first, second, third] = [long, longer, TEXT].map(versionOfText) as [string, string, string];
  await archive.keep(first, () => long);
  const cameOf = { version: first, lines: lines.length, writeLines: () => more.slice(-1) };
  await archive.keep(second, () => longer, new Date(0), cameOf);
  await archive.keep(third, () => TEXT);
  const parts = { ...(await partsOf(await startedStore())), archive };
  const restored = async (name: string): Promise<readonly (string | null)[]> => {
    const others = await partsOf(await smallStore(), name);
    await restore(Readable.from([await buffer(await backUp(parts))]), others);
    return Promise.all([first, second, third].map((version) => others.archive.read(version)));
  };
  expect(await restored('others')).toEqual([long, longer, TEXT]);
  expect(warned).toEqual([]);
  const path = join(folder, 'long', `${first}.nt.gz`);
  const whole = await readFile(path);
  await writeFile(path, Buffer.concat([whole.subarray(0, -12), Buffer.alloc(4), whole.subarray(-8)]));
  expect(await restored('rest')).toEqual([null, null, TEXT]);
  expect(warned).toMatchObject([{ version: first }, { version: second }]);
  // Whoever asks for the longer one first is told of the file that is damaged, too.
  warned.length = 0;
  const again = new FolderArchive({ folder: join(folder, 'long'), log: telling, maxTextBytes: 1_000 });
  await again.start();
  await expect(buffer(Readable.from(again.pieces(second)))).rejects.toMatchObject({ code: 'not-found' });
  expect(warned).toMatchObject([
    { version: first, path },
    { version: second, reason: `the version ${first} is not there` },
  ]);
});

test('a version is restored in whichever order its lines stand, and not if it lacks one', async () => {
  const text = Array.from(
    { length: 1_200 },
    (_, n) => `<https://hub.invalid/a${10_000 + n}> <http://p.example/> "x" .\n`,
  ).join('');
  const version = versionOfText(text);
  const parts = await partsOf(await startedStore());
  await parts.archive.keep(version, () => text);
  const lines = gunzipSync(await buffer(await backUp(parts)))
    .toString()
    .split('\n');
  const isOfVersion = (line: string): boolean => line.endsWith(` <https://hub.invalid/vocabulary/v/${version}/> .`);
  const others = lines.filter((line) => !isOfVersion(line)).join('\n');
  const ofVersion = lines.filter(isOfVersion);
  const restored = async (given: readonly string[]): Promise<string | null> => {
    const into = await partsOf(await smallStore(), await mkdtemp(join(folder, 'into-')).then(basename));
    await restore(Readable.from([Buffer.from(`${others}${given.join('\n')}\n`)]), into);
    return into.archive.read(version);
  };
  expect(ofVersion).toHaveLength(1_200);
  expect(await restored(ofVersion)).toBe(text);
  expect(await restored([...ofVersion.toReversed(), ofVersion[0]!])).toBe(text);
  expect(await restored(ofVersion.slice(1))).toBeNull();
  // As releases before wrote them, below the address of the hub.
  const former = ofVersion.map((line) => line.replaceAll('<https://hub.invalid/', `<${HUB.baseUrl}/`));
  expect(await restored(former)).toBe(text);
});

describe('a backup of versions that came of one another', () => {
  const lines = Array.from(
    { length: 3_000 },
    (_, n) => `<https://hub.invalid/a> <http://p.example/> "${10_000 + n}" .\n`,
  );
  /** Texts of which each has a line more than the one before. */
  const texts = ['', 'b', 'c', 'd'].map((_, at, all) =>
    [...lines, ...all.slice(1, at + 1).map((name) => `<https://hub.invalid/${name}> <http://p.example/> "x" .\n`)].join(
      '',
    ),
  );
  const names = texts.map(versionOfText);

  async function keepTexts(archive: FolderArchive): Promise<void> {
    for (const [at, text] of texts.entries()) {
      const before = names[at - 1];
      const writeLines = (): string[] => [`${text.trimEnd().split('\n').at(-1)!}\n`];
      const cameOf = before === undefined ? undefined : { version: before, lines: lines.length, writeLines };
      await archive.keep(names[at]!, () => text, new Date(at), cameOf);
    }
  }

  test('has what they share once, and they are kept as they were', async () => {
    const parts = await partsOf(await startedStore());
    await keepTexts(parts.archive as FolderArchive);
    const backup = await buffer(await backUp(parts));
    expect(gunzipSync(backup).toString().split('"10000"')).toHaveLength(2);
    const others = await partsOf(await smallStore(), 'others');
    expect(await restore(Readable.from([backup]), others)).toMatchObject({ versions: 4 });
    expect(await Promise.all(names.map((name) => others.archive.read(name)))).toEqual(texts);
    expect(others.archive.history()).toEqual(parts.archive.history());
    expect((await readdir(join(folder, 'others'))).toSorted()).toEqual(
      (await readdir(join(folder, 'versions'))).toSorted(),
    );
  });

  test.each([
    [
      'has another line than it was made of',
      (backup: string) => backup.replace('/c> <http://p.example/> "x"', '/c> <http://p.example/> "y"'),
    ],
    [
      'lacks a line that it was made of',
      (backup: string) =>
        backup.replace(new RegExp(`^.*/b> <http://p\\.example/> "x" <.*/${names[2]}/> .*\n`, 'm'), ''),
    ],
    [
      'has a line that is no triple',
      (backup: string) => backup.replace('/c> <http://p.example/>', '/c> http://p.example/'),
    ],
  ])('is refused when a version of lines %s, with the store as it was', async (_, change) => {
    const parts = await partsOf(await startedStore());
    await keepTexts(parts.archive as FolderArchive);
    const backup = gunzipSync(await buffer(await backUp(parts))).toString();
    const changed = change(backup);
    expect(changed).not.toBe(backup);
    const store = await smallStore();
    const before = await linesOf(store, HUB.vocabularyGraph);
    const others = await partsOf(store, 'others');
    const failing = restore(Readable.from([Buffer.from(changed)]), others);
    const error = await failing.catch((thrown: unknown) => thrown);
    const version = names.find((name) => (error as Error).message.includes(name))!;
    expect(names.slice(1)).toContain(version);
    const graph = `https://hub.invalid/vocabulary/v/${version}/`;
    expect(error).toMatchObject({
      code: 'invalid-option',
      message: `The backup is damaged: the lines of the version ${version} are not those that it was made of. Restore a backup that nobody has changed, or take all lines of the graph <${graph}> out of this one: the version is left out then.`,
    });
    expect(await linesOf(store, HUB.vocabularyGraph)).toEqual(before);
    expect(others.archive.history()).toEqual([]);
    // What the message says to do helps.
    let mended = changed;
    for (const name of names.slice(1))
      mended = mended.replaceAll(new RegExp(`^.* <https://hub\\.invalid/vocabulary/v/${name}/> \\.\\n`, 'gm'), '');
    await restore(Readable.from([Buffer.from(mended)]), others);
    expect(others.archive.history().map(({ version: kept }) => kept)).toEqual(names.slice(0, 1));
  });

  test('has each that can be read, also where others cannot', async () => {
    const parts = await partsOf(await startedStore());
    await keepTexts(parts.archive as FolderArchive);
    await writeFile(join(folder, 'versions', `${names[2]}.added.gz`), 'damaged');
    const others = await partsOf(await smallStore(), 'others');
    await restore(Readable.from([await buffer(await backUp(parts))]), others);
    expect(await Promise.all(names.map((name) => others.archive.read(name)))).toEqual(
      texts.map((text, at) => (at === 2 ? null : text)),
    );
  });
});

describe('a backup of a vocabulary that is a version of the archive', () => {
  /** Parts whose store says which version its vocabulary is. */
  async function statedParts(): Promise<{
    readonly parts: StoreParts;
    readonly version: string;
    readonly text: Buffer;
  }> {
    const store = await startedStore();
    const table = await collectTable(store.dump(HUB.vocabularyGraph), HUB);
    const text = writeCanonical(table, HUB);
    const version = versionOf(table, HUB);
    await change(store, [], { seeds: 'seeds', ontology: 'ontology', version });
    return { parts: await partsOf(store), version, text };
  }

  async function expectRestored(backup: Buffer, store: Store): Promise<void> {
    const other = new EmbeddedStore();
    await restore(Readable.from([backup]), await partsOf(other, await mkdtemp(join(folder, 'into-')).then(basename)));
    expect(await linesOf(other, HUB.vocabularyGraph)).toEqual(await linesOf(store, HUB.vocabularyGraph));
  }
  const graphLine = ` <${HUB.vocabularyGraph}> .\n`;

  test.each(['whole', 'as lines that are added'])('has it once, %s', async (how) => {
    const { parts, version, text } = await statedParts();
    const lines = text
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => `${line}\n`);
    if (how === 'whole') await parts.archive.keep(version, () => text);
    else {
      const before = lines.slice(0, -2).join('');
      await parts.archive.keep(versionOfText(before), () => before);
      const cameOf = { version: versionOfText(before), writeLines: () => lines.slice(-2) };
      await parts.archive.keep(version, () => text, new Date(), cameOf);
    }
    const backup = await buffer(await backUp(parts));
    expect(gunzipSync(backup).toString()).not.toContain(graphLine);
    await expectRestored(backup, parts.store);
  });

  test.each(['.nt.gz', '.added.gz'])('has what the store holds where a file %s is damaged', async (ending) => {
    const { parts, version, text } = await statedParts();
    const before = text.subarray(0, text.lastIndexOf('\n', -2) + 1);
    await parts.archive.keep(versionOfText(before), () => before);
    const cameOf = { version: versionOfText(before), writeLines: () => [text.subarray(before.length).toString()] };
    await parts.archive.keep(version, () => text, new Date(), cameOf);
    const damaged = (await readdir(join(folder, 'versions'))).find((name) => name.endsWith(ending))!;
    await writeFile(join(folder, 'versions', damaged), gzipSync('damaged'));
    const backup = await buffer(await backUp(parts));
    expect(gunzipSync(backup).toString()).toContain(graphLine);
    await expectRestored(backup, parts.store);
  });

  test('is refused when it lacks a line of it', async () => {
    const { parts, version, text } = await statedParts();
    await parts.archive.keep(version, () => text);
    const backup = gunzipSync(await buffer(await backUp(parts))).toString();
    const other = await smallStore();
    const before = await linesOf(other, HUB.vocabularyGraph);
    const cut = backup.replace(/^.* <https:\/\/hub\.invalid\/vocabulary\/v\/.*\n/m, '');
    await expect(restore(Readable.from([Buffer.from(cut)]), await partsOf(other, 'others'))).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringMatching(`^The backup is damaged: .*${version}`),
    });
    expect(await linesOf(other, HUB.vocabularyGraph)).toEqual(before);
  });
});

test('a restore that cannot keep a version fails, with the store as it was', async () => {
  const parts = await partsOf(await startedStore());
  await parts.archive.keep(VERSION, () => TEXT);
  const backup = await buffer(await backUp(parts));
  const store = await smallStore();
  await accept(store);
  const before = await linesOf(store, HUB.vocabularyGraph);
  await writeFile(join(folder, 'others'), 'no folder');
  const others = await partsOf(store, 'others');
  await expect(restore(Readable.from([backup]), others)).rejects.toMatchObject({
    code: 'not-saved',
    message: expect.stringMatching(
      /Versions of the backup could not be kept\. .*others.*What the store holds is as it was\.$/,
    ),
  });
  expect(await linesOf(store, HUB.vocabularyGraph)).toEqual(before);
  await rm(join(folder, 'others'));
  // What was given up is not written with the next version.
  const own = versionOfText('');
  expect(await others.archive.keep(own, () => '')).toBe(true);
  expect((await openArchive('others')).history().map(({ version }) => version)).toEqual([own]);
  expect(await restore(Readable.from([backup]), others)).toMatchObject({ versions: 1 });
  expect(await (await openArchive('others')).read(VERSION)).toBe(TEXT);
});

test('a restore ends all tokens and links, whatever happened to the account since the backup', async () => {
  const accountsOf = (store: Store): AccountsGraph => new AccountsGraph(store, HUB);
  const account = newAccount('ada@example.org', 'hash', new Date('2026-01-01T00:00:00Z'));
  const store = await startedStore();
  await accountsOf(store).add(account);
  const backup = await buffer(await backUp(await partsOf(store)));
  const ended = new Set<string>();
  for (let changes = 0; changes < 3; changes++) {
    const found = (await accountsOf(store).find(account.id))!;
    ended.add(stateOf(found)).add(linkStateOf(found));
    await accountsOf(store).update(account.id, ({ generation, ...rest }) => ({ ...rest, generation: generation + 1 }));
  }
  // Into the same store, twice, and into one that knows nothing of it.
  for (const into of [store, store, await smallStore()]) {
    await restore(Readable.from([backup]), await partsOf(into));
    const restored = (await accountsOf(into).findByEmail('ada@example.org'))!;
    expect(restored).toMatchObject({ id: account.id, passwordHash: 'hash' });
    for (const state of [stateOf(restored), linkStateOf(restored)]) {
      expect(ended).not.toContain(state);
      ended.add(state);
    }
  }
});
