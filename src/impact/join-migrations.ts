import { percentEncode } from '../rdf/iri.ts';
import { DCTERMS } from '../rdf/namespaces.ts';
import { iri } from '../rdf/sparql.ts';
import { migratesDocument } from './compare-document.ts';
import type { ComparedVocabularies, DocumentImpact, KeySummary, Sample } from './impact.ts';

/**
 * The updates of all keys as one. Where they make of each graph that of the new version, with what the graphs say of their version.
 *
 * @returns null where there are none, and where they do not do together what each does alone
 */
export function joinMigrations(
  summaries: readonly KeySummary[],
  documents: readonly DocumentImpact[],
  samples: readonly Sample[],
  vocabularies: ComparedVocabularies,
): string | null {
  const updates = new Map<string, string>();
  for (const { key, migration } of summaries) if (key !== null && migration !== null) updates.set(key, migration);
  if (updates.size === 0) return null;
  const update = inOrder(updates, vocabularies).join(' ;\n');
  const keys = new Set(updates.keys());
  const isProven = documents.every(
    ({ keys: found }, i) =>
      !found.some(({ key }) => key !== null && keys.has(key)) ||
      migratesDocument(update, keys, samples[i]!, vocabularies),
  );
  if (!isProven) return null;
  const isWhole = areAllMigrated(summaries) && documents.every(({ refusedAfter }) => refusedAfter === null);
  return isWhole ? `${update} ;\n${versionUpdate(vocabularies)}` : update;
}

/** Whether each key whose triples change has an update. */
export function areAllMigrated(summaries: readonly KeySummary[]): boolean {
  return summaries.every(({ added, removed, migration }) => migration !== null || added + removed === 0);
}

/** An update that reads the values of another key goes before that key's own. */
function inOrder(updates: ReadonlyMap<string, string>, { before }: ComparedVocabularies): string[] {
  const reads = (update: string, key: string): boolean =>
    [before.vocabularyIri, before.idIri].some((base) => update.includes(`<${base}${percentEncode(key)}>`));
  const begun = new Set<string>();
  const ordered: string[] = [];
  const put = (key: string, own: string): void => {
    if (begun.has(key)) return;
    begun.add(key);
    for (const [other, update] of updates) if (reads(update, key)) put(other, update);
    ordered.push(own);
  };
  for (const [key, update] of updates) put(key, update);
  return ordered;
}

function versionUpdate({ before, after }: ComparedVocabularies): string {
  const conformsTo = iri(`${DCTERMS}conformsTo`).text;
  const [from, to] = [before, after].map(({ versionIri }) => `?dataset ${conformsTo} ${iri(versionIri).text} .`);
  return `DELETE { ${from} }\nINSERT { ${to} }\nWHERE { ${from} }`;
}
