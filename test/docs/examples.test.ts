import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';
import { readBlocks, readDocuments, type Block } from './read-documents.ts';
import { fileNamed, minifyJson, readCurl, type Answer, type Request } from './run-example.ts';
import { createWorkplace, type Ran, type Workplace } from './workplace.ts';

const documents = readDocuments().map(({ path, text }) => ({ path, text, blocks: readBlocks(text) }));

let hub: TestApp;
let workplace: Workplace;
let version: string;
beforeAll(async () => {
  [hub, workplace] = await Promise.all([
    createTestApp({ config: { baseUrl: 'http://localhost:4000' } }),
    createWorkplace(() => hub.url),
  ]);
  await hub.app.accounts.operator.createAdministrator({ email: 'ada@example.org', password: 'correct horse battery' });
  const described = await send(
    readCurl("curl -H 'Content-Type: application/json' -d '{}' http://localhost:4000/api/semantic", new Map()),
  );
  version = /\/vocabulary\/v\/([0-9a-f]+)\//.exec(described.body)![1]!;
}, 120_000);
afterAll(async () => {
  await Promise.all([hub?.stop(), workplace?.remove()]);
});

async function send({ target, method, headers, body }: Request): Promise<Answer> {
  const response = await fetch(hub.url + target, { method, headers, body });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

function sendQuery(query: string, variables: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return send({
    target: '/graphql',
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
    outputFile: null,
  });
}

/** `document = reading.json, base = …`: a name of a file stands for its text. */
function variablesOf(text: string, files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    text.split(', ').map((assignment) => {
      const [name, value] = assignment.split(' = ') as [string, string];
      return [name, value.endsWith('.json') ? fileNamed(value, files) : value];
    }),
  );
}

/** Text in which `{words}` stand for something that the documentation need not repeat. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{[a-z]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}

/** The answer that a block shows is the one that came. */
async function expectShown({ language, text }: Block, answer: Pick<Answer, 'body'>): Promise<void> {
  const shown = text.replaceAll('{version}', version).replaceAll('{today}', '2026-01-02');
  if (language === 'text') expect(answer.body.trimEnd()).toMatch(patternOf(text));
  else if (language === 'json') expect(minifyJson(answer.body)).toBe(minifyJson(shown));
  else if (language === 'turtle') {
    const [given, promised] = [await readBack('ttl', answer.body), await readBack('ttl', shown)];
    if (!areIsomorphic(given, promised)) expect(answer.body).toBe(shown);
  } else throw new Error(`an answer in ${language} cannot be compared`);
}

describe.each(documents.filter(({ blocks }) => blocks.some(({ role }) => role !== null)))('$path', ({ blocks }) => {
  test('shows what the hub answers', async () => {
    const files = new Map<string, string>();
    let answer: Answer | null = null;
    let ran: Ran | null = null;
    for (const block of blocks) {
      const [verb, ...rest] = (block.role ?? 'none').split(' ');
      if (verb === 'file') {
        files.set(rest.join(' '), block.text);
        await workplace.write(rest.join(' '), block.text);
      } else if (verb === 'script' || (verb === 'run' && block.text.startsWith('npx '))) {
        ran = verb === 'script' ? await workplace.runScript(block.text) : await workplace.runCommands(block.text);
        answer = null;
        expect(`${ran.code} ${ran.err}`).toMatch(rest[0] === 'exiting' ? new RegExp(`^${rest[1]} `) : /^0 /);
      } else if (verb === 'run') {
        ran = null;
        const request = readCurl(block.text, files);
        answer = await send(request);
        if (request.outputFile !== null) files.set(request.outputFile, answer.body);
      } else if (verb === 'query') {
        ran = null;
        answer = await sendQuery(
          block.text,
          block.role === 'query' ? {} : variablesOf(rest.join(' ').replace(/^with /, ''), files),
        );
      } else if (verb === 'headers') {
        const [, status, ...headers] = /^HTTP\/1\.1 (\d+)[^\n]*\n([^]*)$/
          .exec(block.text)!
          .flatMap((part, at) => (at === 2 ? part.split('\n') : [part]));
        expect(answer!.status).toBe(Number(status));
        for (const header of headers) {
          const [name, value] = header.split(': ') as [string, string];
          expect(`${name}: ${answer!.headers.get(name)}`).toBe(`${name}: ${value}`);
        }
      } else if (verb === 'answer') await expectShown(block, ran === null ? answer! : { body: ran.out });
      else if (verb !== 'none') throw new Error(`line ${block.line}: no one knows what "${verb}" asks for`);
    }
  });
});

test('every block is executed, but diagrams and the commands of npm and git', () => {
  const others = documents.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ role }) => role === null)
      .map(({ line, language, text }) => ({ place: `${path}:${line}`, language, text })),
  );
  const isCommands = (text: string): boolean =>
    text.split('\n').every((line) => /^(npm|git) [\w:&\- ./]+(#.*)?$/.test(line));
  const left = others.filter(
    ({ language, text }) => language !== 'mermaid' && !(language === 'sh' && isCommands(text)),
  );
  expect(left.map(({ place }) => place)).toEqual([]);
});

test('no block and no comment about one is overlooked', () => {
  for (const { path, text, blocks } of documents) {
    expect(text.match(/^\s*(```|~~~)/gm)?.length ?? 0, path).toBe(2 * blocks.length);
    expect(text.match(/^<!-- example/gm)?.length ?? 0, path).toBe(blocks.filter(({ role }) => role !== null).length);
  }
});
