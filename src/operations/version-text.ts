import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { createGunzip, createGzip, gunzipSync } from 'node:zlib';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { doWithRests } from '../vocabulary/steps.ts';
import { TripleTableBuilder } from '../vocabulary/triple-table-builder.ts';
import { wholeLinesOf } from '../vocabulary/versions/text-file.ts';
import { canonicalPieces, canonicalTriples, isVersionOfTable } from '../vocabulary/versions/version.ts';
import { TextNames } from '../vocabulary/versions/version-blocks.ts';
import { compressText } from '../vocabulary/versions/written-text.ts';

/** Characters of lines that are compressed at a time, in a thread. */
const PIECE_LENGTH = 256 * 1024;
const COMPRESSED_PIECE_BYTES = 64 * 1024;

/** The lines that a backup has of the canonical text of a version, of which few are held that are not compressed. */
export class VersionText {
  readonly #hub: HubNamespaces;
  readonly #names = new TextNames();
  readonly #gzip = createGzip({ chunkSize: COMPRESSED_PIECE_BYTES });
  #compressed: Buffer[] = [];
  #lines: string[] = [];
  #length = 0;
  #count = 0;

  constructor(hub: HubNamespaces) {
    this.#hub = hub;
    this.#gzip.on('data', (piece: Buffer) => this.#compressed.push(piece));
  }

  /** How many lines there are. */
  get count(): number {
    return this.#count;
  }

  /** Adds a line with its end. What is returned has to be awaited before the next one, if it is something. */
  add(line: string): Promise<void> | null {
    this.#lines.push(line);
    this.#length += line.length;
    this.#count++;
    return this.#length < PIECE_LENGTH ? null : this.#compress();
  }

  /** Nothing is added any more. */
  async end(): Promise<void> {
    await this.#compress();
    const ended = once(this.#gzip, 'end');
    this.#gzip.end();
    await ended;
    this.#compressed = [Buffer.concat(this.#compressed)];
  }

  /** The text of the version as gzip, behind `end`; null where the lines are not those of it. */
  async of(version: string): Promise<Buffer | null> {
    const [compressed] = this.#compressed;
    // Backups have the lines in the order of the text.
    if (this.#names.names().includes(version)) return compressed!;
    const triples = new TripleTableBuilder();
    try {
      for await (const lines of wholeLinesOf(Readable.from([compressed]).pipe(createGunzip()))) {
        for (const triple of canonicalTriples(lines, this.#hub)) triples.add(triple);
        await letOthersGo();
      }
    } catch {
      // No version has a line that is not canonical.
      return null;
    }
    const table = await doWithRests(triples.finishInSteps(this.#hub), letOthersGo);
    return (await isVersionOfTable(version, table, this.#hub)) ? compressText(canonicalPieces(table, this.#hub)) : null;
  }

  /** The lines with their ends, sorted, behind `end`. */
  lines(): string[] {
    const text = gunzipSync(this.#compressed[0]!).toString();
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .sort();
  }

  async #compress(): Promise<void> {
    const text = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#length = 0;
    this.#names.add(text);
    if (!this.#gzip.write(text)) await once(this.#gzip, 'drain');
  }
}
