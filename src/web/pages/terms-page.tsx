import { SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { TermListing as FoundTerms } from '../../vocabulary/search/list-terms.ts';
import { inSlices, type Searcher } from '../../vocabulary/thread-slices.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { TermListing } from '../parts/term-listing.tsx';
import { categoryTreeOf } from './category-branches.ts';
import { Categories } from './category-tree.tsx';
import { renderDescription } from './description-page.tsx';
import type { RenderPage } from './page.tsx';
import type { PageTerms } from './page-terms.tsx';
import { grouped } from '../parts/grouped.ts';

/** What the page of the vocabulary shows besides the terms that were found. */
interface TermsPageParts {
  readonly vocabulary: Vocabulary;
  readonly hub: HubNamespaces;
  readonly terms: PageTerms;
  /** Their page, from 1, their language, and the name of the one that is open; null for none. */
  readonly categories: { readonly page: number; readonly language: string; readonly open: string | null };
  /** Who asks. */
  readonly searcher: Searcher;
}

/**
 * The page of the vocabulary: its search, its categories, and what is said of it as a whole.
 *
 * @throws HubError `not-found` for a page of categories that there is not
 */
export async function renderTermsPage(
  render: RenderPage,
  { rows, rowCount, termCount, didYouMean, counts }: FoundTerms,
  query: URLSearchParams,
  { vocabulary, hub, terms, categories, searcher }: TermsPageParts,
): Promise<string> {
  const tree = await inSlices(searcher, (rest) =>
    categoryTreeOf(vocabulary, categories.language, categories.open, rest),
  );
  const listing = { count: termCount, rows: rowCount, didYouMean, counts, data: rows };
  const main = (
    <>
      <h1>Vocabulary</h1>
      <p class="lead">
        {grouped(vocabulary.terms.size)} terms in <a href="#categories">{vocabulary.categories.length} categories</a>.
        Each is a key of JSON documents, with what it means, its unit, and how its values are written in RDF.
      </p>
      <div>
        <TermListing listing={listing} query={query} root="../" />
      </div>
      <h2 id="categories">Categories</h2>
      <Categories tree={tree} query={query} page={categories.page} />
      <h2>About the vocabulary</h2>
      <p>
        Its terms are written with <a href={hub.ontology.replace('#', '')}>the hub's ontology</a>.
      </p>
      <details>
        <summary>All statements</summary>
        {/* The categories have their list, and there may be as many as there are terms. */}
        {terms.properties(vocabulary.triples.of(hub.vocabulary, `${SKOS}hasTopConcept`))}
      </details>
    </>
  );
  return renderDescription(
    render,
    { title: 'Vocabulary', above: [], main, script: 'finder.js' },
    { iri: hub.vocabulary, hub, version: vocabulary, isVocabulary: true, hasPicture: false, page: 1 },
  );
}
