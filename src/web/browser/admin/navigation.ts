import { signal } from '@preact/signals';
import { addressOf, FIRST_VIEW, viewOf, type View } from './view.ts';

/** What the page shows. */
export const view = signal<View>(FIRST_VIEW);

/** Shows a view, to which Back leads again. */
export function go(next: View): void {
  history.pushState(null, '', addressOf(next));
  view.value = next;
}

/** Has the address say what is shown. */
export function followAddress(): void {
  const follow = (): void => {
    view.value = viewOf(location.search);
  };
  window.addEventListener('popstate', follow);
  follow();
}
