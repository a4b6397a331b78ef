import type { Piscina } from 'piscina';
import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { startableModule } from '../../workers/module.ts';
import { startThread } from '../../workers/thread-pool.ts';
import { HeldResults } from './held-results.ts';
import type { StoredVersion } from './version-content.ts';
import type { VersionForm, VersionForms } from './version-forms.ts';
import type { VersionOutcome, VersionTask } from './version-worker.ts';

const WORKER = startableModule('vocabulary/versions/version-worker');
/** No version takes so long; a thread that hangs must not be waited for. */
const TIMEOUT_MS = 60_000;
/** The same of a text of a gigabyte or more. */
const LONG_TIMEOUT_MS = 300_000;
/** Readings that are held ready, some 20 MB each. */
const MAX_HELD = 2;

interface VersionReadingsOptions {
  /** How long the thread is kept when there is nothing to do. */
  readonly idleMs: number;
  readonly hub: HubNamespaces;
  /** Null when there is none, or it is damaged. */
  readonly findVersion: (version: string) => Promise<StoredVersion | null>;
}

/** Reads versions in a thread, one at a time; the thread ends when there is nothing to do for a while. */
export class VersionReadings {
  readonly #options: VersionReadingsOptions;
  /** By form and version. */
  readonly #results = new HeldResults<VersionForms[VersionForm]>(MAX_HELD);

  readonly #thread: Piscina;

  constructor(options: VersionReadingsOptions) {
    this.#options = options;
    this.#thread = startThread(WORKER, { idleMs: options.idleMs });
  }

  /**
   * One form of a version, null when it does not exist or is damaged. Who asks for what is being read, or is held, gets the same.
   *
   * @throws HubError as `serialize` does
   */
  async read<Form extends VersionForm>(version: string, form: Form): Promise<VersionForms[Form] | null> {
    const read = (closing: AbortSignal): Promise<VersionForms[Form] | null> => this.#read(version, form, closing);
    // What a key stands for has the type of its form.
    return (await this.#results.read(`${form} ${version}`, read)) as VersionForms[Form] | null;
  }

  /** Ends the thread that reads. */
  async close(): Promise<void> {
    await this.#results.close();
    await this.#thread.destroy();
  }

  async #read<Form extends VersionForm>(
    version: string,
    form: Form,
    signal: AbortSignal,
  ): Promise<VersionForms[Form] | null> {
    const { hub, findVersion } = this.#options;
    const stored = await findVersion(version);
    if (stored === null) return null;
    const isLong = typeof stored.content !== 'string' && 'path' in stored.content && stored.content.isTooLong;
    if (isLong && form === 'graph') throw tooLongForQueries(version);
    const task: VersionTask<Form> = { ...stored, hub, form };
    const timeoutMs = isLong ? LONG_TIMEOUT_MS : TIMEOUT_MS;
    const late = AbortSignal.timeout(timeoutMs);
    const ended = AbortSignal.any([late, signal]);
    const outcome: VersionOutcome<Form> = await this.#thread.run(task, { signal: ended }).catch((error: unknown) => {
      if (!late.aborted) throw error;
      const words = `To read version ${version} took longer than ${timeoutMs / 1000} s, which is the limit, and was ended. Try again when the hub has less to do.`;
      throw new HubError('conversion-timeout', words, { retryAfterSeconds: 30 }, error);
    });
    if ('made' in outcome) return outcome.made;
    throw new HubError(outcome.code, outcome.message, outcome.details);
  }
}

/** Its lines would be held in memory. */
function tooLongForQueries(version: string): HubError {
  return new HubError(
    'not-found',
    `The version ${version} of the vocabulary is kept, but it is too long to be queried while another one is in use: that of some 60,000 terms is as long as one can be. It can be read whole, and compared with others.`,
  );
}
