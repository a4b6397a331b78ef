import { afterAll, beforeAll, describe, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { inGraph } from '../../src/rdf/triple.ts';
import { CheckGraphs, type StoresUnderCheck } from '../../src/store/contract/check.ts';
import { CONTRACT } from '../../src/store/contract/contract.ts';
import { checkOfVocabulary } from '../../src/store/contract/sizes.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

export interface StoresUnderTest extends Omit<StoresUnderCheck, 'newGraph'> {
  stop(): Promise<void>;
}

export const BASE = 'https://hub.example';

const readVocabulary = async (graph: string) => [
  ...inGraph(graph, (await seededVocabulary(hubNamespaces(BASE))).triples),
];

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
