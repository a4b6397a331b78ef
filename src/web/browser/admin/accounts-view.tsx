import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { dayOf } from './day-of.ts';
import { ask, signedIn } from './hub-session.ts';
import { Loaded, useAsked } from './loaded.tsx';
import {
  ACCOUNT_MUTATIONS,
  ACCOUNTS_QUERY,
  type Account,
  type AccountChange,
  type AccountOutcome,
  type Accounts,
} from './queries.ts';
import { ViewLink } from './view-link.tsx';
import { grouped } from '../../parts/grouped.ts';
import { Table } from '../../parts/table.tsx';

const DONE: Readonly<Record<AccountChange, string>> = {
  disable: 'may not sign in any more; its tokens have ended.',
  enable: 'may sign in again.',
  delete: 'was removed.',
  promote: 'is an administrator now.',
  demote: 'is no administrator any more.',
};

/** The accounts, and what administrators do with them. */
export function AccountsView({ after }: { readonly after: string | null }): VNode {
  const [asked, again] = useAsked(() => ask<Accounts>(ACCOUNTS_QUERY, { after }), [after]);
  const [told, tell] = useState<{ readonly text: string; readonly isBad: boolean } | null>(null);
  const change = async (how: AccountChange, email: string): Promise<void> => {
    try {
      const { outcome } = await ask<AccountOutcome>(ACCOUNT_MUTATIONS[how], { email });
      const [problem] = outcome.problems;
      tell(
        problem === undefined
          ? { text: `${email} ${DONE[how]}`, isBad: false }
          : { text: problem.message, isBad: true },
      );
    } catch (error) {
      tell({ text: (error as Error).message, isBad: true });
    }
    again();
  };
  return (
    <>
      <div role="status">
        {told === null ? null : <p class={told.isBad ? 'alert bad' : 'alert good'}>{told.text}</p>}
      </div>
      <Loaded asked={asked} again={again}>
        {({ list: { nodes, totalCount, pageInfo } }) => (
          <>
            <p>
              {grouped(totalCount)} {totalCount === 1 ? 'account' : 'accounts'}, by address.
            </p>
            <Table label="Accounts" heads={['Address', 'State', 'Registered', 'Change']}>
              {nodes.map((account) => (
                <AccountRow account={account} change={change} key={account.email} />
              ))}
            </Table>
            <p class="toolbar">
              {after === null ? null : <ViewLink to={{ name: 'accounts', after: null }}>The first</ViewLink>}
              {pageInfo.hasNextPage ? (
                <ViewLink to={{ name: 'accounts', after: pageInfo.endCursor }}>Next</ViewLink>
              ) : null}
            </p>
          </>
        )}
      </Loaded>
    </>
  );
}

interface AccountRowProps {
  readonly account: Account;
  readonly change: (how: AccountChange, email: string) => Promise<void>;
}

function AccountRow({ account, change }: AccountRowProps): VNode {
  const { email, isAdministrator, createdAt, validatedAt, disabledAt } = account;
  const [isDeleting, setDeleting] = useState(false);
  const button = (how: AccountChange, text: string): VNode => (
    <button type="button" onClick={() => void change(how, email)} aria-label={`${text}: ${email}`}>
      {text}
    </button>
  );
  // Nobody shuts oneself out by accident.
  const isOwn = email === signedIn.value;
  return (
    <tr>
      <th scope="row">{email}</th>
      <td>
        {isAdministrator ? <span class="chip">administrator</span> : null}{' '}
        {validatedAt === null ? <span class="chip warn">not validated</span> : null}{' '}
        {disabledAt === null ? null : <span class="chip bad">disabled since {dayOf(disabledAt)}</span>}
      </td>
      <td data-head="Registered">{dayOf(createdAt)}</td>
      <td>
        {isOwn ? <span class="note">This is you.</span> : null}
        {isOwn || isDeleting ? null : (
          <div class="toolbar">
            {disabledAt === null ? button('disable', 'Disable') : button('enable', 'Enable')}
            {isAdministrator ? button('demote', 'Take the role') : button('promote', 'Make administrator')}
            <button type="button" onClick={() => setDeleting(true)} aria-label={`Remove: ${email}`}>
              Remove …
            </button>
          </div>
        )}
        {isDeleting ? (
          <div class="toolbar">
            <span>Remove it for ever?</span>
            {button('delete', 'Remove')}
            <button type="button" onClick={() => setDeleting(false)}>
              Keep
            </button>
          </div>
        ) : null}
      </td>
    </tr>
  );
}
