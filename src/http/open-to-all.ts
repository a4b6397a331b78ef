import cors from '@koa/cors';
import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';
import { withoutEndSlashes } from '../end-slashes.ts';

/** What a page of another site may read besides the body (`docs/rest.md`, CORS). */
const EXPOSED_HEADERS = [
  'X-Semantic-Described',
  'X-Semantic-Undescribed',
  'X-Semantic-Undescribed-Truncated',
  'X-Semantic-Triples',
  'X-Semantic-Warnings',
  'X-Semantic-Warning-Codes',
  'X-Semantic-Unmapped',
  'X-Semantic-Unmapped-Truncated',
  'X-Semantic-Documents',
  'X-Semantic-Proof',
  'X-Semantic-Notes',
  'X-Semantic-Findings',
  'X-Semantic-Source',
  'X-Semantic-Restructured',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'ETag',
  'Accept-Ranges',
  'Content-Range',
  'Link',
  'WWW-Authenticate',
  'X-Request-Id',
  'Traceparent',
];
const PREFLIGHT_SECONDS = 86_400;

/** What lets a page of any site read an answer. */
export const OPEN_ANSWER_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
} as const;

/** What only pages of the hub's own site may call; a slash at the end makes no difference. */
const CLOSED_PATHS: ReadonlySet<string> = new Set([
  '/api/suggest-parameter',
  '/api/suggest-source',
  '/api/v1/token',
  '/api/v1/token/refresh',
  '/mcp',
  '/metrics',
]);

/** False where pages of other sites may not read answers, nor ask whether they may. */
export function isOpenToAll(path: string): boolean {
  return !CLOSED_PATHS.has(withoutEndSlashes(path)) && !/^\/(?:account|admin|suggest)(?:\/|$)/.test(path);
}

/**
 * Sets what stands on every answer, errors too: what lets pages of any site call the hub, without credentials, and security headers
 * for an interface whose answers any site may embed and whose pages run the hub's own scripts alone. Closed paths get what keeps other sites out.
 */
export function setStandingHeaders(baseUrl: string, inlineScripts: readonly string[]): Middleware {
  const headers = Object.entries(standingHeaders(baseUrl, inlineScripts));
  const closedHeaders = headers.flatMap(([name, value]) => {
    if (name in OPEN_ANSWER_HEADERS) return [];
    return [[name, name.toLowerCase() === 'cross-origin-resource-policy' ? 'same-origin' : value] as const];
  });
  const answerPreflight = cors({
    origin: OPEN_ANSWER_HEADERS['Access-Control-Allow-Origin'],
    allowMethods: ['GET', 'HEAD', 'POST'],
    maxAge: PREFLIGHT_SECONDS,
  });
  return (ctx, next) => {
    const isOpen = isOpenToAll(ctx.path);
    for (const [name, value] of isOpen ? headers : closedHeaders) ctx.res.setHeader(name, value);
    return isOpen && ctx.method === 'OPTIONS' ? answerPreflight(ctx, next) : next();
  };
}

/**
 * The same headers, by name. To find them out anew for each request would take longer than to convert a small document.
 *
 * @param inlineScripts scripts that stand in pages, as a policy names them: `'sha256-…'`
 */
export function standingHeaders(baseUrl: string, inlineScripts: readonly string[]): Record<string, string> {
  return { ...securityHeaders(baseUrl, inlineScripts), ...OPEN_ANSWER_HEADERS, Vary: 'Origin, Accept-Encoding' };
}

function securityHeaders(baseUrl: string, inlineScripts: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineScripts],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        // Scripts give no text to be read as markup or code; one policy of theirs admits the hub's own workers.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['hub'],
      },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: baseUrl.startsWith('https:'),
  });
  const response = { setHeader: (name: string, value: string) => (headers[name] = value), removeHeader: () => {} };
  // It sets them before it returns.
  void set({ req: {}, res: response } as unknown as Context, async () => {});
  return headers;
}
