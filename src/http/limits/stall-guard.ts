import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface StallBounds {
  readonly checkMs: number;
  readonly stallMs: number;
  readonly stallBytes: number;
  readonly answerMs: number;
}

/** How many times as long as planned may lie between two checks: more is not the client's time. */
const MOST_CHECKS_LATE = 2;

/** What a connection is waiting for: the client's body, the client's reading, or our work. */
type Phase = 'body' | 'answer' | 'work';

interface Watched {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  phase: Phase;
  /** When the window of measuring began, by the clock of the guard, and how many bytes had moved by then. */
  since: number;
  movedBytes: number;
  answerSince: number | null;
}

/**
 * Cuts connections whose client sends its body or reads its answer too slowly: fewer than `stallBytes` within `stallMs`.
 * Node's own timeouts end a silent connection; one that moves a byte now and then passes them for ever.
 */
export class StallGuard {
  private readonly bounds: StallBounds;
  private readonly cutBody: (request: IncomingMessage, response: ServerResponse) => void;
  private readonly cutAnswer: (request: IncomingMessage, response: ServerResponse) => void;
  private readonly watched = new Set<Watched>();
  private readonly timer: NodeJS.Timeout;
  /** Milliseconds in which the hub could read and write. When it was held, or its machine asleep, no client could do anything. */
  private clockMs = 0;
  private checkedAt = performance.now();

  constructor(
    bounds: StallBounds,
    cutBody: (request: IncomingMessage, response: ServerResponse) => void,
    cutAnswer: (request: IncomingMessage, response: ServerResponse) => void,
  ) {
    this.bounds = bounds;
    this.cutBody = cutBody;
    this.cutAnswer = cutAnswer;
    this.timer = setInterval(() => this.check(), bounds.checkMs).unref();
  }

  /** Watches until the function that it returns is called. */
  watch(request: IncomingMessage, response: ServerResponse): () => void {
    const one: Watched = {
      request,
      response,
      phase: 'work',
      since: this.clockMs,
      movedBytes: 0,
      answerSince: null,
    };
    this.watched.add(one);
    return () => this.watched.delete(one);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    const checkedAt = performance.now();
    this.clockMs += Math.min(checkedAt - this.checkedAt, MOST_CHECKS_LATE * this.bounds.checkMs);
    this.checkedAt = checkedAt;
    const now = this.clockMs;
    for (const one of this.watched) {
      const phase = phaseOf(one);
      if (phase === 'answer') one.answerSince ??= now;
      const moved = movedBytesIn(phase, one);
      if (phase === 'work' || phase !== one.phase || moved - one.movedBytes >= this.bounds.stallBytes) {
        one.phase = phase;
        one.since = now;
        one.movedBytes = moved;
      }
      const isOverlong =
        one.answerSince !== null && now - one.answerSince > this.bounds.answerMs && !isEndless(one.response);
      if (now - one.since < this.bounds.stallMs && !isOverlong) continue;
      this.watched.delete(one);
      if (phase === 'body') this.cutBody(one.request, one.response);
      else this.cutAnswer(one.request, one.response);
    }
  }
}

function phaseOf({ request, response }: Watched): Phase {
  if (response.headersSent) {
    // Bytes that wait in our memory mean that the client is behind; none mean that we are.
    return request.socket.writableLength > 0 ? 'answer' : 'work';
  }
  return request.complete ? 'work' : 'body';
}

/** Streams of events have no end. Whoever reads one is behind now and then, and cut for that alone. */
function isEndless(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}

function movedBytesIn(phase: Phase, { request: { socket } }: Watched): number {
  return phase === 'answer' ? sentBytes(socket) : socket.bytesRead;
}

/**
 * What the system has taken, of the piece on its way, too: a slow reader takes seconds for a piece. Node has no public way to ask for that;
 * without it, whole pieces count.
 */
function sentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null };
  const { bytesWritten, writeQueueSize } = handle ?? {};
  if (bytesWritten === undefined || writeQueueSize === undefined) return socket.bytesWritten - socket.writableLength;
  return bytesWritten - writeQueueSize;
}
