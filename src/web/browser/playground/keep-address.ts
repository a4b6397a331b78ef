import { compressText, fragmentOf, isSameState, type LinkState } from '../../playground/link-state.ts';

/** A longer document has no link: what it would be compressed to is not looked for. */
const LONGEST = 200_000;
/** Entries of the history whose states are remembered. Of an older one the address tells what it can. */
const MOST_ENTRIES = 20;

/**
 * What entries of the history show. An address has no long document, and a short one only when it has been compressed, for which Back
 * does not wait.
 */
const states = new Map<string, LinkState>();
let lastEntry = 0;
/** The document that was compressed last: most changes of the state leave it as it is. */
let compressed: { readonly text: string; readonly doc: string } | null = null;

/** The state of the entry of the history at which the window is; null when it is not remembered. */
export function stateHere(): LinkState | null {
  return states.get(entryHere() ?? '') ?? null;
}

/**
 * Writes a state into the address of the page: at once, but for a document that has to be compressed first. A document that is too long
 * for an address is not in it; the rest of the state is.
 *
 * @returns the state behind the `#`; null when the address does not hold all of it, undefined when it shows another state by then
 */
export async function keepAddress(state: LinkState, how: 'push' | 'replace'): Promise<string | null | undefined> {
  const before = stateHere();
  const isNew = how === 'push' && !(before !== null && isSameState(before, state));
  const entry = (isNew ? null : entryHere()) ?? `${performance.timeOrigin} ${++lastEntry}`;
  states.delete(entry);
  states.set(entry, state);
  if (states.size > MOST_ENTRIES) states.delete(states.keys().next().value!);
  if (isNew) history.pushState({ entry }, '', addressOf(fragmentOf(state, docOf(state)) ?? bare(state)));
  else history.replaceState({ entry }, '');
  const doc = await compress(state);
  if (entryHere() !== entry || states.get(entry) !== state) return undefined;
  const full = state.text !== null && doc === null ? null : fragmentOf(state, doc);
  history.replaceState({ entry }, '', addressOf(full ?? bare(state)));
  return full;
}

/** The name that this page gave to the entry of the history at which the window is. */
function entryHere(): string | null {
  return (history.state as { readonly entry?: string } | null)?.entry ?? null;
}

function docOf({ text }: LinkState): string | null {
  return text !== null && compressed?.text === text ? compressed.doc : null;
}

/** The document as an address has it; null for none, and for one that is too long. */
async function compress(state: LinkState): Promise<string | null> {
  const { text } = state;
  const known = docOf(state);
  if (text === null || text.length > LONGEST || known !== null) return known;
  const doc = await compressText(text);
  compressed = { text, doc };
  return doc;
}

/** What an address can always hold, unless it is its query that is too long. */
function bare(state: LinkState): string {
  return fragmentOf(state, null) ?? '';
}

function addressOf(fragment: string): string {
  const here = location.pathname + location.search;
  return fragment === '' ? here : `${here}#${fragment}`;
}
