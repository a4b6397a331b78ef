import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Piscina } from 'piscina';
import { HubError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { serializeBeginning, soughtNamespaces } from '../rdf/write/serialize.ts';
import { noRoomFor } from '../store/no-room.ts';
import { FairSemaphore, type Caller } from '../streaming/fair-semaphore.ts';
import { doWithRests } from '../vocabulary/steps.ts';
import { inSlices } from '../vocabulary/thread-slices.ts';
import type { TripleTable } from '../vocabulary/triple-table.ts';
import { describedVersion } from '../vocabulary/versions/describe-version.ts';
import type { StoredVersion } from '../vocabulary/versions/version-content.ts';
import { startableModule } from '../workers/module.ts';
import { startThread } from '../workers/thread-pool.ts';
import { compressInto } from './compress-dump.ts';
import { CODINGS, type DumpCoding } from './dump-file.ts';
import { DumpFolder, type DumpName, type OpenDump } from './dump-folder.ts';
import type { DumpOutcome, DumpTask } from './dump-worker.ts';
import { editionOf } from './edition.ts';
import { GrowingFile } from './growing-file.ts';

const WORKER = startableModule('dumps/dump-worker');
/** Dumps that may wait to be written. A client's own wait behind those of others. */
const MAX_WAITING = 64;
const MAX_WAIT_MS = 120_000;
/** No dump takes so long; a thread that hangs must not be waited for. Less than an answer may take. */
const TIMEOUT_MS = 8 * 60_000;
/** Hexadecimal digits of a hash that a tag has. */
const TAG_LENGTH = 40;
/** What dumps of versions that are not in use may take on the disk, all together. */
const MAX_OTHER_BYTES = 1024 * 1024 * 1024;

const NEW_FILE = { flag: 'wx', mode: 0o600 };

const noRoom = noRoomFor('this dump');

interface DumpsOptions {
  readonly folder: string;
  readonly hub: HubNamespaces;
  /** The vocabulary in use, whose dumps are never dropped. */
  readonly current: () => { readonly version: string };
  /** @throws HubError `not-found` */
  readonly findVersion: (version: string) => Promise<FoundVersion>;
  readonly log: Pick<Log, 'warn'>;
  readonly timing: { readonly comparisonIdleMs: number };
  readonly maxOtherBytes?: number;
}

/** What is kept of a version, and what the hub has in memory of the one in use. */
interface FoundVersion {
  readonly stored: StoredVersion;
  readonly inUse?: VersionInUse;
}

interface VersionInUse {
  readonly triples: TripleTable;
  /** What can be computed from them. */
  readonly description: TripleTable;
  /** Namespace IRIs by prefixes, which are in order. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** What a client wants of a version. */
export interface WantedDump {
  readonly version: string;
  readonly format: RdfFormat;
  /** What it likes best; null for the bytes as they are. */
  readonly coding: DumpCoding | null;
  /** Whether a part of it is of no use, because a range or its size is asked for. */
  readonly isWhole: boolean;
}

/** A dump to be sent: a file, which is closed by who has it, or the bytes of one that is still being written. */
export type Dump = OpenDump | { readonly growing: Readable };

/**
 * The whole text of versions, as files that are made once, when somebody asks for them: written by a thread, piece by piece, and
 * compressed once. Who asks for what is being made gets it as it comes, or waits for all of it.
 */
export class Dumps {
  readonly #options: DumpsOptions;
  readonly #edition: () => Promise<string>;
  readonly #folder: DumpFolder;
  readonly #thread: Piscina<DumpTask, DumpOutcome>;
  readonly #turns: FairSemaphore;
  /** What is being made, or waits for that, by the names of files. */
  readonly #making = new Map<string, Making>();
  readonly #closing = new AbortController();

  constructor(options: DumpsOptions) {
    const { folder, hub, log, timing, maxOtherBytes = MAX_OTHER_BYTES } = options;
    this.#options = options;
    this.#edition = editionOf(hub.baseUrl);
    this.#folder = new DumpFolder({ folder, log, maxOtherBytes, edition: this.#edition });
    this.#thread = startThread(WORKER, { idleMs: timing.comparisonIdleMs });
    this.#turns = new FairSemaphore({ places: 1, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS, busy: tooMany });
  }

  /** Does what the first to ask would wait for. */
  prepare(): Promise<void> {
    return this.#folder.clear();
  }

  /** Finds in slices of the thread what all triples of a vocabulary tell of how they begin, unless it is known. */
  prepareBeginnings({ triples, prefixes }: Omit<VersionInUse, 'description'>): Promise<void> {
    const sought = soughtNamespaces({ prefixes, base: this.#options.hub.vocabulary });
    const searcher = { client: 'dumps', signal: this.#closing.signal };
    return inSlices(searcher, (rest) => doWithRests(triples.prepareTexts(sought), rest));
  }

  /** Tells its bytes from others, before there are any: one edition writes a version in one way. */
  async tagOf({ version, format, coding }: Omit<WantedDump, 'isWhole'>): Promise<string> {
    const made = `${await this.#edition()} ${version} ${format}`;
    const tag = createHash('sha256').update(made).digest('hex').slice(0, TAG_LENGTH);
    return coding === null ? tag : `${tag}-${coding}`;
  }

  /**
   * The dump, made if there is none yet.
   *
   * @throws HubError `not-found` when no version has this name, or it is damaged; `converter-busy` when too many wait, or the disk is full;
   *   `conversion-timeout`; as `serialize` does
   * @throws the reason of the caller's signal
   */
  open({ version, format, coding, isWhole }: WantedDump, caller: Caller): Promise<Dump> {
    const openText = (needsWhole: boolean, signal?: AbortSignal): Promise<Dump> =>
      this.#open({ version, what: format }, needsWhole, signal, (part) => this.#write(version, format, part, caller));
    if (coding === null) return openText(isWhole, caller.signal);
    return this.#open({ version, what: format + CODINGS[coding] }, isWhole, caller.signal, async (part) => {
      // For all who ask for it, as the text is.
      const text = await openText(false, this.#closing.signal);
      const bytes = 'growing' in text ? text.growing : text.file.createReadStream();
      return compressInto(part, bytes, coding, this.#closing.signal);
    });
  }

  /** Ends what is being made. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([...this.#making.values()].map(({ made }) => made));
    await this.#thread.destroy();
  }

  /** @param write as `#make` needs it */
  async #open(
    name: DumpName,
    isWhole: boolean,
    signal: AbortSignal | undefined,
    write: (part: string) => Promise<string>,
  ): Promise<Dump> {
    const known = this.#making.has(keyOf(name)) ? null : await this.#folder.open(name);
    if (known !== null) return known;
    const making = this.#make(name, write);
    const growing = isWhole ? null : await (await making.part).read(signal);
    if (growing !== null) return { growing };
    await making.made;
    const made = await this.#folder.open(name);
    if (made === null) throw new Error(`a dump that was just written is not there: ${keyOf(name)}`);
    return made;
  }

  /** Makes a file, once for all who ask for it. @param write writes to a path, and gives the digest of what it wrote */
  #make(name: DumpName, write: (part: string) => Promise<string>): Making {
    const key = keyOf(name);
    const running = this.#making.get(key);
    if (running !== undefined) return running;
    const path = this.#folder.newPart().catch(noRoom);
    const made = path.then((part) => this.#finish(name, part, write)).finally(() => this.#making.delete(key));
    const part = path.then((at) => new GrowingFile(at, made));
    // Who waits gets the error.
    for (const one of [made, part]) one.catch(() => {});
    const making = { part, made };
    this.#making.set(key, making);
    return making;
  }

  async #finish(name: DumpName, part: string, write: (part: string) => Promise<string>): Promise<void> {
    try {
      await this.#folder.keep(part, name, await write(part));
    } catch (error) {
      await this.#folder.discard(part);
      noRoom(error);
    }
    await this.#folder.makeRoom(this.#options.current().version, name.version);
  }

  async #write(version: string, format: RdfFormat, path: string, { client }: Caller): Promise<string> {
    const { hub, findVersion } = this.#options;
    // It is made for all who ask for it, so that it goes on when the first of them is gone.
    const leave = await this.#turns.enter({ client, signal: this.#closing.signal });
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const { stored, inUse } = await findVersion(version);
      if (inUse !== undefined) await writeFile(path, await this.#begin(version, inUse, format), NEW_FILE);
      const known = inUse && { description: inUse.description.columns, prefixes: inUse.prefixes };
      const task: DumpTask = { ...stored, known, hub, format, path };
      const signal = AbortSignal.any([timeout, this.#closing.signal]);
      const outcome = await this.#thread.run(task, { signal });
      if ('digest' in outcome) return outcome.digest;
      if ('refused' in outcome) throw Object.assign(new Error(outcome.message), { code: outcome.refused });
      throw new HubError(outcome.code, outcome.message, outcome.details);
    } catch (error) {
      if (!timeout.aborted) throw error;
      throw new HubError(
        'conversion-timeout',
        `To write ${format} of version ${version} took longer than ${TIMEOUT_MS / 60_000} minutes, and was ended. Try again when the hub has less to do.`,
        { retryAfterSeconds: 60 },
        error,
      );
    } finally {
      leave();
    }
  }

  /** The thread writes the same again. Whoever waits has it before the thread is there. */
  async #begin(version: string, inUse: VersionInUse, format: RdfFormat): Promise<Uint8Array> {
    const { hub } = this.#options;
    const { triples, description, prefixes } = inUse;
    if (format !== 'nt') await this.prepareBeginnings(inUse);
    const described = describedVersion(triples, version, hub, description);
    return serializeBeginning(described, format, { prefixes, base: hub.vocabulary });
  }
}

interface Making {
  /** What there is of it. */
  readonly part: Promise<GrowingFile>;
  readonly made: Promise<void>;
}

function keyOf({ version, what }: DumpName): string {
  return `${version} ${what}`;
}

function tooMany(retryAfterSeconds: number): HubError {
  return new HubError(
    'converter-busy',
    `${MAX_WAITING} dumps of the vocabulary wait to be written, as many as may. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
