/** Arrays that are kept when nobody has them, and the longest of these. */
const [MOST_KEPT, MOST_NUMBERS] = [4, 1 << 20];

const kept: Uint32Array[] = [];

/**
 * An array of zeros. A list may need one by the number of each category, of which there are as many as terms: to make it anew each time would be
 * garbage of megabytes.
 *
 * @param length of which at least it is
 */
export function borrowZeros(length: number): Uint32Array {
  const at = kept.findIndex((numbers) => numbers.length >= length);
  return at === -1 ? new Uint32Array(length) : kept.splice(at, 1)[0]!;
}

/** Keeps an array for the next one who needs it. @param numbers that are all zeros again */
export function giveBackZeros(numbers: Uint32Array): void {
  if (numbers.length > MOST_NUMBERS) return;
  if (kept.length === MOST_KEPT) kept.shift();
  kept.push(numbers);
}
