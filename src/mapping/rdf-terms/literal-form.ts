/**
 * How the literal of a scalar is written. Scalars whose forms have one `bodyOf` make literals that differ in their texts alone: they
 * have the same datatype, the same delimiters in the same format, and both raise the warning or neither does.
 */
export type LiteralForm = number;

/** In place of a form: only its text tells, and that has to be made first. */
export const SPELLED_OUT: LiteralForm = -1;
/** In place of a form by kind: it depends on the value. */
export const BY_VALUE: LiteralForm = -2;
/** In place of a form by kind: no literal. None of the bits of a form is set, as nothing of it is spelled or repaired. */
export const NO_LITERAL: LiteralForm = -16;

export const IS_REPAIRED = 1;
export const IS_BARE = 2;
export const WARNS = 4;
/** The escapes of a string are spelled out, and formats escape the text anew. */
export const IS_SPELLED = 8;
/** Bits of a form above which the datatype's number stands. */
export const DATATYPE_SHIFT = 4;

/** Kinds of entries and verdicts, rounded up. */
export const KINDS = 16;
export const VERDICTS = 16;

/** The form but for where the text comes from. */
export function bodyOf(form: LiteralForm): LiteralForm {
  return form & ~(IS_REPAIRED | IS_SPELLED);
}

/** True if the text of the literal is another than the scalar's. */
export function isRepaired(form: LiteralForm): boolean {
  return (form & IS_REPAIRED) !== 0;
}

/** True if the text of the literal is that of `SpelledTexts`. */
export function isSpelled(form: LiteralForm): boolean {
  return (form & IS_SPELLED) !== 0;
}

/** True if the value does not fit the datatype of its key, of which each value warns. */
export function warnsOfMismatch(form: LiteralForm): boolean {
  return (form & WARNS) !== 0;
}
