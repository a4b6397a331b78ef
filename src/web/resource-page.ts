import { RDFS, SKOS, type HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import type { Resource } from '../vocabulary/describe/resources.ts';
import { listFacets, listQuantities, quantityOfTerm } from '../vocabulary/describe/quantities.ts';
import { listCategories, listTemplateRows, listTerms } from '../vocabulary/terms.ts';
import type { Category, TemplateRow, Term, Vocabulary } from '../vocabulary/vocabulary.ts';
import { about, renderDescription, termList, type PageParts } from './description-page.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { PageTerms } from './page-terms.ts';
import { vocabularyParts } from './vocabulary-page.ts';

interface ShownResource extends Resource {
  readonly triples: readonly Triple[];
}

/** Makes pages of the resources of the vocabulary: what their RDF says, for people. */
export function createResourcePages(hub: HubNamespaces): (resource: Resource, vocabulary: Vocabulary) => string {
  let terms: PageTerms | null = null;
  return (resource, vocabulary) => {
    if (terms?.vocabulary !== vocabulary) terms = createPageTerms(vocabulary);
    return renderResourcePage(resource, vocabulary, hub, terms);
  };
}

function createPageTerms(vocabulary: Vocabulary): PageTerms {
  const quantities = [...listQuantities(vocabulary)];
  const facets = listFacets(vocabulary);
  const values = facets.flatMap((facet) =>
    facet.values.map(({ iri, label }) => ({ iri, label: `${facet.label}: ${label}` })),
  );
  const ofTerms = quantities.flatMap((quantity) => quantity.variants.map(({ iri }) => [iri, quantity] as const));
  return new PageTerms(vocabulary, [...quantities, ...facets, ...values], new Map(ofTerms));
}

function renderResourcePage(resource: Resource, vocabulary: Vocabulary, hub: HubNamespaces, terms: PageTerms): string {
  const { subject } = resource;
  // Of the whole vocabulary the page shows a part.
  const shown = (): ShownResource => ({ ...resource, triples: [...resource.triples] });
  const page: PageParts =
    subject.kind === 'term'
      ? termPage(subject.term, shown(), vocabulary, terms)
      : subject.kind === 'category'
        ? categoryPage(subject.category, shown(), vocabulary, terms)
        : subject.kind === 'ontology'
          ? ontologyPage(shown(), terms)
          : subject.kind === 'other'
            ? otherPage(shown(), vocabulary, terms)
            : wholePage(vocabulary, hub, terms);
  return renderDescription(page, {
    iri: resource.iri,
    hub,
    version: vocabulary,
    isVocabulary: subject.kind === 'vocabulary',
  });
}

function wholePage(vocabulary: Vocabulary, hub: HubNamespaces, terms: PageTerms): PageParts {
  const content = { ...vocabulary, about: vocabulary.triples.of(hub.vocabulary) };
  return vocabularyParts(content, { title: 'Vocabulary', heading: 'Vocabulary', introduction: '' }, hub, terms);
}

function termPage(term: Term, { triples }: ShownResource, vocabulary: Vocabulary, terms: PageTerms): PageParts {
  const category = listCategories(vocabulary).find(({ name }) => name === term.category);
  const rows = listTemplateRows(vocabulary, term.name);
  return {
    title: term.label,
    above: category === undefined ? [] : [[category.iri, category.label]],
    main: `<h1 lang="en">${escapeHtml(term.label)} <code>${escapeHtml(term.name)}</code></h1>
<p lang="en">${escapeHtml(term.description)}</p>${deprecation(term, vocabulary)}${otherUnits(term, vocabulary)}
${terms.properties(about(term.iri, triples))}
<h2 id="template">Template</h2>
${rows.length === 0 ? '<p>The term has no template yet: its values convert as plain literals.</p>' : templateTable(rows, term.name, vocabulary, terms)}
${tokens(term.iri, triples, terms)}`,
  };
}

/** The same quantity in its other units. */
function otherUnits(term: Term, vocabulary: Vocabulary): string {
  const quantity = quantityOfTerm(vocabulary, term);
  const others = quantity?.variants.filter((variant) => variant !== term) ?? [];
  if (quantity === null || others.length === 0) return '';
  const links = others.map(({ iri, name }) => `<a href="${escapeHtml(iri)}"><code>${escapeHtml(name)}</code></a>`);
  return `\n<p><a href="${escapeHtml(quantity.iri)}" lang="en">${escapeHtml(quantity.label)}</a> in other units: ${links.join(', ')}</p>`;
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

function categoryPage(
  category: Category,
  { triples }: ShownResource,
  vocabulary: Vocabulary,
  terms: PageTerms,
): PageParts {
  const members = listTerms(vocabulary, { category: category.name }).terms;
  return {
    title: category.label,
    above: [],
    main: `<h1 lang="en">${escapeHtml(category.label)}</h1>
<p lang="en">${escapeHtml(category.description)}</p>
${terms.properties(about(category.iri, triples))}
<h2>${members.length} terms</h2>
${termList(members, terms)}`,
  };
}

function ontologyPage({ iri, triples }: ShownResource, terms: PageTerms): PageParts {
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
function otherPage({ iri, subject, triples }: ShownResource, vocabulary: Vocabulary, terms: PageTerms): PageParts {
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
