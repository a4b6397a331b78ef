/** Words of keys that say a quantity, folded, in the languages of labels, and the units in which that is measured. */
const QUANTITIES: ReadonlyArray<readonly [words: RegExp, units: RegExp]> = [
  [/^(?:power|\w*leistung|puissance|potencia)$/, /^[mkMG]?(?:Wp?|VA|var)$/],
  [/^(?:energy|\w*energie|energia)$/, /^[mkMGT]?(?:Wh|VAh|varh|J)$/],
  [/^(?:voltage|\w*spannung|tension|tensao)$/, /^[mk]?V$/],
  [/^(?:temperature|\w*temperatur|temperatura)$/, /^(?:degC|degF|K)$/],
  [/^(?:frequency|\w*frequenz|frequence|frecuencia|frequencia)$/, /^m?Hz$/],
  [/^(?:time|duration|\w*(?:zeit|dauer)|duree|duracion|duracao)$/, /^(?:ms|s|min|h)$/],
  [/^(?:mass|masse|masa|massa)$/, /^(?:g|kg|t)$/],
  [/^(?:volume|\w*volumen)$/, /^(?:L|m3)$/],
];

/** As an adjective it stands before the quantity: `current_power`. */
const CURRENT: (typeof QUANTITIES)[number] = [/^(?:current|\w*stromstaerke|courant|corriente|corrente)$/, /^[mk]?A$/];

/**
 * The units of the one quantity that words of a key say; null when they say none, or several, as `power_switch_temperature` does.
 *
 * @param words folded
 */
export function unitsOfQuantity(words: readonly string[]): RegExp | null {
  const said = (quantities: typeof QUANTITIES): typeof QUANTITIES =>
    quantities.filter(([sayings]) => words.some((word) => sayings.test(word)));
  const [first, second] = said(QUANTITIES);
  if (second !== undefined) return null;
  return (first ?? said([CURRENT])[0])?.[1] ?? null;
}

/** Whether a unit is that of another quantity than the one whose units these are; a price or a share may be of any. */
export function isOfOtherQuantity(unit: string, units: RegExp): boolean {
  return !units.test(unit) && [...QUANTITIES, CURRENT].some(([, others]) => others.test(unit));
}
