/** Characters of a term's name (`docs/vocabulary.md`). */
export const MAX_NAME_CHARACTERS = 100;

/** A name that keeps the rules of `brokenNamingRule`, except that of its length. */
export const NAME_PATTERN = '^[a-z][a-z0-9]*(_[a-z0-9]+)*(-[A-Za-z0-9%]+(_[A-Za-z0-9%]+)*)?$';

const WORDS_HINT = 'e.g. active_power-kW, price-EUR_per_MWh or relative_humidity-%';

/** The naming rule of `docs/vocabulary.md` that a name breaks, in words; null if it breaks none. */
export function brokenNamingRule(name: string): string | null {
  const dash = name.indexOf('-');
  const [words, unit] = dash === -1 ? [name, null] : [name.slice(0, dash), name.slice(dash + 1)];
  if (name.length > MAX_NAME_CHARACTERS)
    return `a name has at most ${MAX_NAME_CHARACTERS} characters; this one has ${name.length}`;
  if (!/^[a-z]/.test(words)) return `a name begins with a small letter from a to z (${WORDS_HINT})`;
  const odd = /[^a-z0-9_]/u.exec(words)?.[0];
  if (odd !== undefined) {
    return `before the hyphen a name has small letters from a to z, digits and underscores alone; ${JSON.stringify(odd)} is none of them (${WORDS_HINT})`;
  }
  if (words.endsWith('_') || words.includes('__'))
    return 'underscores of a name stand one at a time between words, none stands at the end of the words';
  if (unit === null) return null;
  if (unit === '') return 'behind the hyphen of a name stands the unit; a name without a unit has no hyphen';
  if (unit.includes('-')) return 'a name has one hyphen at most; the unit follows it';
  const oddInUnit = /[^A-Za-z0-9%_]/u.exec(unit)?.[0];
  if (oddInUnit !== undefined) {
    return `the unit of a name has letters from A to z, digits, % and underscores alone; ${JSON.stringify(oddInUnit)} is none of them (${WORDS_HINT})`;
  }
  if (/^_|_$|__/.test(unit)) return 'underscores of a unit stand one at a time between its parts';
  return null;
}

/** By this names are compared: case does not count. */
export function withoutCase(name: string): string {
  return name.toLowerCase();
}

/** How the unit of a name is written for people, where it differs from its spelling there. */
const WRITTEN_UNITS: Readonly<Record<string, string>> = { percent: '%', degC: '°C', degF: '°F', deg: '°' };

/** `price-EUR_per_MWh` as people read it: `Price (EUR/MWh)`. */
export function labelOf(name: string): string {
  const [words, unit] = name.split('-') as [string, string | undefined];
  const label = words.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
  if (unit === undefined) return label;
  return `${label} (${writtenUnit(unit)})`;
}

/** A unit as people read it: `EUR/MWh` of `EUR_per_MWh`. */
export function writtenUnit(spelling: string): string {
  return WRITTEN_UNITS[spelling] ?? spelling.replaceAll('_per_', '/').replaceAll('_', ' ');
}
