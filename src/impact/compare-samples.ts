import { HubError } from '../errors.ts';
import { groupBy } from '../group-by.ts';
import { compareDocument } from './compare-document.ts';
import { joinMigrations } from './join-migrations.ts';
import {
  isWorse,
  worstOf,
  type ComparedVocabularies,
  type DocumentImpact,
  type Impact,
  type KeyImpact,
  type KeySummary,
  type Sample,
} from './impact.ts';

/**
 * What a change of the vocabulary does to documents, tried on samples.
 *
 * @throws HubError for a sample that is no JSON object, with its name, and one of more than 100,000 triples
 */
export function compareSamples(samples: readonly Sample[], vocabularies: ComparedVocabularies): Impact {
  const documents = samples.map((sample) => compareNamed(sample, vocabularies));
  const keys = summarize(documents);
  return {
    level: worstOf(documents.map(({ level }) => level)),
    documents,
    keys,
    migration: joinMigrations(keys, documents, samples, vocabularies),
  };
}

function compareNamed(sample: Sample, vocabularies: ComparedVocabularies): DocumentImpact {
  try {
    return compareDocument(sample, vocabularies);
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    throw new HubError(error.code, `${sample.name}: ${error.message}`, error.details, error);
  }
}

function summarize(documents: readonly DocumentImpact[]): KeySummary[] {
  const byKey = groupBy(
    documents.flatMap(({ keys }) => keys),
    ({ key }) => key,
  );
  return Array.from(byKey, ([key, impacts]) => ({
    key,
    level: worstOf(impacts.map(({ level }) => level)),
    documents: impacts.length,
    added: sum(impacts, ({ added }) => added),
    removed: sum(impacts, ({ removed }) => removed),
    migration: migrationOfAll(impacts),
  })).toSorted((a, b) => {
    if (a.level !== b.level) return isWorse(a.level, b.level) ? -1 : 1;
    return (a.key ?? '') < (b.key ?? '') ? -1 : 1;
  });
}

/** The update that does for all documents in which triples of the key come or go; what it is depends on the keys beside it. */
function migrationOfAll(impacts: readonly KeyImpact[]): string | null {
  const updates = new Set(
    impacts.filter(({ added, removed }) => added + removed > 0).map(({ migration }) => migration),
  );
  return updates.size === 1 ? [...updates][0]! : null;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
