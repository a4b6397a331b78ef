/** Names of units in English, with their codes of UCUM; those that take prefixes of the SI. */
const SI_NAMES: ReadonlyMap<string, string> = new Map([
  ['metre', 'm'],
  ['meter', 'm'],
  ['second', 's'],
  ['gram', 'g'],
  ['gramme', 'g'],
  ['tonne', 't'],
  ['litre', 'L'],
  ['liter', 'L'],
  ['watt', 'W'],
  ['joule', 'J'],
  ['newton', 'N'],
  ['pascal', 'Pa'],
  ['kelvin', 'K'],
  ['hertz', 'Hz'],
  ['volt', 'V'],
  ['ampere', 'A'],
  ['ohm', 'Ohm'],
  ['siemens', 'S'],
  ['mole', 'mol'],
  ['bar', 'bar'],
  ['var', 'var'],
  ['lux', 'lx'],
]);
const NAMES: ReadonlyMap<string, string> = new Map([
  ['sec', 's'],
  ['minute', 'min'],
  ['hour', 'h'],
  ['hr', 'h'],
  ['day', 'd'],
  ['year', 'a'],
  ['ton', 't'],
  ['degree', 'deg'],
  ['radian', 'rad'],
  ['percent', '%'],
  ['celsius', 'Cel'],
  ['fahrenheit', '[degF]'],
  ['degc', 'Cel'],
  ['degf', '[degF]'],
  ['amp', 'A'],
]);
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['tera', 'T'],
  ['giga', 'G'],
  ['mega', 'M'],
  ['kilo', 'k'],
  ['hecto', 'h'],
  ['centi', 'c'],
  ['milli', 'm'],
  ['micro', 'u'],
]);
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['°C', 'Cel'],
  ['℃', 'Cel'],
  ['°F', '[degF]'],
  ['°', 'deg'],
  ['Ω', 'Ohm'],
  ['ohm', 'Ohm'],
  ['degC', 'Cel'],
  ['degree_C', 'Cel'],
  ['degrees_C', 'Cel'],
  ['degree_Celsius', 'Cel'],
  ['degF', '[degF]'],
  ['degree_F', '[degF]'],
  ['l', 'L'],
  ['day', 'd'],
  ['€', 'EUR'],
]);
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Reactive power and energy as devices write them, `kVAr` and `kVARh`, for `kvar` and `kvarh`. */
const REACTIVE = /^([kMG]?)VA[rR](h?)$/;
/** Longer texts are no units. */
const MOST_CHARACTERS = 100;

/** The powers of the factors of a unit, by symbol. */
type Powers = Map<string, number>;

/**
 * A form that two spellings of one unit have in common, whatever the order and the signs of their factors: `W m-2`, `W/m2`, `W·m⁻²` and
 * `W.m-2`. Null for what is no product of units.
 */
export function productOf(text: string): string | null {
  if (text.length > MOST_CHARACTERS) return null;
  const plain = text
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String(RAISED.indexOf(digit)))
    .replaceAll('⁻', '-')
    .replaceAll('−', '-')
    .replaceAll('**', '')
    .replaceAll('^', '')
    .replace(/[µμ]/g, 'u')
    .replace(/[·⋅×*\s]+/g, '.')
    .replaceAll('_per_', '/');
  return writtenOf(readProduct(plain));
}

/** The same of the English name of a unit: `kilowatt hour`, `wattPerSquareMetre`, `Watts per square metre`. */
export function productOfWords(name: string): string | null {
  if (name.length > MOST_CHARACTERS) return null;
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '' && word !== 'time');
  const powers: Powers = new Map();
  let sign = 1;
  let power = 1;
  for (const [at, word] of words.entries()) {
    if (word === 'per') sign = -1;
    else if (word === 'square' || word === 'cubic') power = word === 'square' ? 2 : 3;
    else if (word === 'degree' && /^(?:celsius|fahrenheit)$/.test(words[at + 1] ?? '')) continue;
    else {
      const symbol = symbolOfName(word);
      if (symbol === null) return null;
      const raised = words[at + 1] === 'squared' ? 2 : words[at + 1] === 'cubed' ? 3 : power;
      if (word !== 'squared' && word !== 'cubed') multiply(powers, symbol, sign * raised);
      power = 1;
    }
  }
  return writtenOf(powers);
}

function symbolOfName(word: string): string | null {
  if (word === 'squared' || word === 'cubed') return word;
  const singular =
    word.length > 3 && word.endsWith('s') && word !== 'siemens' && word !== 'celsius' ? word.slice(0, -1) : word;
  const known = NAMES.get(singular) ?? SI_NAMES.get(singular);
  if (known !== undefined) return known;
  for (const [prefix, letter] of PREFIXES) {
    const base = singular.startsWith(prefix) ? SI_NAMES.get(singular.slice(prefix.length)) : undefined;
    if (base !== undefined) return letter + base;
  }
  return null;
}

/** Factors with dots between; a slash is of the factor, or the brackets, behind it. */
function readProduct(text: string): Powers | null {
  const powers: Powers = new Map();
  let sign = 1;
  let within = 1;
  let isOpen = false;
  for (const part of text.split(/([./()])/)) {
    if (part === '' || part === '.') continue;
    if (part === '/') sign = -1;
    else if (part === '(') {
      if (isOpen) return null;
      [within, sign, isOpen] = [sign, 1, true];
    } else if (part === ')') {
      if (!isOpen) return null;
      [within, sign, isOpen] = [1, 1, false];
    } else {
      const factor = readFactor(part);
      if (factor === null) return null;
      multiply(powers, factor.symbol, factor.power * sign * within);
      sign = 1;
    }
  }
  return isOpen ? null : powers;
}

function readFactor(text: string): { readonly symbol: string; readonly power: number } | null {
  if (text === '1') return { symbol: '', power: 1 };
  const [, letters = '', power] = /^([\p{L}%°[\]{}_€$'"]{1,30})(-?\d{1,2})?$/u.exec(text) ?? [];
  if (letters === '') return null;
  return {
    symbol: SYMBOLS.get(letters) ?? symbolOfLongName(letters) ?? letters.replace(REACTIVE, '$1var$2'),
    power: power === undefined ? 1 : Number(power),
  };
}

/** A name that stands among symbols: `degree`, `percent`. Shorter ones are symbols. */
function symbolOfLongName(letters: string): string | null {
  return letters.length < 4 ? null : symbolOfName(letters.toLowerCase());
}

function multiply(powers: Powers, symbol: string, power: number): void {
  if (symbol !== '') powers.set(symbol, (powers.get(symbol) ?? 0) + power);
}

function writtenOf(powers: Powers | null): string | null {
  if (powers === null) return null;
  const factors = [...powers].filter(([, power]) => power !== 0).map(([symbol, power]) => `${symbol}${power}`);
  return factors.length === 0 ? '1' : factors.toSorted().join('.');
}
