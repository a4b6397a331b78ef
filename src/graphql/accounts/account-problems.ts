import type { Accounts } from '../../accounts/accounts.ts';
import { HubError } from '../../errors.ts';
import { ACCOUNT_PROBLEM_CODES, type AccountProblemType } from './account.type.ts';
import type { GraphqlContext } from '../request/context.ts';

/** The accounts of this hub. @throws HubError `not-found` when it has none */
export function accountsOf({ accounts }: GraphqlContext): Accounts {
  if (accounts === null) throw new HubError('not-found', 'This hub has no accounts.');
  return accounts;
}

/** The result of a mutation, or its problems when it is refused. Failures that the input did not cause are thrown. */
export async function tellProblems<T>(
  work: () => Promise<T>,
): Promise<
  | { readonly done: T; readonly problems: readonly [] }
  | { readonly done: null; readonly problems: readonly AccountProblemType[] }
> {
  try {
    return { done: await work(), problems: [] };
  } catch (error) {
    const code = error instanceof HubError ? ACCOUNT_PROBLEM_CODES.find((known) => known === error.code) : undefined;
    if (!(error instanceof HubError) || code === undefined) throw error;
    const { fields } = error.details;
    if (fields === undefined) return { done: null, problems: [{ code, message: error.message, path: ['input'] }] };
    const problems = Object.entries(fields).flatMap(([name, mistakes]) =>
      mistakes.map((message) => ({ code, message, path: ['input', name] })),
    );
    return { done: null, problems };
  }
}
