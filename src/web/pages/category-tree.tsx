import type { VNode } from 'preact';
import { grouped } from '../parts/grouped.ts';
import { addressAdding, addressShowing, listingQuery } from '../parts/listing-address.ts';
import { MOST_CATEGORIES, type Branch, type CategoryTree, type OpenBranch } from './category-branches.ts';
import { checkPage, PageLinks } from './paging.tsx';

interface CategoriesProps {
  readonly tree: CategoryTree;
  /** The query of the page's address. */
  readonly query: URLSearchParams;
  /** Which part of them is shown, from 1. */
  readonly page: number;
}

/**
 * The categories, a page of them at a time. Each leads to the same page with what is in it: to have all of that there would make the page five
 * times as long.
 *
 * @throws HubError `not-found` for a page that there is not
 */
export function Categories({ tree: { language, count, branchesBetween, open }, query, page }: CategoriesProps): VNode {
  const pages = Math.max(1, Math.ceil(count / MOST_CATEGORIES));
  checkPage(page, pages);
  const first = (page - 1) * MOST_CATEGORIES;
  const list = listingQuery(query);
  return (
    <div data-part="categories" data-language={language}>
      <ul class="tree">
        {branchesBetween(first, first + MOST_CATEGORIES).map((branch) => (
          <CategoryBranch
            branch={branch}
            open={branch.name === open?.name ? open : null}
            query={query}
            language={language}
          />
        ))}
      </ul>
      <PageLinks
        list={list.size === 0 ? './' : `?${list.toString()}`}
        at="categories"
        name="Pages of categories"
        page={page}
        count={pages}
      />
    </div>
  );
}

interface BranchProps {
  readonly branch: Branch;
  /** What is in it; null when that is not shown. */
  readonly open: OpenBranch | null;
  readonly query: URLSearchParams;
  /** Most texts are in it. */
  readonly language: string;
}

function CategoryBranch({ branch: { name, iri, label, count }, open, query, language }: BranchProps): VNode {
  return (
    <li id={name}>
      <a
        class="branch"
        href={`${addressShowing(query, 'open', open === null ? name : null)}#${name}`}
        aria-expanded={open === null ? 'false' : 'true'}
      >
        <span lang={label.language ?? undefined}>{label.text}</span> <span class="note">{grouped(count)}</span>
      </a>
      {open === null ? null : <BranchContent iri={iri} open={open} query={query} language={language} />}
    </li>
  );
}

interface BranchContentProps {
  readonly iri: string;
  readonly open: OpenBranch;
  readonly query: URLSearchParams;
  readonly language: string;
}

function BranchContent({ iri, open, query, language }: BranchContentProps): VNode {
  const { name, description, shown, hidden } = open;
  const asked = new URLSearchParams([...query].filter(([key]) => key === 'language'));
  return (
    <div>
      <p lang={description.language ?? undefined}>{description.text}</p>
      <p>
        <a href={iri}>The category</a>, <a href={addressAdding(asked, 'category', name)}>its terms in the search</a>
      </p>
      <ul lang={language}>
        {shown.map((item) => (
          <li>
            <a href={item.iri} lang={item.label.language === language ? undefined : (item.label.language ?? undefined)}>
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
    </div>
  );
}
