import type { ApolloServerPlugin, BaseContext } from '@apollo/server';
import { escapeHtmlContent } from '../http/escape-html.ts';

/** The page that a browser gets at `/graphql`: no script and nothing from elsewhere, unlike Apollo's own. */
export function landingPage(baseUrl: string, sdl: string): ApolloServerPlugin<BaseContext> {
  const html = renderLandingPage(baseUrl, sdl);
  return {
    async serverWillStart() {
      return { renderLandingPage: async () => ({ html }) };
    },
  };
}

function renderLandingPage(baseUrl: string, sdl: string): string {
  const address = `${baseUrl}/graphql`;
  const call = `curl ${address} -H 'content-type: application/json' \\
  -d '{"query":"query ($name: String!) { term(name: $name) { iri description datatype } }","variables":{"name":"active_power-kW"}}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Vocabulary Hub: GraphQL</title>
</head>
<body>
<h1>GraphQL</h1>
<p>This address answers GraphQL: queries as JSON by POST, or as parameters by GET with the header <code>apollo-require-preflight: true</code>.
Any GraphQL client can read the schema from it.</p>
<pre>${escapeHtmlContent(call)}</pre>
<h2>Schema</h2>
<pre>${escapeHtmlContent(sdl)}</pre>
</body>
</html>
`;
}
