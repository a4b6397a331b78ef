/**
 * Has links to parts of the page lead there without the address: on a page that keeps its state behind the `#`, their names would take its
 * place.
 */
export function keepFragment(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href^="#"]');
    const part = document.getElementById(link?.getAttribute('href')?.slice(1) ?? '');
    if (part === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // A card of a picture is no place for the focus but by such a link.
    if (!part.hasAttribute('tabindex')) part.setAttribute('tabindex', '-1');
    part.focus();
    part.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
