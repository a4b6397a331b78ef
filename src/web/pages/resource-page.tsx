import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { listSources } from '../../sources/source-files.ts';
import { findQuantityByIri, listFacets, prepareFacets } from '../../vocabulary/describe/quantities.ts';
import { listRelatedTerms } from '../../vocabulary/describe/related-terms.ts';
import type { Resource } from '../../vocabulary/describe/resources.ts';
import type { TermListing } from '../../vocabulary/search/list-terms.ts';
import { doWithRests } from '../../vocabulary/steps.ts';
import { findCategoryByIri, findTermByIri } from '../../vocabulary/terms.ts';
import type { Rest, Searcher } from '../../vocabulary/thread-slices.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { PAGE_ROWS } from '../parts/term-listing.tsx';
import { categoryPage, conceptPage } from './concept-page.tsx';
import { renderDescription, type PageParts } from './description-page.tsx';
import { ontologyPage } from './ontology-page.tsx';
import { PageTerms } from './page-terms.tsx';
import { rootOf, type RenderPage } from './page.tsx';
import { keysByTerm, type SourceKeys } from './source-keys.ts';
import { termPage } from './term-page.tsx';
import { renderTermsPage } from './terms-page.tsx';

/** What the pages of one vocabulary share. */
interface Shared {
  readonly vocabulary: Vocabulary;
  readonly terms: PageTerms;
  /** The keys of sources by the names of their terms: read when somebody asks for a term. */
  sources: ReadonlyMap<string, readonly SourceKeys[]> | null;
}

/** The pages of what the vocabulary mints, and of the vocabulary itself. */
export interface ResourcePages {
  /** Rows of found terms that a page of the vocabulary has. */
  readonly rows: number;
  /**
   * @param shown the page of a long list, from 1, and the language of what a term is
   * @param rest between the steps of what takes long
   * @throws HubError `not-found` for a page that there is not
   */
  renderResource(
    resource: Resource,
    vocabulary: Vocabulary,
    shown: { readonly page: number; readonly language: string },
    rest: Rest,
  ): Promise<string>;
  /**
   * @param query what the address asks to be listed, as `listing` has it
   * @param categories their page, from 1, their language, and the name of the one that is open; null for none
   * @throws HubError `not-found` for a page that there is not
   */
  renderVocabulary(
    listing: TermListing,
    query: URLSearchParams,
    vocabulary: Vocabulary,
    categories: { readonly page: number; readonly language: string; readonly open: string | null },
    searcher: Searcher,
  ): Promise<string>;
}

interface ResourcePagesOptions {
  readonly hub: HubNamespaces;
}

/** Makes pages of the resources of the vocabulary: what their RDF says, for people. */
export function createResourcePages(render: RenderPage, { hub }: ResourcePagesOptions): ResourcePages {
  let shared: Shared | null = null;
  const sharedBy = (vocabulary: Vocabulary): Shared => {
    if (shared?.vocabulary !== vocabulary) shared = share(vocabulary);
    return shared;
  };
  return {
    rows: PAGE_ROWS,
    renderResource: async (resource, vocabulary, { page, language }, rest) => {
      const place = { root: rootOf(resource.iri.slice(hub.baseUrl.length)), page, language, rest };
      // Pages share them, and the first one behind an acceptance would read them at once.
      await doWithRests(prepareFacets(vocabulary), rest);
      return renderDescription(render, await partsOf(resource, place, sharedBy(vocabulary)), {
        iri: resource.iri,
        hub,
        version: vocabulary,
        isVocabulary: false,
        hasPicture: true,
        page,
      });
    },
    renderVocabulary: (listing, query, vocabulary, categories, searcher) =>
      renderTermsPage(render, listing, query, {
        vocabulary,
        hub,
        terms: sharedBy(vocabulary).terms,
        categories,
        searcher,
      }),
  };
}

function share(vocabulary: Vocabulary): Shared {
  const facets = listFacets(vocabulary);
  const values = facets.flatMap((facet) =>
    facet.values.map(({ iri, label }) => ({ iri, label: `${facet.label}: ${label}` })),
  );
  const labels = new Map([...facets, ...values].map(({ iri, label }) => [iri, label]));
  const labelOf = (iri: string): string | null =>
    (labels.get(iri) ??
      findCategoryByIri(vocabulary, iri)?.label ??
      findTermByIri(vocabulary, iri)?.label ??
      findQuantityByIri(vocabulary, iri)?.label) ||
    null;
  return { vocabulary, terms: new PageTerms(vocabulary.prefixes, labelOf), sources: null };
}

/** Where a page stands, and which of its list it is. */
interface PagePlace {
  readonly root: string;
  readonly page: number;
  readonly language: string;
  readonly rest: Rest;
}

async function partsOf(resource: Resource, place: PagePlace, shared: Shared): Promise<PageParts> {
  const { iri, subject, own } = resource;
  const { root, page, language, rest } = place;
  const { vocabulary, terms } = shared;
  if (subject.kind === 'term') {
    shared.sources ??= keysByTerm(listSources(vocabulary.lexicon).map(({ file }) => file));
    const sources = shared.sources.get(subject.term.name) ?? [];
    const related = await listRelatedTerms(vocabulary, subject.term, rest);
    return termPage(subject.term, own, { vocabulary, terms, root, language, page, related, sources });
  }
  if (subject.kind === 'category') return categoryPage(subject.category, own, { vocabulary, terms, root, page, rest });
  if (subject.kind === 'ontology') return ontologyPage(iri, [...resource.triples], terms);
  return conceptPage(resource, { vocabulary, terms, page, rest });
}
