import { randomUUID } from 'node:crypto';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createServer } from './create-server.ts';
import type { ServerOptions } from './server-options.ts';

interface AgentOptions extends ServerOptions {
  readonly input: Readable;
  readonly output: Writable;
}

/** All calls are those of one agent. */
const CLIENT = 'the agent';

/**
 * Serves one agent that reads and writes messages as lines, which is how programs start a server of their own. Resolves when the input has
 * ended and what it asked for is answered.
 */
export async function serveAgent({ input, output, ...options }: AgentOptions): Promise<void> {
  const protocol = await import('@modelcontextprotocol/server');
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const calls = new Set<Promise<unknown>>();
  const noteCall = (call: Promise<unknown>): void => {
    calls.add(call);
    void call.finally(() => calls.delete(call));
  };
  const makeServer = () =>
    createServer(protocol, { ...options, noteCall }, (signal) => ({
      caller: { client: CLIENT, signal },
      signedIn: null,
      requestId: randomUUID(),
    }));
  // The package drops what is under way when its input ends; `echo … | vocabulary-hub mcp` would have no answer.
  const messages = new PassThrough();
  const served = serveStdio(makeServer, {
    transport: new StdioServerTransport(messages, output),
    maxSubscriptions: 0,
    onerror: (error) => options.log.error({ err: error }, 'message refused'),
  });
  input.pipe(messages, { end: false });
  await finished(input, { writable: false }).catch(() => {});
  // A message becomes a call, and a call an answer, within a turn of the event loop.
  do {
    await setImmediate();
    await Promise.allSettled(calls);
  } while (calls.size > 0 || messages.readableLength > 0);
  await setImmediate();
  await served.close();
}
