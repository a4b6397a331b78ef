import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { extendTable } from '../../src/vocabulary/extend-table.ts';
import { KeptFindings } from '../../src/vocabulary/registry/kept-findings.ts';
import { KeptTable } from '../../src/vocabulary/registry/kept-table.ts';
import { ShapeCheck } from '../../src/vocabulary/shapes/check-shapes.ts';
import type { TripleTable } from '../../src/vocabulary/triple-table.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { hashKept } from '../../src/vocabulary/versions/version-hash.ts';
import { findVersion, prepareVersions, versionOf } from '../../src/vocabulary/versions/version.ts';
import { HUB, SHAPE_PATHS } from './seeded.ts';
import { SHAPED } from './shaped-vocabulary.ts';

const LABEL = 'http://www.w3.org/2004/02/skos/core#prefLabel';
const load = `${HUB.vocabulary}load-kW`;
const shaped = (): TripleTable =>
  tableOf(readTurtle({ name: 'shaped.ttl', text: SHAPED, baseIri: HUB.vocabulary }), HUB);
const table = shaped();
const version = versionOf(table, HUB);
const shared = { knows: async (sound: { version: string }) => sound.version === version, remember: async () => {} };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-findings-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A hub's shapes, and its table with what is kept beside it. */
function opened(paths = SHAPE_PATHS, hub = HUB): { readonly shapes: ShapeCheck; readonly kept: KeptTable } {
  const shapes = new ShapeCheck({ hub, paths, shared });
  const findings = new KeptFindings(join(folder, 'in-use.findings'), hub, shapes);
  return { shapes, kept: new KeptTable(join(folder, 'in-use.table'), hub, 0, [findings]) };
}

/** The vocabulary with one more term, of this label. */
function withOneMore(triples: TripleTable, label: string) {
  const added = triples.of(load).map(({ s, p, o }) => {
    const value = p === LABEL ? label : p.endsWith('#notation') ? 'load_again-kW' : o.value;
    return { s: { ...s, value: `${HUB.vocabulary}load_again-kW` }, p, o: { ...o, value } };
  });
  return { added: added.filter(({ p }) => !/#(?:alt|hidden)Label$/.test(p)), removed: [], version, triples };
}

describe('what was found out about a table', () => {
  beforeEach(async () => {
    const { shapes, kept } = opened();
    await kept.write({ revision: '1', version, triples: table });
    await prepareVersions(table, HUB);
    await shapes.prepareChanges(table);
    await kept.keepFindings(table);
    expect((await readdir(folder)).toSorted()).toEqual(['in-use.findings', 'in-use.table']);
  });

  test('is known of the table that the next start reads, and tells of a change what it told', async () => {
    const { shapes, kept } = opened();
    const { triples } = (await kept.read())!;
    expect(hashOf(triples)).toEqual(hashOf(table));
    const before = opened().shapes;
    await before.prepareChanges(table);
    expect((await shapes.groupsOf(triples))!).toEqual(await before.groupsOf(table));

    const change = withOneMore(triples, 'Another load (kW)');
    const extended = extendTable(triples, change.added, HUB);
    const name = await findVersion(extended, HUB, { triples, added: change.added });
    expect(name).toBe(versionOf(extendTable(shaped(), change.added, HUB), HUB));
    await shapes.prepareChanges(triples);
    await shapes.check(extended, name, { since: change });
    const same = withOneMore(triples, triples.values(load, LABEL)[0]!.value);
    const broken = extendTable(triples, same.added, HUB);
    await expect(shapes.check(broken, versionOf(broken, HUB), { since: same })).rejects.toThrow(
      'No two terms are called the same',
    );
  });

  test('is kept with the table of a change, too, as soon as that is', async () => {
    const first = opened();
    const { triples } = (await first.kept.read())!;
    const change = withOneMore(triples, 'Another load (kW)');
    const extended = extendTable(triples, change.added, HUB);
    const name = await findVersion(extended, HUB, { triples, added: change.added });
    await first.shapes.prepareChanges(triples);
    await first.shapes.check(extended, name, { since: change });
    await first.kept.write({ revision: '2', version: name, triples: extended });

    const { shapes, kept } = opened();
    const read = (await kept.read())!;
    expect(hashOf(read.triples)).toEqual(hashOf(extended));
    expect(await shapes.groupsOf(read.triples)).toEqual(await first.shapes.groupsOf(extended));
  });

  test('is as none for another table, for other shapes, at another address, and where the file is damaged', async () => {
    const changed = join(folder, '..', 'shapes-of-findings.ttl');
    await writeFile(changed, `${await readFile(SHAPE_PATHS.shapes, 'utf8')}\n# Changed.\n`);
    const others = opened({ ...SHAPE_PATHS, shapes: changed });
    expect(await others.shapes.groupsOf((await others.kept.read())!.triples)).toBeNull();
    await rm(changed);

    const moved = opened(SHAPE_PATHS, hubNamespaces('https://moved.example'));
    expect(hashKept((await moved.kept.read())!.triples)).toBeNull();

    const path = join(folder, 'in-use.findings');
    const sound = await readFile(path);
    await writeFile(path, sound.subarray(0, sound.length - 1));
    expect(hashKept((await opened().kept.read())!.triples)).toBeNull();
    await writeFile(path, sound);
    expect(hashKept((await opened().kept.read())!.triples)).not.toBeNull();
    await opened().kept.write({ revision: '3', version, triples: withAnotherLabel() });
    expect(hashKept((await opened().kept.read())!.triples)).toBeNull();
  });
});

function hashOf(triples: TripleTable) {
  const { from, subjects, starts, blocks } = hashKept(triples)!;
  return { from, subjects: [...subjects], starts, version: blocks.name() };
}

function withAnotherLabel(): TripleTable {
  const o = { type: 'literal', value: 'Last', 'xml:lang': 'de' } as const;
  return extendTable(table, [{ s: { type: 'uri', value: load }, p: LABEL, o }], HUB);
}
