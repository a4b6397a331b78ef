import { ARTEFACT_KINDS } from '../../artefacts/artefact.ts';
import { STANDARDS } from '../../artefacts/standards.ts';
import type { VNode } from 'preact';
import type { Triple } from '../../rdf/triple.ts';
import { describeResource, findText } from '../../vocabulary/describe/descriptions.ts';
import { facetsOfTerm, quantityOfTerm } from '../../vocabulary/describe/quantities.ts';
import type { RelatedTerm } from '../../vocabulary/describe/related-terms.ts';
import { findCategory, listTemplateRows, unitOfName } from '../../vocabulary/terms.ts';
import type { Term, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { about, Address, type PageParts } from './description-page.tsx';
import { linked, type PageTerms } from './page-terms.tsx';
import { breakable } from '../parts/breakable.tsx';
import { grouped } from '../parts/grouped.ts';
import { Template, TemplateTable } from './template-section.tsx';
import { exampleOf } from '../../vocabulary/describe/term-example.ts';
import { playgroundFragment } from './playground-fragment.ts';
import { Names, Notes } from './term-names.tsx';
import { Matches, pagesOfRelated, RelatedTerms, SourcesOfTerm } from './term-relations.tsx';
import { addressOfChange } from './suggest-change-page.tsx';
import { separated, UnitLink } from './term-table.tsx';
import { TermLink } from './term-link.tsx';
import type { SourceKeys } from './source-keys.ts';

/** Terms in other units that are shown; the page of the quantity has all. */
const MAX_OTHER_UNITS = 24;

interface TermPageContext {
  readonly vocabulary: Vocabulary;
  readonly terms: PageTerms;
  /** Relative address of the first page. */
  readonly root: string;
  /** Of its label and of what it is, where the vocabulary has them in it. */
  readonly language: string;
  /** What it is related to. */
  readonly related: readonly RelatedTerm[];
  /** Of the list of these, from 1. */
  readonly page: number;
  /** The keys of sources that the term is found by. */
  readonly sources: readonly SourceKeys[];
}

/** The page of a term: what it is, what becomes of its values, and what it is called elsewhere. @param triples of its address */
export function termPage(term: Term, triples: readonly Triple[], context: TermPageContext): PageParts {
  const { vocabulary, terms, root, language, page, sources } = context;
  const related = pagesOfRelated(context.related);
  const category = findCategory(vocabulary, term.category);
  const rows = listTemplateRows(vocabulary, term.name);
  const { labels, definitions, notes } = describeResource(vocabulary, term.iri);
  const label = findText(labels, [language]) ?? { text: term.label, language: 'en' };
  const meaning = findText(definitions, [language]) ?? { text: term.description, language: 'en' };
  return {
    title: term.label,
    pageCount: related.length,
    description: term.description,
    above: category === null ? [] : [[category.iri, category.label]],
    main: (
      <>
        <h1 lang={label.language ?? undefined}>
          {label.text} <code>{breakable(term.name)}</code>
        </h1>
        {term.deprecated ? <Deprecation term={term} vocabulary={vocabulary} /> : null}
        <p class="lead" lang={meaning.language ?? undefined}>
          {meaning.text}
        </p>
        <Notes notes={notes} />
        <Facets term={term} vocabulary={vocabulary} />
        <Address iri={term.iri} />
        <Facts term={term} vocabulary={vocabulary} terms={terms} root={root} />
        {rows.length === 0 ? (
          <>
            <h2 id="template">Template</h2>
            <p>The term has no template yet: its values convert as plain literals.</p>
          </>
        ) : (
          <Template rows={rows} here={term.name} label={term.label} vocabulary={vocabulary} />
        )}
        <Example term={term} vocabulary={vocabulary} root={root} />
        <Standards name={term.name} vocabulary={vocabulary} root={root} />
        <Names iri={term.iri} vocabulary={vocabulary} />
        <SourcesOfTerm sources={sources} root={root} />
        <RelatedTerms pages={related} page={page} iri={term.iri} />
        <Matches iri={term.iri} vocabulary={vocabulary} terms={terms} />
        {rows.length === 0 ? null : (
          <TemplateTable rows={rows} here={term.name} vocabulary={vocabulary} terms={terms} />
        )}
        <p>
          <a href={addressOfChange(term, root)}>Suggest a change</a>{' '}
          <span class="note">of this term; administrators read it.</span>
        </p>
        <details>
          <summary>All statements</summary>
          {terms.properties(about(term.iri, triples))}
          <Tokens iri={term.iri} triples={triples} terms={terms} />
        </details>
      </>
    ),
  };
}

/** What people have to know of a deprecated term before they read on. */
function Deprecation({ term, vocabulary }: { readonly term: Term; readonly vocabulary: Vocabulary }): VNode {
  const replacement = term.replacedBy === null ? undefined : vocabulary.terms.get(term.replacedBy);
  return (
    <p class="alert">
      <strong>This term is deprecated.</strong>{' '}
      {replacement === undefined ? (
        'No term takes its place.'
      ) : (
        <>
          Use <TermLink term={replacement} /> instead.
        </>
      )}
    </p>
  );
}

function Facets({ term, vocabulary }: { readonly term: Term; readonly vocabulary: Vocabulary }): VNode | null {
  const values = facetsOfTerm(vocabulary, term);
  if (values.length === 0) return null;
  return (
    <ul class="chips" aria-label="Facets">
      {values.map(({ iri, label, facet }) => (
        <li>
          <a class="chip" href={iri}>
            {facet.label}: {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

interface TermProps {
  readonly term: Term;
  readonly vocabulary: Vocabulary;
  readonly terms: PageTerms;
  readonly root: string;
}

function Facts({ term, vocabulary, terms, root }: TermProps): VNode {
  const quantity = quantityOfTerm(vocabulary, term);
  const others = quantity?.variants.filter((variant) => variant !== term) ?? [];
  const { created } = describeResource(vocabulary, term.iri);
  const facts: Array<readonly [string, VNode | string | null]> = [
    ['Unit', term.unit === null ? null : <Unit term={term} terms={terms} root={root} />],
    ['Quantity', quantity === null ? null : <a href={quantity.iri}>{quantity.label}</a>],
    ['Quantity kind', term.quantityKind === null ? null : <>{terms.linkTo(term.quantityKind)}</>],
    ['Datatype', <>{linked(term.datatypeIri, <code>{term.datatype}</code>)}</>],
    ['Plausible values', rangeText(term)],
    ['Example', term.example === null ? null : <code>{term.example}</code>],
    ['Added', created === '' ? null : created],
    ['Changes', <a href={`${root}history?term=${encodeURIComponent(term.name)}`}>in which versions</a>],
  ];
  return (
    <dl class="card facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ),
      )}
      {others.length === 0 ? null : (
        <>
          <dt class="many">In other units</dt>
          <dd>
            {separated(others.slice(0, MAX_OTHER_UNITS).map((variant) => <TermLink term={variant} />))}
            {others.length <= MAX_OTHER_UNITS ? null : (
              <>
                , <a href={quantity!.iri}>{grouped(others.length - MAX_OTHER_UNITS)} more</a>
              </>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}

function Unit({ term, terms, root }: Omit<TermProps, 'vocabulary'>): VNode {
  const unit = term.unit!;
  return (
    <>
      <UnitLink term={term} names={terms} /> <code class="note">{terms.shorten(unit)}</code>{' '}
      <a href={`${root}vocabulary/?unit=${encodeURIComponent(unitOfName(term.name) ?? unit)}`}>all terms in it</a>
    </>
  );
}

function rangeText({ range }: Term): string | null {
  if (range === null) return null;
  const { smallest, largest } = range;
  if (smallest !== null && largest !== null) return `${smallest} to ${largest}`;
  return smallest === null ? `at most ${largest}` : `at least ${smallest}`;
}

interface ExampleProps {
  readonly term: Term;
  readonly vocabulary: Vocabulary;
  readonly root: string;
}

/** What the hub makes of the term's example, as it does of any document. */
function Example({ term, vocabulary, root }: ExampleProps): VNode | null {
  const example = exampleOf(term, vocabulary);
  if (example === null) return null;
  return (
    <>
      <h2 id="example">As JSON, as RDF</h2>
      <div class="example">
        <figure>
          <figcaption>A document</figcaption>
          <pre data-copy="" data-copy-label="the document" tabIndex={0} role="region" aria-label="A document">
            {example.json}
          </pre>
        </figure>
        <figure>
          <figcaption>becomes, in Turtle</figcaption>
          <pre data-copy="" data-copy-label="the Turtle" tabIndex={0} role="region" aria-label="Its Turtle">
            {example.turtle}
          </pre>
        </figure>
      </div>
      <p>
        <a class="button" href={`${root}playground#${playgroundFragment(example.json)}`}>
          Open in the playground
        </a>
      </p>
    </>
  );
}

/** What documents with the term and a time are in other standards. */
function Standards({
  name,
  vocabulary,
  root,
}: Pick<ExampleProps, 'vocabulary' | 'root'> & { readonly name: string }): VNode {
  const keys = [...new Set([...(vocabulary.terms.has('timestamp') ? ['timestamp'] : []), name])];
  const query = new URLSearchParams(keys.map((key): [string, string] => ['parameter', key]));
  return (
    <>
      <h2 id="standards">In other standards</h2>
      <ul class="chips">
        {ARTEFACT_KINDS.map((kind) => (
          <li>
            <a class="chip" href={`${root}api/artefacts/${kind}?${query.toString()}`}>
              {STANDARDS[kind].name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

interface TokensProps {
  readonly iri: string;
  readonly triples: readonly Triple[];
  readonly terms: PageTerms;
}

/** The tokens of a term have IRIs that lead to its page. */
function Tokens({ iri, triples, terms }: TokensProps): VNode | null {
  const found = [...new Set(triples.map(({ s }) => s.value))].filter(
    (subject) => /^#(?:value|entity)$/.test(subject.slice(iri.length)) && subject.startsWith(iri),
  );
  if (found.length === 0) return null;
  return (
    <>
      <h2>Tokens</h2>
      <ul>
        {found.map((subject) => (
          <li id={subject.slice(iri.length + 1)}>
            {terms.linkTo(subject)} {terms.properties(about(subject, triples))}
          </li>
        ))}
      </ul>
    </>
  );
}
