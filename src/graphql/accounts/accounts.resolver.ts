import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Accounts, Operator } from '../../accounts/accounts.ts';
import type { AccountFacts } from '../../accounts/operate.ts';
import { accountsOf, tellAccountProblems } from './account-problems.ts';
import {
  AccountConnection,
  AccountInput,
  AccountPayload,
  SetAccountRoleInput,
  type AccountType,
} from './account.type.ts';
import {
  checkPageLength,
  connectionOf,
  cursorOfName,
  DEFAULT_PAGE_LENGTH,
  nameOfCursor,
  type Connection,
} from '../shared/connection.ts';
import type { GraphqlContext } from '../request/context.ts';
import { LIST_COST, SAVING_COST } from '../request/limits.ts';
import { fieldCost, pageCost } from '../shared/field-cost.ts';

const COST = {
  nullable: true,
  complexity: fieldCost(SAVING_COST),
};

/** What administrators do with the accounts of others. */
@Resolver()
export class AccountsResolver {
  @Query(() => AccountConnection, {
    nullable: true,
    complexity: pageCost(LIST_COST),
    description: 'The accounts in the order of their addresses, a page at a time; for administrators.',
  })
  async accounts(
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PAGE_LENGTH,
      description: 'How many at most, 0 to 500.',
    })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'The cursor of the account before the page.' })
    after: string | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<Connection<AccountType>> {
    await administer(context);
    const length = first ?? DEFAULT_PAGE_LENGTH;
    checkPageLength(length);
    const asked = { first: length, after: after == null ? null : nameOfCursor(after) };
    const [page, totalCount] = await Promise.all([
      context.loaders.accountPage.load(asked),
      context.loaders.accountCount(),
    ]);
    const edges = page.accounts.map((account) => ({ cursor: cursorOfName(account.email), node: showAccount(account) }));
    return connectionOf(edges, { totalCount, hasNextPage: page.hasNext, hasPreviousPage: after != null });
  }

  @Mutation(() => AccountPayload, {
    ...COST,
    description: 'Ends the tokens of an account at once, and gives it no more; for administrators.',
  })
  disableAccount(
    @Arg('input', () => AccountInput, { description: 'Which one.' }) { email }: AccountInput,
    @Ctx() context: GraphqlContext,
  ): Promise<AccountPayload> {
    return change(context, (operator) => operator.disable(email));
  }

  @Mutation(() => AccountPayload, {
    ...COST,
    description: 'Lets a disabled account sign in again; for administrators.',
  })
  enableAccount(
    @Arg('input', () => AccountInput, { description: 'Which one.' }) { email }: AccountInput,
    @Ctx() context: GraphqlContext,
  ): Promise<AccountPayload> {
    return change(context, (operator) => operator.enable(email));
  }

  @Mutation(() => AccountPayload, {
    ...COST,
    description: 'Removes an account and all that is known of it; for administrators.',
  })
  deleteAccount(
    @Arg('input', () => AccountInput, { description: 'Which one.' }) { email }: AccountInput,
    @Ctx() context: GraphqlContext,
  ): Promise<AccountPayload> {
    return change(context, (operator) => operator.delete(email));
  }

  @Mutation(() => AccountPayload, {
    ...COST,
    description: 'Makes an account that of an administrator, or takes that from it; for administrators.',
  })
  setAccountRole(
    @Arg('input', () => SetAccountRoleInput, { description: 'Which one, and what it may do.' })
    { email, isAdministrator }: SetAccountRoleInput,
    @Ctx() context: GraphqlContext,
  ): Promise<AccountPayload> {
    return change(context, async (operator) =>
      isAdministrator
        ? (await operator.createAdministrator({ email, password: null })).account
        : operator.removeAdministrator(email),
    );
  }
}

/** @throws HubError `unauthenticated`, `forbidden`, `not-found` when the hub has no accounts */
async function administer(context: GraphqlContext): Promise<Accounts> {
  await context.loaders.requester();
  return accountsOf(context);
}

async function change(
  context: GraphqlContext,
  work: (operator: Operator) => Promise<AccountFacts>,
): Promise<AccountPayload> {
  const { operator } = await administer(context);
  const { done, problems } = await tellAccountProblems(() => work(operator));
  return { account: done === null ? null : showAccount(done), problems };
}

/** An account as the schema has it. */
export function showAccount({
  id,
  email,
  isAdministrator,
  createdAt,
  validatedAt,
  disabledAt,
}: AccountFacts): AccountType {
  return {
    id,
    email,
    isAdministrator,
    createdAt: createdAt.toISOString(),
    validatedAt: validatedAt?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
