import { createHash } from 'node:crypto';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { HubError } from '../errors.ts';
import { groupBy } from '../group-by.ts';
import { hubNamespaces, type HubNamespaces } from '../rdf/namespaces.ts';
import { doWithRests } from '../vocabulary/steps.ts';
import type { TripleTable } from '../vocabulary/triple-table.ts';
import { TripleTableBuilder } from '../vocabulary/triple-table-builder.ts';
import type { AddedLines, CameOf } from '../vocabulary/versions/archive.ts';
import { versionGraph } from '../vocabulary/versions/history-quads.ts';
import { namesOfAdded } from '../vocabulary/versions/names-of-added.ts';
import { withLines, wholeLinesOf } from '../vocabulary/versions/text-file.ts';
import { TextNames } from '../vocabulary/versions/version-blocks.ts';
import { canonicalTriples, isVersionName, STAND_IN } from '../vocabulary/versions/version.ts';
import { VersionText } from './version-text.ts';

const READ_BYTES = 256 * 1024;

/** Texts of whole versions, as gzip: a hundred of common ones are no burden. */
interface WholeText {
  readonly compressed: Buffer;
  /** How many it has. */
  readonly lines: number;
}

/** Reads the versions that a backup has, of which each one's lines stand together. */
export class VersionsReader {
  readonly #hub: HubNamespaces;
  readonly #read = new Map<string, VersionText>();
  #open: { readonly version: string; readonly text: VersionText } | null = null;

  constructor(hub: HubNamespaces) {
    this.#hub = hub;
  }

  /** Adds a line with its end. What is returned has to be awaited before the next one, if it is something. */
  add(version: string, line: string): Promise<unknown> | null {
    if (this.#open?.version === version) return this.#open.text.add(line);
    return this.#close().then(() => {
      this.#open = { version, text: new VersionText(this.#hub) };
      return this.#open.text.add(line);
    });
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    await open.text.end();
    if (isVersionName(open.version)) this.#read.set(open.version, open.text);
  }

  /**
   * All of them but whole ones that hold something else than their names say.
   *
   * @param bases the versions that others are lines added to, by these
   * @throws HubError `invalid-option` for such lines that are not those of the version
   */
  async end(bases: ReadonlyMap<string, string>): Promise<VersionsOfBackup> {
    await this.#close();
    const whole = new Map<string, WholeText>();
    const added = new Map<string, AddedLines>();
    for (const [version, text] of this.#read) {
      const compressed = bases.has(version) ? null : await text.of(version);
      if (compressed !== null) whole.set(version, { compressed, lines: text.count });
    }
    for (const [version, base] of bases) {
      const lines = this.#read.get(version)?.lines();
      if (lines !== undefined && whole.has(base)) added.set(version, { base, lines });
    }
    const versions = new VersionsOfBackup(whole, added, this.#hub);
    await versions.requireSound();
    return versions;
  }
}

/** The versions of a backup: texts, and lines that are added to these. */
export class VersionsOfBackup {
  readonly #whole: ReadonlyMap<string, WholeText>;
  readonly #added: ReadonlyMap<string, AddedLines>;
  readonly #hub: HubNamespaces;

  constructor(whole: ReadonlyMap<string, WholeText>, added: ReadonlyMap<string, AddedLines>, hub: HubNamespaces) {
    this.#whole = whole;
    this.#added = added;
    this.#hub = hub;
  }

  /** @throws HubError `invalid-option` when the lines of a version, with the text that they are added to, are not what its name says */
  async requireSound(): Promise<void> {
    const byBase = groupBy(this.#added, ([, { base }]) => base);
    for (const [base, versions] of byBase) {
      const names = await namesOfAdded(
        this.textOf(base),
        versions.map(([, { lines }]) => lines),
      );
      for (const [at, [version]] of versions.entries())
        if (names[at] !== version && !(await this.#isNamedAsText(version))) throw changedLines(version);
    }
  }

  /** Whether a version has the name that earlier releases gave. */
  async #isNamedAsText(version: string): Promise<boolean> {
    const whole = createHash('sha256');
    for await (const text of this.textOf(version)) whole.update(text);
    return whole.digest('hex') === version;
  }

  has(version: string): boolean {
    return this.#whole.has(version) || this.#added.has(version);
  }

  /** How a version comes of one that the backup has whole; undefined for one that is whole itself. */
  cameOf(version: string): CameOf | undefined {
    const added = this.#added.get(version);
    if (added === undefined) return undefined;
    return { version: added.base, lines: this.#whole.get(added.base)!.lines, writeLines: () => added.lines };
  }

  /** The canonical text of a version that there is, in pieces. */
  textOf(version: string): AsyncIterable<Uint8Array> {
    const { base, lines } = this.#added.get(version) ?? { base: version, lines: [] };
    const text = Readable.from([this.#whole.get(base)!.compressed]).pipe(createGunzip({ chunkSize: READ_BYTES }));
    return lines.length === 0 ? text : withLines(text, lines);
  }

  /** The triples of a version that there is. @throws HubError `invalid-option` when it holds something else than its name says */
  async tableOf(version: string): Promise<TripleTable> {
    const triples = new TripleTableBuilder();
    const names = new TextNames();
    const damaged = (cause?: unknown): HubError =>
      new HubError('invalid-option', `The backup is damaged: its vocabulary is not the version ${version}.`, {}, cause);
    try {
      for await (const text of wholeLinesOf(this.textOf(version))) {
        names.add(text);
        for (const triple of canonicalTriples(text, this.#hub)) triples.add(triple);
        await letOthersGo();
      }
    } catch (error) {
      // A line that is added is none of a canonical text.
      throw damaged(error);
    }
    if (!names.names().includes(version)) throw damaged();
    return doWithRests(triples.finishInSteps(this.#hub), letOthersGo);
  }
}

function changedLines(version: string): HubError {
  const graph = versionGraph(version, hubNamespaces(STAND_IN));
  return new HubError(
    'invalid-option',
    `The backup is damaged: the lines of the version ${version} are not those that it was made of. Restore a backup that nobody has changed, or take all lines of the graph <${graph}> out of this one: the version is left out then.`,
  );
}
