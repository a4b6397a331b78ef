import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { replaceInAddress } from './language-choice.ts';

interface FilterFieldProps {
  /** What one of those is that are found. */
  readonly noun: string;
}

/** A field that leaves of the page the articles in which all of its words stand. */
export function FilterField({ noun }: FilterFieldProps): VNode {
  const [words, setWords] = useState(() => new URL(location.href).searchParams.get('q') ?? '');
  const [found, setFound] = useState(0);
  useEffect(() => {
    setFound(showFitting(words));
    replaceInAddress('q', words.trim());
  }, [words]);
  return (
    <div class="field filter">
      <label for="reference-filter">Find in this page</label>
      <input
        id="reference-filter"
        type="search"
        value={words}
        autocomplete="off"
        aria-describedby="reference-found"
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <span id="reference-found" class="note" role="status">
        {words.trim() === '' ? '' : `${found} ${noun}${found === 1 ? '' : 's'}`}
      </span>
      {words.trim() === '' ? null : <OtherPages words={words.trim()} />}
    </div>
  );
}

/** The other pages of the reference, to be searched for the same words. */
function OtherPages({ words }: { readonly words: string }): VNode | null {
  const addresses = new Map<string, string>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.contents-group > a:not([href^="#"])')) {
    const address = link.href.replace(/#.*/, '');
    const name = link.textContent.toLowerCase();
    addresses.set(address, addresses.has(address) ? `${addresses.get(address)}, ${name}` : name);
  }
  if (addresses.size === 0) return null;
  return (
    <ul class="links">
      {Array.from(addresses, ([address, name]) => (
        <li key={address}>
          <a href={`${address}?q=${encodeURIComponent(words)}`}>Search in {name}</a>
        </li>
      ))}
    </ul>
  );
}

/** Hides what does not fit. Returns how many articles do. */
function showFitting(words: string): number {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  let found = 0;
  for (const article of document.querySelectorAll<HTMLElement>('article[data-find]')) {
    const text = (article.querySelector('[data-find-text]') ?? article).textContent.toLowerCase();
    const fits = wanted.every((word) => text.includes(word));
    article.hidden = !fits;
    const id = article.getAttribute('aria-labelledby')!;
    const entry = document.querySelector(`.contents a[href="#${CSS.escape(id)}"]`)?.closest('li');
    if (entry) entry.hidden = !fits;
    if (fits) found++;
  }
  // Of what other pages have, the names alone are known here.
  for (const entry of document.querySelectorAll<HTMLElement>('.contents-group li:has(> a:not([href^="#"]))'))
    entry.hidden = !wanted.every((word) => entry.textContent.toLowerCase().includes(word));
  for (const section of document.querySelectorAll<HTMLElement>('.reference-section, .contents-group'))
    section.hidden = section.querySelector('article:not([hidden]), li:not([hidden])') === null;
  return found;
}
