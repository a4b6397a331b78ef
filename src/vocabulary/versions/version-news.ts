import type { Version } from './versions.ts';

/** The version in use, for who knows another one. */
export interface VersionChange {
  /** Name of the version that was known. */
  readonly known: string;
  readonly current: Version;
}

/** Tells those who wait when another version of the vocabulary is in use, on this hub or first on another one of its store. */
export class VersionNews {
  readonly #current: () => Version;
  readonly #waiting = new Set<() => void>();

  /** @param current the version in use. @throws HubError `registry-unavailable` */
  constructor(current: () => Version) {
    this.#current = current;
  }

  /** Has all who wait look whether there is another version: to be called with each vocabulary that comes into use. */
  announce(): void {
    for (const wake of this.#waiting) wake();
  }

  /**
   * Each change of the version in use until the signal is aborted. Who takes one late gets one for all that came meanwhile, so that nothing
   * is kept for those who are slow.
   *
   * @param known name of the version that is known; null for the one in use
   * @throws HubError `registry-unavailable` at once, while there is no version
   */
  since(known: string | null, signal: AbortSignal): AsyncGenerator<VersionChange, void, undefined> {
    const { version } = this.#current();
    return this.#changes(known ?? version, signal);
  }

  async *#changes(first: string, signal: AbortSignal): AsyncGenerator<VersionChange, void, undefined> {
    for (let known = first; !signal.aborted;) {
      const current = this.#current();
      if (current.version === known) {
        await this.#wait(signal);
        continue;
      }
      yield { known, current };
      known = current.version;
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
