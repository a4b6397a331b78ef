import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { RecordGraph } from '../store/records.ts';

/** All accounts, in the order of their addresses. */
export const ALL_ACCOUNTS = 'all';
/** Those that wait for the validation of their address, by the time of their registration. */
export const UNVALIDATED_ACCOUNTS = 'unvalidated';

/** The graph of accounts, for a store that keeps records. */
export function accountRecords({ accountsGraph, ontology }: HubNamespaces): RecordGraph {
  return {
    graph: accountsGraph,
    version: '1',
    entriesOf(record) {
      const valuesOf = (local: string): string[] =>
        record.filter(({ p }) => p === ontology + local).map(({ o }) => o.value);
      const emails = valuesOf('emailAddress');
      const waits = valuesOf('emailValidatedAt').length === 0 && valuesOf('disabledAt').length === 0;
      return {
        keys: emails.map(emailKey),
        lists: [
          ...emails.map((sort) => ({ list: ALL_ACCOUNTS, sort })),
          ...(waits ? valuesOf('registeredAt') : []).map((sort) => ({ list: UNVALIDATED_ACCOUNTS, sort })),
        ],
      };
    },
  };
}

/** Under which an account is found. */
export function emailKey(email: string): string {
  return `email ${email}`;
}
