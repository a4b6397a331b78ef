import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Waiting {
  readonly response: ServerResponse;
  readonly serve: () => () => void;
}

/**
 * Serves the requests of each connection one after the other. Node hands over all that a chunk holds at once, and answers in
 * order all the same: what is begun before its turn only holds memory, for ever when the connection ends before.
 */
export class PipelineQueue {
  private readonly connections = new WeakMap<Duplex, Waiting[]>();

  /** How many requests of the connection are not answered yet. */
  length(socket: Duplex): number {
    return this.connections.get(socket)?.length ?? 0;
  }

  /** The answer whose turn it is. */
  current(socket: Duplex): ServerResponse | undefined {
    return this.connections.get(socket)?.[0]?.response;
  }

  /** Calls `serve` when all requests before this one have their answers, and what it returns when this one has. */
  add(socket: Duplex, response: ServerResponse, serve: () => () => void): void {
    let line = this.connections.get(socket);
    if (line === undefined) this.connections.set(socket, (line = []));
    if (line.push({ response, serve }) === 1) this.start(socket, line);
  }

  private start(socket: Duplex, line: Waiting[]): void {
    const { response, serve } = line[0]!;
    const end = serve();
    response.on('close', () => {
      end();
      line.shift();
      if (line.length > 0 && !socket.destroyed) this.start(socket, line);
    });
  }
}
