// Without imports, so that bundlers write the numbers where the names are.
/** A class of keys of which nothing is known. */
export const ANY_KEY = 0;
export const BEGINS_WITH_LETTER = 1;
export const BEGINS_WITH_DIGIT = 2;
/** Keys that are percent-encoded in the IRIs of their predicates. */
export const ENCODED_KEY = 3;
