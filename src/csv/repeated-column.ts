/** What is wrong with a header that names two columns alike, of which JSON would have one; null where none does. */
export function sayRepeatedColumn(names: readonly string[]): string | null {
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice === undefined) return null;
  return twice === ''
    ? 'Two columns have no name: name them in the header, or take them out.'
    : `Two columns have the name ${JSON.stringify(twice)}.`;
}
