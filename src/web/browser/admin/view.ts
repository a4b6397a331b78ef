export const STATES = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;
export type State = (typeof STATES)[number];
/** What can be suggested. */
const KINDS = ['terms', 'sources', 'changes'] as const;
export type Kind = (typeof KINDS)[number];

/** What the page shows. Each has an address: leaving the page would sign out, so that all of them are one page. */
export type View =
  | { readonly name: 'queue'; readonly kind: Kind; readonly state: State; readonly after: string | null }
  | { readonly name: 'review'; readonly kind: Kind; readonly id: string }
  | { readonly name: 'missing' }
  | { readonly name: 'accounts'; readonly after: string | null };

export const FIRST_VIEW: View = { name: 'queue', kind: 'terms', state: 'PENDING', after: null };

/** The view that an address names; the queue for what names none. */
export function viewOf(search: string): View {
  const query = new URLSearchParams(search);
  const kind = KINDS.find((known) => known === query.get('kind')) ?? 'terms';
  const after = query.get('after');
  const id = query.get('suggestion');
  if (id !== null && id !== '') return { name: 'review', kind, id };
  const name = query.get('view');
  if (name === 'missing') return { name };
  if (name === 'accounts') return { name, after };
  const asked = query.get('state')?.toUpperCase();
  return { name: 'queue', kind, state: STATES.find((state) => state === asked) ?? 'PENDING', after };
}

/** The address of a view, relative to the page. */
export function addressOf(view: View): string {
  const query = new URLSearchParams();
  if ('kind' in view && view.kind !== 'terms') query.set('kind', view.kind);
  if (view.name === 'review') query.set('suggestion', view.id);
  if (view.name === 'missing' || view.name === 'accounts') query.set('view', view.name);
  if (view.name === 'queue' && view.state !== 'PENDING') query.set('state', view.state.toLowerCase());
  if ('after' in view && view.after !== null) query.set('after', view.after);
  return query.size === 0 ? '?' : `?${query.toString()}`;
}
