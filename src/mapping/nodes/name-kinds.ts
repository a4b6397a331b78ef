// Without imports, so that bundlers write the numbers where the names are.

/** What a name is of, or a part of one: names of different kinds are made of different blocks. The numbers never change. */
export const INSTANT = 0;
export const ROOT = 1;
export const RECORD = 2;
export const ITEM = 3;
export const ITEM_AT = 4;
export const VALUE = 5;
export const VALUE_AT = 6;
export const ROW = 7;
export const ROW_AT = 8;
export const OWN_ROW = 9;
export const RECORD_ROW = 10;
export const AXIS_ROW = 11;
export const AXIS_ROW_AT = 12;
export const MEMBER = 13;
export const INSTANT_ROW = 14;
export const KINDS = 15;

/** The key of kinds that have none. */
export const NO_KEY = -1;

/** Tags of texts. JSON distinguishes `1` from `"1"`, and two keys with lone surrogates, which UTF-8 cannot. */
export const PLAIN = 0;
export const STRING_TEXT = 1;
export const BROKEN = 2;
/** Words that begin what is no text: greater than the tags of texts, with `STRING_TEXT` added or not. */
export const BEGIN_RECORD = 4;
export const BEGIN_ARRAY = 5;
export const INDEX = 6;
export const POSITION = 7;
