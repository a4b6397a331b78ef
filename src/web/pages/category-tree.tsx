import type { VNode } from 'preact';
import { append } from '../../append.ts';
import { quantityOfTerm } from '../../vocabulary/describe/quantities.ts';
import { listCategories, listTerms } from '../../vocabulary/terms.ts';
import { inSlices, TERMS_BETWEEN_RESTS, type Rest } from '../../vocabulary/thread-slices.ts';
import type { Category, Term, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { grouped } from '../parts/grouped.ts';
import { addressWith } from '../parts/listing-address.ts';
import { checkPage, PageLinks } from './paging.tsx';

/** Categories of one page, some 450 bytes of HTML each. */
const MOST_CATEGORIES = 100;
/** A category takes as much room as so many links. */
const LINKS_PER_CATEGORY = 4;
/** Room for a vocabulary that is shown whole, in links to terms of some 110 bytes of HTML. */
const MOST_LINKS = 1_200;
/** Room of one page of a larger one: each category has its part of it, and its own page and the search have the rest. */
const LINKS_OF_LARGE = 600;
/** To sort so many takes less than a millisecond. */
const SORTED_AT_ONCE = 1024;

/** What a category shows of what it has. */
interface Branch {
  readonly category: Category;
  /** Of terms. */
  readonly count: number;
  /** Quantities and terms, the first by their labels. */
  readonly shown: readonly Labelled[];
  /** How many are not shown. */
  readonly hidden: number;
}

type Labelled = Pick<Term, 'iri' | 'label'>;

const trees = new WeakMap<Vocabulary, Promise<readonly Branch[]>>();

/** Each category with the quantities that are measured in it, and its other terms: collected once for a vocabulary, in slices of the thread. */
export function categoryTreeOf(vocabulary: Vocabulary): Promise<readonly Branch[]> {
  let tree = trees.get(vocabulary);
  // For all who ask, so that nobody who leaves can end it.
  if (tree === undefined)
    trees.set(vocabulary, (tree = inSlices({ client: 'categories' }, (rest) => collectTree(vocabulary, rest))));
  return tree;
}

async function collectTree(vocabulary: Vocabulary, rest: Rest): Promise<Branch[]> {
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
  const branches: Branch[] = [];
  for (const category of categories) {
    const items = inside.get(category.name) ?? [];
    const shown = await firstByLabel(items, most, rest);
    const count = listTerms(vocabulary, category.name).length;
    branches.push({ category, count, shown, hidden: items.length - shown.length });
  }
  return branches;
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

interface CategoriesProps {
  readonly branches: readonly Branch[];
  /** The query of the page's address. */
  readonly query: URLSearchParams;
  /** Which part of them is shown, from 1. */
  readonly page: number;
}

/**
 * The categories as a list that opens, a page of them at a time.
 *
 * @throws HubError `not-found` for a page that there is not
 */
export function Categories({ branches, query, page }: CategoriesProps): VNode {
  const count = Math.max(1, Math.ceil(branches.length / MOST_CATEGORIES));
  checkPage(page, count);
  const first = (page - 1) * MOST_CATEGORIES;
  const address = addressWith(query, {});
  return (
    <>
      <ul class="tree">
        {branches.slice(first, first + MOST_CATEGORIES).map((branch) => (
          <CategoryBranch {...branch} />
        ))}
      </ul>
      <PageLinks
        list={address === '?' ? './' : address}
        at="categories"
        name="Pages of categories"
        page={page}
        count={count}
      />
    </>
  );
}

function CategoryBranch({ category, count, shown, hidden }: Branch): VNode {
  return (
    <li id={category.name}>
      <details>
        <summary>
          <span lang="en">{category.label}</span> <span class="note">{grouped(count)}</span>
        </summary>
        <p lang="en">{category.description}</p>
        <p>
          <a href={category.iri}>The category</a>, <a href={`?category=${category.name}`}>its terms in the search</a>
        </p>
        <ul lang="en">
          {shown.map(({ iri, label }) => (
            <li>
              <a href={iri}>{label}</a>
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <a href={category.iri}>{grouped(hidden)} more on the page of the category</a>
            </li>
          )}
        </ul>
      </details>
    </li>
  );
}
