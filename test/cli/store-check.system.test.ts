import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBlocks } from '../docs/read-documents.ts';
import { startFaultyProxy, type FaultyProxy } from '../support/faulty-proxy.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing, type SparqlServer } from '../support/sparql-server.ts';
import { buildCommandLine, type CommandLine } from './run-cli.ts';

const DOCUMENTED = 'http://localhost:7878';
const oxigraph = await findOxigraphServer();

let cli: CommandLine;
beforeAll(async () => {
  cli = await buildCommandLine();
}, 120_000);
afterAll(() => cli?.remove());

test('store check says which addresses are missing', async () => {
  expect(await cli.run(['store', 'check'])).toMatchObject({ code: 2, out: '' });
  const { code, err } = await cli.run(['store', 'check', `${DOCUMENTED}/query`]);
  expect(code).toBe(2);
  expect(err).toContain('three addresses: for queries, for updates, and for the graph store protocol');
});

describe.skipIf(isMissing(oxigraph))('store check', () => {
  let server: SparqlServer;
  let proxy: FaultyProxy;
  beforeAll(async () => {
    if (oxigraph.missing !== null) return;
    server = await oxigraph.start();
    proxy = await startFaultyProxy(server);
  });
  afterAll(async () => {
    await proxy?.stop();
    await server?.stop();
  });

  const addresses = (): string[] => ['query', 'update', 'store'].map((path) => `${proxy.url}/${path}`);
  const graphs = async (): Promise<string> => {
    const query = new URLSearchParams({ query: 'SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } }' });
    const answer = await fetch(`${server.queryUrl}?${query.toString()}`, { headers: { accept: 'text/csv' } });
    return answer.text();
  };

  test('tells that a server is fit, as the documentation shows it, and leaves nothing there', async () => {
    const blocks = readBlocks(readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8'));
    const at = blocks.findIndex(({ text }) => text.includes('store check'));
    const [, ...words] = blocks[at]!.text.replaceAll('\\\n', ' ').trim().split(/\s+/);
    const args = words.map((word) => word.replace(DOCUMENTED, proxy.url));
    expect(args[0]).toBe('vocabulary-hub');
    const { code, out, err } = await cli.run(args.slice(1));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = (text: string): string[] =>
      text
        .trim()
        .replaceAll(/\d+ ms/g, '… ms')
        .split('\n');
    const [first, last] = [lines(out)[0], lines(out).at(-1)];
    expect(lines(blocks[at + 1]!.text)).toEqual([first, '…', last]);
    expect(await graphs()).toBe('g\r\n');
  });

  test('tells what fails, and what the server said', async () => {
    proxy.affects = (_, body) => body.includes('"wide"');
    proxy.fault = 'answers 500';
    const { code, out } = await cli.run(['store', 'check', '--rounds', '1', ...addresses()]);
    proxy.fault = null;
    expect(code).toBe(1);
    const failed = out.split('\n').filter((line) => line.startsWith('FAILED'));
    expect(failed).toEqual([expect.stringMatching(/^FAILED of changes that exclude each other .*It said: Traceback/)]);
    expect(out).toContain('17 of 18 checks passed.');
    expect(await graphs()).toBe('g\r\n');
  });

  test.each([
    ['answers 401', 'it answered 401. It said: Traceback'],
    ['answers with a page', 'an update that it acknowledged is not there to be read'],
  ] as const)(
    'tells at once that no change is made when the server %s, and that nothing is left',
    async (fault, words) => {
      proxy.affects = ({ url }) => url === '/update';
      proxy.fault = fault;
      const { code, out, err } = await cli.run(['store', 'check', '--rounds', '1', ...addresses()]);
      proxy.fault = null;
      expect({ code, err }).toEqual({ code: 1, err: '' });
      const [first] = out.split('\n');
      expect(first).toMatch(/^FAILED what was changed is read by all/);
      expect(first).toContain(words);
      expect(out).not.toContain('no answer within');
      expect(await graphs()).toBe('g\r\n');
    },
  );

  test('does not try what nobody answers', async () => {
    await proxy.refuse();
    const { code, out, err } = await cli.run(['store', 'check', ...addresses()]);
    await proxy.listen();
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('The store did not answer the query');
  });
});
