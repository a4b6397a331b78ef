import type { VNode } from 'preact';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../parts/write-sample.ts';
import { Prose } from '../parts/prose.tsx';
import type { Operation, Reference } from '../reference/read-reference.ts';
import {
  commonRefusals,
  OperationSection,
  Parameters,
  RefusalList,
  SHARED_HEADERS,
  sharedHeaders,
} from './api-operation.tsx';
import { ListedValues, SchemasAddress } from './api-schema.tsx';
import type { RenderPage } from './page.tsx';

export interface ApiPage {
  readonly reference: Reference;
  /** Relative address of the first page. */
  readonly root: string;
  /** The address of the hub, which samples name. */
  readonly baseUrl: string;
  /** What the samples are in. */
  readonly language: Language;
}

/** The reference of REST and SPARQL. */
export function renderApiPage(render: RenderPage, { reference, root, baseUrl, language }: ApiPage): string {
  const page = {
    title: 'API',
    root,
    place: 'api',
    description: `Every address of the hub, what it takes and what it answers. ${reference.summary}`,
    script: 'api.js',
    isWide: true,
  } as const;
  const all = reference.sections.flatMap(({ operations }) => operations);
  const common = commonRefusals(all);
  const shared = sharedHeaders(all);
  const listedValues = new Map<string, string>();
  return render(
    page,
    <>
      <h1>API reference</h1>
      <p class="lead">{reference.summary}</p>
      <p>
        <Prose text={reference.description} />
      </p>
      <ul class="links">
        <li>
          <a href={`${root}api/openapi.json`}>OpenAPI 3.1</a> for generators of clients
        </li>
        <li>
          <a href={`${root}api/schemas`}>Schemas and headers</a>
        </li>
        <li>
          <a href={`${root}problems/`}>Errors</a>, each explained
        </li>
        <li>
          <a href={`${root}graphql`}>GraphQL</a> and its <a href={`${root}graphql/schema`}>schema</a>
        </li>
      </ul>
      <div class="reference">
        <Contents reference={reference} />
        <div class="reference-body">
          <LanguageChoice language={language} baseUrl={baseUrl} />
          {common.length === 0 ? null : (
            <>
              <p>Besides the errors that stand with it, every operation may answer with these:</p>
              <RefusalList refusals={common} root={root} />
            </>
          )}
          {shared.size === 0 ? null : (
            <>
              <p id={SHARED_HEADERS}>Requests may have these headers, where the operation names them:</p>
              <Parameters parameters={[...shared]} />
            </>
          )}
          {reference.sections.map(({ name, anchor, description, operations }) => (
            <section aria-labelledby={anchor} class="reference-section">
              <h2 id={anchor}>{capitalized(name)}</h2>
              <p>{description}</p>
              <SchemasAddress.Provider value={`${root}api/schemas`}>
                <ListedValues.Provider value={listedValues}>
                  {operations.map((operation) => (
                    <OperationSection {...{ operation, root, baseUrl, language, common, shared }} />
                  ))}
                </ListedValues.Provider>
              </SchemasAddress.Provider>
            </section>
          ))}
        </div>
      </div>
    </>,
  );
}

function Contents({ reference }: { readonly reference: Reference }): VNode {
  return (
    <nav class="contents" aria-label="Operations">
      {/* A script puts a field here that searches in the page. */}
      <div data-island="filter" data-noun="operation" />
      {reference.sections.map(({ name, anchor, operations }) => (
        <div class="contents-group">
          <a href={`#${anchor}`}>{capitalized(name)}</a>
          <ul>
            {operations.map((operation) => (
              <ContentsItem operation={operation} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function ContentsItem({ operation: { id, method, path, summary } }: { readonly operation: Operation }): VNode {
  return (
    <li>
      <a href={`#${id}`}>
        {summary}{' '}
        <span class="note">
          {method} {path}
        </span>
      </a>
    </li>
  );
}

/** Links, so that it works without a script; with one the samples change in place. */
function LanguageChoice({ language, baseUrl }: { readonly language: Language; readonly baseUrl: string }): VNode {
  return (
    <nav class="languages" aria-label="Language of the samples" data-base={baseUrl}>
      Samples in
      {LANGUAGES.map((each) => (
        <a href={`?language=${each}`} data-language={each} aria-current={each === language ? 'true' : undefined}>
          {LANGUAGE_NAMES[each]}
        </a>
      ))}
    </nav>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
