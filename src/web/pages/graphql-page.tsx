import { writeSample } from '../parts/write-sample.ts';
import { GRAPHQL_EXAMPLES } from './graphql-examples.ts';
import type { RenderPage } from './page.tsx';

/**
 * The policy of this page alone. GraphiQL's editor writes styles into the page, has its fonts in its style sheet, and makes its workers and
 * its markup without Trusted Types. Scripts are the hub's own, as everywhere.
 *
 * @param inlineScripts scripts that stand in pages, as a policy names them
 */
export function graphqlPagePolicy(inlineScripts: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';');
}

interface GraphqlPlace {
  /** Relative address of the first page. */
  readonly root: string;
  readonly baseUrl: string;
}

/** The page of the GraphQL endpoint, where a script puts GraphiQL. */
export function renderGraphqlPage(render: RenderPage, { root, baseUrl }: GraphqlPlace): string {
  const [first] = GRAPHQL_EXAMPLES;
  const call = writeSample('curl', {
    method: 'POST',
    url: `${baseUrl}/graphql`,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(first),
  });
  return render(
    {
      title: 'GraphQL',
      root,
      place: 'graphql',
      script: 'graphiql.js',
      lateStyle: 'graphiql.css',
      isWide: true,
      description: 'Ask the hub in GraphQL, and read its schema.',
    },
    <>
      <h1>GraphQL</h1>
      <p>
        This address answers GraphQL: queries as JSON by POST, or as parameters by GET with the header{' '}
        <code>apollo-require-preflight: true</code>. The <a href={`${root}graphql/schema`}>schema</a> is a page that
        needs no editor; any client can read it from here, too.
      </p>
      {/* A script puts buttons here. */}
      <div class="toolbar take-away" data-part="take-away" />
      <div class="graphiql-place" data-island="graphiql" data-examples={JSON.stringify(GRAPHQL_EXAMPLES)}>
        <pre tabIndex={0} role="region" aria-label="A call">
          {call}
        </pre>
      </div>
    </>,
  );
}
