import { append } from '../../append.ts';
import { describeResource, findText, type LocalText } from '../../vocabulary/describe/descriptions.ts';
import { quantityOfTerm } from '../../vocabulary/describe/quantities.ts';
import { sortWithRests } from '../../vocabulary/sort-with-rests.ts';
import { findCategory, listCategories, listTerms } from '../../vocabulary/terms.ts';
import { inSlices, TERMS_BETWEEN_RESTS, type Rest } from '../../vocabulary/thread-slices.ts';
import type { Category, Term, Vocabulary } from '../../vocabulary/vocabulary.ts';

/** Categories of one page, some 250 bytes of HTML each. */
export const MOST_CATEGORIES = 100;
/** What is in a category, some 110 bytes of HTML each; its own page and the search have the rest. */
const MOST_SHOWN = 800;
/** Languages of which the order of the categories is kept. */
const MOST_ORDERS = 8;
/** To sort so many takes less than a millisecond. */
const SORTED_AT_ONCE = 1024;

type Labelled = Pick<Term, 'iri' | 'label'>;

/** A category in a language, where there are texts in it; else in English. */
export interface Branch {
  readonly name: string;
  readonly iri: string;
  readonly label: LocalText;
  /** Of terms. */
  readonly count: number;
}

/** What is in a category. */
export interface OpenBranch {
  readonly name: string;
  readonly description: LocalText;
  /** Quantities and terms in order of their labels, the first by their English ones. */
  readonly shown: ReadonlyArray<{ readonly iri: string; readonly label: LocalText }>;
  /** How many are not shown. */
  readonly hidden: number;
}

/** The categories in a language. */
export interface CategoryTree {
  readonly language: string;
  /** How many there are. */
  readonly count: number;
  /** Those from one place to another, in order of their labels. */
  readonly branchesBetween: (from: number, to: number) => readonly Branch[];
  /** The one of which is shown what is in it. */
  readonly open: OpenBranch | null;
}

/** Quantities and terms by their category. */
type Members = ReadonlyMap<string, readonly Labelled[]>;

const membersOf = new WeakMap<Vocabulary, Promise<Members>>();
/** By language the places of the categories among all, in order of their labels: there may be fifty thousand, of which a page shows a few. */
const orders = new WeakMap<Vocabulary, Map<string, Promise<Uint32Array>>>();

/**
 * The categories with their numbers of terms, and what is in one of them: the quantities that are measured in it, and its other terms.
 *
 * @param open name of that one; null, or one that there is not, for none
 * @param rest between the steps
 */
export async function categoryTreeOf(
  vocabulary: Vocabulary,
  language: string,
  open: string | null,
  rest: Rest,
): Promise<CategoryTree> {
  const categories = listCategories(vocabulary);
  const order = await orderIn(vocabulary, language);
  const opened = open === null ? null : findCategory(vocabulary, open);
  return {
    language,
    count: order.length,
    branchesBetween: (from, to) =>
      Array.from(order.subarray(from, to), (place) => branchOf(vocabulary, categories[place]!, language)),
    open: opened === null ? null : await openBranch(vocabulary, opened, language, rest),
  };
}

function branchOf(vocabulary: Vocabulary, { name, iri, label }: Category, language: string): Branch {
  const { labels } = describeResource(vocabulary, iri);
  return { name, iri, label: speak(labels, label, language), count: listTerms(vocabulary, name).length };
}

async function openBranch(
  vocabulary: Vocabulary,
  { name, iri, description }: Category,
  language: string,
  rest: Rest,
): Promise<OpenBranch> {
  const members = (await membersIn(vocabulary)).get(name) ?? [];
  const shown: { readonly iri: string; readonly label: LocalText }[] = [];
  for (const item of await firstByLabel(members, rest)) {
    await rest();
    shown.push({ iri: item.iri, label: speak(describeResource(vocabulary, item.iri).labels, item.label, language) });
  }
  const { compare } = new Intl.Collator(language);
  return {
    name,
    description: speak(describeResource(vocabulary, iri).definitions, description, language),
    shown: shown.sort((a, b) => compare(a.label.text, b.label.text)),
    hidden: members.length - shown.length,
  };
}

function speak(texts: readonly LocalText[], english: string, language: string): LocalText {
  return findText(texts, [language]) ?? { text: english, language: 'en' };
}

function orderIn(vocabulary: Vocabulary, language: string): Promise<Uint32Array> {
  const known = orders.get(vocabulary) ?? new Map<string, Promise<Uint32Array>>();
  orders.set(vocabulary, known);
  let order = known.get(language);
  if (order === undefined) {
    if (known.size === MOST_ORDERS) known.clear();
    // For all who ask, so that nobody who leaves can end it.
    order = inSlices({ client: 'categories' }, (rest) => sortCategories(vocabulary, language, rest));
    known.set(language, order);
  }
  return order;
}

async function sortCategories(vocabulary: Vocabulary, language: string, rest: Rest): Promise<Uint32Array> {
  const labels: string[] = [];
  for (const { iri, label } of listCategories(vocabulary)) {
    await rest();
    labels.push(speak(describeResource(vocabulary, iri).labels, label, language).text);
  }
  const { compare } = new Intl.Collator(language);
  return Uint32Array.from(await sortWithRests([...labels.keys()], (a, b) => compare(labels[a]!, labels[b]!), rest));
}

function membersIn(vocabulary: Vocabulary): Promise<Members> {
  let members = membersOf.get(vocabulary);
  // For all who ask, so that nobody who leaves can end it.
  if (members === undefined)
    membersOf.set(vocabulary, (members = inSlices({ client: 'categories' }, (rest) => collect(vocabulary, rest))));
  return members;
}

async function collect(vocabulary: Vocabulary, rest: Rest): Promise<Members> {
  const members = new Map<string, Labelled[]>();
  const quantities = new Set<Labelled>();
  for (const [at, term] of listTerms(vocabulary).entries()) {
    if (at % TERMS_BETWEEN_RESTS === 0) await rest();
    // A quantity stands where the first of its terms does.
    const quantity = quantityOfTerm(vocabulary, term);
    if (quantity !== null && quantities.size === quantities.add(quantity).size) continue;
    append(members, term.category, quantity ?? term);
  }
  return members;
}

/** In pieces: to sort thousands at once holds the thread. */
async function firstByLabel(items: readonly Labelled[], rest: Rest): Promise<Labelled[]> {
  let first: Labelled[] = [];
  for (let from = 0; from < items.length; from += SORTED_AT_ONCE) {
    await rest();
    const more = [...first, ...items.slice(from, from + SORTED_AT_ONCE)];
    first = more.sort((a, b) => (a.label < b.label ? -1 : 1)).slice(0, MOST_SHOWN);
  }
  return first;
}
