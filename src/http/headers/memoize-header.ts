/** Clients send few different values; those of somebody who sends a new one each time take no more memory than this. */
const MOST_VALUES = 256;
const LONGEST_VALUE = 256;

/** The same function, which remembers what it made of the values that recur. To read one anew may take as long as to convert a small document. */
export function memoizeHeader<T extends NonNullable<unknown>>(
  read: (value: string | undefined) => T,
): (value: string | undefined) => T {
  const results = new Map<string | undefined, T>();
  return (value) => {
    const known = results.get(value);
    if (known !== undefined) return known;
    const result = read(value);
    if ((value?.length ?? 0) > LONGEST_VALUE) return result;
    if (results.size >= MOST_VALUES) results.clear();
    results.set(value, result);
    return result;
  };
}
