import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Accounts } from '../accounts/accounts.ts';
import { HubError, type ErrorCode } from '../errors.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { readFormFields } from '../http/form-fields.ts';
import { refuseOtherSites } from '../http/other-sites.ts';
import { createRouter } from '../http/routes.ts';
import { giveFormPage } from './give-page.ts';
import { statusOf, waitingHeaders } from '../problem.ts';
import {
  ACCOUNT_FORMS,
  renderAccountDone,
  renderAccountForm,
  renderAccountStart,
  type AccountForm,
} from './pages/account-pages.tsx';
import { rootOf, type RenderPage } from './pages/page.tsx';

export interface AccountRoutesOptions {
  readonly accounts: Accounts;
  readonly bodyBudget: BodyBudget;
  readonly baseUrl: string;
  readonly render: RenderPage;
  /** Whether there is more than accounts. */
  readonly isHub: boolean;
}

/** The errors that the page of the form shows; others are answered as everywhere. */
const TOLD: ReadonlySet<ErrorCode> = new Set([
  'invalid-field',
  'invalid-link',
  'invalid-credentials',
  'too-many-attempts',
  'sign-in-busy',
  'accounts-unavailable',
]);

type Fields = Readonly<Record<string, string>>;

/**
 * The pages where people register, validate their address and choose passwords. A link alone changes nothing: programs open the
 * links of mails before people do.
 */
export function createAccountRoutes({ accounts, bodyBudget, baseUrl, render, isHub }: AccountRoutesOptions): Router {
  const works: Readonly<Record<AccountForm, (fields: Fields, client: string) => unknown>> = {
    register: ({ email = '' }, client) => accounts.register(email, client),
    validate: ({ token = '', password = '' }, client) => accounts.validateEmail({ token, password }, client),
    forgot: ({ email = '' }, client) => accounts.requestPasswordReset(email, client),
    reset: ({ token = '', newPassword = '' }, client) => accounts.resetPassword({ token, newPassword }, client),
    password: ({ email = '', password = '', newPassword = '' }, client) =>
      accounts.changePassword({ email, password, newPassword }, client),
  };
  const router = createRouter();
  router.get('/account', (ctx) =>
    giveFormPage(ctx, renderAccountStart(render, { root: rootOf(ctx.path), baseUrl, isHub })),
  );
  for (const form of Object.keys(ACCOUNT_FORMS) as AccountForm[]) {
    router.get(`/account/${form}`, (ctx) => {
      const [token, ...others] = new URLSearchParams(ctx.querystring).getAll('token');
      giveFormPage(
        ctx,
        renderAccountForm(render, form, token === undefined || others.length > 0 ? {} : { token }, null),
      );
    });
    router.post(`/account/${form}`, async (ctx) => {
      refuseOtherSites(ctx.headers, baseUrl);
      const names = ACCOUNT_FORMS[form].fields.map(({ name }) => name);
      let fields: Fields = {};
      try {
        fields = await readFormFields(ctx, names, bodyBudget);
        await works[form](fields, clientOf(ctx));
        giveFormPage(ctx, renderAccountDone(render, form));
      } catch (error) {
        if (!(error instanceof HubError) || !TOLD.has(error.code)) throw error;
        giveMistake(ctx, error, renderAccountForm(render, form, fields, wordsOf(error)));
      }
    });
  }
  return router;
}

/** The first page, where there is nothing but accounts. */
export function createAccountStart(render: RenderPage, baseUrl: string): Router {
  return createRouter().get('/', (ctx) =>
    giveFormPage(ctx, renderAccountStart(render, { root: './', baseUrl, isHub: false })),
  );
}

function giveMistake(ctx: Context, { code, details }: HubError, html: string): void {
  // A 401 would ask for credentials in a header, which these pages do not use.
  ctx.status = statusOf(code) === 401 ? 400 : statusOf(code);
  ctx.set(waitingHeaders(ctx.status, details.retryAfterSeconds, details.allowance));
  giveFormPage(ctx, html);
}

/** Without the names that the fields have for programs. */
function wordsOf({ message, details: { fields } }: HubError): string {
  return fields === undefined ? message : Object.values(fields).flat().join(' ');
}
