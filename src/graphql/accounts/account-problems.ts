import type { Accounts } from '../../accounts/accounts.ts';
import { HubError } from '../../errors.ts';
import { tellProblems, type Told } from '../shared/tell-problems.ts';
import { ACCOUNT_PROBLEM_CODES } from './account.type.ts';
import type { GraphqlContext } from '../request/context.ts';

/** The accounts of this hub. @throws HubError `not-found` when it has none */
export function accountsOf({ accounts }: GraphqlContext): Accounts {
  if (accounts === null) throw new HubError('not-found', 'This hub has no accounts.');
  return accounts;
}

/** The result of a mutation, or its problems when it is refused. Failures that the input did not cause are thrown. */
export function tellAccountProblems<T>(
  work: () => Promise<T>,
): Promise<Told<T, (typeof ACCOUNT_PROBLEM_CODES)[number]>> {
  return tellProblems(ACCOUNT_PROBLEM_CODES, work);
}
