// Without imports, so that bundlers write the numbers where the names are.

/** Classes of bytes; 0 is any other. */
export const DIGIT = 1;
export const SIGN = 2;
export const POINT = 3;
export const EXPONENT = 4;
export const CLASSES = 5;

/** States: what was read so far. Those that a numeral may end in are its shapes. */
export const NONE = 0;
export const START = 1;
export const SIGNED = 2;
export const POINTED = 3;
export const EXPONENT_BEGUN = 4;
export const EXPONENT_SIGNED = 5;
/** `12` */
export const WHOLE = 6;
/** `12.` */
export const WHOLE_WITH_POINT = 7;
/** `1.2` or `.2` */
export const FRACTION = 8;
/** `1e2`, `1.2E-3` */
export const SCIENTIFIC = 9;
/** More digits than any bound has: the sign alone decides, and nothing long is ever parsed. */
export const LONGEST_BOUND = 20;
/** Digits up to which a number of JavaScript is exact. */
export const EXACT_DIGITS = 15;
/** Exponents up to this magnitude are written out. */
export const MAX_EXPONENT = 30;
