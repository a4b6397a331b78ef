import { setTimeout as wait } from 'node:timers/promises';
import { boundIri } from '../../rdf/bound-terms.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { asInteger, asIri } from '../../rdf/rows.ts';
import { iri, sparql } from '../../rdf/sparql.ts';
import { inGraph, type Quad, type Triple } from '../../rdf/triple.ts';
import { quadData } from '../../rdf/write-quads.ts';
import type { Store } from '../../store/store.ts';
import type { TripleTable } from '../triple-table.ts';
import { collectTable } from '../triple-table-builder.ts';
import type { AddedLines } from './archive.ts';
import { addedGraph, addedQuad, versionGraph } from './history-quads.ts';
import { canonicalLines, canonicalTriples } from './version.ts';
import { wholeText, type WrittenText } from './written-text.ts';

interface VersionGraphsOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  /** Whether pieces are written without a pause between them. */
  readonly isHurried: () => boolean;
}

/** Triples of a version that are sent in one request. */
const PIECE = 2_000;

/**
 * The graphs of versions in the store that hubs share: that of a version which is there whole, or that of the lines that it has more than
 * another one, which no other lines may come into. Which of them counts is the history's to say.
 */
export class VersionGraphs {
  readonly #options: VersionGraphsOptions;

  constructor(options: VersionGraphsOptions) {
    this.#options = options;
  }

  async write(version: string, written: WrittenText): Promise<void> {
    await this.#write(versionGraph(version, this.#options.hub), await wholeText(written));
  }

  async writeAdded(version: string, { base, lines }: AddedLines): Promise<void> {
    await this.#write(addedGraph(version, base, this.#options.hub), Buffer.from(lines.join('')));
  }

  /** Writes a version anew that is damaged, and makes the history say that it is whole. @param base what it was added to; undefined for one that was whole */
  async mend(version: string, written: WrittenText, base: string | undefined): Promise<void> {
    const { store, hub } = this.#options;
    await store.change({ clear: [versionGraph(version, hub)] });
    await this.write(version, written);
    if (base === undefined) return;
    await store.change({ clear: [addedGraph(version, base, hub)], remove: await this.#saidOf(version, base) });
  }

  /** The triples that the graph of a version has, or those that it has more and those of the other one. */
  table(version: string, base: string | undefined): Promise<TripleTable> {
    return collectTable(this.#triples(version, base), this.#options.hub);
  }

  /** The lines that a version has more than another one. */
  async added(version: string, base: string): Promise<AddedLines> {
    const { store, hub } = this.#options;
    const triples: Triple[] = [];
    for await (const triple of store.dump(addedGraph(version, base, hub))) triples.push(triple);
    return { base, lines: canonicalLines(triples, hub).sort() };
  }

  async *#triples(version: string, base: string | undefined): AsyncGenerator<Triple> {
    const { store, hub } = this.#options;
    if (base !== undefined) yield* store.dump(addedGraph(version, base, hub));
    yield* store.dump(versionGraph(base ?? version, hub));
  }

  /** What entries of the history say of what a version is added to. */
  async #saidOf(version: string, base: string): Promise<Quad[]> {
    const { store, hub } = this.#options;
    const { p, o } = addedQuad(0, base, hub);
    const query = sparql`SELECT ?s WHERE { GRAPH ${iri(hub.historyGraph)} { ?s ${iri(`${hub.historyGraph}#version`)} ${iri(versionGraph(version, hub))} ; ${iri(p)} ${iri(o.value)} } } ORDER BY ?s`;
    const entries = await store.select(query, { s: asIri });
    return entries.map(({ s }) => ({ graph: hub.historyGraph, s: boundIri(s), p, o }));
  }

  /**
   * Writes a graph that no entry of the history names yet, in pieces, and uses half of the time, so that the server does
   * what others ask. Hubs that do so in the same moment begin at different pieces and leave out those of the others. Where what was left out is not all of
   * a piece, as when a load was killed that began the graph, all pieces are written.
   */
  async #write(graph: string, text: Buffer): Promise<void> {
    const starts = startsOfPieces(text);
    const leftOut = await this.#writePieces(graph, text, starts, true);
    if (leftOut > 0 && (await this.#sizeOf(graph)) < linesIn(text)) await this.#writePieces(graph, text, starts, false);
  }

  /** @param skips whether pieces are left out whose first triple is there @returns how many were left out */
  async #writePieces(graph: string, text: Buffer, starts: readonly number[], skips: boolean): Promise<number> {
    const { store, hub, isHurried } = this.#options;
    let leftOut = 0;
    // Read piece by piece, too: all of it would hold this thread for half a second.
    const pieces = starts.length - 1;
    const first = Math.floor(Math.random() * pieces);
    for (let count = 0; count < pieces; count += 1) {
      const at = (first + count) % pieces;
      const add = inGraph(graph, [...canonicalTriples(text.subarray(starts[at], starts[at + 1]), hub)]);
      const startedAt = performance.now();
      const isThere = sparql`SELECT (true AS ?found) WHERE { ${quadData([add[0]!])} }`;
      if (skips && (await store.select(isThere, {})).length > 0) leftOut += 1;
      else await store.change({ add, isUnordered: true });
      if (count < pieces - 1 && !isHurried()) await wait(performance.now() - startedAt);
    }
    return leftOut;
  }

  async #sizeOf(graph: string): Promise<number> {
    const query = sparql`SELECT (COUNT(*) AS ?size) WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } }`;
    const [row] = await this.#options.store.select(query, { size: asInteger }, { isLarge: true });
    return row?.size ?? 0;
  }
}

/** Where each piece of a text begins, and behind the last one its end. */
function startsOfPieces(text: Buffer): number[] {
  const starts = [0];
  for (let lines = 1, end = text.indexOf('\n'); end >= 0; lines += 1, end = text.indexOf('\n', end + 1))
    if (lines % PIECE === 0 && end + 1 < text.length) starts.push(end + 1);
  return [...starts, text.length];
}

function linesIn(text: Buffer): number {
  let lines = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines += 1;
  return lines;
}
