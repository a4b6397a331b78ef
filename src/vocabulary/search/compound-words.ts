/** A shorter part of a compound is one by chance. */
const PART_LENGTH = 5;
/** What German puts between the parts of a compound. */
const JOINTS = ['', 's', 'n', 'en', 'es'];
/** Words that a key's word may end, in the order of the alphabet of their endings. */
const MAX_LONGER = 8;

/** Parts of words that are written as one, as German writes them: `Batterieladezustand` is `Batterie` and `Ladezustand`. */
export class CompoundWords {
  readonly #known: ReadonlySet<string>;
  /** The known words, each from its end to its beginning, sorted. */
  readonly #reversed: readonly string[];

  /** @param known folded words of names */
  constructor(known: Iterable<string>) {
    this.#known = new Set(known);
    this.#reversed = Array.from(this.#known, reversed).toSorted();
  }

  /** The two known words that an unknown one is made of; the word itself when it is not. The longest last part counts. */
  split(word: string): readonly string[] {
    if (this.#known.has(word)) return [word];
    for (let at = PART_LENGTH; at <= word.length - PART_LENGTH; at++) {
      const last = word.slice(at);
      if (!this.#known.has(last)) continue;
      const before = word.slice(0, at);
      for (const joint of JOINTS) {
        const first = before.slice(0, before.length - joint.length);
        if (before.endsWith(joint) && this.#known.has(first)) return [first, last];
      }
    }
    return [word];
  }

  /** Longer known words that end with this word, some of them if there are many. */
  endingWith(word: string): readonly string[] {
    if (word.length < PART_LENGTH) return [];
    const sought = reversed(word);
    let from = firstAtLeast(this.#reversed, sought);
    const found: string[] = [];
    for (; found.length < MAX_LONGER && this.#reversed[from]?.startsWith(sought) === true; from++)
      found.push(reversed(this.#reversed[from]!));
    return found.filter((longer) => longer !== word);
  }
}

/** The place of the first of the sorted texts that is not smaller. */
function firstAtLeast(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function reversed(word: string): string {
  return [...word].toReversed().join('');
}
