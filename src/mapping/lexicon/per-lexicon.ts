import type { Lexicon } from './lexicon.ts';

/** Makes something of a vocabulary once, when it is asked for, and keeps it as long as somebody has the vocabulary. */
export function perLexicon<Made extends object>(make: (lexicon: Lexicon) => Made): (lexicon: Lexicon) => Made {
  const made = new WeakMap<Lexicon, Made>();
  return (lexicon) => {
    let known = made.get(lexicon);
    if (known === undefined) made.set(lexicon, (known = make(lexicon)));
    return known;
  };
}
