import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a server does to its clients. */
type Fault = keyof typeof FAULTS | typeof LOSES | typeof LATE;

/** Stands in front of a server, and is as faulty as it is told to be. Stop it when done. */
export interface FaultyProxy {
  readonly url: string;
  readonly port: number;
  /** null passes everything on. The connections that were open before are closed. */
  fault: Fault | null;
  /** Which requests are faulty; all unless given. */
  affects: (request: IncomingMessage, body: string) => boolean;
  /** The `Authorization` headers that came. */
  readonly authorizations: ReadonlySet<string | undefined>;
  /** How many came to an address that only the server's neighbours should ask. */
  readonly insideRequests: number;
  /** Refuses connections, as a server that is down; `listen` ends that. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  stop(): Promise<void>;
}

const RESULTS = { 'Content-Type': 'application/sparql-results+json' };
const HEAD = '{"head":{"vars":["x"]},"results":{"bindings":[';
const ROW = `{"x":{"type":"literal","value":"${'endless '.repeat(1_000)}"}},`;
/** Words that no client of the hub may see. */
export const SECRET_WORDS = 'Traceback of the store at inside.example';

const FAULTS = {
  'answers 500': (response: ServerResponse) =>
    response.writeHead(500, { 'Content-Type': 'text/plain' }).end(SECRET_WORDS),
  'answers 503': (response: ServerResponse) => response.writeHead(503, { 'Retry-After': '3600' }).end(SECRET_WORDS),
  'answers 401': (response: ServerResponse) => response.writeHead(401).end(SECRET_WORDS),
  'answers with a page': (response: ServerResponse) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<h1>${SECRET_WORDS}</h1>`),
  'answers with a page that is called results': (response: ServerResponse) =>
    response.writeHead(200, RESULTS).end(`<h1>${SECRET_WORDS}</h1>`),
  'answers with half of the JSON': (response: ServerResponse) =>
    response.writeHead(200, RESULTS).end(`${HEAD}{"x":{"ty`),
  'answers with JSON of another shape': (response: ServerResponse) =>
    response.writeHead(200, RESULTS).end('{"results":{"bindings":[{"x":"text"},7]}}'),
  'answers with rows that are no object': (response: ServerResponse) =>
    response.writeHead(200, RESULTS).end('{"results":{"bindings":[null,[]]}}'),
  'answers with the result of an ASK': (response: ServerResponse) =>
    response.writeHead(200, RESULTS).end('{"head":{},"boolean":true}'),
  'answers without a body': (response: ServerResponse) => response.writeHead(200, RESULTS).end(),
  'answers with bytes that are no text': (response: ServerResponse) =>
    response
      .writeHead(200, RESULTS)
      .end(Buffer.concat([Buffer.from(`${HEAD}{"x":"`), Buffer.from([0xc3, 0x28, 0xff])])),
  'answers endlessly': (response: ServerResponse) => {
    response.writeHead(200, RESULTS).write(HEAD);
    const write = (): void => {
      while (!response.destroyed && response.write(ROW));
    };
    response.on('drain', write);
    write();
  },
  'answers a byte a second': (response: ServerResponse) => {
    response.writeHead(200, RESULTS).write('{');
    const timer = setInterval(() => response.write(' '), 1_000);
    response.once('close', () => clearInterval(timer));
  },
  'sends a head that never ends': (response: ServerResponse) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nX-Part: ');
    const timer = setInterval(() => response.socket?.write('x'), 100);
    response.once('close', () => clearInterval(timer));
  },
  'never answers': () => {},
  'cuts the connection': (response: ServerResponse) => response.socket?.destroy(),
  'cuts the connection in the middle': (response: ServerResponse) => {
    response.writeHead(200, { ...RESULTS, 'Content-Length': '1000' }).write(HEAD);
    setTimeout(() => response.socket?.destroy(), 20);
  },
  'sends elsewhere': (response: ServerResponse) => response.writeHead(307, { Location: '/inside' }).end(SECRET_WORDS),
};

export const ALL_FAULTS = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
const LOSES = 'does what it is asked and loses the answer';
const LATE = 'answers each time late';
const LATE_MS = 2_500;

/** @param target where requests go that are not faulty */
export async function startFaultyProxy(target: { readonly port: number }): Promise<FaultyProxy> {
  let fault: Fault | null = null;
  let insideRequests = 0;
  const authorizations = new Set<string | undefined>();
  const sockets = new Set<Socket>();
  const server = createServer(async (incoming, response) => {
    authorizations.add(incoming.headers.authorization);
    response.on('error', () => {});
    const pieces: Buffer[] = [];
    try {
      for await (const piece of incoming) pieces.push(piece as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(pieces);
    if (incoming.url === '/inside') {
      insideRequests += 1;
      response.end();
    } else if (fault === null || !proxy.affects(incoming, body.toString()))
      passOn(incoming, body, response, target.port);
    else if (fault === LATE) setTimeout(() => passOn(incoming, body, response, target.port), LATE_MS);
    else if (fault === LOSES) {
      response.once('pipe', () => response.socket?.destroy());
      passOn(incoming, body, response, target.port);
    } else FAULTS[fault](response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    port,
    get fault() {
      return fault;
    },
    set fault(next) {
      fault = next;
      cut();
    },
    affects: () => true,
    authorizations,
    get insideRequests() {
      return insideRequests;
    },
    async refuse() {
      server.close();
      cut();
      await once(server, 'close');
    },
    async listen() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      if (server.listening) await proxy.refuse();
    },
  };
  return proxy;
}

function passOn({ method, url, headers }: IncomingMessage, body: Buffer, response: ServerResponse, port: number): void {
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  onward.end(body);
}
