import { Server as NetServer, type Socket } from 'node:net';
import type { RequestListener, Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** How often connections are looked at while a server ends. */
const SWEEP_MS = 50;
/** Turns in which connections are taken after the end began. The system holds 511 at most, and there may be no end of new ones. */
const MAX_TURNS = 1_024;
/** A turn in which nothing is done takes less. */
const QUIET_MS = 1;
/** When none came for so long, all clients that a proxy has wait for an answer of this server. */
const SETTLE_MS = 10;
/** How long that is waited for: where new clients keep coming, it never happens. */
const MAX_SETTLE_MS = 200;

export interface EndBounds {
  /** How long requests under way may take to end. */
  readonly stopMs: number;
  /** How long a connection without a request is kept for one that may be on its way. */
  readonly lingerMs: number;
}

interface Connection {
  /** What had moved when it was last looked at, and since when nothing more has; in ms. */
  movedBytes: number;
  silentSince: number;
}

/**
 * The connections of a server, so that it can end without a word lost. Node's own `close` cuts each connection that has no request yet,
 * also one whose request has been sent and not read: a proxy may not send that again to another server when it is a POST.
 */
export class OpenConnections {
  #server: Server | null = null;
  #isBusy: (socket: Socket) => boolean = () => false;
  /** How many there ever were. */
  #taken = 0;
  readonly #connections = new Map<Socket, Connection>();

  /** Requests that came while connections were being taken, which goes the faster for it. */
  #held: Array<() => void> | null = null;

  /** Has requests go to this listener. */
  lead(listener: RequestListener): RequestListener {
    return (request, response) => {
      if (this.#held === null) void listener(request, response);
      else this.#held.push(() => void listener(request, response));
    };
  }

  /** Looks after the connections of this server. `isBusy` says whether a request of one is not answered yet. */
  watch(server: Server, isBusy: (socket: Socket) => boolean): void {
    this.#server = server;
    this.#isBusy = isBusy;
    server.on('connection', (socket) => {
      this.#taken++;
      this.#connections.set(socket, { movedBytes: 0, silentSince: performance.now() });
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /** Takes no more connections, lets those that are there say what they have to, and cuts what is left then. */
  async end({ stopMs, lingerMs }: EndBounds): Promise<void> {
    const server = this.#server;
    if (server === null || !server.listening) return;
    const deadline = performance.now() + stopMs;
    await this.#acceptWaitingConnections(deadline - stopMs / 2);
    const closed = new Promise<'closed'>((resolve) => {
      // Not the HTTP server's own, which would cut them.
      NetServer.prototype.close.call(server, () => resolve('closed'));
    });
    for (const serve of this.#held?.splice(0) ?? []) serve();
    this.#held = null;
    while (performance.now() < deadline) {
      // A turn of the event loop reads what has come: after a busy moment, a request may wait on a connection that looks silent.
      await nextTurn();
      this.#sweep(lingerMs);
      if ((await Promise.race([closed, delay(SWEEP_MS)])) === 'closed') break;
    }
    // Also what only Node's own `close` ends: its timers.
    server.close();
    server.closeAllConnections();
    await closed;
  }

  /**
   * The system holds connections that it took and this process did not, for Node takes one a turn. They would be reset, as would those
   * that come between the last look and the end. Nothing else is begun meanwhile: a client that gets an answer may send another request.
   * It waits first until none come any more: a client of a proxy comes a moment later when another server answered its last request. Then
   * it ends with a turn in which none came and nothing else held the thread: while an answer is computed, connections come that nobody sees.
   *
   * @param endsAt when those that were taken have to be served, as `performance.now` tells time
   */
  async #acceptWaitingConnections(endsAt: number): Promise<void> {
    this.#held = [];
    const settledBy = Math.min(performance.now() + MAX_SETTLE_MS, endsAt);
    let takenBefore: number;
    do {
      takenBefore = this.#taken;
      await delay(SETTLE_MS);
    } while (this.#taken !== takenBefore && performance.now() < settledBy);
    // From here on each turn begins with a look at what came.
    await nextTurn();
    let isQuiet = false;
    for (let turns = 0; !isQuiet && turns < MAX_TURNS && performance.now() < endsAt; turns++) {
      const before = { taken: this.#taken, at: performance.now() };
      await nextTurn();
      isQuiet = this.#taken === before.taken && performance.now() - before.at < QUIET_MS;
    }
  }

  #sweep(lingerMs: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.#connections) {
      const movedBytes = socket.bytesRead + socket.bytesWritten;
      const isBusy = this.#isBusy(socket);
      if (movedBytes !== connection.movedBytes || isBusy) {
        connection.movedBytes = movedBytes;
        connection.silentSince = now;
      }
      if (now - connection.silentSince >= lingerMs && !isBusy) socket.end(() => socket.destroy());
    }
  }
}
