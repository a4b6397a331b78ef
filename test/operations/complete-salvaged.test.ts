import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeSalvaged } from '../../src/operations/complete-salvaged.ts';
import { boundIri, boundText } from '../../src/rdf/bound-terms.ts';
import type { Quad } from '../../src/rdf/triple.ts';
import type { EmbeddedStore } from '../../src/store/embedded.ts';
import { FolderArchive } from '../../src/vocabulary/versions/archive-folder.ts';
import { canonicalPieces, versionOf, writeCanonical } from '../../src/vocabulary/versions/version.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { changeOfVocabulary, readVocabularyState } from '../../src/vocabulary/vocabulary-state.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { smallStore } from '../vocabulary/small-vocabulary.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-salvaged-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function openArchive(): Promise<FolderArchive> {
  const archive = new FolderArchive({ folder, log: { info: () => {}, warn: () => {} } });
  await archive.start();
  return archive;
}

const statedQuad = (name: string, text: string): Quad => ({
  graph: HUB.stateGraph,
  s: boundIri(HUB.vocabularyGraph),
  p: `${HUB.stateGraph}#${name}`,
  o: boundText(text),
});

async function vocabularyOf(store: EmbeddedStore) {
  const triples = [];
  for await (const triple of store.dump(HUB.vocabularyGraph)) triples.push(triple);
  const table = tableOf(triples, HUB);
  return { table, version: versionOf(table, HUB) };
}

test('a salvaged store has one state, also where the removal of the one before is lost', async () => {
  const store = await smallStore();
  await store.change(changeOfVocabulary(await readVocabularyState(store, HUB), {}, HUB, { seeds: 'seeds' }));
  await store.change({ add: [statedQuad('revision', 'before'), statedQuad('version', 'a'.repeat(64))] });
  await completeSalvaged({ store, hub: HUB, archive: await openArchive() }, []);
  const stated: string[] = [];
  for await (const { p } of store.dump(HUB.stateGraph)) stated.push(p.slice(p.indexOf('#') + 1));
  expect(stated.toSorted()).toEqual(['revision', 'seeds']);
});

test('a vocabulary that no hub has noted yet stays, and the newest of the archive is named', async () => {
  const store = await smallStore();
  const archive = await openArchive();
  const { version, table } = await vocabularyOf(store);
  const state = await readVocabularyState(store, HUB);
  await store.change(changeOfVocabulary(state, {}, HUB, { version }));
  const older = tableOf([...table].slice(1), HUB);
  const olderVersion = versionOf(older, HUB);
  await archive.keep(olderVersion, () => canonicalPieces(older, HUB));
  const { vocabulary } = await completeSalvaged({ store, hub: HUB, archive }, [
    { file: '1.log', what: 'is missing', keys: null },
  ]);
  expect(vocabulary).toBe(
    `The vocabulary is version ${version}, whole. The newest version in the folder vocabulary/ is ${olderVersion}.`,
  );
  expect((await vocabularyOf(store)).version).toBe(version);
});

test('of the archive it has the newest version that can be read, also where a long one has lines that are none', async () => {
  const store = await smallStore();
  const archive = new FolderArchive({ folder, log: { info: () => {}, warn: () => {} }, maxTextBytes: 1_000 });
  await archive.start();
  const { table } = await vocabularyOf(store);
  const [older, newer] = [1, 2].map((lacking) => tableOf([...table].slice(lacking), HUB)) as [
    typeof table,
    typeof table,
  ];
  for (const kept of [older, newer]) await archive.keep(versionOf(kept, HUB), () => canonicalPieces(kept, HUB));
  const text = writeCanonical(newer, HUB).toString();
  await writeFile(join(folder, `${versionOf(newer, HUB)}.nt.gz`), gzipSync(text.replace('<', '!')));
  await completeSalvaged({ store, hub: HUB, archive }, [{ file: '1.log', what: 'is missing', keys: null }]);
  expect((await vocabularyOf(store)).version).toBe(versionOf(older, HUB));
});
