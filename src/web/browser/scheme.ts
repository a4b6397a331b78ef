/** The colours that a reader chose; `system` is what the browser says. */
export type Scheme = 'system' | 'light' | 'dark';

export const SCHEMES: readonly Scheme[] = ['system', 'light', 'dark'];
const KEY = 'hub-scheme';

/** The choice that this browser keeps. It is the one thing that the site keeps there. */
export function readScheme(): Scheme {
  try {
    const kept = localStorage.getItem(KEY);
    return SCHEMES.find((scheme) => scheme === kept) ?? 'system';
  } catch {
    // Browsers may refuse.
    return 'system';
  }
}

export function keepScheme(scheme: Scheme): void {
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // It holds for this page, then.
  }
}

/** Draws the page in these colours. */
export function showScheme(scheme: Scheme): void {
  if (scheme === 'system') delete document.documentElement.dataset['scheme'];
  else document.documentElement.dataset['scheme'] = scheme;
}
