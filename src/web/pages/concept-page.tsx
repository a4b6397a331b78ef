import type { VNode } from 'preact';
import { DCTERMS, RDFS, SKOS, VANN } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { listFacets, termsOfFacetValue } from '../../vocabulary/describe/quantities.ts';
import { termsOfPrefix } from '../../vocabulary/describe/prefix-uses.ts';
import type { Resource } from '../../vocabulary/describe/resources.ts';
import { listTerms } from '../../vocabulary/terms.ts';
import type { Rest } from '../../vocabulary/thread-slices.ts';
import type { Category, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { grouped } from '../parts/grouped.ts';
import { about, Address, type PageParts } from './description-page.tsx';
import { linked, type PageTerms } from './page-terms.tsx';
import { nodeNameOf, templateRowsOf } from './resource-picture.ts';
import { Template, TemplateTable } from './template-section.tsx';
import { Names } from './term-names.tsx';
import { cutIntoPages, PageLinks } from './paging.tsx';
import { pagesOfTerms, TermTable } from './term-table.tsx';
import { UnitSection } from './unit-section.tsx';
import { usersAt } from './used-by.ts';

/** What is no term takes some 150 bytes of HTML. */
const MAX_OTHERS = 400;

interface ConceptContext {
  /** Relative address of the first page. */
  readonly root: string;
  readonly vocabulary: Vocabulary;
  readonly terms: PageTerms;
  /** Of the list of terms, from 1. */
  readonly page: number;
  readonly rest: Rest;
}

/** The page of a category, with its terms. @param own what its address describes */
export async function categoryPage(
  category: Category,
  own: readonly Triple[],
  { vocabulary, terms, root, page, rest }: ConceptContext,
): Promise<PageParts> {
  const members = listTerms(vocabulary, category.name);
  const list = await pagesOfTerms(members, { vocabulary, names: terms, by: 'quantity kind', id: 'kind' }, rest);
  return {
    title: category.label,
    pageCount: list.pages.length,
    description: category.description,
    above: [],
    main: (
      <>
        <h1 lang="en">{category.label}</h1>
        <p class="lead" lang="en">
          {category.description}
        </p>
        <Address iri={category.iri} />
        <h2 id="terms">{counted(members.length, 'term')}</h2>
        <p>
          <a href={`${root}vocabulary/?category=${encodeURIComponent(category.name)}`}>Search and filter them</a>
        </p>
        <TermTable list={list} vocabulary={vocabulary} names={terms} page={page} iri={category.iri} />
        <PageLinks list={category.iri} page={page} count={list.pages.length} />
        <Names iri={category.iri} vocabulary={vocabulary} />
        <Statements triples={about(category.iri, own)} terms={terms} />
      </>
    ),
  };
}

/** The page of a unit, a quantity, a facet, a prefix, a template node, or whatever else the vocabulary mints, with who uses it. */
export async function conceptPage(
  { iri, subject, own: described, triples }: Resource,
  { vocabulary, terms, page, rest }: Omit<ConceptContext, 'root'>,
): Promise<PageParts> {
  const own = about(iri, described);
  // Everything in a namespace is described.
  const isNamespace = subject.kind === 'namespace';
  const node = nodeNameOf(iri, vocabulary);
  const rows = node === null ? [] : templateRowsOf(node, vocabulary);
  const label = englishOf(own, [`${RDFS}label`, `${SKOS}prefLabel`, `${DCTERMS}title`]);
  const meaning = englishOf(own, [`${SKOS}definition`, `${RDFS}comment`, `${DCTERMS}description`]);
  const prefix = own.find(({ p }) => p === `${VANN}preferredNamespacePrefix`)?.o.value;
  const title =
    label ??
    (prefix === undefined ? null : `Prefix ${prefix}`) ??
    (rows.length > 0 ? node! : isNamespace ? 'Namespace' : terms.shorten(iri));
  const addresses = new Set<string>();
  for (const { s } of triples) {
    addresses.add(s.value.split('#', 1)[0]!);
    await rest();
  }
  addresses.delete(iri);
  const users = await usersAt(addresses, vocabulary, rest);
  const members = prefix === undefined ? users.terms : await termsOfPrefix(vocabulary, prefix);
  const list = await pagesOfTerms(members, { vocabulary, names: terms, by: 'category', id: 'category' }, rest);
  const others = cutIntoPages([{ rows: users.others }], () => 1, MAX_OTHERS);
  const pageCount = Math.max(list.pages.length, others.length);
  const shownOthers = others[page - 1]?.[0]?.rows ?? [];
  const counts = await countTermsOf(shownOthers, vocabulary, rest);
  const schemes = own.filter(({ p }) => p === `${SKOS}inScheme`).map(({ o }) => o.value);
  const spellings = vocabulary.lexicon.units?.find((unit) => unit.iri === iri)?.notations ?? [];
  const facets = listFacets(vocabulary);
  const facet = facets.find((found) => schemes.includes(found.iri));
  const isFacet = facets.some((found) => found.iri === iri);
  const heading = isNamespace ? 'Holds' : isFacet ? 'Values' : 'Cited by';
  const namespace = own.find(({ p }) => p === `${VANN}preferredNamespaceUri`)?.o.value;
  return {
    title,
    pageCount,
    ...(meaning === null ? {} : { description: meaning }),
    above: facet === undefined ? [] : [[facet.iri, facet.label]],
    main: (
      <>
        <h1>
          {title}
          {spellings.length === 0 ? null : <code> {spellings.join(', ')}</code>}
        </h1>
        {meaning === null ? null : (
          <p class="lead" lang="en">
            {meaning}
          </p>
        )}
        {prefix === undefined || namespace === undefined || label !== null ? null : (
          <p class="lead">
            <code>{prefix}:</code> stands for {linked(namespace, <code>{namespace}</code>)}
          </p>
        )}
        <Address iri={iri} />
        <UnitSection iri={iri} vocabulary={vocabulary} />
        {rows.length === 0 || node === null ? null : (
          <Template rows={rows} here={node} label={node} vocabulary={vocabulary} />
        )}
        {members.length === 0 ? null : (
          <>
            <h2 id="terms">
              {isNamespace ? counted(members.length, 'term') : `Used by ${counted(members.length, 'term')}`}
            </h2>
            <TermTable list={list} vocabulary={vocabulary} names={terms} page={page} iri={iri} />
          </>
        )}
        <Others iris={shownOthers} heading={heading} counts={counts} terms={terms} />
        <PageLinks list={iri} page={page} count={pageCount} />
        <Names iri={iri} vocabulary={vocabulary} />
        {rows.length === 0 || node === null ? null : (
          <TemplateTable rows={rows} here={node} vocabulary={vocabulary} terms={terms} />
        )}
        <Statements triples={own} terms={terms} />
      </>
    ),
  };
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function englishOf(own: readonly Triple[], properties: readonly string[]): string | null {
  for (const property of properties) {
    const found = own.find(({ p, o }) => p === property && o.type === 'literal' && (o['xml:lang'] ?? 'en') === 'en');
    if (found !== undefined) return found.o.value;
  }
  return null;
}

function Statements({
  triples,
  terms,
}: {
  readonly triples: readonly Triple[];
  readonly terms: PageTerms;
}): VNode | null {
  const properties = terms.properties(triples);
  if (properties === null) return null;
  return (
    <details>
      <summary>All statements</summary>
      {properties}
    </details>
  );
}

interface OthersProps {
  readonly iris: readonly string[];
  readonly heading: string;
  /** Of terms, by the IRI of a value of a facet. */
  readonly counts: ReadonlyMap<string, number>;
  readonly terms: PageTerms;
}

/** What is no term: of values of facets with the number of terms that have them. */
function Others({ iris, heading, counts, terms }: OthersProps): VNode | null {
  if (iris.length === 0) return null;
  return (
    <>
      <h2 id="others">{heading}</h2>
      <ul class={iris.length > 12 ? 'columns' : undefined}>
        {iris.map((iri) => (
          <li>
            {terms.linkTo(iri)}
            {counts.has(iri) ? <span class="note"> {counted(counts.get(iri)!, 'term')}</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** How many terms have each value of a facet, by its IRI; of those among some IRIs that terms have. */
async function countTermsOf(
  iris: readonly string[],
  vocabulary: Vocabulary,
  rest: Rest,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const values = new Set(listFacets(vocabulary).flatMap((facet) => facet.values.map(({ iri }) => iri)));
  for (const iri of iris) {
    if (!values.has(iri)) continue;
    let count = 0;
    for (const _ of termsOfFacetValue(vocabulary, iri)) {
      await rest();
      count++;
    }
    if (count > 0) counts.set(iri, count);
  }
  return counts;
}
