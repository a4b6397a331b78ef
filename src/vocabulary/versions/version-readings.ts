import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { startableModule } from '../../workers/module.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import { dropOldest } from './drop-oldest.ts';
import type { VersionForm, VersionForms } from './version-forms.ts';
import type { VersionOutcome, VersionTask } from './version-worker.ts';

const WORKER = startableModule('vocabulary/versions/version-worker');
/** No version takes so long; a thread that hangs must not be waited for. */
const TIMEOUT_MS = 60_000;
/** Readings that are held ready, some 5 MB each. */
const MAX_HELD = 6;

interface VersionReadingsOptions {
  readonly hub: HubNamespaces;
  /** The canonical text of a version; null when there is none, or it is damaged. */
  readonly findText: (version: string) => Promise<string | null>;
}

/** Reads versions that the archive keeps, each in a thread of its own, one at a time. */
export class VersionReadings {
  readonly #options: VersionReadingsOptions;
  /** By form and version; the one that was asked for last is the last. */
  readonly #held = new Map<string, VersionForms[VersionForm]>();
  /** What is being read, or waits for that. */
  readonly #running = new Map<string, Promise<VersionForms[VersionForm] | null>>();
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: VersionReadingsOptions) {
    this.#options = options;
  }

  /**
   * One form of a version, null when it does not exist or is damaged. Who asks for what is being read, or is held, gets the same.
   *
   * @throws HubError as `serialize` does
   */
  async read<Form extends VersionForm>(version: string, form: Form): Promise<VersionForms[Form] | null> {
    const key = `${form} ${version}`;
    // What a key stands for has the type of its form.
    const made = (this.#held.get(key) ?? (await this.#share(key, version, form))) as VersionForms[Form] | null;
    // A version that could not be read may be repaired later.
    if (made === null) return null;
    this.#held.delete(key);
    this.#held.set(key, made);
    dropOldest(this.#held, MAX_HELD);
    return made;
  }

  /** Ends the thread that reads. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
  }

  #share(key: string, version: string, form: VersionForm): Promise<VersionForms[VersionForm] | null> {
    let reading = this.#running.get(key);
    if (reading === undefined) {
      reading = this.#last.then(() => this.#readInThread(version, form)).finally(() => this.#running.delete(key));
      this.#running.set(key, reading);
      this.#last = reading.catch(() => {});
    }
    return reading;
  }

  async #readInThread<Form extends VersionForm>(version: string, form: Form): Promise<VersionForms[Form] | null> {
    const { hub, findText } = this.#options;
    const text = await findText(version);
    if (text === null) return null;
    const task: VersionTask<Form> = { hub, version, text, form };
    const outcome = await runInThread<VersionTask<Form>, VersionOutcome<Form>>(WORKER, task, {
      timeoutMs: TIMEOUT_MS,
      signal: this.#closing.signal,
    });
    if ('made' in outcome) return outcome.made;
    throw new HubError(outcome.code, outcome.message, outcome.details);
  }
}
