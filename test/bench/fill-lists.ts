import { createHash, randomUUID } from 'node:crypto';
import { accountQuads } from '../../src/accounts/accounts.queries.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { boundIri, boundText } from '../../src/rdf/bound-terms.ts';
import { DCTERMS, XSD, type HubNamespaces } from '../../src/rdf/namespaces.ts';
import type { Quad } from '../../src/rdf/triple.ts';
import type { Store } from '../../src/store/store.ts';
import { hashOfReceipt } from '../../src/suggestions/save-suggestion.ts';
import { reviewQuads, suggestionQuads } from '../../src/suggestions/suggestions.changes.ts';

/** When the first of all was made; each of the others a minute after the one before. */
const FIRST = Date.parse('2026-01-01T00:00:00.250Z');
const MINUTE_MS = 60_000;
/** Before any of them was closed long enough for its e-mail to be erased. */
export const CLOSED_AT = new Date(FIRST);
/** Suggestions or accounts of one change. */
const BATCH = 500;
/** Of each hundred suggestions so many wait. */
const WAITING = 5;

/** A suggestion as the bench asks for it. */
export interface FilledSuggestion {
  readonly id: string;
  readonly receipt: string;
  readonly createdAt: Date;
}

/** Puts suggestions into a store, of which five of a hundred wait for review; all, in the order of the list. */
export async function fillSuggestions(store: Store, hub: HubNamespaces, count: number): Promise<FilledSuggestion[]> {
  const filled: FilledSuggestion[] = [];
  for (let at = 0; at < count; at += BATCH) {
    const quads: Quad[] = [];
    for (let place = at; place < Math.min(count, at + BATCH); place += 1) {
      const one = { id: randomUUID(), receipt: receiptOf(place), createdAt: new Date(FIRST + place * MINUTE_MS) };
      quads.push(...quadsOf(one, place, hub));
      filled.push(one);
    }
    await store.change({ add: quads });
  }
  return filled;
}

function quadsOf({ id, receipt, createdAt }: FilledSuggestion, place: number, hub: HubNamespaces): Quad[] {
  const said = [
    [`${DCTERMS}description`, boundText(`What number ${place} of the suggested terms means.`)],
    [`${hub.ontology}suggestedDatatype`, boundIri(`${XSD}double`)],
  ] as const;
  const suggestion = {
    kind: 'term',
    id,
    name: `suggested_${place}-kW`,
    email: `proposer_${place}@example.org`,
    createdAt,
    receiptHash: hashOfReceipt(receipt),
    said,
  } as const;
  const quads = suggestionQuads(suggestion, hub);
  if (place % 100 < WAITING) return quads;
  const review = { state: 'rejected', reason: 'It is there.', reviewer: 'ada', reviewedAt: createdAt } as const;
  const { remove, add } = reviewQuads('term', id, { ...review, resultIri: null }, hub);
  const gone = JSON.stringify(remove[0]);
  return [...quads.filter((quad) => JSON.stringify(quad) !== gone), ...add];
}

function receiptOf(place: number): string {
  return createHash('sha256').update(`receipt ${place}`).digest('base64url').slice(0, 32);
}

/** Puts accounts into a store; their addresses, in their order. */
export async function fillAccounts(store: Store, hub: HubNamespaces, count: number): Promise<string[]> {
  const passwordHash = await new Passwords().hash('correct horse battery');
  const createdAt = new Date(FIRST);
  const emails = Array.from({ length: count }, (_, place) => `person_${place}@example.org`);
  const quadsOfAccount = (email: string): Quad[] => {
    const account = { id: randomUUID(), email, passwordHash, createdAt, validatedAt: createdAt, disabledAt: null };
    return accountQuads({ account: { ...account, isAdministrator: false, generation: 1 }, revision: 1 }, hub);
  };
  for (let at = 0; at < count; at += BATCH)
    await store.change({ add: emails.slice(at, at + BATCH).flatMap(quadsOfAccount) });
  return emails.sort();
}
