import { boundDateTime, boundIri } from '../rdf/bound-terms.ts';
import { DCTERMS, type HubNamespaces } from '../rdf/namespaces.ts';
import type { Quad } from '../rdf/triple.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { CLOSED_LIST } from './suggestion-records.ts';
import {
  CLOSED_ROW,
  closedQuery,
  CONTACT_ROW,
  contactsQuery,
  ERASED_ROW,
  erasedQuery,
  type ClosedPlace,
} from './suggestions.queries.ts';
import { emailQuad } from './suggestions.changes.ts';
import { idOf } from './suggestion-iris.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an e-mail address is kept after its suggestion is closed (`docs/suggestions.md`). */
const CONTACT_DAYS = 90;
/** Closed suggestions that are looked at together. */
const MOST = 500;

/**
 * Erases the e-mails of suggestions that have been closed for 90 days, from the disk too, and says how many there were. What was looked at
 * before is not looked at again.
 *
 * @throws StoreError
 */
export async function eraseOldContacts(store: Store, hub: HubNamespaces, now: Date): Promise<number> {
  const until = new Date(now.getTime() - CONTACT_DAYS * DAY_MS);
  const known = await store.select(erasedQuery(hub), ERASED_ROW, ofContacts([hub.contactsGraph], hub));
  let after: ClosedPlace | null = known[0] === undefined ? null : { reviewed: known[0].until, suggestion: '' };
  let erased = 0;
  for (;;) {
    const part = { list: CLOSED_LIST, after: placeOf(after), until: until.toISOString(), most: MOST };
    const closed: ClosedPlace[] = await store.select(closedQuery({ after, until, most: MOST }, hub), CLOSED_ROW, {
      about: [{ graph: hub.suggestionsGraph, ...part }],
    });
    const last = closed.at(-1);
    if (last === undefined) break;
    erased += await erase(
      closed.map(({ suggestion }) => suggestion),
      store,
      hub,
    );
    after = last;
    if (closed.length < MOST) break;
  }
  const [before] = known;
  if (after !== null && after.reviewed.getTime() !== before?.until.getTime()) {
    const remove = before === undefined ? [] : [erasedQuad(before.until, hub)];
    await store.change({ remove, add: [erasedQuad(after.reviewed, hub)] });
  }
  if (erased > 0) await store.forget(hub.contactsGraph);
  return erased;
}

async function erase(suggestions: readonly string[], store: Store, hub: HubNamespaces): Promise<number> {
  const rows = await store.select(contactsQuery(suggestions, hub), CONTACT_ROW, ofContacts(suggestions, hub));
  if (rows.length === 0) return 0;
  await store.change({ remove: rows.map(({ suggestion, email }) => emailQuad(idOf(suggestion), email, hub)) });
  return rows.length;
}

function ofContacts(subjects: readonly string[], { contactsGraph }: HubNamespaces): QueryOptions {
  return { about: [{ graph: contactsGraph, subjects }] };
}

function placeOf(after: ClosedPlace | null): { sort: string; subject: string } | null {
  return after === null ? null : { sort: after.reviewed.toISOString(), subject: after.suggestion };
}

/** Dates the graph: suggestions that were closed until then have no e-mails any more. */
function erasedQuad(until: Date, { contactsGraph }: HubNamespaces): Quad {
  return { graph: contactsGraph, s: boundIri(contactsGraph), p: `${DCTERMS}modified`, o: boundDateTime(until) };
}
