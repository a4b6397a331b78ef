// Without imports, so that bundlers write the numbers where the names are.

/** Significant digits that are computed with; those behind are rounded. Moving the point keeps all. */
export const MAX_DIGITS = 1000;
/** Powers of ten up to this one, of the first digit, are computed with where something is added: `1e999999999` would take all memory. */
export const MAX_EXPONENT = 300;
/** Decimals of pi beyond the digits of a result. */
export const PI_GUARD = 30;
/** Decimals that are computed beyond those asked for: the last ones of a sum are not right. */
export const GUARD = 10;
/** More characters than a number has that anybody measures. */
export const MAX_LENGTH = 1000;
/** More than anybody has quantities in a document. */
export const MAX_CHOICES = 100;
