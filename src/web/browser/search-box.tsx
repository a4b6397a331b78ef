import { render, type VNode } from 'preact';
import type { Listing } from '../parts/term-listing.tsx';
import { ASK_AGAIN } from './page/ask-again.ts';
import { rootOfHub } from './page/root.ts';

/** Milliseconds without a keystroke after which a search is sent. */
const PAUSE_MS = 100;
const MOST = 8;
/** Names of one suggestion: those of a quantity in many units would fill the list. */
const MOST_NAMES = 20;

interface Suggestion {
  readonly iri: string;
  readonly name: string;
  readonly label: string;
  /** Why it is suggested, where neither name nor label say it. */
  readonly reason: string | null;
}

/** Makes the search of the header a combobox of terms (ARIA 1.2). Without it, it is a form. */
export function mountSearchBox(): void {
  const input = document.querySelector<HTMLInputElement>('#site-search');
  if (input?.form == null) return;
  const { form } = input;
  const place = document.createElement('div');
  form.append(place);
  const root = rootOfHub();
  let suggestions: readonly Suggestion[] = [];
  let active = -1;
  let asking: AbortController | null = null;
  let timer = 0;

  const draw = (): void => {
    const isOpen = suggestions.length > 0;
    input.setAttribute('aria-expanded', String(isOpen));
    if (active >= 0) input.setAttribute('aria-activedescendant', `site-search-${active}`);
    else input.removeAttribute('aria-activedescendant');
    render(<Suggestions items={suggestions} active={active} choose={choose} />, place);
  };
  const close = (): void => {
    suggestions = [];
    active = -1;
    draw();
  };
  const choose = (at: number): void => location.assign(suggestions[at]!.iri);

  const ask = async (text: string): Promise<void> => {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    try {
      const query = new URLSearchParams({ q: text, first: String(MOST) });
      const response = await fetch(`${root}api/terms?${query.toString()}`, { signal, ...ASK_AGAIN });
      if (!response.ok) return close();
      const listing = (await response.json()) as Listing;
      if (signal.aborted || document.activeElement !== input) return;
      suggestions = listing.data.map(suggestionOf);
      active = -1;
      draw();
    } catch {
      // The form still works.
      if (!signal.aborted) close();
    }
  };

  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', 'site-search-list');
  input.addEventListener('input', () => {
    clearTimeout(timer);
    const text = input.value.trim();
    if (text.length < 2) {
      asking?.abort();
      return close();
    }
    timer = window.setTimeout(() => void ask(text), PAUSE_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && suggestions.length > 0) {
      event.preventDefault();
      close();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && suggestions.length > 0) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const places = suggestions.length + 1;
      active = ((active + 1 + step + places) % places) - 1;
      draw();
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      choose(active);
    }
  });
  input.addEventListener('blur', close);
  // A slash leads to the search from everywhere but from where one types.
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.composedPath()[0];
    if (at instanceof HTMLElement && (at.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(at.tagName))) return;
    event.preventDefault();
    input.focus();
  });
  draw();
}

function suggestionOf({ quantity, terms }: Listing['data'][number]): Suggestion {
  const [{ iri, label, match }] = terms as [Listing['data'][number]['terms'][number]];
  const isSeen = match === null || match.kind === 'name' || match.text === label || match.kind === 'definition';
  const shown = terms.slice(0, MOST_NAMES).map((term) => term.name);
  const variants = terms.length > MOST_NAMES ? [...shown, '…'].join(', ') : shown.join(', ');
  return {
    iri: quantity !== null && terms.length > 1 ? quantity.iri : iri,
    name: variants,
    label: quantity !== null && terms.length > 1 ? quantity.label : label,
    reason: isSeen ? null : match.text,
  };
}

interface SuggestionsProps {
  readonly items: readonly Suggestion[];
  readonly active: number;
  choose(at: number): void;
}

function Suggestions({ items, active, choose }: SuggestionsProps): VNode {
  return (
    <div id="site-search-list" class="suggestions" role="listbox" aria-label="Terms" hidden={items.length === 0}>
      {items.map(({ name, label, reason }, at) => (
        <div
          id={`site-search-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // Before the input loses the focus, which closes the list.
          onMouseDown={(event) => {
            event.preventDefault();
            choose(at);
          }}
        >
          <span>{label}</span> <code>{name}</code>
          {reason === null ? null : <span class="note">{reason}</span>}
        </div>
      ))}
    </div>
  );
}
