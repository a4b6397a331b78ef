import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Ran, Subject } from './measure.ts';
import type { DocumentName, PeerName } from './peers.ts';

/** A peer that runs in a process of its own: what it keeps in memory and what the compiler learns from it would slow down the others. */
export interface Party {
  /** One of what the peer can do. */
  subject(name: string, maxRounds?: number): Subject;
  stop(): void;
}

/** Starts a peer and waits until it has read its document. */
export async function startParty(peer: PeerName, document: DocumentName): Promise<Party> {
  const child = fork(fileURLToPath(new URL('peers.ts', import.meta.url)), [peer, document], {
    execArgv: [...process.execArgv, '--max-old-space-size=4096'],
  });
  await nextMessage(child);
  return {
    subject: (name, maxRounds) => ({
      name,
      ...(maxRounds === undefined ? {} : { maxRounds }),
      run: async (repeats) => {
        child.send({ name, repeats });
        return (await nextMessage(child)) as Ran;
      },
    }),
    stop: () => void child.kill(),
  };
}

/** @throws Error when the process ends first */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as unknown),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`a peer has ended with ${code}`);
      }),
    ]);
  } finally {
    waiting.abort();
  }
}
