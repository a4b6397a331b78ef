// Without imports, so that bundlers write the numbers where the names are.
/** Items from which recording a row pays. */
export const MIN_ITEMS = 8;
/** Templates of one array: rows of keys that come and go have many shapes. */
export const MAX_TEMPLATES = 256;
/** Bytes of the rows of which these are made. */
export const MAX_TEMPLATES_BYTES = 4 * 1024 * 1024;
/** Templates of items with the same keys: they differ in what their values are, and in what was described before. */
export const MAX_ALIKE = 8;
/** Literals of an array of which some may be equal where the row is copied: of more, there are more patterns than templates. */
export const MOST_REPEATING = 4;
/** Copies that have to be expected of a template: to record a row costs as much as to walk that many. */
export const MIN_COPIES = 6;
/** Entries of a row from which it takes more copies, by one for so many more: a long row may be like none. */
export const FEW_ENTRIES = 256;
export const ENTRIES_BY_COPY = 64;
/** The same of those that stand in its arrays: where the row is walked, the rows of these are copies. */
export const FEW_IN_ARRAYS = 128;
export const IN_ARRAYS_BY_COPY = 4;
/** Items that count as like others before any is known to be: arrays begin with items of which each is new. */
export const ALLOWANCE = 2;
/** Entries of the tape that a row may have: two for each column of a table, one for each value of an array. */
export const MAX_ENTRIES = 4096;
/** Bytes of a row that is recorded. */
export const MAX_ROW_BYTES = 256 * 1024;
/** Bytes of a member that is recorded. */
export const MAX_MEMBER_BYTES = 16 * 1024;
/** Keys of an array whose members may be recorded. */
export const MAX_MEMBER_KEYS = 2048;
/** Bytes that the template of a member takes besides those of the member. */
export const MEMBER_BYTES = 2048;
/** Arrays that a row cites: each of its values is looked for in all of them. */
export const MAX_CITED_ARRAYS = 256;
/** Entities of a row: each is compared with those before it. */
export const MAX_ENTITIES = 64;
/** Pairs of nodes of a row whose names are compared in each. */
export const MAX_SIBLINGS = 2048;
/** Layouts that are kept, of rows whose numbers go to and fro, and their bytes. */
export const MAX_LAYOUTS = 16;
export const MAX_LAYOUTS_BYTES = 256 * 1024;
/** Bytes up to which a loop beats a call into `set`. */
export const SHORT_TEXT = 40;
/** Literals of an array and members of a record from which copies pay: each has its own, and records have fewer members unless their keys are data. */
export const MIN_COPIED = 64;
/** Entities of an array from which it pays to find out whether each is another: of fewer, templates cost more than they save. */
export const MIN_ENTITIES = 24;
