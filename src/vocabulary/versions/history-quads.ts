import { boundDateTime, boundIri } from '../../rdf/bound-terms.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Quad, Triple } from '../../rdf/triple.ts';
import type { HistoryEntry } from './archive.ts';
import { isVersionName } from './version.ts';

/** The name of the graph of a version. */
export function versionGraph(version: string, hub: HubNamespaces): string {
  return `${hub.versions}${version}/`;
}

function versionOfGraph(iri: string, { versions }: HubNamespaces): string {
  return iri.slice(versions.length, -1);
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

/** The name of the graph of the lines that a version has more than another one, in the store that hubs share. */
export function addedGraph(version: string, base: string, hub: HubNamespaces): string {
  return `${versionGraph(version, hub)}addedTo/${base}/`;
}

/** Says, at the position of an entry, that its version is kept as the lines that it has more than another one. Earlier releases pass over it. */
export function addedQuad(position: number, base: string, hub: HubNamespaces): Quad {
  const [s, o] = [boundIri(entryIri(position, hub)), boundIri(versionGraph(base, hub))];
  return { graph: hub.historyGraph, s, p: addedTo(hub), o };
}

/** The versions that entries say are lines added to others, by these. */
export function basesOf(triples: readonly Triple[], hub: HubNamespaces): Map<string, string> {
  const told = triples.filter(({ p }) => p === addedTo(hub));
  const bases = new Map(told.map(({ s, o }) => [s.value, versionOfGraph(o.value, hub)]));
  const versions = triples.filter(({ s, p }) => bases.has(s.value) && p === `${hub.historyGraph}#version`);
  return new Map(versions.map(({ s, o }) => [versionOfGraph(o.value, hub), bases.get(s.value)!]));
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
  const bases = triples.filter(({ p }) => p === addedTo(hub));
  const inUse = triples.find(({ p }) => p === `${hub.historyGraph}#inUse`);
  return {
    bases: new Map(bases.map(({ s, o }) => [versionOfGraph(s.value, hub), versionOfGraph(o.value, hub)])),
    inUse: inUse === undefined ? null : versionOfGraph(inUse.o.value, hub),
  };
}

function addedTo({ historyGraph }: HubNamespaces): string {
  return `${historyGraph}#addedTo`;
}

/** What `historyQuads` say, in the order of their positions. What names no version is left out. */
export function historyOf(triples: readonly Triple[], hub: HubNamespaces): HistoryEntry[] {
  const { historyGraph } = hub;
  const entries = new Map<string, { version?: string; since?: Date }>();
  for (const { s, p, o } of triples) {
    const entry = entries.get(s.value) ?? {};
    entries.set(s.value, entry);
    if (p === `${historyGraph}#version`) entry.version = versionOfGraph(o.value, hub);
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
