/** A whole number as people read it: `12,345`. `Intl` loads its tables for the first one, which a slow machine notices. */
export function grouped(count: number): string {
  const digits = String(count);
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(',');
}
