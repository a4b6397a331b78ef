import type { Writable } from 'node:stream';

const REFRESH_MS = 200;
const BAR_CELLS = 24;

/** A line on a terminal that shows how far the run is. */
export class Progress {
  readonly #terminal: Writable;
  readonly #totalBytes: number | null;
  readonly #startMs = performance.now();
  readonly #timer: NodeJS.Timeout;
  #readBytes = 0;
  #documents = 0;
  #isShown = false;

  /** @param totalBytes of all inputs; null when it is unknown */
  constructor(terminal: Writable, totalBytes: number | null) {
    this.#terminal = terminal;
    this.#totalBytes = totalBytes;
    this.#timer = setInterval(() => this.#show(), REFRESH_MS);
    this.#timer.unref();
  }

  addRead(bytes: number): void {
    this.#readBytes += bytes;
  }

  addDocuments(documents: number): void {
    this.#documents += documents;
  }

  /** Takes the line away, for something else to be written; the next update shows it again. */
  hide(): void {
    if (this.#isShown) this.#terminal.write('\r\u001B[K');
    this.#isShown = false;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.hide();
  }

  #show(): void {
    const seconds = (performance.now() - this.#startMs) / 1000;
    const rate = `${megabytes(this.#readBytes / seconds)}/s, ${this.#documents.toLocaleString('en')} documents`;
    this.#terminal.write(`\r${this.#share(seconds)}${rate}\u001B[K`);
    this.#isShown = true;
  }

  #share(seconds: number): string {
    if (this.#totalBytes === null || this.#totalBytes === 0) return `${megabytes(this.#readBytes)}, `;
    const share = Math.min(1, this.#readBytes / this.#totalBytes);
    const full = Math.round(share * BAR_CELLS);
    const left = share === 0 ? '' : `${clock((seconds * (1 - share)) / share)} left, `;
    return `[${'#'.repeat(full)}${'-'.repeat(BAR_CELLS - full)}] ${Math.floor(share * 100)} % of ${megabytes(this.#totalBytes)}, ${left}`;
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MB`;
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
