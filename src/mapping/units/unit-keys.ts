/** Keys by which documents name the unit of a value in words, as `kW`. */
export const UNIT_KEYS = [
  'unit',
  'units',
  'uom',
  'unitOfMeasure',
  'unitOfMeasurement',
  'unit_of_measure',
  'unit_of_measurement',
] as const;
