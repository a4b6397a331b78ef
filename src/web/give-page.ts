import type { Context } from 'koa';
import { Representation, sendRepresentation } from '../http/representation.ts';

const HTML = 'text/html; charset=utf-8';
/** Pages name scripts and styles of one release. */
const CACHE_SECONDS = 60;

/** A page that is made once for many requests. */
export function keptPage(html: string): Representation {
  return new Representation(HTML, html, '');
}

/** Answers with such a page. */
export function giveKeptPage(ctx: Context, page: Representation, maxAgeSeconds = CACHE_SECONDS): Promise<void> {
  return sendRepresentation(ctx, page, { lastModified: null, maxAgeSeconds, links: [] });
}

/**
 * Answers with a page that is made for this request, and is the same for all who ask for it.
 *
 * @param version the version of the vocabulary that it shows, if it shows any. Browsers ask each time whether it still holds: who has looked for a
 *   term finds it when it has been accepted, not a minute later
 */
export function givePage(ctx: Context, html: string, version?: string): Promise<void> {
  const page = new Representation(HTML, html, version ?? '', 'passing');
  return version === undefined ? giveKeptPage(ctx, page) : giveKeptPage(ctx, page, 0);
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
