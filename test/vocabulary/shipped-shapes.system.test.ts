import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { readSeeds } from '../../src/vocabulary/load-seeds.ts';
import { expandSeeds } from '../../src/vocabulary/seeds/expand-seeds.ts';
import { readSeedSources } from '../../src/vocabulary/seeds/read-sources.ts';
import { makeVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { createShippedCheck, ShapeCheck } from '../../src/vocabulary/shapes/check-shapes.ts';
import { versionOf } from '../../src/vocabulary/versions/version.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { readBlocks } from '../docs/read-documents.ts';
import { HUB, SEED_PATHS, seededVocabulary, SHAPE_PATHS } from './seeded.ts';

/** Whole vocabularies against the shapes, seconds each. `shapes-check.test.ts` tests the rest of the check on a small one. */

describe('the shipped vocabulary', () => {
  test('breaks no shape', async () => {
    const { triples, version } = await seededVocabulary();
    await new ShapeCheck({ hub: HUB, paths: SHAPE_PATHS }).check(triples, version);
  }, 120_000);

  test('is told by file and line where a term of it breaks one', async () => {
    const { triples } = await seededVocabulary();
    const term = `${HUB.vocabulary}active_power-MW`;
    const without = [...triples].filter(({ s, p }) => s.value !== term || !p.endsWith('#datatype'));
    const refused = createShippedCheck(HUB).check(tableOf(without, HUB), 'another');
    await expect(refused).rejects.toThrow(
      /power\.yaml:\d+: A term has one datatype: <https:\/\/hub\.example\/vocabulary\/active_power-MW>/,
    );
  }, 120_000);
});

describe('the documentation', () => {
  const blocks = readBlocks(readFileSync(new URL('../../docs/vocabulary.md', import.meta.url), 'utf8'));
  const file = (name: string) => blocks.find(({ role }) => role === `file ${name}`)!.text;

  /** What the build says of the seeds with one more block, as if it were a file. */
  async function refusalOf(text: string): Promise<string | null> {
    const hub = hubNamespaces('https://hub.invalid');
    const sources = (await readSeedSources(SEED_PATHS.seeds))!;
    try {
      const terms = [...sources.terms, { name: 'thermal.yaml', text }];
      const turtle = (await readSeeds(SEED_PATHS.seeds, hub)).filter(({ lines }) => lines === undefined);
      const documents = [...turtle, ...expandSeeds({ ...sources, terms }, hub)];
      const triples = tableOf(documents.flatMap(readTurtle), hub);
      const version = versionOf(triples, hub);
      await makeVocabulary({ triples, ontology: tableOf([], hub), version }, hub);
      await new ShapeCheck({ hub, paths: SHAPE_PATHS, sources: async () => documents }).check(triples, version);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  test('shows a term that can be added as it stands', async () => {
    expect(await refusalOf(file('thermal.yaml'))).toBeNull();
  }, 120_000);

  test('shows what is said of a term that breaks shapes', async () => {
    const text = file('thermal.yaml').replace('kind: CelsiusTemperature', 'kind: Pressure');
    expect(await refusalOf(text)).toBe(file('refusal.txt'));
  }, 120_000);

  test('shows what is said of a block that cannot be expanded', async () => {
    const text = file('thermal.yaml').replace('degC: 38.5', 'celsius: 38.5');
    expect(await refusalOf(text)).toBe(file('unknown-unit.txt'));
  });
});
