// Without imports, so that bundlers write the numbers where the names are.
/** What is made of an entry of one kind: nothing like the recorded row, the same, or the same if its text is alike. */
export const REFUSED = 0;
export const ACCEPTED = 1;
export const READ = 2;
/** Kinds of entries, rounded up to a power of two. */
export const KINDS = 16;
export const KIND_BITS = 4;
