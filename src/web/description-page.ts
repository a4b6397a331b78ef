import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import type { VersionTerm } from '../vocabulary/versions/version-content.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { renderPage } from './page.ts';
import type { PageTerms } from './page-terms.ts';

const FORMS = [
  ['ttl', 'text/turtle', 'Turtle'],
  ['nt', 'application/n-triples', 'N-Triples'],
  ['rdf', 'application/rdf+xml', 'RDF/XML'],
  ['jsonld', 'application/ld+json', 'JSON-LD'],
] as const;

/** What a page says of what it describes. */
export interface PageParts {
  readonly title: string;
  /** Links between the vocabulary and this page. */
  readonly above: ReadonlyArray<readonly [href: string, text: string]>;
  /** Markup. */
  readonly main: string;
}

export interface DescriptionPlace {
  /** Where the description stands. */
  readonly iri: string;
  readonly hub: HubNamespaces;
  /** The version that it was read from. */
  readonly version: { readonly version: string; readonly versionIri: string };
  /** It is the vocabulary itself that is described. */
  readonly isVocabulary: boolean;
}

/** The page of a description, which names the other forms of it, its licence and its version. */
export function renderDescription(parts: PageParts, { iri, hub, version, isVocabulary }: DescriptionPlace): string {
  const address = escapeHtml(iri);
  const forms = FORMS.map(
    ([format, mediaType, name]) =>
      `<li><a rel="alternate" type="${mediaType}" href="${address}?format=${format}">${name}</a></li>`,
  );
  const head = [
    `<link rel="canonical" href="${address}">`,
    '<link rel="license" href="https://creativecommons.org/licenses/by/4.0/">',
    ...FORMS.map(
      ([format, mediaType, name]) =>
        `<link rel="alternate" type="${mediaType}" title="${name}" href="${address}?format=${format}">`,
    ),
  ];
  const main = `${parts.main}
<h2>As data</h2>
<p>This address answers <code>Accept</code> with any of these, too:</p>
<ul>
${forms.join('\n')}
</ul>
<p><a href="https://creativecommons.org/licenses/by/4.0/" rel="license">CC BY 4.0</a>, version <a href="${escapeHtml(version.versionIri)}"><code>${version.version.slice(0, 12)}</code></a></p>`;
  const vocabulary = isVocabulary ? [] : [[hub.vocabulary, 'Vocabulary'] as const];
  return renderPage(`${parts.title} | Vocabulary Hub`, main, {
    head: `\n${head.join('\n')}`,
    nav: `\n${breadcrumbs([[`${hub.baseUrl}/`, 'Hub'], ...vocabulary, ...parts.above], parts.title)}`,
  });
}

function breadcrumbs(above: PageParts['above'], here: string): string {
  const items = above.map(([href, text]) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`);
  return `<nav aria-label="Where this is"><ol>${items.join('')}<li aria-current="page">${escapeHtml(here)}</li></ol></nav>`;
}

/** A list of links to terms; those of one quantity stand in one line. */
export function termList(members: readonly VersionTerm[], terms: Pick<PageTerms, 'quantityOf'>): string {
  const lines = new Map<string, VersionTerm[]>();
  for (const member of members) {
    const line = terms.quantityOf(member.iri)?.iri ?? member.iri;
    lines.set(line, [...(lines.get(line) ?? []), member]);
  }
  const items = Array.from(lines.values(), (variants) => {
    const [first] = variants as [VersionTerm];
    const quantity = terms.quantityOf(first.iri);
    if (quantity === null || variants.length === 1)
      return `<li>${linkToTerm(first)} <span lang="en">${escapeHtml(first.label)}</span>${deprecationNote(first)}</li>`;
    const names = variants.map((variant) => linkToTerm(variant) + deprecationNote(variant));
    return `<li><a href="${escapeHtml(quantity.iri)}" lang="en">${escapeHtml(quantity.label)}</a>: ${names.join(', ')}</li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function linkToTerm({ iri, name }: VersionTerm): string {
  return `<a href="${escapeHtml(iri)}"><code>${escapeHtml(name)}</code></a>`;
}

function deprecationNote({ deprecated }: VersionTerm): string {
  return deprecated ? ' <span class="note">deprecated</span>' : '';
}

/** The triples of one subject. */
export function about(subject: string, triples: readonly Triple[]): Triple[] {
  return triples.filter(({ s }) => s.value === subject);
}
