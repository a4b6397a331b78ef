// Without imports, so that bundlers write the numbers where the names are: the loop would else read each from memory.

/** What stands next in a JSON text. */
export const ROOT = 0;
export const KEY_OR_END = 1;
export const NEXT_KEY = 2;
export const AFTER_KEY = 3;
export const MEMBER_VALUE = 4;
export const AFTER_MEMBER = 5;
export const ITEM_OR_END = 6;
export const NEXT_ITEM = 7;
export const AFTER_ITEM = 8;
export const TEXT_END = 9;

/** What a scan does at a byte. It refuses what has no step. */
export const SKIP_SPACE = 1;
export const READ_KEY = 2;
export const SKIP_COLON = 3;
export const READ_STRING = 4;
export const READ_NUMBER = 5;
export const READ_WORD = 6;
export const OPEN = 7;
export const SKIP_COMMA = 8;
export const CLOSE = 9;
/** What is known of a container, by depth, four numbers each: its entry, what it holds so far, its last key, and whether keys may be equal. */
export const FACTS = 4;
