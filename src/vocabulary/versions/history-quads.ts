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

/** Says, in a backup, that the graph of a version has only the lines that it has more than another one. */
export function baseQuad(version: string, base: string, hub: HubNamespaces): Quad {
  const [s, o] = [boundIri(versionGraph(version, hub)), boundIri(versionGraph(base, hub))];
  return { graph: hub.historyGraph, s, p: addedTo(hub), o };
}

/** Says, in a backup, that the vocabulary is a version. */
export function inUseQuad(version: string, hub: HubNamespaces): Quad {
  const [s, o] = [boundIri(hub.vocabularyGraph), boundIri(versionGraph(version, hub))];
  return { graph: hub.historyGraph, s, p: `${hub.historyGraph}#inUse`, o };
}

/** The versions that others are lines added to, by these, and the one that is the vocabulary; null where its graph is there. */
export function madeOfIn(
  triples: readonly Triple[],
  hub: HubNamespaces,
): { readonly bases: ReadonlyMap<string, string>; readonly inUse: string | null } {
  const named = (iri: string): string => iri.slice(hub.versions.length, -1);
  const bases = triples.filter(({ p }) => p === addedTo(hub));
  const inUse = triples.find(({ p }) => p === `${hub.historyGraph}#inUse`);
  return {
    bases: new Map(bases.map(({ s, o }) => [named(s.value), named(o.value)])),
    inUse: inUse === undefined ? null : named(inUse.o.value),
  };
}

function addedTo({ historyGraph }: HubNamespaces): string {
  return `${historyGraph}#addedTo`;
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
