import { setImmediate as letOthersGo } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import { doWithRests } from '../vocabulary/steps.ts';
import { TripleTableBuilder } from '../vocabulary/triple-table-builder.ts';
import { canonicalLines, canonicalPieces, canonicalTriples, isVersionOfTable } from '../vocabulary/versions/version.ts';
import { TextNames } from '../vocabulary/versions/version-blocks.ts';
import { compressText } from '../vocabulary/versions/written-text.ts';

/** Triples that are compressed at a time, in a few milliseconds. */
const PIECE = 1_000;

/** The canonical text of a version, made of the triples that a backup has of it, of which few are held that are not compressed. */
export class VersionText {
  readonly #hub: HubNamespaces;
  readonly #names = new TextNames();
  /** Each whole lines, and a gzip of its own: what stands behind another is one with it. */
  readonly #compressed: Buffer[] = [];
  #triples: Triple[] = [];

  constructor(hub: HubNamespaces) {
    this.#hub = hub;
  }

  add(triple: Triple): void {
    if (this.#triples.push(triple) === PIECE) this.#compress();
  }

  /** The text as gzip; null where the triples are not those of the version. */
  async of(version: string): Promise<Buffer | null> {
    this.#compress();
    // Backups have the lines in the order of the text.
    if (this.#names.names().includes(version)) return Buffer.concat(this.#compressed);
    const triples = new TripleTableBuilder();
    for (const piece of this.#compressed) {
      await letOthersGo();
      try {
        for (const triple of canonicalTriples(gunzipSync(piece), this.#hub)) triples.add(triple);
      } catch {
        // No version has a line that is not canonical.
        return null;
      }
    }
    const table = await doWithRests(triples.finishInSteps(this.#hub), letOthersGo);
    return (await isVersionOfTable(version, table, this.#hub)) ? compressText(canonicalPieces(table, this.#hub)) : null;
  }

  #compress(): void {
    const text = Buffer.from(canonicalLines(this.#triples, this.#hub).join(''));
    this.#names.add(text);
    // A copy: what is given is a part of a longer piece of memory.
    this.#compressed.push(Buffer.from(gzipSync(text)));
    this.#triples = [];
  }
}
