import MiniSearch from 'minisearch';

/** What people look for a term by; a `Term` of the vocabulary is one. */
export interface SearchableTerm {
  readonly name: string;
  readonly description: string;
  readonly label?: string;
  readonly category?: string;
  readonly datatype?: string;
  readonly unit?: string | null;
  /** Other names: of other languages, of data sets. */
  readonly alternatives?: readonly string[];
}

/** A term that was found. */
export interface TermMatch<Found extends SearchableTerm> {
  readonly term: Found;
  /** The larger the better; it compares matches of one search. */
  readonly score: number;
}

/** Letters of a word that is no mistake of spelling yet. */
const EXACT_LENGTH = 3;
/** Share of a word's letters that may be wrong. */
const FUZZINESS = 0.2;

/** Finds terms by words of their names, labels, other names and descriptions: also by beginnings of words, and with letters wrong. */
export class TermSearch<Found extends SearchableTerm> {
  readonly #byName: ReadonlyMap<string, Found>;
  readonly #index: MiniSearch<Found>;

  constructor(terms: Iterable<Found>) {
    this.#byName = new Map(Array.from(terms, (term) => [term.name, term]));
    this.#index = new MiniSearch<Found>({
      idField: 'name',
      fields: ['name', 'label', 'alternatives', 'description', 'category'],
      tokenize: wordsOf,
      searchOptions: {
        boost: { name: 4, label: 2, alternatives: 2 },
        prefix: true,
        fuzzy: (word) => (word.length > EXACT_LENGTH ? FUZZINESS : false),
        combineWith: 'AND',
      },
    });
    this.#index.addAll([...this.#byName.values()]);
  }

  /** The terms that a text matches in all its words, else in some; the best first. */
  find(text: string, most: number): TermMatch<Found>[] {
    const exact = this.#byName.get(text.trim());
    const all = this.#index.search(text);
    const found = all.length > 0 ? all : this.#index.search(text, { combineWith: 'OR' });
    const matches = found.map(({ id, score }) => ({ term: this.#byName.get(id as string)!, score }));
    const others = matches.filter(({ term }) => term !== exact);
    const best = exact === undefined ? [] : [{ term: exact, score: (matches[0]?.score ?? 0) + 1 }];
    return [...best, ...others].slice(0, most);
  }
}

/** Words of a text or of a name such as `active_power-kW`. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}%]+/u).filter((word) => word !== '');
}
