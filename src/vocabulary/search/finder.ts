import { Turns } from '../../turns.ts';
import { describeResource, otherNamesOf } from '../describe/descriptions.ts';
import { findTermByIri, listTerms } from '../terms.ts';
import { inSlices, type Rest, type Searcher } from '../thread-slices.ts';
import type { TripleTable } from '../triple-table.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import { ColumnReader, ColumnWriter, type Column } from './kept-columns.ts';
import { placesIn } from './place-scores.ts';
import { TermSearch } from './search.ts';
import { TermSuggester, type SuggestableTerm } from './suggest.ts';
import { UnitsInKeys } from './units-in-keys.ts';

/** The index of terms. It may have those of later versions, too: what it finds is looked up in the version that is searched. */
interface Finder {
  readonly search: TermSearch<FindableTerm>;
  /** Without deprecated terms, which come last. */
  readonly suggester: TermSuggester<FindableTerm>;
  readonly latest: LatestVersion;
  /** Whether it has all terms of that version, and in order. */
  isWhole: boolean;
}

/** The version that an index was brought to: names of its terms are read there. */
interface LatestVersion {
  vocabulary: Vocabulary;
}

/** A term as it is found. It holds no texts: an index reads them once. */
export class FindableTerm implements SuggestableTerm {
  readonly name: string;
  readonly created: string;
  readonly #latest: LatestVersion;

  /** @param created as the vocabulary says it */
  constructor({ name, iri }: Term, latest: LatestVersion, created = describeResource(latest.vocabulary, iri).created) {
    this.name = name;
    this.created = created;
    this.#latest = latest;
  }

  get isDeprecated(): boolean {
    return describeResource(this.#latest.vocabulary, this.#term.iri).isDeprecated;
  }

  get label(): string {
    return this.#term.label;
  }

  get description(): string {
    const { definitions } = describeResource(this.#latest.vocabulary, this.#term.iri);
    return [...new Set([this.#term.description, ...definitions.map(({ text }) => text)])].join('\n');
  }

  get category(): string {
    return this.#term.category;
  }

  get quantityKind(): string | null {
    return this.#term.quantityKind;
  }

  get alternatives(): string[] {
    return otherNamesOf(this.#latest.vocabulary, this.#term);
  }

  get #term(): Term {
    return this.#latest.vocabulary.terms.get(this.name)!;
  }

  /** Whether another one is found by the same and counts the same. */
  isLike(other: FindableTerm): boolean {
    return JSON.stringify(this.#texts()) === JSON.stringify(other.#texts());
  }

  #texts(): unknown[] {
    const { label, description, category, quantityKind, created, alternatives, isDeprecated } = this;
    return [label, description, category, quantityKind, created, alternatives, isDeprecated];
  }
}

/** Made when a version is first searched, once. */
const finders = new WeakMap<Vocabulary, Promise<Finder>>();
/** The one that was made last, which gets the terms of a version that has some more. */
let latest: Finder | null = null;
const making = new Turns();

/** What somebody does with a written index; null where there is none that is sound. */
type WrittenFinder = <Read>(read: (columns: readonly Column[]) => Promise<Read>) => Promise<Read | null>;
const written = new WeakMap<TripleTable, WrittenFinder>();

/** Has the index of the vocabulary of a table be read, when it is needed, of what `writeFinder` gave for the same triples. */
export function offerFinder(triples: TripleTable, finder: WrittenFinder): void {
  written.set(triples, finder);
}

/** The index of the vocabulary of a table, as it is now; null where there is none, or one of another version. */
export function writeFinder(triples: TripleTable): readonly Column[] | null {
  if (latest === null || !latest.isWhole || latest.latest.vocabulary.triples !== triples) return null;
  const { search, suggester, latest: own } = latest;
  const to = new ColumnWriter();
  to.put(Uint32Array.from(placesIn(own.vocabulary, search) ?? Array.from({ length: search.count }, (_, at) => at)));
  search.write(to);
  suggester.write(to);
  return to.columns;
}

/** @throws Error where something else was written */
async function readFinder(vocabulary: Vocabulary, columns: readonly Column[], rest: Rest): Promise<Finder> {
  const from = new ColumnReader(columns);
  const terms = listTerms(vocabulary);
  const places = from.take(Uint32Array);
  if (places.length !== terms.length) throw new Error('An index has other terms than its vocabulary.');
  const own = { vocabulary };
  const termAt = (number: number, created: string): FindableTerm =>
    new FindableTerm(terms[places[number]!]!, own, created);
  const search = await TermSearch.read(from, termAt, rest);
  return { search, suggester: await TermSuggester.read(from, search, rest), latest: own, isWhole: true };
}

/** The index that was written; null where none was, or none that can be read. */
async function readWritten(vocabulary: Vocabulary, rest: Rest): Promise<Finder | null> {
  const finder = written.get(vocabulary.triples);
  written.delete(vocabulary.triples);
  // It is made anew then.
  return (await finder?.((columns) => readFinder(vocabulary, columns, rest)).catch(() => null)) ?? null;
}

/** The index of a version, made when it is first asked for. */
export function finderOf(vocabulary: Vocabulary): Promise<Finder> {
  let finder = finders.get(vocabulary);
  if (finder === undefined) {
    // One after another: the second may be the first with some terms more.
    finder = making.take(() => inSlices(BUILDER, (rest) => make(vocabulary, rest)));
    finders.set(vocabulary, finder);
  }
  return finder;
}

/** Builds for all clients, so that none of them can end it. */
const BUILDER: Searcher = { client: 'the index' };

/** The finder of before with what is new, where nothing else differs; else another one. */
async function make(vocabulary: Vocabulary, rest: Rest): Promise<Finder> {
  const before = latest;
  const added = before === null ? null : await addedTo(before, vocabulary, rest);
  if (before !== null && added !== null) {
    before.latest.vocabulary = vocabulary;
    await addTo(before, added, rest);
    return before;
  }
  const kept = await readWritten(vocabulary, rest);
  if (kept !== null) return (latest = kept);
  const terms = [...vocabulary.terms.values()];
  const suggested = terms.filter(({ deprecated }) => !deprecated).map(({ name }) => name);
  const search = new TermSearch<FindableTerm>();
  const suggester = new TermSuggester(UnitsInKeys.of(suggested), search);
  const finder: Finder = { search, suggester, latest: { vocabulary }, isWhole: false };
  await addTo(finder, terms, rest);
  return (latest = finder);
}

/** Adds each term to both, one after another: what it is found by is read of the vocabulary, and is at hand for the second. */
async function addTo(finder: Finder, terms: readonly Term[], rest: Rest): Promise<void> {
  const { search, suggester, latest: own } = finder;
  finder.isWhole = false;
  for (const term of terms) {
    const findable = new FindableTerm(term, own);
    search.add(findable);
    if (!findable.isDeprecated) suggester.add(findable);
    await rest();
  }
  await search.arrange(rest);
  await suggester.arrange(rest);
  finder.isWhole = true;
}

/** The terms that a finder lacks; null where other terms differ, or where the new ones cannot be added. */
async function addedTo({ latest: own, suggester }: Finder, vocabulary: Vocabulary, rest: Rest): Promise<Term[] | null> {
  const known = own.vocabulary;
  const added = termsThatCame(known, vocabulary) ?? (await termsLackingIn(known, vocabulary, rest));
  return added?.every(({ name }) => suggester.canTake(name)) === true ? added : null;
}

/** Of a version that came of another one by triples, the terms that these added; null where something else may differ. */
function termsThatCame(before: Vocabulary, vocabulary: Vocabulary): Term[] | null {
  if (vocabulary.cameOf?.version !== before.version) return null;
  const subjects = new Set(vocabulary.cameOf.added.map(({ s }) => s.value));
  const touched = Array.from(subjects, (iri) => findTermByIri(vocabulary, iri)).filter((term) => term !== null);
  const areNew = touched.every(({ name }) => !before.terms.has(name));
  return areNew && vocabulary.terms.size === before.terms.size + touched.length ? touched : null;
}

/** The terms that a version lacks; null where it has others, or where one is found by something else in the other version. */
async function termsLackingIn(before: Vocabulary, vocabulary: Vocabulary, rest: Rest): Promise<Term[] | null> {
  const terms = [...vocabulary.terms.values()];
  const added = terms.filter(({ name }) => !before.terms.has(name));
  if (terms.length - added.length !== before.terms.size) return null;
  for (const term of before.terms.values()) {
    const [then, now] = [
      new FindableTerm(term, { vocabulary: before }),
      new FindableTerm(vocabulary.terms.get(term.name)!, { vocabulary }),
    ];
    if (!then.isLike(now)) return null;
    await rest();
  }
  return added;
}
