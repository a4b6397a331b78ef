import { unitOfName } from '../terms.ts';
import { wordsOf, wordsOfKey } from './words.ts';

/** A key as people and data sets write it, taken apart. */
export interface KeyParts {
  /** Folded, without those of the unit. */
  readonly words: readonly string[];
  /** The unit as names of terms have it behind their dash, e.g. `EUR_per_MWh`; null when the key has no unit of any term. */
  readonly unit: string | null;
}

/** How units are written out, in folded words, and the sign that names of terms have. */
const WRITTEN_OUT: Readonly<Record<string, readonly string[]>> = {
  W: ['watt', 'watts'],
  kW: ['kilowatt', 'kilowatts'],
  MW: ['megawatt', 'megawatts'],
  Wh: ['watthour', 'watthours', 'watt hour', 'watt hours'],
  kWh: ['kilowatthour', 'kilowatthours', 'kilowatt hour', 'kilowatt hours', 'kilowattstunden', 'kw h'],
  MWh: ['megawatthour', 'megawatthours', 'megawatt hour', 'megawatt hours', 'mw h'],
  V: ['volt', 'volts'],
  kV: ['kilovolt', 'kilovolts'],
  A: ['amp', 'amps', 'ampere', 'amperes'],
  Hz: ['hertz'],
  degC: ['c', 'celsius', 'degree celsius', 'degrees celsius', 'deg c', 'grad celsius'],
  degF: ['f', 'fahrenheit', 'degree fahrenheit', 'degrees fahrenheit', 'deg f'],
  deg: ['degree', 'degrees', 'grad'],
  K: ['kelvin'],
  percent: ['pct', 'perc', 'percentage', 'prozent', 'pc'],
  s: ['sec', 'secs', 'second', 'seconds', 'sekunden'],
  min: ['mins', 'minute', 'minutes', 'minuten'],
  h: ['hr', 'hrs', 'hour', 'hours', 'stunden'],
  m_per_s: ['mps', 'ms 1', 'm s 1', 'meters second', 'metres second'],
  m: ['meter', 'meters', 'metre', 'metres'],
  mm: ['millimeter', 'millimetre', 'millimeters', 'millimetres'],
  W_per_m2: ['wm2', 'wm 2', 'w m 2'],
  EUR: ['euro', 'euros'],
  EUR_per_MWh: ['euro mwh', 'eurmwh'],
  EUR_per_kWh: ['euro kwh', 'eurkwh'],
  gCO2eq_per_kWh: ['g kwh', 'gco2 kwh', 'gco2e kwh', 'g co2 kwh', 'g co2eq kwh', 'g co2e kwh'],
  rpm: ['u min', '1 min', 'min 1', 'rev min', 'tr min'],
  hPa: ['hectopascal', 'mbar', 'millibar'],
  lux: ['lx'],
  m3: ['cubic meter', 'cubic metre', 'cubic meters', 'cubic metres', 'kubikmeter'],
  L_per_min: ['lpm', 'l minute'],
  L_per_h: ['lph', 'l hour'],
};

/** Units that keys have and perhaps no term: of another one that is said, a term has other values. */
const FOREIGN = {
  mi_per_h: ['mph', 'mi h', 'miles hour'],
  kn: ['knot', 'knots', 'kts'],
  ft_per_s: ['ft s', 'fps'],
  psi: ['psi', 'psig'],
  inHg: ['inhg', 'in hg'],
  gal_per_min: ['gpm', 'gal min'],
  cfm: ['cfm', 'ft3 min', 'cu ft min'],
  BTU_per_h: ['btu h'],
  kBTU_per_h: ['kbtu h'],
  BTU: ['btu'],
  kBTU: ['kbtu'],
  MMBTU: ['mmbtu'],
};

const MAX_UNIT_WORDS = 4;

/** Units that keys also begin with, `kwh_import`; others are words there, `min_power`. */
const IN_FRONT = /^[kMG](?:Wh?|VAh?|varh?)$/;

/** Words that are followed by a letter that separates things of one kind. */
const LETTERED = new Set(['phase', 'line', 'channel', 'unit', 'site', 'type']);

/** Reads units out of keys, those that a vocabulary has. */
export class UnitsInKeys {
  /** Units by the words that say them, `per` left out and joined by blanks. */
  readonly #units = new Map<string, string>();
  /** As names of terms have them. */
  readonly #written: ReadonlySet<string>;

  /** @param written as names of terms have them; of those that are said by the same words the first counts */
  constructor(written: ReadonlySet<string>) {
    this.#written = written;
    for (const [unit, sayings] of Object.entries(FOREIGN)) for (const words of sayings) this.#units.set(words, unit);
    for (const unit of written) {
      const words = spoken(wordsOf(unit));
      if (this.#units.has(words)) continue;
      this.#units.set(words, unit);
      for (const saying of WRITTEN_OUT[unit] ?? []) this.#units.set(saying, unit);
    }
  }

  /** Those of these names of terms: what stands behind the dash is the unit. */
  static of(names: Iterable<string>): UnitsInKeys {
    const written = new Set<string>();
    for (const name of names) {
      const unit = unitOfName(name);
      if (unit !== null) written.add(unit);
    }
    return new UnitsInKeys(written);
  }

  /** In the order in which they count. */
  get written(): ReadonlySet<string> {
    return this.#written;
  }

  /** Whether names of terms have this unit. */
  has(unit: string): boolean {
    return this.#written.has(unit);
  }

  /** The unit that a text is, `kW` or `Kilowatt`; null for a text that is no unit of any term. Case separates units where both are there, `mW` and `MW`. */
  named(text: string): string | null {
    const written = text.trim();
    return this.#written.has(written) ? written : (this.#units.get(spoken(wordsOfKey(written))) ?? null);
  }

  /** Takes a key apart. The unit may stand in brackets, where its case counts, or behind the rest, those of power and energy before it; a key that is nothing but a unit is all words. */
  read(key: string): KeyParts {
    const bracketed = /^(.*?)[([{<]([^()[\]{}<>]*)[)\]}>](.*)$/su.exec(key);
    if (bracketed !== null) {
      const [, before, inside, behind] = bracketed as unknown as [string, string, string, string];
      const unit = this.named(inside);
      const words = withPhases(wordsOfKey(`${before} ${behind}`));
      if (unit !== null && words.length > 0) return { words, unit };
    }
    const words = withPhases(wordsOfKey(key));
    for (let from = Math.max(1, words.length - MAX_UNIT_WORDS); from < words.length; from++) {
      const unit = this.#units.get(spoken(words.slice(from)));
      if (unit === undefined || !isMeant(key, words, unit, from)) continue;
      const rest = words.slice(0, from);
      return { words: rest.at(-1) === 'in' && rest.length > 1 ? rest.slice(0, -1) : rest, unit };
    }
    const first = this.#units.get(words[0] ?? '');
    if (first !== undefined && IN_FRONT.test(first) && words.length > 1) return { words: words.slice(1), unit: first };
    return { words, unit: null };
  }
}

/** The phases by their letters, as IEC 61850 and SunSpec have them. */
const PHASES = new Map([
  ['a', 'l1'],
  ['b', 'l2'],
  ['c', 'l3'],
]);

/** Words of a key in which a phase with a letter is the one that terms have: `phase_a_current` is `phase l1 current`. */
function withPhases(words: readonly string[]): string[] {
  return words.map((word, at) => (words[at - 1] === 'phase' ? (PHASES.get(word) ?? word) : word));
}

/** What an `f` stands behind that means degrees Fahrenheit. Elsewhere it is a frequency, or where something comes from. */
const TEMPERATURES = /^(?:temp|temperature|temperatur|temperatura|dewpoint|point|t)$/;

/** What `min` stands behind that means minutes. Elsewhere it is the least of something: `temp_min`. */
const TIMES =
  /^(?:\w*time|\w*duration|\w*intervall?|intervalo|period\w*|\w*step|delay|age|remaining|resolution|horizon\w*|sunshine|\w*zeit|\w*dauer|duree|duracion|duracao|tiempo|tempo|temps)$/;

/** What `min` right behind means minutes of; `session_cost_min` is the least cost. */
const SPANS = /^(?:idle|parking|session|standstill)$/;

/** A single letter is a unit in the unit's own case, or in a key that has no capitals, but not behind such a word as in `line_a`. */
function isMeant(key: string, words: readonly string[], unit: string, from: number): boolean {
  if (from < words.length - 1) return true;
  if (words[from] === 'min')
    return SPANS.test(words[from - 1]!) || words.slice(0, from).some((word) => TIMES.test(word));
  if (words[from]!.length > 1) return true;
  if (unit === 'degF' && !TEMPERATURES.test(words[from - 1]!)) return false;
  const isWrittenSo = key.trimEnd().endsWith(unit.at(-1)!) || !/\p{Lu}/u.test(key);
  return isWrittenSo && !LETTERED.has(words[from - 1]!);
}

function spoken(words: readonly string[]): string {
  return words.filter((word) => word !== 'per').join(' ');
}
