import { expect, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import type { HistoryEntry, VocabularyArchive } from '../../src/vocabulary/versions/archive.ts';
import { Versions } from '../../src/vocabulary/versions/versions.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

const HUB = hubNamespaces('https://hub.example');

function nameOf(number: number): string {
  return number.toString(16).padStart(64, '0');
}

function historyOf(length: number): HistoryEntry[] {
  return Array.from({ length }, (_, at) => ({ version: nameOf(at), since: new Date(at) }));
}

test('versions are listed once until there is another history, and found without a list', async () => {
  let entries = 0;
  const counting = (history: readonly HistoryEntry[]): readonly HistoryEntry[] =>
    new Proxy(history, {
      get: (target, name, receiver) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) entries += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
  let history = counting(historyOf(3_000));
  let current = nameOf(2_999);
  const versions = new Versions({
    archive: { history: () => history, keep: async () => {} } as unknown as VocabularyArchive,
    hub: HUB,
    current: () => ({ version: current }) as Vocabulary,
    timing: DEFAULT_TIMING,
  });
  expect(versions.list()).toHaveLength(3_000);
  expect(entries).toBeGreaterThanOrEqual(3_000);
  entries = 0;
  expect(versions.get(nameOf(7), 'version')).toMatchObject({ predecessor: nameOf(6), isCurrent: false });
  expect(versions.find(nameOf(3_000))).toBeNull();
  expect(versions.placeAfter(nameOf(2_998), 'after')).toBe(2);
  expect(versions.range(null, nameOf(9)).from?.version).toBe(nameOf(8));
  expect(versions.current().version).toBe(current);
  expect(versions.list()).toBe(versions.list());
  expect(entries).toBe(0);
  history = counting(historyOf(3_001));
  current = nameOf(3_000);
  expect(versions.current()).toMatchObject({ version: current, predecessor: nameOf(2_999) });
  expect(versions.list()[0]!.isCurrent).toBe(true);
  expect(versions.find(nameOf(2_999))?.isCurrent).toBe(false);
  await versions.close();
});
