import cors from '@koa/cors';
import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/** What a page of another site may read beside the body (`decisions.md §2.4`). */
const EXPOSED_HEADERS = [
  'X-Semantic-Described',
  'X-Semantic-Undescribed',
  'X-Semantic-Undescribed-Truncated',
  'X-Semantic-Triples',
  'X-Semantic-Warnings',
  'X-Semantic-Warning-Codes',
  'X-Semantic-Unmapped',
  'X-Semantic-Unmapped-Truncated',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'ETag',
  'Link',
  'X-Request-Id',
];
const PREFLIGHT_SECONDS = 86_400;

/** What lets a page of any site read an answer. */
export const OPEN_ANSWER_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
} as const;

/** Lets pages of any site call the hub, without credentials, on errors too. */
export function openToAllOrigins(): Middleware {
  return cors({
    origin: OPEN_ANSWER_HEADERS['Access-Control-Allow-Origin'],
    allowMethods: ['GET', 'HEAD', 'POST'],
    exposeHeaders: OPEN_ANSWER_HEADERS['Access-Control-Expose-Headers'],
    maxAge: PREFLIGHT_SECONDS,
  });
}

/** Security headers for an interface whose answers any site may embed, and whose pages run no scripts. */
export function guardBrowsers(baseUrl: string): Middleware {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: baseUrl.startsWith('https:'),
  });
}
