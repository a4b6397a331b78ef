import type { ServerResponse } from 'node:http';
import type { HeaderList } from '../headers/header-list.ts';

/** The most that leave one right after the other. More save no more, and their garbage gets old. */
const MOST_TOGETHER = 4;
/** An answer that has waited so long takes those behind it for no company. */
const LONGEST_WAIT_MS = 1;

interface Waiting {
  readonly response: ServerResponse;
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Buffer;
}

/**
 * Sends small answers that are made in one turn of the event loop one right after the other, at the turn's end. To send each as soon as
 * it is made goes back and forth between two kinds of work, and wakes a reader each time: a fifth more time for each request. An answer
 * that is alone in its turn waits for nothing, as the turn ends with it.
 */
export class ResponseBatcher {
  private waiting: Waiting[] = [];
  private since = 0;
  private readonly leave = (): void => {
    const { waiting } = this;
    this.waiting = [];
    for (const { response, status, headers, body } of waiting) {
      response.writeHead(status, headers as string[]);
      // As text it leaves in one piece with the head.
      response.end(body.toString('latin1'), 'latin1');
    }
  };

  /** The headers state the length of the body. */
  give(response: ServerResponse, status: number, headers: HeaderList, body: Buffer): void {
    const now = performance.now();
    if (this.waiting.push({ response, status, headers, body }) === 1) {
      this.since = now;
      setImmediate(this.leave);
    } else if (this.waiting.length >= MOST_TOGETHER || now - this.since > LONGEST_WAIT_MS) this.leave();
  }
}
