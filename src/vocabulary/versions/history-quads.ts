import { boundDateTime, boundIri } from '../../rdf/bound-terms.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Quad, Triple } from '../../rdf/triple.ts';
import type { HistoryEntry } from './archive.ts';
import { isVersionName } from './version.ts';

/** The name of the graph of a version. */
export function versionGraph(version: string, hub: HubNamespaces): string {
  return `${hub.versions}${version}/`;
}

/** @param first position of the first entry */
export function historyQuads(history: readonly HistoryEntry[], hub: HubNamespaces, first = 0): Quad[] {
  const graph = hub.historyGraph;
  return history.flatMap(({ version, since }, at): Quad[] => {
    const s = boundIri(entryIri(first + at, hub));
    return [
      { graph, s, p: `${graph}#version`, o: boundIri(versionGraph(version, hub)) },
      { graph, s, p: `${graph}#since`, o: boundDateTime(since) },
    ];
  });
}

/** What `historyQuads` say, in the order of their positions. What names no version is left out. */
export function historyOf(triples: readonly Triple[], { historyGraph, versions }: HubNamespaces): HistoryEntry[] {
  const entries = new Map<string, { version?: string; since?: Date }>();
  for (const { s, p, o } of triples) {
    const entry = entries.get(s.value) ?? {};
    entries.set(s.value, entry);
    if (p === `${historyGraph}#version`) entry.version = o.value.slice(versions.length, -1);
    if (p === `${historyGraph}#since`) entry.since = new Date(o.value);
  }
  return [...entries]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { version, since }]) =>
      version !== undefined && isVersionName(version) && since !== undefined && !Number.isNaN(since.getTime())
        ? [{ version, since }]
        : [],
    );
}

/** The name of the entry at a position. */
export function entryIri(position: number, { historyGraph }: HubNamespaces): string {
  return `${historyGraph}#${String(position).padStart(6, '0')}`;
}

/** Behind the last entry of which there are triples, also where they name no version. */
export function positionBehind(triples: readonly Triple[], { historyGraph }: HubNamespaces): number {
  const positions = triples.map(({ s }) => Number(s.value.slice(historyGraph.length + 1)) + 1);
  return positions.reduce((last, position) => Math.max(last, position), 0);
}
