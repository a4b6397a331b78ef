/** As names of terms spell a unit: `degC` for °C, `EUR_per_kWh` for EUR/kWh. */
export function spellUnit(unit: string): string {
  return (SPELLINGS.get(unit) ?? unit)
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replaceAll('/', '_per_')
    .replaceAll(' ', '_');
}

const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['°C', 'degC'],
  ['ºC', 'degC'],
  ['C', 'degC'],
  ['Celsius', 'degC'],
  ['°F', 'degF'],
  ['F', 'degF'],
  ['Fahrenheit', 'degF'],
  ['°', 'deg'],
  ['%', 'percent'],
  ['Percent', 'percent'],
  ['mp/h', 'mi/h'],
  ['mph', 'mi/h'],
  ['kmh', 'km/h'],
  ['ms', 'm/s'],
  ['kn', 'kn'],
  ['Ω', 'ohm'],
  ['kΩ', 'kohm'],
  ['VAr', 'var'],
  ['Eur/MWh', 'EUR/MWh'],
  ['€/MWh', 'EUR/MWh'],
  ['€/kWh', 'EUR/kWh'],
  ['gCO2eq/kWh', 'gCO2eq/kWh'],
]);
