import type { VNode } from 'preact';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { listQuantities } from '../../vocabulary/describe/quantities.ts';
import type { TermListing as FoundTerms } from '../../vocabulary/search/list-terms.ts';
import { listCategories } from '../../vocabulary/terms.ts';
import type { Category, Term, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { TermListing } from '../parts/term-listing.tsx';
import { renderDescription } from './description-page.tsx';
import type { RenderPage } from './page.tsx';
import type { PageTerms } from './page-terms.tsx';
import { grouped } from '../parts/grouped.ts';

/** What the page of the vocabulary shows besides the terms that were found. */
interface TermsPageParts {
  readonly vocabulary: Vocabulary;
  readonly hub: HubNamespaces;
  readonly terms: PageTerms;
}

/** The page of the vocabulary: its search, its categories, and what is said of it as a whole. */
export function renderTermsPage(
  render: RenderPage,
  { rows, rowCount, termCount, didYouMean, counts }: FoundTerms,
  query: URLSearchParams,
  { vocabulary, hub, terms }: TermsPageParts,
): string {
  const listing = { count: termCount, rows: rowCount, didYouMean, counts, data: rows };
  const main = (
    <>
      <h1>Vocabulary</h1>
      <p class="lead">
        {grouped(vocabulary.terms.size)} terms in {vocabulary.categories.length} categories, written with{' '}
        <a href={hub.ontology.replace('#', '')}>the hub's ontology</a>.
      </p>
      <div>
        <TermListing listing={listing} query={query} root="../" />
      </div>
      <h2 id="categories">Categories</h2>
      <Categories vocabulary={vocabulary} />
      <h2>About the vocabulary</h2>
      {terms.properties(vocabulary.triples.of(hub.vocabulary).filter(({ p }) => !p.endsWith('#hasTopConcept')))}
    </>
  );
  return renderDescription(
    render,
    { title: 'Vocabulary', above: [], main, script: 'finder.js' },
    { iri: hub.vocabulary, hub, version: vocabulary, isVocabulary: true, hasPicture: false, page: 1 },
  );
}

/** Each category with the quantities that are measured in it, and its other terms. */
function Categories({ vocabulary }: { readonly vocabulary: Vocabulary }): VNode {
  const inside = new Map<string, Array<{ readonly iri: string; readonly label: string }>>();
  const counted = new Map<string, number>();
  const measured = new Set<Term>();
  const put = (category: string, item: { readonly iri: string; readonly label: string }): void => {
    inside.set(category, [...(inside.get(category) ?? []), item]);
  };
  for (const quantity of listQuantities(vocabulary)) {
    const [first] = quantity.variants;
    if (first === undefined) continue;
    put(first.category, quantity);
    for (const term of quantity.variants) measured.add(term);
  }
  for (const term of vocabulary.terms.values()) {
    counted.set(term.category, (counted.get(term.category) ?? 0) + 1);
    if (!measured.has(term)) put(term.category, term);
  }
  const items = (category: Category) =>
    (inside.get(category.name) ?? []).toSorted((a, b) => (a.label < b.label ? -1 : 1));
  return (
    <ul class="tree">
      {listCategories(vocabulary).map((category) => (
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
              {items(category).map(({ iri, label }) => (
                <li>
                  <a href={iri} lang="en">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
