import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderAccessibilityPage } from '../../src/web/pages/accessibility-page.tsx';
import { GRAPHQL_EXAMPLES } from '../../src/web/pages/graphql-examples.ts';
import { createPages } from '../../src/web/pages/page.tsx';
import { renderSchemaPage } from '../../src/web/pages/schema-page.tsx';
import type { Introspection } from '../../src/web/reference/introspection.ts';
import { readSchema } from '../../src/web/reference/read-schema.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

const INTROSPECTION = `query { __schema { types { name kind fields { name args { name } } inputFields { name } enumValues { name } } } }`;

interface ListedType {
  readonly name: string;
  readonly fields: ReadonlyArray<{
    readonly name: string;
    readonly args: ReadonlyArray<{ readonly name: string }>;
  }> | null;
  readonly inputFields: ReadonlyArray<{ readonly name: string }> | null;
  readonly enumValues: ReadonlyArray<{ readonly name: string }> | null;
}

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

const read = async (path: string): Promise<string> =>
  (await fetch(hub.url + path, { headers: { Accept: 'text/html' } })).text();

const attributes = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!);

const PAGES = ['/graphql/schema', '/graphql/schema/objects', '/graphql/schema/inputs'];

describe('the pages of the schema', () => {
  let pages: ReadonlyMap<string, string>;
  let html: string;
  beforeAll(async () => {
    pages = new Map(await Promise.all(PAGES.map(async (path) => [path, await read(path)] as const)));
    html = [...pages.values()].join('');
  });

  test('have every type with its fields, arguments and values', async () => {
    const response = await fetch(`${hub.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: INTROSPECTION }),
    });
    const { data } = (await response.json()) as { data: { __schema: { types: ListedType[] } } };
    const types = data.__schema.types.filter(({ name }) => !name.startsWith('__'));
    const sections = new Map(
      html
        .split('<article class="schema"')
        .slice(1)
        .map((section) => [/aria-labelledby="type-(\w+)"/.exec(section)![1]!, section]),
    );
    expect([...sections.keys()].toSorted()).toEqual(types.map(({ name }) => name).toSorted());
    for (const { name, fields, inputFields, enumValues } of types) {
      const members = [
        ...(fields ?? []).flatMap((field) => [field.name, ...field.args.map((argument) => argument.name)]),
        ...[...(inputFields ?? []), ...(enumValues ?? [])].map((member) => member.name),
      ];
      for (const member of members)
        expect(sections.get(name), `${name}.${member}`).toMatch(new RegExp(`<(?:code|dt[^>]*)>${member}</`));
    }
  });

  test('lead nowhere in vain, and have no anchor twice, so that one of them has an old address', async () => {
    const anchors = [...pages].flatMap(([path, page]) => attributes(page, 'id').map((id) => `${path}#${id}`));
    const inSchema = anchors.filter((anchor) => /#(?:type|field)-/.test(anchor)).map((anchor) => anchor.split('#')[1]);
    expect(inSchema.length).toBeGreaterThan(500);
    expect(new Set(inSchema).size).toBe(inSchema.length);
    const known = new Set(anchors);
    for (const [path, page] of pages)
      for (const link of attributes(page, 'href').filter((href) => href.includes('#'))) {
        const { pathname, hash } = new URL(link, hub.url + path);
        expect(known, `${path}: ${link}`).toContain(pathname + hash);
      }
    expect(
      (await fetch(new URL('../graphql', `${hub.url}/graphql/schema`), { headers: { Accept: 'text/html' } })).status,
    ).toBe(200);
  });

  test('begin with what can be asked and done', () => {
    for (const name of ['Query', 'Mutation', 'Subscription'])
      expect(pages.get('/graphql/schema')).toContain(`<h3 id="type-${name}">`);
  });

  test('say who uses a type', () => {
    const [, section = ''] = html.split('<h3 id="type-Term">');
    const usedBy = section.slice(section.indexOf('Used by'), section.indexOf('</article>'));
    expect(usedBy).toContain('href="../../graphql/schema#field-Query-term"');
    expect(usedBy).toContain('href="#field-TermConnection-nodes"');
  });

  test('are cached, and found with a slash at their ends', async () => {
    const { headers, status } = await fetch(`${hub.url}/graphql/schema`, { method: 'HEAD' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    expect(await read('/graphql/schema/')).toContain('href="../../graphql"');
    expect((await fetch(`${hub.url}/graphql/schema/nothing`)).status).toBe(404);
  });
});

test('descriptions of a schema are shown as texts', () => {
  const hostile = `"><script>alert('1')</script>`;
  const type = { kind: 'SCALAR', name: 'Odd', ofType: null } as const;
  const argument = { name: 'a', description: hostile, type, defaultValue: hostile };
  const introspection: Introspection = {
    __schema: {
      queryType: { name: 'Query' },
      mutationType: null,
      types: [
        {
          kind: 'OBJECT',
          name: 'Query',
          description: hostile,
          interfaces: [],
          possibleTypes: null,
          inputFields: null,
          enumValues: null,
          fields: [
            {
              name: 'odd',
              description: hostile,
              args: [argument],
              type,
              isDeprecated: true,
              deprecationReason: hostile,
            },
          ],
        },
      ],
    },
  };
  const render = createPages({
    assets: { fileOf: () => null, inlineScript: () => null },
    release: '0',
    hasVocabulary: true,
  });
  const page = renderSchemaPage(render, { schema: readSchema(introspection), root: '../', page: '' });
  expect(page).not.toContain('<script>alert');
  expect(page.match(/&lt;script>alert/g)?.length).toBe(5);
});

describe('the page of the endpoint', () => {
  test('has a policy of its own, which runs only the scripts of the hub; its scripts stand on no other page', async () => {
    const response = await fetch(`${hub.url}/graphql`, { headers: { Accept: 'text/html' } });
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).not.toContain('unsafe-eval');
    expect(await response.text()).toContain('href="./graphql/schema"');
    for (const path of ['/', '/api', '/sparql', '/graphql/schema', '/vocabulary/timestamp', '/accessibility']) {
      const other = await fetch(hub.url + path, { headers: { Accept: 'text/html' } });
      expect(other.headers.get('content-security-policy'), path).not.toContain('unsafe');
      expect(await other.text(), path).not.toContain('assets/graphiql');
    }
  });

  test('is for browsers alone: programs are answered as before', async () => {
    const query = `?query=${encodeURIComponent('{ term(name: "timestamp") { name } }')}`;
    const response = await fetch(`${hub.url}/graphql${query}`, { headers: { 'apollo-require-preflight': 'true' } });
    expect(await response.json()).toEqual({ data: { term: { name: 'timestamp' } } });
    expect(response.headers.get('content-security-policy')).toContain('require-trusted-types-for');
  });

  test('begins with requests of the documentation', () => {
    const documentation = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8');
    for (const { query } of GRAPHQL_EXAMPLES) expect(documentation).toContain(`\`\`\`graphql\n${query}\n\`\`\``);
  });
});

test('the statement on accessibility is linked from every page, and names the exception', async () => {
  expect(await read('/api')).toContain('href="./accessibility"');
  const page = await read('/accessibility');
  expect(page).toContain('WCAG 2.2');
  expect(page).toContain('GraphiQL');
  const render = createPages({
    assets: { fileOf: () => null, inlineScript: () => null },
    release: '0',
    hasVocabulary: true,
  });
  const about = (contact: string) => renderAccessibilityPage(render, { root: './', contact });
  expect(about('help@example.org')).toContain('<a href="mailto:help@example.org">help@example.org</a>');
  expect(about('https://example.org/"><b>')).toContain('<a href="https://example.org/&quot;>&lt;b>">');
});
