import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Load {
  /** How many requests were answered so far. */
  answered(): number;
  /** Ends it. @returns a line for each answer that is not 200, with the beginning of its body */
  end(): Promise<string[]>;
}

/** Sends these requests in turn, from so many clients at a time, each on a connection that it keeps. */
export function sendLoad(url: string, requests: readonly LoadRequest[], clients: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const failures: string[] = [];
  let answered = 0;
  let sent = 0;
  const over = new AbortController();
  const runClient = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const next = requests[sent++ % requests.length]!;
      const outcome = await send(url, next, agent).catch((error: Error) => error.message);
      if (outcome === 200) answered++;
      else failures.push(`${next.method} ${next.path}: ${outcome}`);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, runClient));
  return {
    answered: () => answered,
    async end() {
      over.abort();
      await running;
      agent.destroy();
      return failures;
    },
  };
}

/** The status, once the answer is whole; of one that is not 200 with its body. @throws Error when it was cut */
async function send(url: string, { method, path, body, headers }: LoadRequest, agent: Agent): Promise<number | string> {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const sent = request(url + path, {
    method,
    agent,
    headers: { 'Content-Type': 'application/json', ...length, ...headers },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const status = answer.statusCode!;
  if (status !== 200) return `${status} ${(await text(answer)).slice(0, 300)}`;
  answer.resume();
  await once(answer, 'end');
  return status;
}
