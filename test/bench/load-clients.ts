/** 32 clients in a process of their own: `load-clients.ts URL CLIENTS SECONDS` prints the answers by their status. */
import { Agent, request } from 'node:http';
import { wideSeries } from './documents.ts';

const [url, clients, seconds] = process.argv.slice(2) as [string, string, string];

/** 12 triples and 41 bytes a row. */
const body = Buffer.from(wideSeries(110_000));
const agent = new Agent({ keepAlive: true });
const statuses: Record<string, number> = {};
const end = performance.now() + Number(seconds) * 1000;

function post(): Promise<string> {
  return new Promise((resolve) => {
    const asking = request(`${url}/api/rdf`, {
      method: 'POST',
      agent,
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length },
    });
    asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asking.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(String(answer.statusCode)));
      answer.on('error', () => resolve('broken off'));
    });
    asking.end(body);
  });
}

await Promise.all(
  Array.from({ length: Number(clients) }, async () => {
    while (performance.now() < end) {
      const status = await post();
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }),
);
process.stdout.write(JSON.stringify(statuses));
process.exit();
