import { writeLink, type LinkState } from '../../playground/link-state.ts';

/** A longer document has no link: what it would be compressed to is not looked for. */
const LONGEST = 200_000;

/**
 * Writes a state into the address of the page. A document that is too long for an address is not in it; the rest of the state is.
 *
 * @returns the state behind the `#`; null when the address does not hold all of it
 */
export async function keepAddress(state: LinkState, how: 'push' | 'replace'): Promise<string | null> {
  const full = state.text !== null && state.text.length > LONGEST ? null : await writeLink(state);
  const fragment = full ?? (await writeLink({ ...state, text: null })) ?? '';
  if (`#${fragment}` === (location.hash || '#')) return full;
  const here = location.pathname + location.search;
  const url = fragment === '' ? here : `${here}#${fragment}`;
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(history.state, '', url);
  return full;
}
