import { beforeAll, describe, expect, test } from 'vitest';
import { createPages } from '../../src/web/pages/page.tsx';
import { renderApiPage } from '../../src/web/pages/api-page.tsx';
import type { OpenApi } from '../../src/web/reference/openapi.ts';
import { readReference } from '../../src/web/reference/read-reference.ts';
import { description } from '../support/described-interface.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

const HOSTILE = `"><script>alert('1')</script> & </textarea> \${x} \``;

let hub: SharedHub;
let html: string;
beforeAll(async () => {
  hub = await sharedHub();
  html = await (await fetch(`${hub.url}/api`)).text();
});

const attributes = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!);

describe('the reference', () => {
  test('has a section for every operation, with its method, path and parameters', () => {
    const [before, ...sections] = html.split('<article class="operation"');
    const common = before!.slice(before!.indexOf('Besides the errors'));
    expect(common).toContain('<strong class="status">431</strong>');
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    expect(sections).toHaveLength(operations.length);
    for (const { path, method, operation } of operations) {
      const section = sections.find((text) => text.includes(` id="${operation.operationId}"`))!;
      expect(section, operation.operationId).toContain(`>${method.toUpperCase()}</span> <code>${path}</code>`);
      for (const status of Object.keys(operation.responses))
        expect(common + section, `${operation.operationId} ${status}`).toContain(
          status === 'default' ? 'others' : status,
        );
      for (const parameter of operation.parameters ?? []) {
        const name = parameter['name'] ?? String(parameter['$ref']).split('/').at(-1);
        expect(section, operation.operationId).toContain(`<code>${name as string}</code>`);
      }
    }
  });

  test('leads nowhere in vain', async () => {
    const ids = attributes(html, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...new Set(attributes(html, 'href'))];
    for (const link of links.filter((link) => link.startsWith('#'))) expect(ids, link).toContain(link.slice(1));
    // What leads elsewhere is no business of this hub.
    const own = links.filter((link) => !/^(?:#|https?:)/.test(link));
    const main = html.slice(html.indexOf('<main'));
    const inMain = own.filter((link) => main.includes(`href="${link}"`));
    expect(inMain.length).toBeGreaterThan(20);
    // The forms of the whole vocabulary have tests of their own, and take seconds.
    for (const link of inMain.filter((each) => !each.includes('?format='))) {
      const { status } = await fetch(new URL(link.replaceAll('&amp;', '&'), `${hub.url}/api`), {
        headers: { Accept: 'text/html' },
      });
      expect(status, link).toBe(200);
    }
  });

  test('explains errors by links to their pages', () => {
    expect(html).toContain('href="./problems/malformed-json"');
    expect(html).toContain('href="./problems/query-timeout"');
  });

  test('samples name the address of the hub and the version of the vocabulary in use', async () => {
    const { data } = (await (await fetch(`${hub.url}/api/versions`)).json()) as { data: { version: string }[] };
    expect(html).toContain(`http://localhost:4000/vocabulary/v/${data[0]!.version}/`);
  });

  test('shows the samples in the language of the address; any other is curl', async () => {
    const chosen = async (query: string): Promise<string> =>
      /data-language="(\w+)" aria-current/.exec(await (await fetch(`${hub.url}/api${query}`)).text())![1]!;
    expect(await chosen('')).toBe('curl');
    expect(await chosen('?language=python')).toBe('python');
    expect(await chosen('?language=javascript&language=python')).toBe('curl');
    expect(await chosen('?language=%3Cscript%3E')).toBe('curl');
  });

  test('is cached, and found with a slash at its end, whose links lead to the same', async () => {
    const first = await fetch(`${hub.url}/api`, { method: 'HEAD' });
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const etag = first.headers.get('etag')!;
    expect((await fetch(`${hub.url}/api`, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const slashed = await (await fetch(`${hub.url}/api/`)).text();
    expect(slashed).toContain('href="../problems/malformed-json"');
    expect((await fetch(`${hub.url}/api`, { method: 'POST' })).status).toBe(405);
  });
});

test('texts of a description are shown as texts', () => {
  const hostile = JSON.parse(JSON.stringify(description), (name, value: unknown) =>
    ['description', 'summary', 'example', 'default'].includes(name) && typeof value === 'string' ? HOSTILE : value,
  ) as OpenApi;
  const render = createPages({
    assets: { fileOf: () => null, inlineScript: () => null },
    release: '0',
    hasVocabulary: true,
  });
  const reference = readReference(hostile, { version: null });
  const page = renderApiPage(render, { reference, root: './', baseUrl: `http://x/${HOSTILE}`, language: 'curl' });
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('</textarea>');
  expect(page).toContain('&lt;script>alert');
});
