import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Store } from '../store/store.ts';
import { CONTACT_ROW, oldContactsQuery } from './suggestions.queries.ts';
import { emailQuad } from './suggestions.changes.ts';
import { idOf } from './suggestion-iris.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an e-mail address is kept after its suggestion is closed (`docs/suggestions.md`). */
const CONTACT_DAYS = 90;

/**
 * Erases the e-mails of suggestions that have been closed for 90 days, from the disk too, and says how many there were.
 *
 * @throws StoreError
 */
export async function eraseOldContacts(store: Store, hub: HubNamespaces, now: Date): Promise<number> {
  const before = new Date(now.getTime() - CONTACT_DAYS * DAY_MS);
  const rows = await store.select(oldContactsQuery(before, hub), CONTACT_ROW);
  if (rows.length === 0) return 0;
  await store.change({ remove: rows.map(({ suggestion, email }) => emailQuad(idOf(suggestion), email, hub)) });
  await store.forget(hub.contactsGraph);
  return rows.length;
}
