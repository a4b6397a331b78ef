import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The answers that each connection waits for, in the order of its requests. */
export class AnswersUnderWay {
  private readonly connections = new WeakMap<Duplex, Set<ServerResponse>>();

  on(socket: Duplex): readonly ServerResponse[] {
    return [...(this.connections.get(socket) ?? [])];
  }

  /** Counts the answer until it is out or its client is gone, and then calls `onClose`. */
  add(socket: Duplex, response: ServerResponse, onClose: () => void): void {
    const waiting = this.connections.get(socket) ?? this.open(socket);
    waiting.add(response);
    response.once('close', () => {
      waiting.delete(response);
      onClose();
    });
  }

  private open(socket: Duplex): Set<ServerResponse> {
    const waiting = new Set<ServerResponse>();
    this.connections.set(socket, waiting);
    socket.once('close', () => {
      for (const response of waiting) {
        // Node tells only the answer whose turn it is; those behind it would hold what they have for ever.
        if (response.socket === null) response.destroy().emit('close');
      }
    });
    return waiting;
  }
}
