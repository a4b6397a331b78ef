/** Gives each element with `data-copy` a button after it that copies the attribute's text, or that of the element when it is empty. */
export function mountCopyButtons(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const what = element.dataset['copyLabel'] ?? 'the sample';
    const show = (text: string): void => {
      button.textContent = text;
      button.setAttribute('aria-label', `${text} ${what}`);
    };
    show('Copy');
    button.addEventListener('click', () => {
      const text = element.dataset['copy'] || element.textContent;
      navigator.clipboard.writeText(text).then(
        () => show('Copied'),
        () => show('Not allowed to copy'),
      );
      setTimeout(() => show('Copy'), 2000);
    });
    element.after(button);
  }
}
