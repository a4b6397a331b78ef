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
    </div>
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
  for (const section of document.querySelectorAll<HTMLElement>('.reference-section, .contents-group'))
    section.hidden = section.querySelector('article:not([hidden]), li:not([hidden])') === null;
  return found;
}
