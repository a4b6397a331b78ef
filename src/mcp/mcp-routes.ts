import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import type { RequireAccount, SignedIn } from '../accounts/administrators.ts';
import { HubError } from '../errors.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { limitDocumentRate, type RateLimit } from '../http/limits/rate-limit.ts';
import { requestIdOf } from '../http/request-log.ts';
import { createRouter } from '../http/routes.ts';
import { checkCaller } from './check-caller.ts';
import { createServer } from './create-server.ts';
import type { Protocol } from './server-options.ts';
import { readMessage } from './read-message.ts';
import { ALL_TOOLS } from './tools/all-tools.ts';
import type { ToolBasis } from './tools/tool.ts';

export interface McpRoutesOptions {
  readonly basis: ToolBasis;
  /** Who is signed in. Not asked where there are no suggestions. */
  readonly requireAccount: RequireAccount;
  readonly rateLimit: RateLimit;
  readonly bodyBudget: BodyBudget;
  readonly release: string;
  readonly log: Pick<Logger, 'error' | 'warn' | 'debug'>;
}

/** Where it is told how to sign in (RFC 9728 §3.1). */
const METADATA_PATH = '/.well-known/oauth-protected-resource';
const METADATA_SECONDS = 3_600;
const FOR_SIGNED_IN: ReadonlySet<unknown> = new Set(
  ALL_TOOLS.filter((tool) => tool.isForSignedIn === true).map(({ name }) => name),
);

/** What the protocol reads of the head of a request. A token is none of it. */
const PROTOCOL_HEADERS = /^(?:accept|content-type|mcp-.*)$/;

/** `POST /mcp`: the tools for agents, by the Model Context Protocol, Streamable HTTP without sessions. */
export function createMcpRoutes(options: McpRoutesOptions): Router {
  const { basis, requireAccount, rateLimit, bodyBudget, log } = options;
  const metadataAddress = `${basis.baseUrl}${METADATA_PATH}/mcp`;
  const router = createRouter();
  // It takes memory and a tenth of a second, which a hub without agents does not need.
  let loading: Promise<Protocol> | undefined;
  const load = (): Promise<Protocol> => (loading ??= import('@modelcontextprotocol/server'));

  /** Who sends a message that only those may send who are signed in. A token is looked at for nothing else. */
  const findSignedIn = async ({ headers }: Context): Promise<SignedIn> => {
    try {
      return await requireAccount(headers.authorization);
    } catch (error) {
      if (!(error instanceof HubError) || error.code !== 'unauthenticated') throw error;
      throw new HubError(error.code, error.message, { ...error.details, resourceMetadata: metadataAddress }, error);
    }
  };

  /** Each message has a server of its own: nothing of one is left for the next, which may go to another hub. */
  const answer = async (ctx: Context, protocol: Protocol, json: unknown, signal: AbortSignal): Promise<Response> => {
    const signedIn = isForSignedIn(json) ? await findSignedIn(ctx) : null;
    const called = { caller: { client: clientOf(ctx), signal }, requestId: requestIdOf(ctx), signedIn };
    const handler = protocol.createMcpHandler(() => createServer(protocol, options, () => called), {
      // A stream that waits for news would be held for hours.
      maxSubscriptions: 0,
      onerror: (error) => log.debug({ requestId: called.requestId, err: error }, 'message of an agent refused'),
    });
    const request = new Request(`${basis.baseUrl}/mcp`, { method: 'POST', headers: protocolHeaders(ctx), signal });
    return handler.fetch(request, { parsedBody: json });
  };

  // Before it is counted: who looks at a page of another site keeps the whole allowance.
  const check: Middleware = async (ctx, next) => {
    checkCaller(await load(), ctx.headers, basis.baseUrl);
    await next();
  };
  router.post('/mcp', check, limitDocumentRate(rateLimit), async (ctx) => {
    const protocol = await load();
    const message = await readMessage(ctx, bodyBudget);
    try {
      const signal = clientGoneSignal(ctx);
      const response = await answer(ctx, protocol, message.json, signal);
      const body = await readWhole(response, signal);
      ctx.status = response.status;
      const contentType = response.headers.get('content-type');
      if (contentType !== null) ctx.set('Content-Type', contentType);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = body.length === 0 ? null : body;
      // What has no body is not "no content" to everybody.
      ctx.status = response.status;
    } finally {
      message.release();
    }
  });
  if (basis.suggestions !== null)
    router.get([METADATA_PATH, `${METADATA_PATH}/mcp`], (ctx) => {
      ctx.set('Cache-Control', `public, max-age=${METADATA_SECONDS}`);
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = JSON.stringify({
        resource: `${basis.baseUrl}/mcp`,
        resource_name: 'Vocabulary Hub',
        bearer_methods_supported: ['header'],
        resource_documentation: `${basis.baseUrl}/account`,
      });
    });
  return router;
}

function isForSignedIn(json: unknown): boolean {
  const { method, params } = json as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && FOR_SIGNED_IN.has(params?.name);
}

function protocolHeaders({ headers }: Context): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    PROTOCOL_HEADERS.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** The body of an answer, which has a bound as results have one. @throws the reason of the signal when it is aborted */
async function readWhole({ body }: Response, signal: AbortSignal): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0);
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    const pieces: Uint8Array[] = [];
    for (;;) {
      const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
      if (done || value === undefined) break;
      pieces.push(value);
    }
    signal.throwIfAborted();
    return Buffer.concat(pieces);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
