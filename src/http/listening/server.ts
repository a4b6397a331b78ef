import { randomUUID } from 'node:crypto';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { HubError } from '../../errors.ts';
import { toProblemAnswer } from '../../problem.ts';
import { traceRequest } from '../../traces/request-trace.ts';
import { METHODS } from '../no-route.ts';
import { isOpenToAll, OPEN_ANSWER_HEADERS } from '../open-to-all.ts';
import { OpenConnections } from './open-connections.ts';
import { PipelineQueue } from './pipeline-queue.ts';
import { plainTarget } from './plain-target.ts';
import { StallGuard, type StallBounds } from '../limits/stall-guard.ts';

/** 500 terms of usual length make a request line of 21 KB. */
const MAX_HEAD_BYTES = 64 * 1024;
/** Requests that one connection may send ahead of their answers. A chunk of 64 KB may hold two thousand. */
const MAX_REQUESTS_AHEAD = 16;
/** What is still read of a client that was refused: unread bytes would reset the connection, and with it what the client has to read. */
const MAX_BYTES_BEHIND_REFUSAL = 4 * 1024 * 1024;
const MAX_LISTENERS = 20;

export interface ServerBounds extends StallBounds {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** How long a client may take to read why its connection ends. */
  readonly refusalMs: number;
}

/** A server that cuts slow clients, and answers broken HTTP in the form of every other error. */
export function createHttpServer(
  listener: RequestListener,
  bounds: ServerBounds,
  log: Logger,
  baseUrl: string,
  connections = new OpenConnections(),
): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.requestMs,
    connectionsCheckingInterval: bounds.checkMs,
    keepAliveTimeout: bounds.keepAliveMs,
    // Refused further in, in the form of every other error.
    requireHostHeader: false,
  });
  const line = new PipelineQueue();
  connections.watch(server, (socket) => line.length(socket) > 0);
  const lead = connections.lead(listener);
  /** How many bytes each had sent when it was refused. */
  const refused = new WeakMap<Duplex, number>();

  const refuse = (socket: Duplex, error: HubError, path = '/'): void => {
    const readBytes = (socket as Socket).bytesRead;
    const refusedAt = refused.get(socket);
    // Each further piece of what is no HTTP comes here as well.
    if (refusedAt !== undefined && readBytes - refusedAt <= MAX_BYTES_BEHIND_REFUSAL) return;
    // Nothing may be written into the middle of an answer, nor taken for that to another request.
    if (!socket.writable || line.current(socket)?.headersSent === true || line.length(socket) > 1) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    log.info({ requestId, code: error.code }, 'connection cut');
    const answer = toProblemAnswer(error, { baseUrl, requestId, asProblemJson: false });
    const headers = {
      ...answer.headers,
      ...(isOpenToAll(path) ? OPEN_ANSWER_HEADERS : {}),
      'Content-Length': Buffer.byteLength(answer.body),
      Connection: 'close',
      'X-Request-Id': requestId,
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    refused.set(socket, readBytes);
    socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${head.join('')}\r\n${answer.body}`);
    setTimeout(() => socket.destroy(), bounds.refusalMs).unref();
  };

  const guard = new StallGuard(
    bounds,
    ({ socket, url }) =>
      refuse(socket, new HubError('request-timeout', 'The body came too slowly.'), url?.split('?', 1)[0]),
    (request) => {
      log.info({ path: request.url?.split('?', 1)[0] }, 'slow reader cut');
      // A reset: what the system still holds for a client that doesn't read is dropped at once.
      request.socket.resetAndDestroy();
    },
  );

  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    if (line.length(socket) >= MAX_REQUESTS_AHEAD) {
      log.info({ requests: MAX_REQUESTS_AHEAD }, 'too many requests ahead of their answers');
      stopParsing(socket);
      socket.destroy();
      return;
    }
    request.url = plainTarget(request.url ?? '');
    // Each stage of an answer that streams watches for its end: more than node takes for a leak.
    response.setMaxListeners(MAX_LISTENERS);
    line.add(socket, response, () => {
      traceRequest(request, () => void lead(request, response));
      return guard.watch(request, response);
    });
  };
  server.on('request', take);
  // The reader of the body sends 100-continue: by then it is known whether the body is needed.
  server.on('checkContinue', take);
  // An unknown expectation may be ignored (RFC 9110 §10.1.1); node would answer 417 without a word.
  server.on('checkExpectation', take);
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    refuse(socket, new HubError('method-not-allowed', 'The hub is no proxy.', { allow: METHODS }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const request = line.current(socket)?.req;
    if (error.code === 'ECONNRESET') socket.destroy();
    else if (error.code === 'HPE_INVALID_EOF_STATE' && request?.complete === false)
      refuse(
        socket,
        new HubError('incomplete-body', 'The body ended before it was whole.'),
        request.url?.split('?', 1)[0],
      );
    else refuse(socket, connectionError(error.code));
  });
  server.on('close', () => guard.stop());
  return server;
}

/**
 * Leaves the rest of a chunk unread. Node goes on to its end even when the connection is destroyed, and makes a request and an
 * answer of each line in it; it has no public way to stop, so this does nothing where the parser is no more what it was.
 */
function stopParsing(socket: Duplex): void {
  const { parser } = socket as { parser?: { onIncoming?: () => number } };
  const UPGRADED = 2;
  if (parser?.onIncoming !== undefined) parser.onIncoming = () => UPGRADED;
}

function connectionError(code: string | undefined): HubError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HubError(
      'head-too-large',
      `The request line and the headers are larger than ${MAX_HEAD_BYTES / 1024} KB together.`,
      { hint: 'What is long in an address has an endpoint that takes it in the body of a POST.' },
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HubError('request-timeout', 'The request came too slowly.');
  return new HubError('malformed-request', 'What came is not an HTTP/1.1 request.');
}
