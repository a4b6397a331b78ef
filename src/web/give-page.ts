import type { Context } from 'koa';
import { Representation, sendRepresentation } from '../http/representation.ts';

const HTML = 'text/html; charset=utf-8';
/** Pages name scripts and styles of one release, and many what is in use at the moment. */
const CACHE_SECONDS = 60;

/**
 * A page that is made once for many requests.
 *
 * @param version what it was made of
 */
export function keptPage(html: string, version = ''): Representation {
  return new Representation(HTML, html, version);
}

/** Answers with such a page. */
export function giveKeptPage(ctx: Context, page: Representation): Promise<void> {
  return sendRepresentation(ctx, page, { lastModified: null, maxAgeSeconds: CACHE_SECONDS, links: [] });
}

/**
 * Answers with a page that is made for this request, and is the same for all who ask for it.
 *
 * @param version what it was made of
 */
export function givePage(ctx: Context, html: string, version = ''): Promise<void> {
  return giveKeptPage(ctx, new Representation(HTML, html, version, 'passing'));
}

/** Answers with a page that is true now and for this visitor, which no cache keeps. */
export function givePassingPage(ctx: Context, html: string): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.type = HTML;
  ctx.body = html;
}

/** Answers with a page that has a form, or what somebody filled in. */
export function giveFormPage(ctx: Context, html: string): void {
  // With no-referrer a form is sent with `Origin: null`, and without TLS no other header shows that it is ours.
  ctx.set('Referrer-Policy', 'same-origin');
  givePassingPage(ctx, html);
}
