// Apart from what places cards, so that a page which draws what a worker placed does not load that.

/** Height of a line in pixels, which is also what a finger meets. */
export const LINE = 24;

/** Between the edge of a card and its texts, in pixels. */
export const PADDING = 10;
