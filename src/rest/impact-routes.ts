import type Router from '@koa/router';
import type { RequireAdministrator } from '../accounts/administrators.ts';
import { HubError } from '../errors.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { readBody } from '../http/read-body.ts';
import { createRouter } from '../http/routes.ts';
import type { Sample } from '../impact/impact.ts';
import type { AskedChange, AskedSamples, Impacts } from '../impact/impacts.ts';
import { scanJson } from '../mapping/json/scan.ts';

/** A vocabulary as Turtle is some 10 MB. */
const MAX_BYTES = 32 * 1024 * 1024;

export interface ImpactRoutesOptions {
  readonly impacts: Impacts;
  readonly bodyBudget: BodyBudget;
  readonly requireAdministrator: RequireAdministrator;
}

/** `POST /api/impact`: what a change of the vocabulary does to documents; for administrators. */
export function createImpactRoutes({ impacts, bodyBudget, requireAdministrator }: ImpactRoutesOptions): Router {
  const router = createRouter();
  router.post('/api/impact', async (ctx) => {
    await requireAdministrator(ctx.get('Authorization') || undefined);
    const body = await readBody(ctx, MAX_BYTES, bodyBudget);
    try {
      const { change, asked } = readRequest(body.bytes);
      const caller = { client: clientOf(ctx), signal: clientGoneSignal(ctx) };
      ctx.body = JSON.stringify(await impacts.compare(change, asked, caller));
      ctx.type = 'application/json; charset=utf-8';
      ctx.set('Cache-Control', 'no-store');
    } finally {
      body.release();
    }
  });
  return router;
}

/** @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`, `invalid-option` */
function readRequest(bytes: Uint8Array): { change: AskedChange; asked: AskedSamples } {
  scanJson(bytes);
  const request = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  const { from, to, candidate, samples = [], shipped = false } = request;
  for (const [key, value] of Object.entries({ from, to, candidate }))
    if (value !== undefined && value !== null && typeof value !== 'string') throw invalid(key, 'a text');
  if (to != null && candidate != null) throw invalid('candidate', 'alone: it takes the place of to');
  if (!Array.isArray(samples) || !samples.every(isSample))
    throw invalid('samples', 'a list of { "name", "document" }, both of them texts');
  if (typeof shipped !== 'boolean') throw invalid('shipped', 'true or false');
  const after = candidate == null ? ((to as string | null | undefined) ?? null) : { candidate: candidate as string };
  return { change: { from: (from as string | null | undefined) ?? null, to: after }, asked: { samples, shipped } };
}

function isSample(value: unknown): value is Sample & { readonly document: string } {
  const { name, document } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof document === 'string';
}

function invalid(key: string, expected: string): HubError {
  return new HubError('invalid-option', `${key} has to be ${expected}.`, { key });
}
