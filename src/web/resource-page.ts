import { RDFS, SKOS, type HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import type { Resource } from '../vocabulary/resources.ts';
import { listCategories, listTemplateRows, listTerms } from '../vocabulary/terms.ts';
import type { Category, TemplateRow, Term, Vocabulary } from '../vocabulary/vocabulary.ts';
import { escapeHtml, renderPage } from './page.ts';
import { PageTerms } from './page-terms.ts';

const FORMS = [
  ['ttl', 'text/turtle', 'Turtle'],
  ['nt', 'application/n-triples', 'N-Triples'],
  ['rdf', 'application/rdf+xml', 'RDF/XML'],
  ['jsonld', 'application/ld+json', 'JSON-LD'],
] as const;

/** Makes pages of the resources of the vocabulary: what their RDF says, for people. */
export function createResourcePages(hub: HubNamespaces): (resource: Resource, vocabulary: Vocabulary) => string {
  let terms: PageTerms | null = null;
  return (resource, vocabulary) => {
    if (terms?.vocabulary !== vocabulary) terms = new PageTerms(vocabulary);
    return renderResourcePage(resource, vocabulary, hub, terms);
  };
}

function renderResourcePage(resource: Resource, vocabulary: Vocabulary, hub: HubNamespaces, terms: PageTerms): string {
  const { subject } = resource;
  const page: PageParts =
    subject.kind === 'term'
      ? termPage(subject.term, resource, vocabulary, terms)
      : subject.kind === 'category'
        ? categoryPage(subject.category, resource, vocabulary, terms)
        : subject.kind === 'ontology'
          ? ontologyPage(resource, terms)
          : subject.kind === 'other'
            ? otherPage(resource, vocabulary, terms)
            : vocabularyPage(resource, vocabulary, hub, terms);
  const forms = FORMS.map(
    ([format, mediaType, name]) =>
      `<li><a rel="alternate" type="${mediaType}" href="${escapeHtml(resource.iri)}?format=${format}">${name}</a></li>`,
  );
  const head = [
    `<link rel="canonical" href="${escapeHtml(resource.iri)}">`,
    '<link rel="license" href="https://creativecommons.org/licenses/by/4.0/">',
    ...FORMS.map(
      ([format, mediaType, name]) =>
        `<link rel="alternate" type="${mediaType}" title="${name}" href="${escapeHtml(resource.iri)}?format=${format}">`,
    ),
  ];
  const main = `${page.main}
<h2>As data</h2>
<p>This address answers <code>Accept</code> with any of these, too:</p>
<ul>
${forms.join('\n')}
</ul>
<p><a href="https://creativecommons.org/licenses/by/4.0/" rel="license">CC BY 4.0</a>, version <a href="${escapeHtml(vocabulary.versionIri)}"><code>${vocabulary.version.slice(0, 12)}</code></a></p>`;
  return renderPage(`${page.title} | Vocabulary Hub`, main, {
    head: `\n${head.join('\n')}`,
    nav: `\n${breadcrumbs([[`${hub.baseUrl}/`, 'Hub'], ...(subject.kind === 'vocabulary' ? [] : [[hub.vocabulary, 'Vocabulary'] as const]), ...page.above], page.title)}`,
  });
}

interface PageParts {
  readonly title: string;
  /** Links between the vocabulary and this page. */
  readonly above: ReadonlyArray<readonly [href: string, text: string]>;
  /** Markup. */
  readonly main: string;
}

function breadcrumbs(above: ReadonlyArray<readonly [href: string, text: string]>, here: string): string {
  const items = above.map(([href, text]) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`);
  return `<nav aria-label="Where this is"><ol>${items.join('')}<li aria-current="page">${escapeHtml(here)}</li></ol></nav>`;
}

function termPage(term: Term, { triples }: Resource, vocabulary: Vocabulary, terms: PageTerms): PageParts {
  const category = listCategories(vocabulary).find(({ name }) => name === term.category);
  const rows = listTemplateRows(vocabulary, term.name);
  return {
    title: term.label,
    above: category === undefined ? [] : [[category.iri, category.label]],
    main: `<h1 lang="en">${escapeHtml(term.label)} <code>${escapeHtml(term.name)}</code></h1>
<p lang="en">${escapeHtml(term.description)}</p>${deprecation(term, vocabulary)}
${terms.properties(about(term.iri, triples))}
<h2 id="template">Template</h2>
${rows.length === 0 ? '<p>The term has no template yet: its values convert as plain literals.</p>' : templateTable(rows, term.name, vocabulary, terms)}
${tokens(term.iri, triples, terms)}`,
  };
}

/** What people have to know of a deprecated term before they read on. */
function deprecation({ deprecated, replacedBy }: Term, { terms }: Vocabulary): string {
  if (!deprecated) return '';
  const replacement = replacedBy === null ? undefined : terms.get(replacedBy);
  const use =
    replacement === undefined
      ? 'No term takes its place.'
      : `Use <a href="${escapeHtml(replacement.iri)}"><code>${escapeHtml(replacement.name)}</code></a> instead.`;
  return `\n<p><strong>This term is deprecated.</strong> ${use}</p>`;
}

/** The rows of a template; those of the subject that the page is about can be led to. */
function templateTable(rows: readonly TemplateRow[], here: string, vocabulary: Vocabulary, terms: PageTerms): string {
  const { vocabularyIri } = vocabulary.lexicon;
  let place = 0;
  const items = rows.map(({ subject, predicate, object }) => {
    const id = subject === here ? ` id="row-${++place}"` : '';
    const cells = [
      subject === here ? `<code>${escapeHtml(subject)}</code>` : terms.token(subject, vocabularyIri),
      terms.token(predicate, vocabularyIri),
      terms.token(object, vocabularyIri),
    ];
    return `<tr${id}>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<div class="scroll" role="region" aria-labelledby="template" tabindex="0"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">Predicate</th><th scope="col">Object</th></tr></thead>
<tbody>
${items.join('\n')}
</tbody>
</table></div>
<p class="note"><code>$key</code> is the value of a key, <code>@key</code> the entity that it names, <code>?name</code> a node of its own.</p>`;
}

/** The tokens of a term have IRIs that lead to its page. */
function tokens(iri: string, triples: readonly Triple[], terms: PageTerms): string {
  const found = [...new Set(triples.map(({ s }) => s.value))].filter(
    (subject) => /^#(?:value|entity)$/.test(subject.slice(iri.length)) && subject.startsWith(iri),
  );
  if (found.length === 0) return '';
  const items = found.map(
    (subject) =>
      `<li id="${escapeHtml(subject.slice(iri.length + 1))}">${terms.linkTo(subject)} ${terms.properties(about(subject, triples))}</li>`,
  );
  return `<h2>Tokens</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function categoryPage(category: Category, { triples }: Resource, vocabulary: Vocabulary, terms: PageTerms): PageParts {
  const members = listTerms(vocabulary, { category: category.name }).terms;
  return {
    title: category.label,
    above: [],
    main: `<h1 lang="en">${escapeHtml(category.label)}</h1>
<p lang="en">${escapeHtml(category.description)}</p>
${terms.properties(about(category.iri, triples))}
<h2>${members.length} terms</h2>
${termList(members)}`,
  };
}

function vocabularyPage(resource: Resource, vocabulary: Vocabulary, hub: HubNamespaces, terms: PageTerms): PageParts {
  const sections = listCategories(vocabulary).map((category) => {
    const members = listTerms(vocabulary, { category: category.name }).terms;
    return `<h3 id="${escapeHtml(category.name)}"><a href="${escapeHtml(category.iri)}">${escapeHtml(category.label)}</a></h3>
<p lang="en">${escapeHtml(category.description)}</p>
${termList(members)}`;
  });
  const contents = listCategories(vocabulary).map(
    ({ name, label }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(label)}</a></li>`,
  );
  const isVersion = resource.subject.kind === 'version';
  // The categories have their sections.
  const properties = about(hub.vocabulary, resource.triples).filter(({ p }) => p !== `${SKOS}hasTopConcept`);
  const title = isVersion ? `Version ${vocabulary.version.slice(0, 12)}` : 'Vocabulary';
  return {
    title,
    above: [],
    main: `<h1>${title}${isVersion ? ` <code>${vocabulary.version}</code>` : ''}</h1>
<p>${vocabulary.terms.size} terms in ${vocabulary.categories.length} categories, written with <a href="${escapeHtml(hub.ontology.replace('#', ''))}">the hub's ontology</a>.</p>
${terms.properties(properties)}
<h2>Terms</h2>
<ul>
${contents.join('\n')}
</ul>
${sections.join('\n')}`,
  };
}

function ontologyPage({ iri, triples }: Resource, terms: PageTerms): PageParts {
  const subjects = [...new Set(triples.map(({ s }) => s.value))].filter((subject) => subject.startsWith(`${iri}#`));
  const sections = subjects.map(
    (subject) => `<section id="${escapeHtml(subject.slice(iri.length + 1))}">
<h2>${terms.linkTo(subject)}</h2>
${terms.properties(about(subject, triples))}
</section>`,
  );
  return {
    title: 'Ontology',
    above: [],
    main: `<h1>The hub's ontology</h1>\n${terms.properties(about(iri, triples))}\n${sections.join('\n')}`,
  };
}

/** A unit, a prefix, a template node, or whatever else the vocabulary mints. */
function otherPage({ iri, subject, triples }: Resource, vocabulary: Vocabulary, terms: PageTerms): PageParts {
  const own = about(iri, triples);
  const node = own.find(({ p }) => p === `${SKOS}notation`)?.o.value;
  const rows = node === undefined ? undefined : vocabulary.nodes.get(node);
  const label = own.find(
    ({ p, o }) => (p === `${RDFS}label` || p === `${SKOS}prefLabel`) && (o['xml:lang'] ?? 'en') === 'en',
  );
  const isNamespace = subject.kind === 'namespace';
  const title = label?.o.value ?? (rows !== undefined ? `?${node}` : isNamespace ? 'Namespace' : terms.shorten(iri));
  const template =
    rows === undefined ? '' : `<h2 id="template">Template</h2>\n${templateTable(rows, `?${node}`, vocabulary, terms)}`;
  const addresses = new Set(triples.map(({ s }) => s.value.split('#', 1)[0]!));
  addresses.delete(iri);
  const citing = [...addresses].map((address) => `<li>${terms.linkTo(address)}</li>`);
  return {
    title,
    above: [],
    main: `<h1>${escapeHtml(title)} <code>${escapeHtml(iri)}</code></h1>
${terms.properties(own)}
${template}
${citing.length === 0 ? '' : `<h2>${isNamespace ? 'Holds' : 'Cited by'}</h2>\n<ul>\n${citing.join('\n')}\n</ul>`}`,
  };
}

function termList(members: readonly Term[]): string {
  const items = members.map(
    ({ iri, name, label, deprecated }) =>
      `<li><a href="${escapeHtml(iri)}"><code>${escapeHtml(name)}</code></a> <span lang="en">${escapeHtml(label)}</span>${deprecated ? ' <span class="note">deprecated</span>' : ''}</li>`,
  );
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function about(subject: string, triples: readonly Triple[]): Triple[] {
  return triples.filter(({ s }) => s.value === subject);
}
