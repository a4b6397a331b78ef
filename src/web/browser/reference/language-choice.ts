import { fillAsSample, readForm, requestOf } from '../../parts/operation-form.ts';
import { LANGUAGE_NAMES, writeSample, type Language } from '../../parts/write-sample.ts';

/** Has the links of languages write the samples anew where they stand; the address of the page says which language it is. */
export function chooseLanguage(): void {
  const choice = document.querySelector<HTMLElement>('.languages');
  const links = [...(choice?.querySelectorAll<HTMLAnchorElement>('[data-language]') ?? [])];
  for (const link of links) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const language = link.dataset['language'] as Language;
      for (const each of links) {
        if (each === link) each.setAttribute('aria-current', 'true');
        else each.removeAttribute('aria-current');
      }
      writeSamples(language, choice!.dataset['base']!);
      replaceInAddress('language', language);
    });
  }
}

function writeSamples(language: Language, baseUrl: string): void {
  for (const samples of document.querySelectorAll('.operation-samples')) {
    const { form: written, name } = samples.querySelector<HTMLElement>('[data-form]')!.dataset;
    const form = readForm(written!);
    const sample = samples.querySelector('.sample pre')!;
    samples.querySelector('figcaption')!.textContent = LANGUAGE_NAMES[language];
    sample.textContent = writeSample(language, requestOf(form, fillAsSample(form), baseUrl));
    sample.setAttribute('aria-label', `${LANGUAGE_NAMES[language]}: ${name!}`);
  }
}

/** Puts a parameter into the address of the page, or takes it away when it is empty. */
export function replaceInAddress(name: string, value: string): void {
  const url = new URL(location.href);
  if (value === '') url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  history.replaceState(history.state, '', url);
}
