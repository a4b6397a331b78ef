/**
 * Goes on to the page that has a type or its field now: `#type-Term` and `#field-Term-name` of the first page, which once had all of them, or
 * of a page that a type has left.
 */
export function followAnchor(): void {
  const [, name] = /^#(?:type|field)-(\w+)/.exec(location.hash) ?? [];
  if (name === undefined || document.getElementById(location.hash.slice(1)) !== null) return;
  const link = document.querySelector<HTMLAnchorElement>(`.contents a[href$="#type-${name}"]`);
  if (link !== null) location.replace(link.href.split('#', 1)[0] + location.hash);
}
