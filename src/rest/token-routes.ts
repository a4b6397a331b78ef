import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Accounts } from '../accounts/accounts.ts';
import { JWKS_MAX_AGE_SECONDS } from '../accounts/key-ring.ts';
import { skipCompression } from '../http/compress.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { checkTextField, MAX_FIELDS_BYTES, readFormFields } from '../http/form-fields.ts';
import { refuseToldSites } from '../http/other-sites.ts';
import { createRouter } from '../http/routes.ts';
import { readPostedObject } from './posted-object.ts';
import { CREDENTIAL_NAMES, type REFRESH_REQUEST } from './token-fields.ts';

export interface TokenRoutesOptions {
  readonly accounts: Pick<Accounts, 'signIn' | 'refreshAccess' | 'publicKeys'>;
  readonly bodyBudget: BodyBudget;
}

/** `POST /api/v1/token`, `POST /api/v1/token/refresh`, and the keys that tokens are verified with. */
export function createTokenRoutes({ accounts, bodyBudget }: TokenRoutesOptions): Router {
  const router = createRouter();
  router.post('/api/v1/token', async (ctx) => {
    // A page could not read the answer, but use up the attempts of who looks at it.
    refuseToldSites(ctx.headers);
    const credentials = await readFormFields(ctx, CREDENTIAL_NAMES, bodyBudget);
    give(ctx, await accounts.signIn(credentials, clientOf(ctx)));
  });
  router.post('/api/v1/token/refresh', async (ctx) => {
    const { members } = await readPostedObject(ctx, MAX_FIELDS_BYTES, bodyBudget);
    const refresh = checkTextField(members, 'refresh' satisfies keyof typeof REFRESH_REQUEST);
    give(ctx, { access: await accounts.refreshAccess(refresh) });
  });
  router.get('/.well-known/jwks.json', async (ctx) => {
    ctx.set('Cache-Control', `public, max-age=${JWKS_MAX_AGE_SECONDS}`);
    ctx.set('Content-Type', 'application/jwk-set+json');
    ctx.body = JSON.stringify(await accounts.publicKeys());
  });
  return router;
}

/** No cache may keep tokens (RFC 6749 §5.1). */
function give(ctx: Context, tokens: object): void {
  ctx.status = 200;
  ctx.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  // A compressed length would reveal a secret that stands next to text of the client's choice (BREACH).
  skipCompression(ctx);
  ctx.body = JSON.stringify(tokens);
}
