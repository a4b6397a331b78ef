import type { FileTerm } from '../../mapping/lexicon/lexicon-file.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { describe, readSource, type Source } from '../../mapping/sources/library.ts';
import { SourceChooser } from '../../mapping/sources/source-chooser.ts';
import { TermSearch } from '../../vocabulary/search/search.ts';
import { TermSuggester } from '../../vocabulary/search/suggest.ts';
import { NO_REST } from '../../vocabulary/thread-slices.ts';
import type { Candidates, KeyFacts, TermFacts } from './model.ts';
import type { SourceName } from './protocol.ts';
import { fitsValues } from './fits-values.ts';
import { ScaleFactors } from './scale-factors.ts';

const MOST_CANDIDATES = 4;
/** Keys for which candidates are looked for; of more, a person reads none. */
const MOST_KEYS = 200;
/** A key whose likeliest term has a lower score means something else. */
const LEAST_SCORE = 0.45;
/** So many terms are asked for, of which those are offered that the values fit. */
const MOST_FOUND = 12;

/** Finds out what keys may mean that are no terms, and which source a document comes from. */
export class Meanings {
  readonly #sources: readonly Source[];
  readonly #chooser: SourceChooser;
  readonly #factors: ScaleFactors;
  readonly #suggester: Promise<TermSuggester<FileTerm>>;

  /** @param sources files of sources, as `GET /api/lexicon/sources` lists them */
  constructor(terms: readonly FileTerm[], sources: readonly unknown[]) {
    this.#sources = sources.map(readSource);
    this.#chooser = new SourceChooser(this.#sources);
    this.#factors = new ScaleFactors(this.#sources.map(({ file }) => file));
    const suggested = terms.filter(({ replacedBy }) => replacedBy === undefined);
    this.#suggester = TermSearch.build(suggested, NO_REST).then((search) =>
      TermSuggester.build(suggested, search, NO_REST),
    );
  }

  listSources(): SourceName[] {
    return this.#sources.map(({ file: { name, title } }) => ({ name, title }));
  }

  /** The terms that the keys without a meaning may mean. */
  async suggestFor(keys: readonly KeyFacts[], facts: ReadonlyMap<string, TermFacts>): Promise<Candidates> {
    const suggester = await this.#suggester;
    const unknown = keys.filter(({ state, hasValues }) => state === 'nothing' && hasValues);
    const factorOf = this.#factors.among(keys);
    return Promise.all(
      unknown.map(async (use, at) => {
        const { key } = use;
        const factor = factorOf(key);
        if (at >= MOST_KEYS) return { key, terms: null, factor };
        if (use.term !== null) return { key, terms: [use.term], factor };
        if (this.#factors.has(key)) return { key, terms: [], factor };
        const suggested = await suggester.suggestFor(use.key, MOST_FOUND, NO_REST);
        const found = suggested.filter(({ term }) => fitsValues(facts.get(term.name)!, use)).slice(0, MOST_CANDIDATES);
        const likely = (found[0]?.score ?? 0) < LEAST_SCORE ? [] : found;
        return { key, terms: likely.map((one) => facts.get(one.term.name)!), factor };
      }),
    );
  }

  /** The name of the source whose keys these are; null when in doubt. */
  chooseSource(keys: readonly string[]): string | null {
    return this.#chooser.choose(keys)?.file.name ?? null;
  }

  /** The document as a source means it; null when there is no such source. @throws HubError */
  describeBySource(body: Uint8Array, vocabulary: Lexicon, name: string): Uint8Array | null {
    const source = this.#sources.find(({ file }) => file.name === name);
    return source === undefined ? null : (describe(body, { vocabulary, source })?.bytes() ?? null);
  }
}
