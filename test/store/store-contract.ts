import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { readTurtleInto } from '../../src/rdf/read-rdf.ts';
import { CheckGraphs, type StoresUnderCheck } from '../../src/store/contract/check.ts';
import { CONTRACT } from '../../src/store/contract/contract.ts';
import { checkOfVocabulary } from '../../src/store/contract/sizes.ts';
import { readSeeds } from '../../src/vocabulary/load-seeds.ts';

export interface StoresUnderTest extends Omit<StoresUnderCheck, 'newGraph'> {
  stop(): Promise<void>;
}

export const BASE = 'https://hub.example';

const readVocabulary = async (graph: string) =>
  readTurtleInto(graph, await readSeeds(fileURLToPath(new URL('../../seeds/', import.meta.url)), hubNamespaces(BASE)));

/** What every store promises, whatever stands behind it. */
export function describeStore(name: string, start: () => Promise<StoresUnderTest>): void {
  describe(name, () => {
    const graphs = new CheckGraphs(BASE);
    let under: StoresUnderTest;
    beforeAll(async () => {
      under = await start();
    }, 120_000);
    afterAll(() => under?.stop());

    test.each([...CONTRACT, checkOfVocabulary(readVocabulary)])('$name', { timeout: 280_000 }, (check) =>
      check.run({ ...under, newGraph: graphs.next }),
    );
  });
}
