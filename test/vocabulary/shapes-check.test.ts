import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import {
  BrokenShapes,
  createShippedCheck,
  ShapeCheck,
  SHIPPED_MEMORY,
} from '../../src/vocabulary/shapes/check-shapes.ts';
import type { ShapePaths } from '../../src/vocabulary/shapes/check-shapes.ts';
import { loadSeeds, readSeeds } from '../../src/vocabulary/load-seeds.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { VocabularyRegistry } from '../../src/vocabulary/registry/registry.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { readBlocks } from '../docs/read-documents.ts';
import { HUB, SEED_PATHS, seededVocabulary } from './seeded.ts';
import { SHAPED } from './shaped-vocabulary.ts';
import { replaceVocabulary } from './small-vocabulary.ts';

const schema = (name: string) => fileURLToPath(new URL(`../../schema/${name}`, import.meta.url));
const PATHS: ShapePaths = { shapes: schema('shapes.ttl'), units: schema('units.ttl'), ontology: SEED_PATHS.ontology };
const BROKEN = SHAPED.replace('example "12.5"', 'example "much"');
const RULE = 'The example of a term is in the lexical space of its datatype';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-shapes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A store with this vocabulary and the hub's ontology, and how it reads. */
async function stored(text: string): Promise<{ store: EmbeddedStore; vocabulary: Vocabulary }> {
  const store = new EmbeddedStore();
  const ontology = {
    name: 'ontology',
    text: await readFile(SEED_PATHS.ontology, 'utf8'),
    baseIri: `${HUB.baseUrl}/ontology`,
  };
  await replaceGraph(store, HUB.ontologyGraph, [ontology]);
  await replaceVocabulary(store, text);
  return { store, vocabulary: await readVocabulary(store, HUB) };
}

const source = (text: string) => async () => [{ name: 'small.ttl', text, baseIri: HUB.vocabulary }];

describe('the shipped vocabulary', () => {
  it('breaks no shape', async () => {
    const { triples, version } = await seededVocabulary();
    await new ShapeCheck({ hub: HUB, paths: PATHS }).check(triples, version);
  }, 120_000);

  it('is told by file and line where a term of it breaks one', async () => {
    const { triples } = await seededVocabulary();
    const term = `${HUB.vocabulary}active_power-MW`;
    const without = triples.filter(({ s, p }) => s.value !== term || !p.endsWith('#datatype'));
    const refused = createShippedCheck(HUB).check(without, 'another');
    await expect(refused).rejects.toThrow(
      /power\.ttl:\d+: A term has one datatype: <https:\/\/hub\.example\/vocabulary\/active_power-MW>/,
    );
  }, 120_000);
});

describe('the documentation', () => {
  const blocks = readBlocks(readFileSync(new URL('../../docs/vocabulary.md', import.meta.url), 'utf8'));
  const file = (name: string) => blocks.find(({ role }) => role === `file ${name}`)!.text;

  /** What the shapes say of the seeds with one more file, as the build does. */
  async function refusalOf(text: string): Promise<string | null> {
    const hub = hubNamespaces('https://hub.invalid');
    const document = { name: 'biogas.ttl', text, baseIri: hub.vocabulary };
    const store = new EmbeddedStore();
    const documents = [...(await readSeeds(SEED_PATHS.seeds, hub)), document];
    await loadSeeds(store, SEED_PATHS, hub);
    await replaceGraph(store, hub.vocabularyGraph, documents);
    const shapes = new ShapeCheck({ hub, paths: PATHS, sources: async () => documents });
    const { triples, version, terms } = await readVocabulary(store, hub);
    expect(terms.has('digester_temperature-degC')).toBe(true);
    return shapes.check(triples, version).then(
      () => null,
      (error: Error) => error.message,
    );
  }

  it('shows a term that can be added as it stands', async () => {
    expect(await refusalOf(file('biogas.ttl'))).toBeNull();
  }, 120_000);

  it('shows what is said of a term that breaks shapes', async () => {
    const text = file('biogas.ttl').replace('unit:DEG_C .', 'unit:KELVIN .');
    expect(await refusalOf(text)).toBe(file('refusal.txt'));
  }, 120_000);
});

describe('a vocabulary that breaks a shape', () => {
  it('is refused with the rule, the line, the node, the value and the property', async () => {
    const { vocabulary } = await stored(BROKEN);
    const shapes = new ShapeCheck({ hub: HUB, paths: PATHS, sources: source(BROKEN) });
    const line = BROKEN.split('\n').findIndex((text) => text.includes('"much"')) + 1;
    const refusal: unknown = await shapes
      .check(vocabulary.triples, vocabulary.version)
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'registry-unavailable',
      message: `The vocabulary is refused: it breaks shapes.\nsmall.ttl:${line}: ${RULE}: <${HUB.vocabulary}load-kW> has "much" as <http://www.w3.org/2004/02/skos/core#example>.`,
    });
    expect((refusal as Error).cause).toBeInstanceOf(BrokenShapes);
    expect((refusal as Error).cause).toMatchObject({
      violations: [{ message: RULE, focusNode: `${HUB.vocabulary}load-kW`, value: 'much' }],
    });
  });

  it('never comes into use: the last good one stays, until it is mended', async () => {
    const { store, vocabulary } = await stored(SHAPED);
    const shapes = new ShapeCheck({ hub: HUB, paths: PATHS, memory: [join(folder, 'checked.json')] });
    const log: string[] = [];
    const registry = new VocabularyRegistry({
      store,
      hub: HUB,
      shapes,
      log: { info: () => {}, warn: (_fields, message) => void log.push(message) },
      firstRetryMs: 20,
    });
    await registry.start();
    expect(registry.current().version).toBe(vocabulary.version);

    await replaceVocabulary(store, BROKEN);
    await vi.waitFor(() => expect(registry.state().stale).toBe(true), { timeout: 20_000 });
    expect(registry.state().lastError).toContain(`${RULE}: <${HUB.vocabulary}load-kW>`);
    expect(log[0]).toContain('the last good one stays in use');
    expect(registry.current().version).toBe(vocabulary.version);

    await replaceVocabulary(store, SHAPED.replace('example "12.5"', 'example "13"'));
    await vi.waitFor(() => expect(registry.current().terms.get('load-kW')?.example).toBe('13'), { timeout: 20_000 });
    expect(registry.state().lastError).toBeNull();
    registry.stop();
  }, 60_000);
});

describe('what was found sound', () => {
  it('is remembered by its content and the content of the shapes, and nothing else is taken for it', async () => {
    const memory = join(folder, 'data', 'checked.json');
    const sound = await stored(SHAPED);
    const broken = await stored(BROKEN);
    const shapes = new ShapeCheck({ hub: HUB, paths: PATHS, memory: [memory] });
    await shapes.check(sound.vocabulary.triples, sound.vocabulary.version);
    expect(JSON.parse(await readFile(memory, 'utf8'))).toEqual({
      shapes: expect.stringMatching(/^[0-9a-f]{64}$/),
      sound: [sound.vocabulary.version],
    });
    // Only the name is looked at when it is remembered.
    await shapes.check([], sound.vocabulary.version);
    await expect(shapes.check(broken.vocabulary.triples, broken.vocabulary.version)).rejects.toThrow(RULE);

    const changed = join(folder, 'shapes.ttl');
    await writeFile(changed, `${await readFile(PATHS.shapes, 'utf8')}\n# Changed.\n`);
    const others = new ShapeCheck({ hub: HUB, paths: { ...PATHS, shapes: changed }, memory: [memory] });
    await expect(others.check([], sound.vocabulary.version)).rejects.toThrow('The vocabulary has a title');
  }, 60_000);

  it('is forgotten where the file is damaged', async () => {
    const memory = join(folder, 'checked.json');
    await writeFile(memory, '{"shapes":');
    const shapes = new ShapeCheck({ hub: HUB, paths: PATHS, memory: [memory] });
    await expect(shapes.check([], '0'.repeat(64))).rejects.toThrow('The vocabulary has a title');
  });
});

it('a check ends when nobody waits for it any more', async () => {
  const { vocabulary } = await stored(SHAPED);
  const stopping = new AbortController();
  const checking = new ShapeCheck({ hub: HUB, paths: PATHS }).check(
    vocabulary.triples,
    vocabulary.version,
    stopping.signal,
  );
  stopping.abort();
  await expect(checking).rejects.toThrow();
});

describe('what is shipped as checked', () => {
  it('is the shipped vocabulary under the shipped shapes, and nothing else (npm run build writes it)', async () => {
    const { version } = await seededVocabulary();
    const { sound } = JSON.parse(await readFile(SHIPPED_MEMORY, 'utf8')) as { sound: string[] };
    expect(sound).toEqual([version]);
    // Nothing at all is no sound vocabulary: it passes only where it is not looked at.
    const shipped = new ShapeCheck({ hub: HUB, paths: PATHS, shipped: SHIPPED_MEMORY });
    await shipped.check([], version);
    const other = join(folder, 'shapes.ttl');
    await writeFile(other, `${await readFile(PATHS.shapes, 'utf8')}\n# other shapes\n`);
    const looking = new ShapeCheck({ hub: HUB, paths: { ...PATHS, shapes: other }, shipped: SHIPPED_MEMORY });
    await expect(looking.check([], version)).rejects.toThrow();
  });
});
