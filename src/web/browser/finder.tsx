import { render } from 'preact';
import { addressShowing, listingQuery } from '../parts/listing-address.ts';
import { LISTING_PARTS, PAGE_ROWS, type Listing } from '../parts/term-listing.tsx';
import { ASK_AGAIN } from './page/ask-again.ts';
import { loadPart } from './page/load-part.ts';
import { nextTask } from './page/next-task.ts';
import { rootOfHub } from './page/root.ts';

/** Milliseconds without a keystroke after which a search is sent. */
const PAUSE_MS = 120;

/** Makes the search of the vocabulary answer as one types. Every state has an address. */
function mountFinder(place: Element): void {
  const root = rootOfHub();
  let shown: Listing | null = null;
  let asking: AbortController | null = null;
  let timer = 0;
  let lastDrawing = 0;

  const draw = async (
    query: URLSearchParams,
    state: { readonly isLoading?: boolean; readonly mistake?: string | null },
  ): Promise<void> => {
    const drawing = ++lastDrawing;
    if (shown === null) return;
    const props = { listing: shown, query, root, ...state };
    for (const [name, Part] of Object.entries(LISTING_PARTS)) {
      render(<Part {...props} />, place.querySelector(`[data-part="${name}"]`)!);
      await nextTask();
      if (drawing !== lastDrawing) return;
    }
  };

  const show = async (query: URLSearchParams): Promise<void> => {
    asking?.abort();
    // What was typed for the list that one has left asks for nothing more.
    clearTimeout(timer);
    void speakCategories(query);
    const controller = (asking = new AbortController());
    void draw(query, { isLoading: true });
    const asked = listingQuery(query);
    asked.set('counts', 'true');
    asked.set('first', String(PAGE_ROWS));
    try {
      const response = await fetch(`${root}api/terms?${asked.toString()}`, { signal: controller.signal, ...ASK_AGAIN });
      if (!response.ok) throw new Error(`The hub answered ${response.status}.`);
      shown = (await response.json()) as Listing;
      if (!controller.signal.aborted) await draw(query, {});
    } catch (error) {
      if (!controller.signal.aborted)
        await draw(query, { mistake: `The search failed, and the terms are those of before. ${reasonOf(error)}` });
    }
  };

  const queryOf = (form: HTMLFormElement): URLSearchParams => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && value !== '') query.append(name, value);
    // What is usual need not be said.
    if (query.get('language') === 'en') query.delete('language');
    if (query.get('sort') === (query.has('q') ? 'relevance' : 'name')) query.delete('sort');
    return query;
  };

  /** Where an address says another text than the field. */
  const showText = (query: URLSearchParams): void => {
    const field = place.querySelector<HTMLInputElement>('[name="q"]');
    if (field !== null) field.value = query.get('q') ?? '';
  };

  const go = (query: URLSearchParams, how: 'push' | 'replace'): void => {
    const address = query.size === 0 ? location.pathname : `?${query.toString()}`;
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    void show(query);
  };

  place.addEventListener('input', (event) => {
    const { form } = event.target as HTMLInputElement;
    if (form === null) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const query = queryOf(form);
      // Who chose no order gets the one that is usual for the text.
      const { name } = event.target as HTMLInputElement;
      if (name !== 'sort' && !new URLSearchParams(location.search).has('sort')) query.delete('sort');
      go(query, 'replace');
    }, PAUSE_MS);
  });
  place.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    go(queryOf(event.target as HTMLFormElement), 'push');
  });
  place.addEventListener('click', (event) => {
    if (!(event instanceof MouseEvent)) return;
    const link = (event.target as Element).closest('a');
    if (
      link === null ||
      !link.getAttribute('href')?.startsWith('?') ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    const query = new URL(link.href).searchParams;
    showText(query);
    go(query, 'push');
  });
  addEventListener('popstate', () => {
    const query = new URLSearchParams(location.search);
    showText(query);
    void show(query);
  });
}

/** Browsers have words of their own for a hub that cannot be reached. */
function reasonOf(error: unknown): string {
  return error instanceof TypeError ? 'The hub cannot be reached.' : (error as Error).message;
}

const CATEGORIES = '[data-part="categories"]';

/** Shows the categories in the language of a query, as the page of its address has them. */
async function speakCategories(query: URLSearchParams): Promise<void> {
  const shown = document.querySelector<HTMLElement>(CATEGORIES);
  const language = query.get('language') ?? 'en';
  if (shown === null || shown.dataset['language'] === language) return;
  const before = shown.dataset['language'];
  // What is asked for now, though it is not here yet: nobody asks for it twice.
  shown.dataset['language'] = language;
  const spoken = await loadPart(`?${query.toString()}`, CATEGORIES);
  if (shown.dataset['language'] !== language) return;
  if (spoken === null) {
    shown.dataset['language'] = before;
    return;
  }
  shown.replaceChildren(...spoken.childNodes);
}

/** The links of categories lead to the search of this moment. */
document.querySelector(CATEGORIES)?.addEventListener('click', ({ target }) => {
  const link = (target as Element).closest<HTMLAnchorElement>('a.branch');
  if (link === null) return;
  const { searchParams, hash } = new URL(link.href);
  link.href = addressShowing(new URLSearchParams(location.search), 'open', searchParams.get('open')) + hash;
});

const place = document.querySelector('[data-island="finder"]')?.parentElement;
if (place != null) mountFinder(place);
