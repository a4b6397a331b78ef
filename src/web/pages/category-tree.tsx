import type { VNode } from 'preact';
import { append } from '../../append.ts';
import { listQuantities } from '../../vocabulary/describe/quantities.ts';
import { listCategories } from '../../vocabulary/terms.ts';
import type { Category, Term, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { grouped } from '../parts/grouped.ts';

/** Links to terms that the page has, some 110 bytes of HTML each. Of more, each category has its part, and the search the rest. */
const MOST_LINKS = 1_300;

/** Each category with the quantities that are measured in it, and its other terms. */
export function CategoryTree({ vocabulary }: { readonly vocabulary: Vocabulary }): VNode {
  const inside = new Map<string, Array<{ readonly iri: string; readonly label: string }>>();
  const counted = new Map<string, number>();
  const measured = new Set<Term>();
  for (const quantity of listQuantities(vocabulary)) {
    const [first] = quantity.variants;
    if (first === undefined) continue;
    append(inside, first.category, quantity);
    for (const term of quantity.variants) measured.add(term);
  }
  for (const term of vocabulary.terms.values()) {
    counted.set(term.category, (counted.get(term.category) ?? 0) + 1);
    if (!measured.has(term)) append(inside, term.category, term);
  }
  const categories = listCategories(vocabulary);
  const links = [...inside.values()].reduce((sum, items) => sum + items.length, 0);
  const most = links <= MOST_LINKS ? links : Math.max(1, Math.floor(MOST_LINKS / categories.length));
  const itemsOf = (category: Category) =>
    (inside.get(category.name) ?? []).toSorted((a, b) => (a.label < b.label ? -1 : 1));
  return (
    <ul class="tree">
      {categories.map((category) => (
        <li id={category.name}>
          <details>
            <summary>
              <span lang="en">{category.label}</span> <span class="note">{counted.get(category.name) ?? 0}</span>
            </summary>
            <p lang="en">{category.description}</p>
            <p>
              <a href={category.iri}>The category</a>,{' '}
              <a href={`?category=${category.name}`}>its terms in the search</a>
            </p>
            <ul>
              <Links items={itemsOf(category)} most={most} category={category} />
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}

interface LinksProps {
  readonly items: ReadonlyArray<{ readonly iri: string; readonly label: string }>;
  readonly most: number;
  readonly category: Category;
}

function Links({ items, most, category }: LinksProps): VNode {
  return (
    <>
      {items.slice(0, most).map(({ iri, label }) => (
        <li>
          <a href={iri} lang="en">
            {label}
          </a>
        </li>
      ))}
      {items.length > most && (
        <li>
          <a href={category.iri}>{grouped(items.length - most)} more on the page of the category</a>
        </li>
      )}
    </>
  );
}
