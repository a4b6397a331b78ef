import type { ComponentChildren } from 'preact';

/** Longer names have no room in the width of a phone. */
const LONGEST_LINE = 32;
/** The same for a name that is the heading of a card. */
export const LONGEST_HEADING = 20;

/**
 * A name that a line ends in between two of its words, where it has to.
 *
 * @param longest characters that have room in a line in any case
 */
export function breakable(name: string, longest = LONGEST_LINE): ComponentChildren {
  if (name.length <= longest) return name;
  return name.split(/(?<=_)/).map((word, at) => (at === 0 ? word : [<wbr />, word]));
}
