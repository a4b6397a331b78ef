import { render, type VNode } from 'preact';
import { brokenNamingRule } from '../../suggestions/term-name.ts';
import type { Listing } from '../parts/term-listing.tsx';
import { ASK_AGAIN } from './page/ask-again.ts';
import { rootOfHub } from './page/root.ts';

/** Milliseconds without a keystroke after which similar terms are looked for. */
const PAUSE_MS = 250;

type Check =
  | { readonly broken: string }
  | { readonly similar: ReadonlyArray<{ readonly name: string; readonly iri: string; readonly label: string }> };

/** Says while one types which rule a name breaks, and which terms are like it. */
function mountCheck(input: HTMLInputElement, place: Element): void {
  const root = rootOfHub();
  let timer = 0;
  let asking: AbortController | null = null;

  const look = async (name: string): Promise<void> => {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    const query = new URLSearchParams({ q: name.replaceAll(/[_-]/g, ' '), first: '5' });
    try {
      const response = await fetch(`${root}api/terms?${query.toString()}`, { signal, ...ASK_AGAIN });
      if (!response.ok) return;
      const { data } = (await response.json()) as Listing;
      render(<Told check={{ similar: data.flatMap(({ terms }) => terms.slice(0, 1)) }} />, place);
    } catch {
      // The hub says it when the form is sent.
    }
  };

  const check = (): void => {
    clearTimeout(timer);
    asking?.abort();
    const name = input.value.trim();
    const broken = name === '' ? null : brokenNamingRule(name);
    if (broken === null) input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
    if (broken !== null) render(<Told check={{ broken }} />, place);
    else if (name === '') render(null, place);
    else timer = window.setTimeout(() => void look(name), PAUSE_MS);
  };
  input.addEventListener('input', check);
  check();
}

function Told({ check }: { readonly check: Check }): VNode | null {
  if ('broken' in check) return <p class="alert">{`${check.broken[0]!.toUpperCase()}${check.broken.slice(1)}.`}</p>;
  if (check.similar.length === 0) return null;
  return (
    <div class="alert good">
      <p>Is it one of these?</p>
      <ul>
        {check.similar.map(({ name, iri, label }) => (
          <li>
            <a href={iri}>
              <code>{name}</code>
            </a>{' '}
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

const input = document.querySelector<HTMLInputElement>('[data-island="suggest"] [name="parameter"]');
const place = document.querySelector('[data-island="suggest"] [data-part="check"]');
if (input !== null && place !== null) mountCheck(input, place);
