type Scheme = 'light' | 'dark';

/** Tells the colours of the page, now and whenever the reader or the system changes them. */
export function watchScheme(tell: (scheme: Scheme) => void): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const say = (): void => {
    const chosen = document.documentElement.dataset['scheme'];
    tell(chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light');
  };
  system.addEventListener('change', say);
  new MutationObserver(say).observe(document.documentElement, { attributeFilter: ['data-scheme'] });
  say();
}
