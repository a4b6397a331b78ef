import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

const CLIENTS = 19;

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

/** Sent in one turn, they are read in one. */
async function connectAll(): Promise<Socket[]> {
  const sockets = Array.from({ length: CLIENTS }, () => connect(hub.port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

function ask(socket: Socket, client: number): void {
  const body = Buffer.from(
    `{"@semantic":{"@context":{"note":{"rdfs:label":"$note"}}},"note":"für ${client}, ${'€'.repeat(client)}"}`,
  );
  socket.write(`POST /api/rdf?format=nt HTTP/1.1\r\nHost: hub\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.write(body);
}

/** The body of the answer, when all that its head tells of is there. */
async function readAnswer(socket: Socket): Promise<string> {
  let answer = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    answer = Buffer.concat([answer, chunk as Buffer]);
    const end = answer.indexOf('\r\n\r\n');
    const head = /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Content-Length: (\d+)\r\n/.exec(answer.toString('latin1'));
    if (head !== null && answer.length === end + 4 + Number(head[1])) return answer.subarray(end + 4).toString();
  }
  throw new Error(`no whole answer: ${answer.toString()}`);
}

test('of answers that leave together each client gets its own, again and again', async () => {
  const sockets = await connectAll();
  for (let round = 0; round < 3; round++) {
    for (const [client, socket] of sockets.entries()) ask(socket, client);
    const answers = await Promise.all(sockets.map(readAnswer));
    for (const [client, answer] of answers.entries())
      expect(answer).toContain(`"für ${client}, ${'€'.repeat(client)}"`);
  }
  for (const socket of sockets) socket.destroy();
});

test('clients that go away while their answers wait take no one else along', async () => {
  const sockets = await connectAll();
  for (const [client, socket] of sockets.entries()) ask(socket, client);
  for (const [client, socket] of sockets.entries()) if (client % 3 === 1) socket.resetAndDestroy();
  const staying = [...sockets.entries()].filter(([client]) => client % 3 !== 1);
  for (const [client, socket] of staying) {
    expect(await readAnswer(socket)).toContain(`"für ${client}, `);
    socket.destroy();
  }
});
