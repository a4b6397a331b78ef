// Without imports, so that bundlers write the numbers where the names are.

/** What the object of a triple is made of, as a proof for copies: a value of the document, or one of the constants below. */
export type Origin = number;
/** The mapping: the object is the same in each row. */
export const MAPPING: Origin = -1;
/** Nothing: the row introduces the node, and what stands outside the row never asks for it. */
export const INTRODUCED: Origin = -2;
/** Not known. Rows with such a triple are walked. */
export const UNPROVEN: Origin = -3;
