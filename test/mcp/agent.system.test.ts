import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCommandLine, type CommandLine } from '../cli/run-cli.ts';
import { builtModule } from '../support/installed-package.ts';
import { call } from './connect.ts';

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

let commandLine: CommandLine;
beforeAll(async () => {
  commandLine = await buildCommandLine();
});
afterAll(() => commandLine?.remove());

describe('vocabulary-hub mcp', () => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    const args = [builtModule('cli/main.js'), 'mcp', '--base-url', 'https://hub.example'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
    await client.listTools();
  }, 120_000);
  afterAll(() => client?.close());

  test('has the tools that need no hub', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_terms',
      'get_term',
      'map_keys',
      'describe_document',
      'convert_document',
      'validate_document',
      'query_vocabulary',
    ]);
  });

  test('maps keys, converts and checks, by the vocabulary of the package', async () => {
    const mapped = await call(client, 'map_keys', { keys: ['Netzfrequenz'], most: 1 });
    expect(mapped.found).toMatchObject({ keys: [{ candidates: [{ term: 'frequency-Hz' }] }] });
    const document = '{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}';
    const converted = await call(client, 'convert_document', { document, format: 'nt' });
    expect(converted.found['rdf']).toContain('"812.40"');
    expect(converted.found['rdf']).toContain('<https://hub.example/vocabulary/active_power-kW>');
    const checked = await call(client, 'validate_document', { document });
    expect(checked.found).toMatchObject({ worst: null, errors: 0 });
  });

  test('answers queries, and gives no links to a hub that is not there', async () => {
    const query = 'PREFIX skos: <http://www.w3.org/2004/02/skos/core#> SELECT ?n WHERE { ?t skos:notation ?n }';
    const { found } = await call(client, 'query_vocabulary', { query, maxRows: 1 });
    expect(found).toMatchObject({ isWhole: false, links: [] });
    expect(found['rows']).toHaveLength(1);
  });
});

test('what is piped into it is answered before it ends, also a call that takes a while, and a line that is no message', async () => {
  const messages = [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'query_vocabulary', arguments: { query: 'ASK {}' } },
    },
  ];
  const lines = [INITIALIZE, 'no message', ...messages.map((each) => JSON.stringify(each))];
  // The last line has no end.
  const { code, out } = await commandLine.run(['mcp'], lines.join('\n'));
  expect(code).toBe(0);
  const answers = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result: { structuredContent?: { boolean: boolean } } });
  expect(answers.map(({ id }) => id)).toEqual([1, 2]);
  expect(answers[1]!.result.structuredContent?.boolean).toBe(true);
}, 120_000);

describe('a connection that breaks', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hub-agent-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = () =>
    spawn(process.execPath, [builtModule('cli/main.js'), 'mcp'], { env: { ...process.env, TMPDIR: folder } });

  test('because nobody reads the answers ends the program, which leaves nothing behind', async () => {
    const agent = start();
    agent.stdin.on('error', () => {});
    agent.stdin.write(`${INITIALIZE}\n`);
    await once(agent.stdout, 'data');
    expect(await readdir(folder)).toHaveLength(1);
    agent.stdout.destroy();
    // Its input stays open.
    for (let at = 0; at < 20; at++) agent.stdin.write(`{"jsonrpc":"2.0","id":${at + 2},"method":"tools/list"}\n`);
    const [code] = (await once(agent, 'exit')) as [number];
    expect([code, await readdir(folder)]).toEqual([0, []]);
  }, 120_000);

  test('because a message is too long says so, and leaves nothing behind', async () => {
    const agent = start();
    agent.stdin.on('error', () => {});
    let err = '';
    agent.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
    agent.stdin.write(`${INITIALIZE}\n{"jsonrpc":"2.0","id":2,"method":"ping"${' '.repeat(11_000_000)}}\n`);
    const [code] = (await once(agent, 'close')) as [number];
    expect([code, await readdir(folder)]).toEqual([2, []]);
    expect(err).toContain('A message has more than 10485760 bytes.');
    expect(err).not.toContain('unsettled');
  }, 120_000);
});

test('a hub that is not there is told on standard error', async () => {
  const { code, out, err } = await commandLine.run(['mcp', '--hub', 'http://127.0.0.1:9']);
  expect([code, out]).toEqual([3, '']);
  expect(err).toContain('http://127.0.0.1:9');
}, 60_000);
