/** Keeps the language of the samples in the address, so that a link and Back show the same. */
export function keepLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('input[name="language"]')];
  for (const choice of choices) choice.addEventListener('change', () => replaceInAddress('language', choice.value));
}

/** Puts a parameter into the address of the page, or takes it away when it is empty. */
export function replaceInAddress(name: string, value: string): void {
  const url = new URL(location.href);
  if (value === '') url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  history.replaceState(history.state, '', url);
}
