import { append } from '../../append.ts';
import { describeResource, findText, type LocalText } from '../../vocabulary/describe/descriptions.ts';
import { quantityOfTerm } from '../../vocabulary/describe/quantities.ts';
import { listCategories, listTerms } from '../../vocabulary/terms.ts';
import { inSlices, TERMS_BETWEEN_RESTS, type Rest } from '../../vocabulary/thread-slices.ts';
import type { Category, Term, Vocabulary } from '../../vocabulary/vocabulary.ts';

/** Categories of one page, some 450 bytes of HTML each. */
export const MOST_CATEGORIES = 100;
/** A category takes as much room as so many links. */
const LINKS_PER_CATEGORY = 4;
/** Room for a vocabulary that is shown whole, in links to terms of some 110 bytes of HTML. */
const MOST_LINKS = 1_200;
/** Room of one page of a larger one: each category has its part of it, and its own page and the search have the rest. */
const LINKS_OF_LARGE = 600;
/** To sort so many takes less than a millisecond. */
const SORTED_AT_ONCE = 1024;

type Labelled = Pick<Term, 'iri' | 'label'>;

/** What a category shows of what it has. */
interface Found {
  readonly category: Category;
  /** Of terms. */
  readonly count: number;
  /** Quantities and terms, the first by their English labels. */
  readonly shown: readonly Labelled[];
  /** How many are not shown. */
  readonly hidden: number;
}

/** The same in a language, where there are texts in it; else in English. */
export interface Branch extends Pick<Found, 'count' | 'hidden'> {
  readonly name: string;
  readonly iri: string;
  readonly label: LocalText;
  readonly description: LocalText;
  /** In order of their labels. */
  readonly shown: ReadonlyArray<{ readonly iri: string; readonly label: LocalText }>;
}

/** The categories in a language. */
export interface CategoryTree {
  readonly language: string;
  /** In order of their labels. */
  readonly branches: readonly Branch[];
}

const found = new WeakMap<Vocabulary, Promise<readonly Found[]>>();
const trees = new WeakMap<Vocabulary, Map<string, Promise<CategoryTree>>>();

/**
 * Each category with the quantities that are measured in it, and its other terms: collected once for a vocabulary and a language, in slices
 * of the thread.
 *
 * @param language one of those of the interface, as each has a tree in memory
 */
export function categoryTreeOf(vocabulary: Vocabulary, language: string): Promise<CategoryTree> {
  let spoken = trees.get(vocabulary);
  if (spoken === undefined) trees.set(vocabulary, (spoken = new Map()));
  let tree = spoken.get(language);
  if (tree === undefined) spoken.set(language, (tree = makeTree(vocabulary, language)));
  return tree;
}

async function makeTree(vocabulary: Vocabulary, language: string): Promise<CategoryTree> {
  // For all who ask, so that nobody who leaves can end it.
  const client = { client: 'categories' };
  let collected = found.get(vocabulary);
  if (collected === undefined)
    found.set(vocabulary, (collected = inSlices(client, (rest) => collect(vocabulary, rest))));
  const categories = await collected;
  return inSlices(client, (rest) => speakTree(vocabulary, categories, language, rest));
}

async function collect(vocabulary: Vocabulary, rest: Rest): Promise<Found[]> {
  const inside = new Map<string, Labelled[]>();
  const quantities = new Set<Labelled>();
  let links = 0;
  for (const [at, term] of listTerms(vocabulary).entries()) {
    if (at % TERMS_BETWEEN_RESTS === 0) await rest();
    // A quantity stands where the first of its terms does.
    const quantity = quantityOfTerm(vocabulary, term);
    if (quantity !== null && quantities.size === quantities.add(quantity).size) continue;
    append(inside, term.category, quantity ?? term);
    links++;
  }
  const categories = listCategories(vocabulary);
  const most = linksPerCategory(links, categories.length);
  const all: Found[] = [];
  for (const category of categories) {
    const items = inside.get(category.name) ?? [];
    const shown = await firstByLabel(items, most, rest);
    const count = listTerms(vocabulary, category.name).length;
    all.push({ category, count, shown, hidden: items.length - shown.length });
  }
  return all;
}

async function speakTree(
  vocabulary: Vocabulary,
  categories: readonly Found[],
  language: string,
  rest: Rest,
): Promise<CategoryTree> {
  const { compare } = new Intl.Collator(language);
  const byLabel = (a: { readonly label: LocalText }, b: { readonly label: LocalText }): number =>
    compare(a.label.text, b.label.text);
  const speak = (texts: readonly LocalText[], english: string): LocalText =>
    findText(texts, [language]) ?? { text: english, language: 'en' };
  const branches: Branch[] = [];
  for (const { category, count, shown, hidden } of categories) {
    const { name, iri, label, description } = category;
    const { labels, definitions } = describeResource(vocabulary, iri);
    const items: { readonly iri: string; readonly label: LocalText }[] = [];
    for (const item of shown) {
      await rest();
      items.push({ iri: item.iri, label: speak(describeResource(vocabulary, item.iri).labels, item.label) });
    }
    branches.push({
      name,
      iri,
      label: speak(labels, label),
      description: speak(definitions, description),
      count,
      shown: items.sort(byLabel),
      hidden,
    });
  }
  return { language, branches: branches.sort(byLabel) };
}

/** How many links a category has at most. */
function linksPerCategory(links: number, categories: number): number {
  if (links + LINKS_PER_CATEGORY * categories <= MOST_LINKS) return links;
  return Math.floor(LINKS_OF_LARGE / Math.min(categories, MOST_CATEGORIES)) - LINKS_PER_CATEGORY;
}

/** In pieces: to sort thousands at once holds the thread. */
async function firstByLabel(items: readonly Labelled[], most: number, rest: Rest): Promise<Labelled[]> {
  let first: Labelled[] = [];
  for (let from = 0; from < items.length; from += SORTED_AT_ONCE) {
    await rest();
    const more = [...first, ...items.slice(from, from + SORTED_AT_ONCE)];
    first = more.sort((a, b) => (a.label < b.label ? -1 : 1)).slice(0, most);
  }
  return first;
}
