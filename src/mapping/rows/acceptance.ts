// Without imports, so that bundlers write the numbers where the names are.
/**
 * What is made of an entry of one kind: nothing like the recorded row, the same, the same if its text is alike, or the same but for what
 * stands around the text. A bit each.
 */
export const REFUSED = 0;
export const ACCEPTED = 1;
export const READ = 2;
export const VARIED = 4;
/** Kinds of entries, rounded up to a power of two. */
export const KINDS = 16;
export const KIND_BITS = 4;
