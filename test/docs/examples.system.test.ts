import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { pythonForClient, pythonForSpark } from '../support/python.ts';
import { readBack } from '../support/read-back.ts';
import { readBlocks, readDocuments, type Block } from './read-documents.ts';
import { fileNamed, minifyJson, readCurl, type Answer, type Request } from './run-example.ts';
import { createWorkplace, type Ran, type Workplace } from './workplace.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const documents = readDocuments().map(({ path, text }) => ({ path, text, blocks: readBlocks(text) }));

const python = pythonForClient();
const spark = pythonForSpark();

let hub: TestApp;
let workplace: Workplace;
let version: string;
/** `Authorization` of the administrator. */
let administrator: string;
beforeAll(async () => {
  [hub, workplace] = await Promise.all([
    // An example accepts a term.
    createTestApp({
      installsSeeds: true,
      config: {
        metrics: { address: null, token: 'a-token-for-the-examples' },
        isSubgraph: true,
        trustedDocuments: { file: await writeTrustedDocuments(), isOnly: false },
      },
    }),
    createWorkplace(() => hub.url, python.path),
  ]);
  const ada = { email: 'ada@example.org', password: 'correct horse battery' };
  await hub.app.accounts.operator.createAdministrator(ada);
  const { access } = await hub.app.accounts.signIn(ada, 'the documentation');
  administrator = `Bearer ${access}`;
}, 120_000);
afterAll(async () => {
  await Promise.all([hub?.stop(), workplace?.remove()]);
});

/** The list of queries that the documentation shows, as a file. */
async function writeTrustedDocuments(): Promise<string> {
  const { text } = documents
    .flatMap(({ blocks }) => blocks)
    .find(({ role }) => role === 'file trusted-documents.json')!;
  const file = join(await mkdtemp(join(tmpdir(), 'hub-documents-')), 'trusted-documents.json');
  await writeFile(file, text);
  return file;
}

/** The version of the vocabulary in use: a document that shows how a term is accepted makes a new one. */
async function readVersion(): Promise<string> {
  const { body } = await send(readCurl('curl http://localhost:4000/api/versions', new Map()));
  return (JSON.parse(body) as { data: { version: string }[] }).data[0]!.version;
}

async function send({ target, method, headers, body }: Request): Promise<Answer> {
  const response = await fetch(hub.url + target, { method, headers, body });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

function sendQuery(query: string, variables: unknown, authorization?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) };
  return send({
    target: '/graphql',
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
    outputFile: null,
  });
}

/** What `{words}` of an answer stood for, so that a later example can use it. */
type Remembered = Map<string, string>;

/** `document = reading.json, receipt = {receipt}`: a name of a file stands for its text, one in braces for what an answer had there. */
function variablesOf(
  text: string,
  files: ReadonlyMap<string, string>,
  remembered: Remembered,
): Record<string, string | undefined> {
  return Object.fromEntries(
    text.split(', ').map((assignment) => {
      const [name, value] = assignment.split(' = ') as [string, string];
      const word = /^\{([a-z]+)\}$/.exec(value)?.[1];
      if (word !== undefined) return [name, remembered.get(word)];
      return [name, value.endsWith('.json') ? fileNamed(value, files) : value];
    }),
  );
}

/** Expects a text in which `{words}` stand for something that the documentation cannot tell, and remembers what that is. */
function expectLike(given: string, shown: string, remembered: Remembered): void {
  const parts = shown.split(/\{[a-z]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('([^]+?)')}$`);
  expect(given).toMatch(pattern);
  const [, ...found] = pattern.exec(given)!;
  [...shown.matchAll(/\{([a-z]+)\}/g)].forEach(([, word], at) => remembered.set(word!, found[at]!));
}

/** The answer that a block shows is the one that came. */
async function expectShown(
  { language, text }: Block,
  answer: Pick<Answer, 'body'>,
  remembered: Remembered,
): Promise<void> {
  const shown = text.replaceAll('{version}', version).replaceAll('{today}', '2026-01-02');
  if (language === 'text') expectLike(answer.body.trimEnd(), text, remembered);
  else if (language === 'json') expectLike(minifyJson(answer.body), minifyJson(shown), remembered);
  else if (language === 'turtle') {
    const [given, promised] = [await readBack('ttl', answer.body), await readBack('ttl', shown)];
    if (!areIsomorphic(given, promised)) expect(answer.body).toBe(shown);
  } else throw new Error(`an answer in ${language} cannot be compared`);
}

/** What starts Spark waits longer on a busy machine. */
const SPARK_MS = 600_000;

describe.each(documents.filter(({ blocks }) => blocks.some(({ role }) => role !== null)))(
  '$path',
  ({ path, blocks }) => {
    const options = blocks.some(({ role }) => role === 'spark') ? { timeout: SPARK_MS } : {};
    test('shows what the hub answers', options, async (context) => {
      for (const [role, { missing }] of Object.entries({ python, spark }))
        if (missing !== null && blocks.some((block) => block.role === role)) context.skip(missing);
      version = await readVersion();
      const files = new Map<string, string>();
      const remembered: Remembered = new Map();
      let answer: Answer | null = null;
      let ran: Ran | null = null;
      for (const block of blocks) {
        const [verb, ...rest] = (block.role ?? 'none').split(' ');
        if (verb === 'file') {
          files.set(rest.join(' '), block.text);
          await workplace.write(rest.join(' '), block.text);
        } else if (verb === 'python' || verb === 'spark') {
          ran = await workplace.runPython(block.text, verb === 'python' ? python.path : spark.path);
          answer = null;
          expect(`${ran.code} ${ran.err}`).toMatch(/^0 /);
        } else if (verb === 'script' || (verb === 'run' && !block.text.startsWith('curl '))) {
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
          const [, isAdministrator, assignments] = /^query( as administrator)?(?: with (.+))?$/.exec(block.role!)!;
          answer = await sendQuery(
            block.text,
            assignments === undefined ? {} : variablesOf(assignments, files, remembered),
            isAdministrator === undefined ? undefined : administrator,
          );
        } else if (verb === 'headers') {
          const [, status, ...headers] = /^HTTP\/1\.1 (\d+)[^\n]*\n([^]*)$/
            .exec(block.text)!
            .flatMap((part, at) => (at === 2 ? part.split('\n') : [part]));
          expect(answer!.status).toBe(Number(status));
          for (const header of headers) {
            const [name, value] = header.split(': ') as [string, string];
            expectLike(`${name}: ${answer!.headers.get(name)}`, `${name}: ${value}`, remembered);
          }
        } else if (verb === 'answer') await expectShown(block, ran === null ? answer! : { body: ran.out }, remembered);
        // By a test that has what it needs, and reads this document.
        else if (verb === 'tested') expect(readFileSync(join(ROOT, rest.at(-1)!), 'utf8')).toContain(path);
        else if (verb !== 'none') throw new Error(`line ${block.line}: no one knows what "${verb}" asks for`);
      }
    });
  },
);

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
