import { pino } from 'pino';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import type { EmbeddedStore } from '../../src/store/embedded.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { VocabularyRegistry } from '../../src/vocabulary/registry/registry.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { replaceVocabulary, SMALL, smallStore } from '../vocabulary/small-vocabulary.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './create-test-app.ts';

/** A hub with a small vocabulary that the test changes. */
export interface ChangingHub extends TestApp {
  readonly store: EmbeddedStore;
  readonly registry: VocabularyRegistry;
  /** Replaces the vocabulary by another, as Turtle, and has the hub read it; answers what it has then. */
  use(vocabulary: string): Promise<Vocabulary>;
}

/** @param vocabulary Turtle of the first one */
export async function startChangingHub(
  vocabulary = SMALL,
  config: NonNullable<TestAppOptions['config']> = {},
  options: Pick<TestAppOptions, 'now' | 'requireAdministrator' | 'timing'> = {},
): Promise<ChangingHub> {
  const { baseUrl = HUB.baseUrl } = config;
  const namespaces = hubNamespaces(baseUrl);
  const store = await smallStore('', vocabulary, namespaces);
  const registry = new VocabularyRegistry({
    store,
    hub: namespaces,
    log: pino({ level: 'silent' }),
    timing: DEFAULT_TIMING,
  });
  const app = await createTestApp({ ...options, config: { ...config, baseUrl }, registry });
  const use = async (text: string): Promise<Vocabulary> => {
    await replaceVocabulary(store, text, namespaces);
    await registry.refresh();
    return registry.current();
  };
  return { ...app, store, registry, use };
}
