import type { VNode } from 'preact';
import { grouped } from '../parts/grouped.ts';
import { addressAdding, addressWith } from '../parts/listing-address.ts';
import { MOST_CATEGORIES, type Branch, type CategoryTree } from './category-branches.ts';
import { checkPage, PageLinks } from './paging.tsx';

interface CategoriesProps {
  readonly tree: CategoryTree;
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
export function Categories({ tree: { language, branches }, query, page }: CategoriesProps): VNode {
  const count = Math.max(1, Math.ceil(branches.length / MOST_CATEGORIES));
  checkPage(page, count);
  const first = (page - 1) * MOST_CATEGORIES;
  const address = addressWith(query, {});
  return (
    <div data-part="categories" data-language={language}>
      <ul class="tree">
        {branches.slice(first, first + MOST_CATEGORIES).map((branch) => (
          <CategoryBranch branch={branch} query={query} language={language} />
        ))}
      </ul>
      <PageLinks
        list={address === '?' ? './' : address}
        at="categories"
        name="Pages of categories"
        page={page}
        count={count}
      />
    </div>
  );
}

interface BranchProps {
  readonly branch: Branch;
  readonly query: URLSearchParams;
  /** Most texts are in it. */
  readonly language: string;
}

function CategoryBranch({ branch, query, language }: BranchProps): VNode {
  const { name, iri, label, description, count, shown, hidden } = branch;
  const asked = new URLSearchParams([...query].filter(([key]) => key === 'language'));
  return (
    <li id={name}>
      <details>
        <summary>
          <span lang={label.language ?? undefined}>{label.text}</span> <span class="note">{grouped(count)}</span>
        </summary>
        <p lang={description.language ?? undefined}>{description.text}</p>
        <p>
          <a href={iri}>The category</a>, <a href={addressAdding(asked, 'category', name)}>its terms in the search</a>
        </p>
        <ul lang={language}>
          {shown.map((item) => (
            <li>
              <a
                href={item.iri}
                lang={item.label.language === language ? undefined : (item.label.language ?? undefined)}
              >
                {item.label.text}
              </a>
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <a href={iri} lang={language === 'en' ? undefined : 'en'}>
                {grouped(hidden)} more on the page of the category
              </a>
            </li>
          )}
        </ul>
      </details>
    </li>
  );
}
