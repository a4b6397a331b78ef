import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlatformClient, type PlatformClientOptions } from '../../src/client/library.ts';

export const ADA = { email: 'ada@example.org', password: 'correct horse & battery=staple' };

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A request that came, with its body. */
export interface Seen {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers a request in another way than a platform that is well. */
export type Misbehaviour = (seen: Seen, response: ServerResponse) => void;

/**
 * A platform as the interface describes it, over real HTTP: JWTs that are signed, one account, and `/api/v1/echo`, which wants a token and
 * tells what came. It has a clock of its own, and misbehaves where it is told to.
 */
export class TestPlatform {
  readonly seen: Seen[] = [];
  /** Passwords by e-mail. */
  readonly accounts = new Map([[ADA.email, ADA.password]]);
  /** By its own clock, in seconds since 1970. */
  clock: () => number = () => Date.now() / 1000;
  accessSeconds = HOUR;
  refreshSeconds = DAY;
  /** Further claims of tokens, or others than usual. */
  claims: Readonly<Record<string, unknown>> = {};
  /** Whether answers tell its clock. */
  tellsDate = true;
  readonly #key = randomBytes(32);
  readonly #revoked = new Set<string>();
  readonly #issued: { readonly type: 'access' | 'refresh'; readonly token: string }[] = [];
  readonly #misbehaviours = new Map<string, Misbehaviour[]>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A client of it that is in no hurry and has short pauses. */
  client(options: Partial<PlatformClientOptions> = {}): PlatformClient {
    return new PlatformClient({
      environment: 'playground',
      addresses: { playground: this.url },
      credentials: ADA,
      patience: { firstPauseMs: 5 },
      ...options,
    });
  }

  /** The next requests for a path are answered by these, one each. */
  misbehave(path: string, ...misbehaviours: Misbehaviour[]): void {
    this.#misbehaviours.set(path, [...(this.#misbehaviours.get(path) ?? []), ...misbehaviours]);
  }

  /** How often a path was asked for. */
  count(path: string): number {
    return this.seen.filter((request) => request.path.split('?')[0] === path).length;
  }

  revoke(token: string): void {
    this.#revoked.add(token);
  }

  issue(type: 'access' | 'refresh'): string {
    const now = Math.floor(this.clock());
    const lifetime = type === 'access' ? this.accessSeconds : this.refreshSeconds;
    const jti = randomBytes(8).toString('hex');
    const payload = { type, jti, iat: now, exp: now + lifetime, ...this.claims };
    const text = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) => encode(JSON.stringify(part))).join('.');
    const token = `${text}.${this.#sign(text)}`;
    this.#issued.push({ type, token });
    return token;
  }

  /** The tokens that it gave, the first one first. */
  issued(type: 'access' | 'refresh'): string[] {
    return this.#issued.filter((one) => one.type === type).map(({ token }) => token);
  }

  /** Whether it takes a token now. */
  takes(token: string, type: 'access' | 'refresh'): boolean {
    const [header, payload, signature] = token.split('.');
    if (signature !== this.#sign(`${header}.${payload}`) || this.#revoked.has(token)) return false;
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as { type: string; exp?: number };
    return claims.type === type && (claims.exp === undefined || this.clock() < claims.exp);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const seen = { method, path, headers, body: Buffer.concat(chunks).toString() };
    this.seen.push(seen);
    response.sendDate = false;
    if (this.tellsDate) response.setHeader('date', new Date(this.clock() * 1000).toUTCString());
    const [at] = path.split('?') as [string];
    const misbehaviour = this.#misbehaviours.get(at)?.shift();
    if (misbehaviour !== undefined) return misbehaviour(seen, response);
    if (at === '/api/v1/token') return this.#signIn(seen, response);
    if (at === '/api/v1/token/refresh') return this.#refresh(seen, response);
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!this.takes(token, 'access')) return sendJson(response, 401, NOT_VALID);
    return sendJson(response, 200, { method, path, body: seen.body });
  }

  #signIn({ method, headers, body }: Seen, response: ServerResponse): void {
    if (method !== 'POST') return sendJson(response, 405, { detail: 'Method not allowed.' });
    if (headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded')
      return sendJson(response, 415, { detail: 'Unsupported media type.' });
    const form = new URLSearchParams(body);
    const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
    if (this.accounts.get(email) !== password || password === '')
      return sendJson(response, 401, {
        detail: 'No active account with these credentials.',
        code: 'no_active_account',
      });
    return sendJson(response, 200, { access: this.issue('access'), refresh: this.issue('refresh') });
  }

  #refresh({ headers, body }: Seen, response: ServerResponse): void {
    if (headers['content-type'] !== 'application/json')
      return sendJson(response, 415, { detail: 'Unsupported media type.' });
    const { refresh } = JSON.parse(body) as { refresh: string };
    if (!this.takes(refresh, 'refresh')) return sendJson(response, 401, NOT_VALID);
    return sendJson(response, 200, { access: this.issue('access') });
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}

const NOT_VALID = { detail: 'Token is invalid or expired', code: 'token_not_valid' };

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Answers with a status, and headers and a body where they are given. */
export function answering(status: number, headers: Record<string, string> = {}, body = ''): Misbehaviour {
  return (_seen, response) => response.writeHead(status, headers).end(body);
}

export function answeringJson(status: number, body: unknown): Misbehaviour {
  return answering(status, { 'content-type': 'application/json' }, JSON.stringify(body));
}

/** Cuts the connection, without an answer or in the middle of one. */
export function cutting(beginning?: string): Misbehaviour {
  return (_seen, response) => {
    if (beginning === undefined) return void response.socket!.destroy();
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write(beginning, () => response.socket!.destroy());
  };
}

/** Takes the request and never answers. */
export const silent: Misbehaviour = () => {};

/** What a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}
