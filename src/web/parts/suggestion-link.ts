/** Where a term for this text can be suggested, with a name made of it: small letters, and underscores between words. */
export function suggestionLink(text: string, root: string): string {
  const words = text
    .replaceAll(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return `${root}suggest?${new URLSearchParams({ parameter: words.join('_').slice(0, 100) }).toString()}`;
}
