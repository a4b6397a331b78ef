import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Accounts } from '../../accounts/accounts.ts';
import { accountsOf, tellAccountProblems } from './account-problems.ts';
import {
  ChangePasswordInput,
  OwnAccountPayload,
  RegisterAccountInput,
  RequestPasswordResetInput,
  ResetPasswordInput,
  ValidateAccountInput,
} from './account.type.ts';
import type { GraphqlContext } from '../request/context.ts';
import { PASSWORD_COST } from '../request/limits.ts';
import { fieldCost } from '../shared/field-cost.ts';

const COST = {
  // Where it fails, what other fields did must not be lost.
  nullable: true,
  complexity: fieldCost(PASSWORD_COST),
};

/** What people do with their own accounts. None of it wants a token: they prove who they are by a password or a link. */
@Resolver()
export class AccountResolver {
  @Mutation(() => OwnAccountPayload, {
    ...COST,
    description:
      'Registers an account, which can be used when its address is validated: a link for that is sent there.',
  })
  async registerAccount(
    @Arg('input', () => RegisterAccountInput, { description: 'Who wants it.' })
    { email }: RegisterAccountInput,
    @Ctx() context: GraphqlContext,
  ): Promise<OwnAccountPayload> {
    const accounts = ownAccounts(context);
    const work = () => accounts.register(email, context.caller.client);
    return told(await tellAccountProblems(work), 'A mail with the next step is on its way to this address.');
  }

  @Mutation(() => OwnAccountPayload, {
    ...COST,
    description:
      'Validates the address of an account with the token of the link that was sent there, and gives it a password.',
  })
  async validateAccount(
    @Arg('input', () => ValidateAccountInput, { description: 'The token and the password.' })
    { token, password }: ValidateAccountInput,
    @Ctx() context: GraphqlContext,
  ): Promise<OwnAccountPayload> {
    const accounts = ownAccounts(context);
    return told(
      await tellAccountProblems(() => accounts.validateEmail({ token, password }, context.caller.client)),
      'The address is validated. The account can be used.',
    );
  }

  @Mutation(() => OwnAccountPayload, {
    ...COST,
    description: 'Changes the password of an account, whose tokens all end.',
  })
  async changePassword(
    @Arg('input', () => ChangePasswordInput, { description: 'Both passwords.' })
    { email, password, newPassword }: ChangePasswordInput,
    @Ctx() context: GraphqlContext,
  ): Promise<OwnAccountPayload> {
    const accounts = ownAccounts(context);
    const work = () => accounts.changePassword({ email, password, newPassword }, context.caller.client);
    return told(
      await tellAccountProblems(work),
      'The password is changed. Whoever was signed in has to sign in again.',
    );
  }

  @Mutation(() => OwnAccountPayload, {
    ...COST,
    description: 'Sends the owner of an account a link for a new password.',
  })
  async requestPasswordReset(
    @Arg('input', () => RequestPasswordResetInput, { description: 'Who forgot it.' })
    { email }: RequestPasswordResetInput,
    @Ctx() context: GraphqlContext,
  ): Promise<OwnAccountPayload> {
    const accounts = ownAccounts(context);
    const work = () => accounts.requestPasswordReset(email, context.caller.client);
    return told(await tellAccountProblems(work), 'If there is an account of this address, a mail is on its way to it.');
  }

  @Mutation(() => OwnAccountPayload, {
    ...COST,
    description: 'Gives an account a new password with the token of the link that was sent; all its tokens end.',
  })
  async resetPassword(
    @Arg('input', () => ResetPasswordInput, { description: 'The token and the password.' })
    { token, newPassword }: ResetPasswordInput,
    @Ctx() context: GraphqlContext,
  ): Promise<OwnAccountPayload> {
    const accounts = ownAccounts(context);
    const work = () => accounts.resetPassword({ token, newPassword }, context.caller.client);
    return told(
      await tellAccountProblems(work),
      'The password is changed. Whoever was signed in has to sign in again.',
    );
  }
}

/** @throws HubError `forbidden` to pages of other sites, `not-found` when the hub has no accounts */
function ownAccounts(context: GraphqlContext): Accounts {
  context.refuseOtherSites();
  return accountsOf(context);
}

function told({ problems }: Awaited<ReturnType<typeof tellAccountProblems>>, message: string): OwnAccountPayload {
  return { message: problems.length === 0 ? message : null, problems };
}
