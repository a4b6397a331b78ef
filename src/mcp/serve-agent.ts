import { randomUUID } from 'node:crypto';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { HubError } from '../errors.ts';
import { createServer } from './create-server.ts';
import type { ServerOptions } from './server-options.ts';

interface AgentOptions extends ServerOptions {
  readonly input: Readable;
  readonly output: Writable;
}

/** All calls are those of one agent. */
const CLIENT = 'the agent';
/** Bytes of a line that are held until its end comes. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;

/**
 * Serves one agent that reads and writes messages as lines, which is how programs start a server of their own. Resolves when the input has
 * ended and what it asked for is answered, or when nobody reads the answers any more.
 *
 * @throws HubError `body-too-large` for a line of more than 10 MiB: who sent it would wait for its answer for ever
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
  let isRead = true;
  output.once('error', () => (isRead = false));
  const transport = new StdioServerTransport(messages, output, { maxBufferSize: MAX_LINE_BYTES });
  const served = serveStdio(makeServer, {
    transport,
    maxSubscriptions: 0,
    onerror: (error) => options.log.error({ err: error }, 'message refused'),
  });
  // Of a connection that the package gave up it reads no more messages.
  const givenUp = new AbortController();
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    givenUp.abort();
  };
  input.pipe(messages, { end: false });
  await finished(input, { writable: false, signal: givenUp.signal }).catch(() => {});
  if (givenUp.signal.aborted) {
    if (!isRead) return;
    const words = `A message has more than ${MAX_LINE_BYTES} bytes. "vocabulary-hub convert" converts large documents.`;
    throw new HubError('body-too-large', words);
  }
  // The last line may have no end.
  messages.write('\n');
  // A message becomes a call, and a call an answer, within a turn of the event loop.
  do {
    await setImmediate();
    await Promise.allSettled(calls);
  } while (!givenUp.signal.aborted && (calls.size > 0 || messages.readableLength > 0));
  await setImmediate();
  await served.close();
}
