/** Bytes of a text that a result holds; of a longer one it holds a link, as a model reads all of what it gets. */
export const MAX_TEXT_BYTES = 64 * 1024;
/** Bytes of a sample whose keys are looked at. */
export const MAX_SAMPLE_BYTES = 64 * 1024;
/** Keys that are looked at in one call. */
export const MAX_KEYS = 100;
/** Members and items of the arguments of one call, documents not counted, which are texts. */
export const MAX_ARGUMENT_VALUES = 1_000;
/** Characters of the address of a link: longer ones are cut by servers on the way. */
export const MAX_LINK_CHARACTERS = 6_000;
