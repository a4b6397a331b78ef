import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { startableModule } from '../../workers/module.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import { HeldResults } from './held-results.ts';
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
  /** By form and version. */
  readonly #results = new HeldResults<VersionForms[VersionForm]>(MAX_HELD);

  constructor(options: VersionReadingsOptions) {
    this.#options = options;
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
  }

  async #read<Form extends VersionForm>(
    version: string,
    form: Form,
    signal: AbortSignal,
  ): Promise<VersionForms[Form] | null> {
    const { hub, findText } = this.#options;
    const text = await findText(version);
    if (text === null) return null;
    const task: VersionTask<Form> = { hub, version, text, form };
    const outcome = await runInThread<VersionTask<Form>, VersionOutcome<Form>>(WORKER, task, {
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    if ('made' in outcome) return outcome.made;
    throw new HubError(outcome.code, outcome.message, outcome.details);
  }
}
