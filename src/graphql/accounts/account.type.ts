import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../shared/connection-type.ts';

export const ACCOUNT_PROBLEM_CODES = ['invalid-field', 'invalid-credentials', 'invalid-link', 'not-found'] as const;
type AccountProblemCode = (typeof ACCOUNT_PROBLEM_CODES)[number];

const AccountProblemCodeName = {
  INVALID_FIELD: 'invalid-field',
  INVALID_CREDENTIALS: 'invalid-credentials',
  INVALID_LINK: 'invalid-link',
  NOT_FOUND: 'not-found',
} as const satisfies Record<string, AccountProblemCode>;
registerEnumType(AccountProblemCodeName, {
  name: 'AccountProblemCode',
  description: 'Why something about an account is refused.',
  valuesConfig: {
    INVALID_FIELD: { description: 'A field cannot be what it is.' },
    INVALID_CREDENTIALS: { description: 'No active account has this e-mail address and this password.' },
    INVALID_LINK: { description: 'The token of the link was used, is older than a day, or is not whole.' },
    NOT_FOUND: { description: 'There is no such account.' },
  },
});

@ObjectType('AccountProblem', { description: 'A reason for which something about an account is refused.' })
export class AccountProblemType {
  @Field(() => AccountProblemCodeName, { description: 'What is wrong, for programs.' })
  code!: AccountProblemCode;

  @Field(() => String, { description: 'What is wrong, in words.' })
  message!: string;

  @Field(() => [String], { description: 'The argument at fault, from the outside inwards.' })
  path!: readonly string[];
}

@ObjectType('Account', { description: 'Somebody who may sign in, as administrators see it.' })
export class AccountType {
  @Field(() => ID, { description: 'Names the account for ever.' })
  id!: string;

  @Field(() => String, { description: 'The e-mail address, in lower case.' })
  email!: string;

  @Field(() => Boolean, { description: 'Whether it reviews suggestions and looks after accounts.' })
  isAdministrator!: boolean;

  @Field(() => String, { description: 'When it was registered, an ISO 8601 date and time.' })
  createdAt!: string;

  @Field(() => String, { nullable: true, description: 'When its address was validated; null before that.' })
  validatedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Since when it may not sign in; null when it may.' })
  disabledAt!: string | null;
}

export const AccountConnection = connectionType('Account', AccountType, {
  one: 'account',
  many: 'accounts',
  edge: 'An account in a page of accounts',
  page: 'A page of accounts',
});

@InputType('RegisterAccountInput', { description: 'Who wants an account.' })
export class RegisterAccountInput {
  @Field(() => String, {
    description: 'The e-mail address; a link is sent there that validates it and lets its owner choose the password.',
  })
  email!: string;
}

@InputType('ValidateAccountInput', { description: 'What a validation needs.' })
export class ValidateAccountInput {
  @Field(() => String, { description: 'The token of the link that was sent.' })
  token!: string;

  @Field(() => String, { description: 'The password that the account shall have, at least 10 characters.' })
  password!: string;
}

@InputType('ChangePasswordInput', { description: 'A new password, from who knows the one before.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The e-mail address of the account.' })
  email!: string;

  @Field(() => String, { description: 'The password of the account.' })
  password!: string;

  @Field(() => String, { description: 'The new one, at least 10 characters.' })
  newPassword!: string;
}

@InputType('RequestPasswordResetInput', { description: 'Who forgot a password.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: 'The e-mail address of the account; a link is sent there.' })
  email!: string;
}

@InputType('ResetPasswordInput', { description: 'A new password, from who has the link.' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'The token of the link that was sent.' })
  token!: string;

  @Field(() => String, { description: 'The new password, at least 10 characters.' })
  newPassword!: string;
}

@InputType('AccountInput', { description: 'Which account.' })
export class AccountInput {
  @Field(() => String, { description: 'Its e-mail address.' })
  email!: string;
}

@InputType('SetAccountRoleInput', { description: 'What an account may do.' })
export class SetAccountRoleInput {
  @Field(() => String, { description: 'Its e-mail address.' })
  email!: string;

  @Field(() => Boolean, { description: 'Whether it reviews suggestions and looks after accounts.' })
  isAdministrator!: boolean;
}

@ObjectType('OwnAccountPayload', { description: "What became of what somebody did with one's own account." })
export class OwnAccountPayload {
  @Field(() => String, {
    nullable: true,
    description: 'What was done, in words that tell nobody whether there is an account; null when there are problems.',
  })
  message!: string | null;

  @Field(() => [AccountProblemType], { description: 'Why it is refused; empty when it was done.' })
  problems!: readonly AccountProblemType[];
}

@ObjectType('AccountPayload', { description: 'What became of what an administrator did with an account.' })
export class AccountPayload {
  @Field(() => AccountType, {
    nullable: true,
    description: 'The account as it is now, or was last; null when there are problems.',
  })
  account!: AccountType | null;

  @Field(() => [AccountProblemType], { description: 'Why it is refused; empty when it was done.' })
  problems!: readonly AccountProblemType[];
}
