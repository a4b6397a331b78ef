import { access, chmod, mkdir, open, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HubError } from '../errors.ts';
import type { FullLog } from '../log.ts';
import type { OperatorCommands } from './command.ts';

interface ControlSocketOptions {
  readonly dataFolder: string;
  readonly commands: OperatorCommands;
  readonly log: Omit<FullLog, 'debug'>;
}

/** Whoever called was ended: an input that is cut, an answer that nobody takes. */
const CALLER_GONE: ReadonlySet<string> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);
/** What fits into `sun_path` on every system. */
const MAX_PATH_BYTES = 100;
const DESCRIPTORS = '/proc/self/fd';

/** Where the hub of a data folder listens for its operator. */
export function controlPath(dataFolder: string): string {
  return join(dataFolder, 'control', 'hub.sock');
}

/** A way to the socket, which is open until it is closed. */
interface ControlWay {
  readonly path: string;
  close(): Promise<void>;
}

/** A way to the socket of a data folder: its path, or, where that is too long, one over the folder's descriptor, as Linux has it. @throws errors of the system */
export async function openControl(dataFolder: string): Promise<ControlWay> {
  const path = controlPath(dataFolder);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return { path, close: async () => {} };
  await access(DESCRIPTORS).catch((cause: unknown) => {
    throw new Error(`${path} is longer than ${MAX_PATH_BYTES} bytes`, { cause });
  });
  const folder = await open(dirname(path));
  return { path: join(DESCRIPTORS, String(folder.fd), basename(path)), close: () => folder.close() };
}

/**
 * A socket in the data folder that only its owner can open: HTTP, `POST /{command}` with the command's input as body. A user who may
 * read the folder may have everything that it holds, so it asks for nothing else.
 */
export class ControlSocket {
  readonly #options: ControlSocketOptions;
  #server: Server | null = null;
  #way: ControlWay | null = null;

  constructor(options: ControlSocketOptions) {
    this.#options = options;
  }

  /** Listens. Never rejects: a hub serves without it, and says that commands can't reach it. */
  async start(): Promise<void> {
    const { dataFolder, log } = this.#options;
    const path = controlPath(dataFolder);
    const server = createServer((request, response) => void this.#answer(request, response));
    // A backup takes as long as it is read.
    server.requestTimeout = 0;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await chmod(dirname(path), 0o700);
      // One hub has the folder: what is there is of one that was killed.
      await rm(path, { force: true });
      const way = (this.#way = await openControl(dataFolder));
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(way.path, resolve));
      await chmod(path, 0o600);
      this.#server = server;
    } catch (error) {
      log.warn({ err: error, path }, 'the hub cannot be reached by commands such as store backup');
    }
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server !== null)
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    // Its file is removed over this.
    await this.#way?.close();
    this.#way = null;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { commands, log } = this.#options;
    const name = (request.url ?? '').slice(1);
    try {
      const command = commands.get(name);
      if (command === undefined || request.method !== 'POST')
        throw new HubError('not-found', `This hub has no command ${name}. Is the command of another release?`);
      const answer = await command(request);
      log.info({ command: name }, 'command done');
      if (answer instanceof Readable) await pipeline(answer, response);
      else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
    } catch (error) {
      const isExpected = error instanceof HubError;
      const isFault = !isExpected && !CALLER_GONE.has((error as NodeJS.ErrnoException).code ?? '');
      log[isFault ? 'error' : 'warn']({ err: error, command: name }, 'command failed');
      // Cut short, an answer looks like one.
      if (response.headersSent) return void response.destroy();
      const message = isExpected ? error.message : 'The hub made a mistake; its log tells more.';
      response.writeHead(isExpected ? 400 : 500, { 'Content-Type': 'application/json', Connection: 'close' });
      response.end(JSON.stringify({ error: message, code: isExpected ? error.code : 'internal' }));
    }
  }
}
