/** Units of quantities, and words of keys that say one of these, folded, in the languages of labels. */
const QUANTITIES: ReadonlyArray<{ readonly units: RegExp; readonly words?: RegExp }> = [
  { units: /^[mkMG]?(?:Wp?|VA|var)$/, words: /^(?:power|\w*leistung|puissance|potencia)$/ },
  { units: /^[mk]?V$/, words: /^(?:voltage|\w*spannung|tension|tensao)$/ },
  { units: /^(?:degC|degF|K)$/, words: /^(?:temperature|\w*temperatur|temperatura)$/ },
  { units: /^m?Hz$/, words: /^(?:frequency|\w*frequenz|frequence|frecuencia|frequencia)$/ },
  { units: /^(?:ms|s|min|h)$/, words: /^(?:time|duration|\w*(?:zeit|dauer)|duree|duracion|duracao)$/ },
  { units: /^(?:g|kg|t)$/, words: /^(?:mass|masse|masa|massa)$/ },
  { units: /^(?:L|m3)$/, words: /^(?:volume|\w*volumen)$/ },
  // Solar energy is what a plant gives, as power, too.
  { units: /^[mkMGT]?(?:Wh|VAh|varh|J)$/ },
  // A current temperature is that of now.
  { units: /^[mk]?A$/ },
];

/**
 * The units of the one quantity that words of a key say; null when they say none, or several, as `power_switch_temperature` does.
 *
 * @param words folded
 */
export function unitsOfQuantity(words: readonly string[]): RegExp | null {
  const said = QUANTITIES.filter(({ words: sayings }) => words.some((word) => sayings?.test(word) === true));
  return said.length === 1 ? said[0]!.units : null;
}

/** Whether a unit is that of another quantity than the one whose units these are; a price or a share may be of any. */
export function isOfOtherQuantity(unit: string, units: RegExp): boolean {
  return !units.test(unit) && QUANTITIES.some(({ units: others }) => others.test(unit));
}
