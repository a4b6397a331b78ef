import type { Client } from '@modelcontextprotocol/client';
import { Parser } from 'n3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../support/create-test-app.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';
import { connect } from './connect.ts';

let hub: SharedHub;
let client: Client;
beforeAll(async () => {
  hub = await sharedHub();
  client = await connect(hub.url);
});
afterAll(() => client?.close());

/** The text of a resource. */
async function read(uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  expect(content).toMatchObject({ uri });
  return (content as { text: string }).text;
}

test('the hub says that it sends no news of lists', () => {
  expect(client.getServerCapabilities()).toMatchObject({
    tools: { listChanged: false },
    resources: { listChanged: false },
    prompts: { listChanged: false },
  });
});

describe('resources', () => {
  test('are listed with their templates', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['vocab://versions']);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'vocab://term/{name}',
      'vocab://shapes/{name}',
    ]);
  });

  test('have a term as get_term tells it', async () => {
    const term = JSON.parse(await read('vocab://term/state_of_charge-percent')) as Record<string, unknown>;
    const { structuredContent } = await client.callTool({
      name: 'get_term',
      arguments: { name: 'state_of_charge-percent' },
    });
    const { vocabulary, ...told } = term;
    const found = structuredContent as { term: unknown; vocabulary: unknown };
    expect(told).toEqual(found.term);
    expect(vocabulary).toEqual(found.vocabulary);
  });

  test('have the shapes of a term as Turtle', async () => {
    const triples = new Parser().parse(await read('vocab://shapes/voltage-V'));
    expect(triples.some(({ object }) => object.value === 'http://www.w3.org/ns/shacl#NodeShape')).toBe(true);
  });

  test('have the versions, the one in use first', async () => {
    const { vocabulary, versions } = JSON.parse(await read('vocab://versions')) as {
      vocabulary: { version: string };
      versions: { version: string; isCurrent: boolean }[];
    };
    expect(versions[0]).toMatchObject({ version: vocabulary.version, isCurrent: true });
  });

  test('complete the name of a term', async () => {
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'vocab://term/{name}' },
      argument: { name: 'name', value: 'state_of_charge' },
    });
    expect(completion.values).toContain('state_of_charge-percent');
    expect(completion.values.length).toBeLessThanOrEqual(100);
    expect(completion.values.every((name) => name.startsWith('state_of_charge'))).toBe(true);
    expect(completion).toMatchObject({ hasMore: false, total: completion.values.length });
  });

  test('say how many names there are, when they are more than a hundred', async () => {
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'vocab://term/{name}' },
      argument: { name: 'name', value: '' },
    });
    const { count } = (await (await fetch(`${hub.url}/api/parameters`)).json()) as { count: number };
    expect(completion).toMatchObject({ hasMore: true, total: count });
    expect(completion.values).toHaveLength(100);
  });

  test.each([
    ['vocab://term/nobody', /has no term "nobody".*search_terms/],
    ['vocab://shapes/nobody', /Not every key is a vocabulary term.*map_keys/],
    ['vocab://term/%E0%A4%A', /escaped wrongly/],
    ['vocab://nothing', /not found/i],
    ['file:///etc/passwd', /not found/i],
  ])('refuse %s with the next step', async (uri, message) => {
    await expect(client.readResource({ uri })).rejects.toThrow(message);
  });
});

test("a resource that cannot be read for now is the server's fault", async () => {
  const away = await createTestApp({ lexicon: null });
  try {
    const other = await connect(away.url);
    const refusal = {
      code: -32603,
      message: expect.stringContaining('is unavailable. Wait'),
      data: { code: 'registry-unavailable' },
    };
    await expect(other.readResource({ uri: 'vocab://term/voltage-V' })).rejects.toMatchObject(refusal);
    await other.close();
  } finally {
    await away.stop();
  }
});

describe('prompts', () => {
  test('are three, each with one argument', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, arguments: args }) => [name, args?.map((each) => each.name)])).toEqual([
      ['map_this_file', ['sample']],
      ['explain_this_reading', ['document']],
      ['propose_missing_term', ['meaning']],
    ]);
  });

  test('name tools that there are, and hold what was given as data', async () => {
    const { tools } = await client.listTools();
    const names = new Set(tools.map(({ name }) => name));
    for (const [name, argument] of [
      ['map_this_file', 'sample'],
      ['explain_this_reading', 'document'],
      ['propose_missing_term', 'meaning'],
    ] as const) {
      const { messages } = await client.getPrompt({ name, arguments: { [argument]: 'a;b\n1;2' } });
      const { text } = messages[0]!.content as { text: string };
      expect(text).toContain(`<${argument}>\na;b\n1;2\n</${argument}>`);
      const called = [...text.matchAll(/\b[a-z]+_[a-z]+\b/g)]
        .map(([word]) => word)
        .filter((word) => word !== 'snake_case');
      expect(called.length).toBeGreaterThan(0);
      expect(called.filter((word) => !names.has(word))).toEqual([]);
    }
  });

  test('without the argument are refused', async () => {
    await expect(client.getPrompt({ name: 'map_this_file', arguments: {} })).rejects.toThrow(
      /sample.*get the prompt again/,
    );
    await expect(client.getPrompt({ name: 'nobody' })).rejects.toThrow(/nobody/);
  });
});
