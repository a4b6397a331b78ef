import type { Readable } from 'node:stream';
import { Piscina } from 'piscina';
import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { FairSemaphore, type Caller } from '../streaming/fair-semaphore.ts';
import type { StoredVersion } from '../vocabulary/versions/version-content.ts';
import { startableModule } from '../workers/module.ts';
import { compressInto } from './compress-dump.ts';
import { CODINGS, type DumpCoding } from './dump-file.ts';
import { DumpFolder, type DumpLog, type DumpName, type OpenDump } from './dump-folder.ts';
import type { DumpOutcome, DumpTask } from './dump-worker.ts';
import { editionOf } from './edition.ts';
import { grewTo, openGrowing } from './growing-file.ts';

const WORKER = startableModule('dumps/dump-worker');
/** Dumps that may wait to be written. A client's own wait behind those of others. */
const MAX_WAITING = 64;
const MAX_WAIT_MS = 120_000;
/** No dump takes so long; a thread that hangs must not be waited for. */
const TIMEOUT_MS = 15 * 60_000;
/** What has more bytes is sent while it is being written, and as it is until it is compressed. */
const MAX_AWAITED_BYTES = 32 * 1024 * 1024;
/** Of more triples it is known that they will have more bytes, or nearly: they are sent from the first byte on. */
const MAX_AWAITED_TRIPLES = 400_000;
/** What dumps of versions that are not in use may take on the disk, all together. */
const MAX_OTHER_BYTES = 1024 * 1024 * 1024;

interface DumpsOptions {
  readonly folder: string;
  readonly hub: HubNamespaces;
  /** The vocabulary in use, whose dumps are never dropped. */
  readonly current: () => { readonly version: string; readonly triples: { readonly length: number } };
  /** @throws HubError `not-found` */
  readonly findVersion: (version: string) => Promise<StoredVersion>;
  readonly log: DumpLog;
  readonly timing: { readonly comparisonIdleMs: number };
  readonly maxAwaitedBytes?: number;
  readonly maxOtherBytes?: number;
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

/** A dump to be sent. A file is closed by who has it. */
export type Dump =
  | (OpenDump & {
      readonly coding: DumpCoding | null;
      /** Digest of the text, whatever its coding. */
      readonly text: string;
    })
  /** It is still being written. */
  | { readonly growing: Readable };

/**
 * The whole text of versions, as files that are made once, when somebody asks for them: written by a thread, piece by piece, and
 * compressed once. Who asks for what is being made waits for it, or gets what there is of a long one.
 */
export class Dumps {
  readonly #options: DumpsOptions;
  readonly #folder: DumpFolder;
  readonly #thread: Piscina<DumpTask, DumpOutcome>;
  readonly #turns: FairSemaphore;
  /** What is being made, or waits for that, by the names of files. */
  readonly #making = new Map<string, Making>();
  readonly #closing = new AbortController();

  constructor(options: DumpsOptions) {
    const { folder, hub, log, timing, maxOtherBytes = MAX_OTHER_BYTES } = options;
    this.#options = options;
    this.#folder = new DumpFolder({ folder, log, maxOtherBytes, edition: editionOf(hub.baseUrl) });
    this.#thread = new Piscina<DumpTask, DumpOutcome>({
      filename: WORKER.filename,
      execArgv: [...WORKER.execArgv],
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: timing.comparisonIdleMs,
    });
    this.#thread.on('error', () => {});
    this.#turns = new FairSemaphore({ places: 1, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS, busy: tooMany });
  }

  /**
   * The dump, made if there is none yet.
   *
   * @throws HubError `not-found` when no version has this name, or it is damaged; `converter-busy` when too many wait, or the disk is full;
   *   `conversion-timeout`; as `serialize` does
   */
  async open(wanted: WantedDump, caller: Caller): Promise<Dump> {
    const { version, format, coding, isWhole } = wanted;
    const text = await this.#openText({ version, what: format }, format, isWhole, caller);
    if ('growing' in text) return text;
    const plain = { ...text, coding: null, text: text.digest };
    if (coding === null) return plain;
    const name = { version, what: format + CODINGS[coding] };
    try {
      const compressed = await this.#openCompressed(name, coding, text);
      if (compressed === null) return plain;
      await text.file.close();
      return { ...compressed, coding, text: text.digest };
    } catch (error) {
      await text.file.close();
      throw error;
    }
  }

  /** Ends what is being made. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([...this.#making.values()].map(({ made }) => made));
    await this.#thread.destroy();
  }

  async #openText(
    name: DumpName,
    format: RdfFormat,
    isWhole: boolean,
    caller: Caller,
  ): Promise<OpenDump | { readonly growing: Readable }> {
    const known = this.#making.has(keyOf(name)) ? null : await this.#folder.open(name);
    if (known !== null) return known;
    const making = this.#make(name, (part) => this.#write(name, format, part, caller));
    const part = await making.part;
    if (!isWhole && (await grewTo(part, this.#awaitedBytes(name), making.made))) {
      const growing = await openGrowing(part, making.made);
      // Null for one that was done in this moment.
      if (growing !== null) return { growing };
    }
    await making.made;
    const made = await this.#folder.open(name);
    if (made === null) throw new Error(`a dump that was just written is not there: ${keyOf(name)}`);
    return made;
  }

  /** How many bytes of a dump are awaited before it is sent as far as it is written. */
  #awaitedBytes({ version }: DumpName): number {
    const { current, maxAwaitedBytes = MAX_AWAITED_BYTES } = this.#options;
    const { version: inUse, triples } = current();
    return version === inUse && triples.length > MAX_AWAITED_TRIPLES ? 0 : maxAwaitedBytes;
  }

  /** Null for what is long and not compressed yet: it will be. */
  async #openCompressed(name: DumpName, coding: DumpCoding, text: OpenDump): Promise<OpenDump | null> {
    const { maxAwaitedBytes = MAX_AWAITED_BYTES } = this.#options;
    const known = this.#making.has(keyOf(name)) ? null : await this.#folder.open(name);
    if (known !== null) return known;
    const { made } = this.#make(name, async (part) => {
      // Whoever reads the text has another hand on it.
      const source = await this.#folder.open({ ...name, what: name.what.slice(0, -CODINGS[coding].length) });
      if (source === null) throw new Error(`the text of a dump is gone: ${keyOf(name)}`);
      return compressInto(part, source.file.createReadStream(), coding, this.#closing.signal);
    });
    if (text.size > maxAwaitedBytes) {
      made.catch((error: unknown) => this.#options.log.warn({ err: error }, 'a dump could not be compressed'));
      return null;
    }
    await made;
    return this.#folder.open(name);
  }

  /** Makes a file, once for all who ask for it. @param write writes to a path, and gives the digest of what it wrote */
  #make(name: DumpName, write: (part: string) => Promise<string>): Making {
    const key = keyOf(name);
    const running = this.#making.get(key);
    if (running !== undefined) return running;
    const part = this.#folder.newPart().catch(noRoom);
    const made = part.then((path) => this.#finish(name, path, write)).finally(() => this.#making.delete(key));
    // Who waits gets the error.
    made.catch(() => {});
    const making = { part, made };
    this.#making.set(key, making);
    return making;
  }

  async #finish(name: DumpName, part: string, write: (part: string) => Promise<string>): Promise<void> {
    try {
      await this.#folder.keep(part, name, await write(part).catch(noRoom));
    } catch (error) {
      await this.#folder.discard(part);
      throw error;
    }
    await this.#folder.makeRoom(this.#options.current().version, name.version);
  }

  async #write(name: DumpName, format: RdfFormat, path: string, { client }: Caller): Promise<string> {
    const { hub, findVersion } = this.#options;
    // It is made for all who ask for it, so that it goes on when the first of them is gone.
    const leave = await this.#turns.enter({ client, signal: this.#closing.signal });
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const task: DumpTask = { ...(await findVersion(name.version)), hub, format, path };
      const signal = AbortSignal.any([timeout, this.#closing.signal]);
      const outcome = await this.#thread.run(task, { signal });
      if ('digest' in outcome) return outcome.digest;
      if ('refused' in outcome) throw Object.assign(new Error(outcome.message), { code: outcome.refused });
      throw new HubError(outcome.code, outcome.message, outcome.details);
    } catch (error) {
      if (!timeout.aborted) throw error;
      throw new HubError(
        'conversion-timeout',
        `To write ${format} of version ${name.version} took longer than ${TIMEOUT_MS / 60_000} minutes, and was ended. Try again when the hub has less to do.`,
        { retryAfterSeconds: 60 },
        error,
      );
    } finally {
      leave();
    }
  }
}

interface Making {
  /** Where it is being written. */
  readonly part: Promise<string>;
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

/** @throws HubError `converter-busy` for a disk that is full or cannot be written, else the error */
function noRoom(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE'].includes(code))
    throw error;
  throw new HubError(
    'converter-busy',
    `The hub has no room for this dump on its disk (${code}). Try again later; those who run the hub find more in its log.`,
    { retryAfterSeconds: 60 },
    error instanceof Error ? error : new Error(message),
  );
}
